// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "engine/redact/redact_answers.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr const char* kScannedId = "8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d";
const std::string kScannedToken = std::string("ghp_") + "A7k2Lm9Qw4Zx8Vb3Nc6Rt1Yp5Ds0Fg2Hj4Kq";
const std::string kScannedWord = std::string("Frost.bell") + "4711";

class ScanTest : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    const std::string path = dir_.path("root/" + file);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::app) << text;
  }
  ScanAnswer scan() {
    EngineOptions options;
    options.roots = {dir_.path("root")};
    options.own = {dir_.path("cache"), dir_.path("data")};
    Engine engine(disk_, options);
    auto answer =
        scan_answer(engine, *Arguments::check(*find_operation("scan"), {{"all", {"true"}}}));
    EXPECT_TRUE(answer);
    return answer ? std::move(*answer) : ScanAnswer();
  }

  TestDir dir_;
  RealFileSystem disk_;
  const std::string session_ = "projects/-work/" + std::string(kScannedId);
};

TEST_F(ScanTest, ReadsAllThatSessionsLeave) {
  write(session_ + ".jsonl", "{\"a\":1}\n");
  write(session_ + "/tool-results/x.txt", "token " + kScannedToken);
  write("file-history/" + std::string(kScannedId) + "/1a2b@v1", "DB_PASSWORD=" + kScannedWord);
  write("history.jsonl", R"({"display":"use )" + kScannedToken +
                             R"("})"
                             "\n");
  const ScanAnswer found = scan();
  ASSERT_EQ(found.secrets.size(), 2U);
  EXPECT_EQ(found.files, 4);
  EXPECT_EQ(found.secrets[0].count + found.secrets[1].count, 3);
}

TEST_F(ScanTest, FindsBareCopies) {
  write(session_ + ".jsonl", R"({"a":"is )" + kScannedWord +
                                 R"( good?"})"
                                 "\n"
                                 R"({"a":"OVEN_PASSWORD=)" +
                                 kScannedWord +
                                 R"("})"
                                 "\n");
  const ScanAnswer found = scan();
  ASSERT_EQ(found.secrets.size(), 1U);
  EXPECT_EQ(found.secrets[0].count, 2);
}

}  // namespace
}  // namespace clew
