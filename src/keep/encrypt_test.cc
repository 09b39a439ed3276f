// SPDX-License-Identifier: MIT
#include "keep/encrypt.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "keep/keep_check.h"
#include "keep/keep_names.h"
#include "keep/kept_world.h"
#include "keep/machine_name.h"
#include "keep/test_keep.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

constexpr const char* kKeys = "/home/ada/data/keep-keys";
constexpr const char* kMachine = "/home/ada/data/machine";
const KeepSecret kSecret{KeepSecret::Kind::kFile, "sixteen bytes at least"};
const KeepSecret kOther{KeepSecret::Kind::kFile, "sixteen other bytes here"};

TEST(KeyLock, OpensWithItsSecretAlone) {
  const LockedKey key{KeepKey::make(), "ada-laptop"};
  for (const auto kind : {KeepSecret::Kind::kFile, KeepSecret::Kind::kPassphrase}) {
    const auto text = lock_key(key, {kind, "correct horse"});
    ASSERT_TRUE(text);
    EXPECT_EQ(text->find("ada-laptop"), text->npos);
    const auto opened = unlock_key(*text, {kind, "correct horse"});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->key, key.key);
    EXPECT_EQ(opened->machine, key.machine);
    const auto wrong = unlock_key(*text, {kind, "correct hose"});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::kInvalid);
  }
}

TEST(KeyLock, AForgedTextCostsNothing) {
  const KeepSecret secret{KeepSecret::Kind::kPassphrase, "x"};
  const std::string salt(32, '0');
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1]"),
        R"({"kdf":"argon2id13","passes":1,"memory":9000000000000,"key":"","salt":")" + salt + "\"}",
        R"({"kdf":"argon2id13","passes":99999,"memory":9000,"key":"","salt":")" + salt + "\"}",
        std::string(R"({"kdf":"argon2id13","salt":"00"})")}) {
    EXPECT_FALSE(unlock_key(text, secret)) << text;
  }
}

TEST(KeepCipher, OpensNothingThatWasChangedOrMoved) {
  const KeepCipher cipher(KeepKey::make());
  const std::string sealed = cipher.seal("some words", "frame 1 0");
  EXPECT_EQ(*cipher.open(sealed, "frame 1 0"), "some words");
  EXPECT_FALSE(cipher.open(sealed, "frame 1 9"));
  EXPECT_FALSE(KeepCipher(KeepKey::make()).open(sealed, "frame 1 0"));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] ^= 1;
    EXPECT_FALSE(cipher.open(changed, "frame 1 0"));
  }
  EXPECT_EQ(*cipher.open_line(cipher.seal_line("{}", "line 1 2"), "line 1 2"), "{}");
  EXPECT_FALSE(cipher.open_line(cipher.seal_line("{}", "line 1 2"), "line 1 3"));
  EXPECT_EQ(cipher.seal_line("{}", "").size(), cipher.seal_line(std::string(100, '.'), "").size());
}

