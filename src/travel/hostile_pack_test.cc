// SPDX-License-Identifier: MIT
//
// Packs that somebody made to do harm, or that were damaged on their way: always a clear refusal,
// and nothing is written.

#include <random>
#include <zstd.h>

#include <fmt/format.h>

#include "travel/test_pack.h"

namespace clew {
namespace {

struct TestEntry {
  std::string name;
  std::string bytes{};
  char type = '0';  // as tar has it: '1' a hard link, '2' a link, '3' a device, '5' a folder, ...
  std::string link{};
};

std::string compressed(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

// A tar archive as old as tar (POSIX ustar), with whatever it is told to hold.
std::string archive_of(const std::vector<TestEntry>& entries) {
  std::string out;
  for (const TestEntry& entry : entries) {
    std::string block(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
      block.replace(at, text.size(), text);
    };
    EXPECT_LE(entry.name.size(), 100U);
    put(0, entry.name);
    put(100, "0000600");
    put(124, fmt::format("{:011o}", entry.bytes.size()));
    put(136, "00000000000");
    put(148, "        ");
    block[156] = entry.type;
    put(157, entry.link);
    put(257, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : block) sum += static_cast<unsigned char>(c);
    put(148, fmt::format("{:06o}", sum) + '\0');
    out += block + entry.bytes;
    out.resize((out.size() + 511) / 512 * 512);
  }
  return compressed(out + std::string(1024, '\0'));
}

void flip(char& byte, std::uint_fast32_t bits) {
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ bits);
}

class HostilePackTest : public PackTest {
 protected:
  static constexpr std::string_view kText = "{\"a\":1}\n";
  static std::string transcript() { return "projects/-work-app/" + kOne + ".jsonl"; }

  static PackManifest one_file(const std::string& place = transcript()) {
    PackManifest manifest{"1.0", 0};
    manifest.sessions.push_back({kOne, "", "/work/app", "", "", {packed_file(place, kText)}});
    return manifest;
  }
  static TestEntry head(const PackManifest& manifest) {
    return {std::string(PackManifest::kName), pack_manifest_text(manifest)};
  }

