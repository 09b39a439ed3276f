// SPDX-License-Identifier: MIT
#include "engine/redact/redacted_files.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr const char* kMaskedId = "8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d";
const std::string kMaskedToken = std::string("ghp_") + "A7k2Lm9Qw4Zx8Vb3Nc6Rt1Yp5Ds0Fg2Hj4Kq";

std::string line_of(const std::string& text) {
  return R"({"type":"user","uuid":"11111111-1111-4111-8111-111111111111","sessionId":")" +
         std::string(kMaskedId) + R"(","message":{"role":"user","content":")" + text + "\"}}\n";
}

class RedactedFilesTest : public ::testing::Test {
 protected:
  void append(const std::string& text) {
    std::filesystem::create_directories(dir_.path("root/projects/-work"));
    std::ofstream(file(), std::ios::app) << text;
  }
  std::string file() const {
    return dir_.path("root/projects/-work/" + std::string(kMaskedId) + ".jsonl");
  }
  void collect() {
    auto made = try_collect();
    ASSERT_TRUE(made) << made.error().message;
    redaction_ = std::move(*made);
    files_ = std::make_unique<RedactedFiles>(engine_->files(), *redaction_);
  }
  Result<std::unique_ptr<SessionRedaction>> try_collect() {
    EngineOptions options;
    options.roots = {dir_.path("root")};
    engine_.emplace(disk_, options);
    auto finder = redact::Finder::make();
    if (!finder) return finder.error();
    finder_.emplace(std::move(*finder));
    auto named = engine_->locate(kMaskedId);
    if (!named) return named.error();
    return SessionRedaction::collect(*engine_, *named, *finder_, nullptr);
  }
  std::string seen() {
    auto text = read_file(*files_, file(), 1 << 28);
    return text ? *text : "error: " + text.error().message;
  }

  TestDir dir_;
  RealFileSystem disk_;
  std::optional<Engine> engine_;
  std::optional<redact::Finder> finder_;
  std::unique_ptr<SessionRedaction> redaction_;
  std::unique_ptr<RedactedFiles> files_;
};

TEST_F(RedactedFilesTest, GivesEverythingButSecrets) {
  append(line_of("one") + line_of("the key is " + kMaskedToken) + "\n" + line_of("three"));
  collect();
  EXPECT_EQ(seen(),
            line_of("one") + line_of("the key is [github-token 1]") + "\n" + line_of("three"));
}

TEST_F(RedactedFilesTest, FindsBareCopiesBeforeAndBehind) {
  const std::string word = "Frost.bell4711";
  append(line_of("is " + word + " good?") + line_of("OVEN_PASSWORD=" + word) + line_of(word));
  collect();
  EXPECT_EQ(seen(), line_of("is [password 1] good?") + line_of("OVEN_PASSWORD=[password 1]") +
                        line_of("[password 1]"));
}

TEST_F(RedactedFilesTest, WhatCameSinceIsLookedAtToo) {
  append(line_of("one"));
  collect();
  append(line_of("now the key is " + kMaskedToken));
  EXPECT_EQ(seen().find(kMaskedToken), std::string::npos);
  EXPECT_NE(seen().find("[github-token]"), std::string::npos);
}

// Ranges of a large file are looked through side by side, and its lines have the numbers they have.
TEST_F(RedactedFilesTest, LargeFilesAreTheSame) {
  std::string wanted;
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    const bool tells = i % 9'973 == 17;
    text += line_of("line " + std::to_string(i) +
                    (tells ? " key " + kMaskedToken : " of many, many words"));
    wanted += line_of("line " + std::to_string(i) +
                      (tells ? std::string(" key [github-token 1]") : " of many, many words"));
  }
  append(text);
  collect();
  EXPECT_EQ(redaction_->book().size(), 1U);
  EXPECT_TRUE(seen() == wanted);
  std::vector<std::int64_t> lines;
  ASSERT_TRUE(
      redaction_->each_finding([&](const SessionRedaction::Place& place,
                                   const redact::LineFinding&) { lines.push_back(place.line); }));
  EXPECT_EQ(lines, (std::vector<std::int64_t>{18, 9'991, 19'964, 29'937, 39'910, 49'883, 59'856}));
}

TEST_F(RedactedFilesTest, ReadsASessionBehindALink) {
  append(line_of("the key is " + kMaskedToken));
  std::filesystem::rename(file(), dir_.path("elsewhere"));
  std::filesystem::create_symlink(dir_.path("elsewhere"), file());
  collect();
  EXPECT_EQ(seen(), line_of("the key is [github-token 1]"));
}

TEST_F(RedactedFilesTest, ALineThatCannotBeLookedAtIsAnError) {
  append(line_of("one"));
  {
    std::ofstream out(file(), std::ios::app);
    const std::string piece(std::size_t{1} << 20, 'a');
    for (int i = 0; i < 257; ++i) out << piece;
    out << "\n";
  }
  const auto made = try_collect();
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("line 2 has more than 256 MB"), std::string::npos);
}

TEST_F(RedactedFilesTest, OpensNothingElse) {
  append(line_of("one"));
  collect();
  std::ofstream(dir_.path("root/other")) << "x";
  EXPECT_FALSE(files_->open(dir_.path("root/other")));
}

}  // namespace
}  // namespace clew