class EncryptTest : public KeeperTest {
 protected:
  // As a machine that has a name and some sessions.
  void keep_in_the_open() {
    disk_.add_file(kMachine, "ada\n");
    disk_.add_file(path_of(kFile), "first version of a secret\n");
    keep();
    disk_.add_file(path_of(kFile), "second");
    disk_.add_file(path_of("projects/-work-app/other.jsonl"), std::string(300'000, 'x'));
    keep();
  }
  EncryptOptions request(const KeepSecret& secret = kSecret) {
    return {.place = here_,
            .secret = secret,
            .keys_file = kKeys,
            .machine_file = kMachine,
            .host = "ada-laptop"};
  }
  // The machine as its files say, for another process.
  void read_place(DurableFileSystem& files) {
    here_ = {.folder = kKeep};
    here_.machine = *read_machine_name(files, kMachine);
    here_.keys = *KeyRing::read(files, kKeys);
  }
  std::vector<std::string> versions_here() {
    const auto world = KeptWorld::load(disk_, here_);
    EXPECT_TRUE(world);
    std::vector<std::string> texts;
    const auto* file = (*world)->find_file(path_of(kFile));
    if (file == nullptr) return texts;
    for (const KeptVersion& version : *file->versions) {
      texts.push_back(text(*file->machine, version));
    }
    return texts;
  }
  // Whether any file of the keep, or its name, holds this.
  bool shows(std::string_view word) {
    const auto machines = disk_.list(kKeep);
    for (const DirEntry& machine : *machines) {
      if (machine.name == word) return true;
      const auto entries = disk_.list(std::string(kKeep) + "/" + machine.name.text());
      if (!entries) continue;
      for (const DirEntry& entry : *entries) {
        const std::string path =
            std::string(kKeep) + "/" + machine.name.text() + "/" + entry.name.text();
        if (read_file(disk_, path, 1 << 30)->find(word) != std::string::npos) return true;
      }
    }
    return false;
  }

  KeepPlace here_{.folder = kKeep, .machine = "ada"};
  const std::vector<std::string> kBoth = {"first version of a secret\n", "second"};
};

TEST_F(EncryptTest, WhatWasKeptIsSealedAndStaysReadable) {
  keep_in_the_open();
  EXPECT_TRUE(shows("home/ada"));
  EXPECT_TRUE(shows(".jsonl"));
  const auto place = encrypt_keep(disk_, request());
  ASSERT_TRUE(place) << place.error().message;
  for (const char* word : {"home/ada", ".claude", "projects", "work-app", "secret", "second"}) {
    EXPECT_FALSE(shows(word)) << word;
  }
  EXPECT_FALSE(disk_.stat(std::string(kKeep) + "/ada")) << "the name of the machine tells";
  read_place(disk_);
  EXPECT_EQ(here_, *place);
  EXPECT_EQ(versions_here(), kBoth);
  const auto world = KeptWorld::load(disk_, here_);
  ASSERT_EQ((*world)->machines().size(), 1U);
  EXPECT_EQ((*world)->machines().front()->title.substr(0, 11), "ada-laptop-");
}

TEST_F(EncryptTest, KeepsOnSealed) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  ASSERT_TRUE(disk_.append(path_of(kFile), " and a third part"));
  KeepOptions options = this->options();
  options.place = here_;
  const auto report = keep_roots(disk_, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->kept, 1);
  EXPECT_FALSE(shows("third"));
  EXPECT_EQ(versions_here().back(), "second and a third part");
  const auto world = KeptWorld::load(disk_, here_);
  const auto check = check_kept(disk_, *(*world)->machines().front(), {});
  ASSERT_TRUE(check);
  EXPECT_TRUE(check->damaged.empty() && check->damage.empty());
}

TEST_F(EncryptTest, WithoutTheKeyNothingIsReadOrWritten) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  KeepPlace stranger{.folder = kKeep, .machine = here_.machine};
  const auto world = KeptWorld::load(disk_, stranger);
  ASSERT_TRUE(world);
  EXPECT_EQ((*world)->find_file(path_of(kFile)), nullptr);
  EXPECT_TRUE((*world)->machines().front()->locked);
  KeepOptions options = this->options();
  options.place = stranger;
  const auto kept = keep_roots(disk_, options);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("unlock"), std::string::npos);
  const auto wrong = unlock_keep(disk_, stranger, kOther, "/bob/keep-keys");
  ASSERT_FALSE(wrong);
  EXPECT_FALSE(disk_.stat("/bob/keep-keys"));
  const auto unlocked = unlock_keep(disk_, stranger, kSecret, "/bob/keep-keys");
  ASSERT_TRUE(unlocked) << unlocked.error().message;
  EXPECT_NE((*KeptWorld::load(disk_, *unlocked))->find_file(path_of(kFile)), nullptr);
  EXPECT_EQ(*KeyRing::read(disk_, "/bob/keep-keys"), unlocked->keys);
}

TEST_F(EncryptTest, ASecondTimeChangesTheSecretAlone) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  ASSERT_TRUE(encrypt_keep(disk_, request(kOther)));
  const KeepPlace stranger{.folder = kKeep};
  EXPECT_FALSE(unlock_keep(disk_, stranger, kSecret, "/bob/keep-keys"));
  EXPECT_TRUE(unlock_keep(disk_, stranger, kOther, "/bob/keep-keys"));
  EXPECT_EQ(versions_here(), kBoth);
}