  void refused(const std::vector<TestEntry>& entries, std::string_view why) {
    const auto done = unpack(archive_of(entries));
    ASSERT_FALSE(done) << why;
    EXPECT_NE(done.error().message.find(why), std::string::npos) << done.error().message;
    EXPECT_TRUE(files_below(kOther).empty()) << why;
  }
};

TEST_F(HostilePackTest, AnHonestOneOfAnotherWriterIsFine) {
  const auto done = unpack(archive_of({head(one_file()), {transcript(), std::string(kText)}}));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(text(unpacked_place(transcript())), kText);
}

TEST_F(HostilePackTest, PlacesOutside) {
  for (const std::string& place :
       {std::string("../../.bashrc"), std::string("/etc/passwd"),
        "projects/../../" + kOne + ".jsonl", "projects/-a/../../" + kOne + ".jsonl",
        "projects/-a/" + kOne + "/../../../x", std::string("settings.json"),
        std::string("projects/-work-app/memory/MEMORY.md"), std::string("CLAUDE.md"),
        "commands/" + kOne + "/x.md", std::string("plans/../settings.json"), std::string("")}) {
    PackManifest manifest = one_file();
    manifest.sessions.front().files.push_back(packed_file(place, "x"));
    refused(
        {head(manifest), {transcript(), std::string(kText)}, {place.empty() ? "x" : place, "x"}},
        "no session may have");
  }
}

TEST_F(HostilePackTest, WhatTheManifestDoesNotSay) {
  const TestEntry whole = {transcript(), std::string(kText)};
  refused({head(one_file())}, "is missing");
  refused({head(one_file()), whole, whole}, "is not in its manifest");
  refused({head(one_file()), whole, {"../../x", "x"}}, "is not in its manifest");
  refused({head(one_file()), {"../../x", std::string(kText)}}, "comes where");
  refused({head(one_file()), {"./" + transcript(), std::string(kText)}}, "comes where");
  refused({head(one_file()), {transcript(), std::string(kText) + "x"}}, "another size");
  refused({head(one_file()), {transcript(), std::string(kText.size(), 'x')}}, "another hash");
  refused({whole, head(one_file())}, "begin with a manifest");
  refused({}, "");
}

TEST_F(HostilePackTest, LinksFoldersAndDevices) {
  const TestEntry first = head(one_file());
  refused({first, {transcript(), "", '2', "/etc/passwd"}}, "no plain file");
  refused({first, {transcript(), "", '1', "manifest.json"}}, "no plain file");
  for (const char type : {'3', '4', '5', '6'}) {
    refused({first, {transcript(), "", type}}, "no plain file");
  }
}

TEST_F(HostilePackTest, AFolderThatIsALinkIsNotFollowed) {
  ASSERT_TRUE(disk_.create_directories("/elsewhere"));
  disk_.add_link(kOther + "/projects", "/elsewhere");
  EXPECT_FALSE(unpack(archive_of({head(one_file()), {transcript(), std::string(kText)}})));
  EXPECT_TRUE(files_below("/elsewhere").empty());
}

TEST_F(HostilePackTest, Manifests) {
  const auto wrong = [&](const auto& change, std::string_view why) {
    PackManifest manifest = one_file();
    change(manifest);
    refused({head(manifest)}, why);
  };
  wrong([](auto& m) { m.sessions.clear(); }, "names no session");
  wrong([](auto& m) { m.sessions.push_back(m.sessions.front()); }, "names a session twice");
  wrong([](auto& m) { m.sessions[0].files.push_back(m.sessions[0].files[0]); },
        "names a file twice");
  wrong([](auto& m) { m.sessions[0].files.clear(); }, "names no transcript");
  wrong([](auto& m) { m.sessions[0].files[0].sha256 = "x"; }, "does not describe");
  wrong([](auto& m) { m.sessions[0].files[0].size = std::uint64_t{1} << 50; }, "does not describe");
  wrong([](auto& m) { m.sessions[0].id = "x"; }, "no session may have");
  wrong(
      [](auto& m) {
        m.sessions[0].files.push_back(packed_file("projects/-b/" + kOne + "/x", "x"));
      },
      "in two projects");
  std::string later = pack_manifest_text(one_file());
  later.replace(later.find("\"format\":1"), 10, "\"format\":2");
  refused({{"manifest.json", later}}, "later Clew");
  refused({{"manifest.json", "[]"}}, "none of Clew's");
  refused({{"manifest.json", "{"}}, "no JSON");
}

TEST_F(HostilePackTest, Bombs) {
  PackManifest manifest = one_file();
  manifest.sessions[0].files[0].size = std::uint64_t{200} << 30;
  refused({head(manifest)}, "more than a file of its size");
  // What is said is honest, and still more than a few hundred bytes can hold.
  const std::string zeros(80 << 20, '\0');
  manifest = one_file();
  manifest.sessions[0].files[0] = packed_file(transcript(), zeros);
  refused({head(manifest), {transcript(), zeros}}, "more than a file of its size");
  refused({{"manifest.json", std::string(65 << 20, ' ')}}, "begin with a manifest");
}

TEST_F(HostilePackTest, NoArchiveAtAll) {
  for (const std::string& bytes : {std::string(), std::string("hello"), std::string(4096, '\0'),
                                   std::string("\x28\xb5\x2f\xfd", 4)}) {
    EXPECT_FALSE(unpack(bytes));
    EXPECT_TRUE(files_below(kOther).empty());
  }
}

// Any damage is noticed: what is unpacked is what was packed, or nothing.
TEST_F(HostilePackTest, DamagedAnywhere) {
  const std::string whole = pack(manifest());
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole;
    if (round % 3 == 0) bytes.resize(random() % bytes.size());
    if (round % 3 != 0) flip(bytes[random() % bytes.size()], 1 + random() % 255);
    const auto done = unpack(bytes);
    for (const std::string& path : files_below(kOther)) {
      EXPECT_TRUE(done) << round << path;
      ASSERT_TRUE(disk_.remove(path));
    }
  }
}

// The same without the compression's own checksum: names, sizes and hashes have to do.
TEST_F(HostilePackTest, DamagedInside) {
  const std::string packed = pack(manifest());
  std::string plain(8 << 20, '\0');
  std::size_t length = 0;
  {
    ZSTD_DCtx* context = ZSTD_createDCtx();
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{plain.data(), plain.size(), 0};
    while (in.pos < in.size && ZSTD_isError(ZSTD_decompressStream(context, &out, &in)) == 0) {
    }
    length = out.pos;
    ZSTD_freeDCtx(context);
  }
  ASSERT_GT(length, 3'000'000U);
  plain.resize(length);
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::string bytes = plain;
    flip(bytes[random() % (round % 2 == 0 ? bytes.size() : std::size_t{8192})], 1U << random() % 8);
    const auto done = unpack(compressed(bytes));
    for (const auto& [place, text_then] : content_) {
      const bool there = disk_.stat(unpacked_place(place)).has_value();
      EXPECT_TRUE(!there || done);
      if (there) {
        EXPECT_EQ(text(unpacked_place(place)), text_then) << round;
      }
    }
    for (const std::string& path : files_below(kOther)) ASSERT_TRUE(disk_.remove(path));
  }
}

}  // namespace
}  // namespace clew
