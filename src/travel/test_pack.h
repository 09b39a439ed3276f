// SPDX-License-Identifier: MIT
//
// For tests only: a session with all its parts, packs of it, and packs that no honest Clew writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"
#include "travel/session_pack.h"
#include "travel/sha256.h"
#include "travel/unpack.h"

namespace clew {

inline const std::string kOne = "11111111-1111-4111-8111-111111111111";
inline const std::string kTwo = "22222222-2222-4222-8222-222222222222";
inline const std::string kHome = "/home/ada/.claude";
inline const std::string kOther = "/home/bob/.claude";

inline PackedFile packed_file(std::string place, std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return {std::move(place), bytes.size(), hash.hex(), 1'767'700'000'000};
}

class PackTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(disk_.create_directories(kOther));
    for (const auto& [place, text] : content_) disk_.add_file(kHome + "/" + place, text);
  }

  PackManifest manifest() const {
    PackManifest manifest{"1.0", 1'767'700'000'000};
    for (const std::string& id : {kOne, kTwo}) {
      PackedSession session{id, "Frost", "/work/app", "host/app"};
      for (const auto& [place, text] : content_) {
        if (place.find(id) != std::string::npos) session.files.push_back({place});
      }
      EXPECT_TRUE(measure_files(disk_, kHome, session, {}));
      manifest.sessions.push_back(std::move(session));
    }
    return manifest;
  }
  std::string pack(const PackManifest& manifest) const {
    std::string bytes;
    const auto done = write_pack(disk_, manifest, {kHome, kHome},
                                 [&](std::string_view part) {
                                   bytes += part;
                                   return Result<void>();
                                 },
                                 {});
    EXPECT_TRUE(done) << done.error().message;
    return bytes;
  }

  Result<std::vector<UnpackedSession>> unpack(std::string_view bytes) {
    return unpack_on(disk_, bytes);
  }
  Result<std::vector<UnpackedSession>> unpack_on(DurableFileSystem& disk, std::string_view bytes) {
    disk_.add_file("/tmp/pack", bytes);
    const auto file = disk_.open("/tmp/pack");
    auto reader = SessionPackReader::open(**file);
    if (!reader) return reader.error();
    return unpack_sessions(
        disk, *reader, kOther,
        std::vector<std::string>(reader->manifest().sessions.size(), "-home-app"), {});
  }

  std::string text(const std::string& path) const {
    const auto text = read_file(disk_, path, 100 << 20);
    return text ? *text : "(" + text.error().message + ")";
  }
  // Every file below a folder.
  std::vector<std::string> files_below(const std::string& folder) const {
    std::vector<std::string> all;
    const auto entries = disk_.list(folder);
    if (!entries) return all;
    for (const DirEntry& entry : *entries) {
      const std::string path = folder + "/" + entry.name.text();
      if (entry.kind != FileKind::kDirectory) all.push_back(path);
      for (std::string& below : files_below(path)) all.push_back(std::move(below));
    }
    return all;
  }

  MemoryFileSystem disk_;
  const std::vector<std::pair<std::string, std::string>> content_ = {
      {"file-history/" + kOne + "/0a@v1", "before\n"},
      {"projects/-work-app/" + kOne + "/subagents/agent-1.jsonl", "{\"agent\":1}\n"},
      {"projects/-work-app/" + kOne + "/tool-results/" + std::string(120, 'n') + "-\xc3\xa9.txt",
       std::string(3'000'000, 'r')},
      {"projects/-work-app/" + kOne + "/tool-results/empty.txt", ""},
      {"todos/" + kOne + "-agent-" + kOne + ".json", "[]"},
      {"projects/-work-app/" + kOne + ".jsonl", "{\"a\":1}\r\n\n{\"b\":\"\\u0000\"}\ntorn"},
      {"projects/-work-app/" + kTwo + ".jsonl", std::string(512, 'x')},
  };
};

// The place of a file of the tests' sessions once it was unpacked.
inline std::string unpacked_place(std::string place) {
  const std::string from = "projects/-work-app/";
  if (place.starts_with(from)) place.replace(0, from.size(), "projects/-home-app/");
  return kOther + "/" + place;
}

}  // namespace clew