// Who stores the folder can write to it, too.
TEST_F(EncryptTest, PlainLinesInASealedFolderDoNotCount) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  const std::string folder = std::string(kKeep) + "/" + here_.machine;
  PieceRecord forged{.name = {kRoot, "projects/-work-app/forged.jsonl"}};
  disk_.add_file(folder + "/000777.jsonl",
                 manifest_line(PackHead{.machine = "ada"}) + manifest_line(forged));
  const auto world = KeptWorld::load(disk_, here_);
  ASSERT_TRUE(world);
  EXPECT_EQ((*world)->find_file(path_of("projects/-work-app/forged.jsonl")), nullptr);
  EXPECT_FALSE((*world)->damage().empty());
  // Nor when he takes the lock away as well.
  ASSERT_TRUE(disk_.remove(folder + "/key.json"));
  EXPECT_EQ((*KeptWorld::load(disk_, here_))->find_file(path_of("projects/-work-app/forged.jsonl")),
            nullptr);
  EXPECT_EQ(versions_here(), kBoth);
}

TEST_F(EncryptTest, LinesCountInTheirPlaceAlone) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  const std::string manifest = std::string(kKeep) + "/" + here_.machine + "/000001.jsonl";
  const std::string lines = *read_file(disk_, manifest, 1 << 20);
  const std::string last = lines.substr(lines.rfind('\n', lines.size() - 2) + 1);
  disk_.overwrite_file(manifest, lines + last);  // said again, as it was once true
  const auto world = KeptWorld::load(disk_, here_);
  EXPECT_EQ((*world)->damage().size(), 1U);
  EXPECT_EQ(versions_here(), kBoth);
}

// The folder went away, with the disk that it was on or by somebody's hand.
TEST_F(EncryptTest, BeginsAnewEncrypted) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  const std::string folder = std::string(kKeep) + "/" + here_.machine;
  const auto entries = disk_.list(folder);
  for (const DirEntry& entry : *entries) {
    ASSERT_TRUE(disk_.remove(folder + "/" + entry.name.text()));
  }
  KeepOptions options = this->options();
  options.place = here_;
  ASSERT_TRUE(keep_roots(disk_, options));
  EXPECT_FALSE(shows("second"));
  EXPECT_FALSE(shows("projects"));
  const KeepPlace stranger{.folder = kKeep};
  EXPECT_TRUE(unlock_keep(disk_, stranger, kSecret, "/bob/keep-keys")) << "the lock came back";
}

TEST_F(EncryptTest, AnotherKeyWritesNothing) {
  keep_in_the_open();
  here_ = *encrypt_keep(disk_, request());
  here_.keys.add(here_.machine, {KeepKey::make(), "ada-laptop"});
  KeepOptions options = this->options();
  options.place = here_;
  const auto kept = keep_roots(disk_, options);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("another key"), std::string::npos);
}

// A full disk or the end of the process at any step: afterwards, and after trying again, both
// versions are there.
TEST_F(EncryptTest, NothingIsLostWhateverFails) {
  int succeeded = 0;
  for (int at = 1; succeeded == 0 && at < 500; ++at) {
    disk_ = MemoryFileSystem();
    here_ = {.folder = kKeep, .machine = "ada"};
    keep_in_the_open();
    FaultyFileSystem faulty(disk_);
    faulty.fail_calls(at, {ErrorCode::kIo, "disk full"}, 1'000'000);
    succeeded += encrypt_keep(faulty, request()) ? 1 : 0;
    read_place(disk_);
    EXPECT_EQ(versions_here(), kBoth) << "failed at " << at;
    const auto again = encrypt_keep(disk_, request());
    ASSERT_TRUE(again) << again.error().message;
    here_ = *again;
    EXPECT_EQ(versions_here(), kBoth) << "failed at " << at;
  }
  EXPECT_EQ(succeeded, 1);
}

}  // namespace
}  // namespace clew
