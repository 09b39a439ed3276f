// SPDX-License-Identifier: MIT
#include "engine/redact/masked_files.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr const char* kId = "8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d";
const std::string kToken = std::string("ghp_") + "A7k2Lm9Qw4Zx8Vb3Nc6Rt1Yp5Ds0Fg2Hj4Kq";
const std::string kWord = std::string("Frost.bell") + "4711";

class MaskedFilesTest : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    const std::string path = dir_.path("root/" + file);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::app) << text;
  }
  // As an engine sees it.
  std::string seen(const std::string& file) {
    auto made = MaskedFiles::make(disk_, options());
    EXPECT_TRUE(made);
    masked_ = std::move(*made);
    Engine engine(*masked_, options());
    auto text = read_file(engine.files(), dir_.path("root/" + file), 1 << 28);
    return text ? *text : "error: " + text.error().message;
  }

  EngineOptions options() const {
    EngineOptions options;
    options.roots = {dir_.path("root")};
    options.own = {dir_.path("cache"), dir_.path("data")};
    return options;
  }

  TestDir dir_;
  RealFileSystem disk_;
  std::unique_ptr<MaskedFiles> masked_;
  const std::string session_ = "projects/-work/" + std::string(kId);
};

TEST_F(MaskedFilesTest, MasksInPlace) {
  write(session_ + ".jsonl", R"({"a":"the key is )" + kToken +
                                 R"(!"})"
                                 "\n"
                                 R"({"b":1})"
                                 "\n");
  EXPECT_EQ(seen(session_ + ".jsonl"),
            R"({"a":"the key is [github-token 1                        ]!"})"
            "\n"
            R"({"b":1})"
            "\n");
}

TEST_F(MaskedFilesTest, WhatOneFileTellsIsMaskedInAll) {
  write(session_ + ".jsonl", R"({"a":"is )" + kWord +
                                 R"( good?"})"
                                 "\n");
  write(session_ + "/subagents/agent-a1.jsonl", R"({"a":"OVEN_PASSWORD=)" + kWord +
                                                    R"("})"
                                                    "\n");
  write(session_ + "/tool-results/x.txt", "so " + kWord + " it is");
  EXPECT_EQ(seen(session_ + ".jsonl"), R"({"a":"is [password 1  ] good?"})"
                                       "\n");
  EXPECT_EQ(seen(session_ + "/tool-results/x.txt"), "so [password 1  ] it is");
}

TEST_F(MaskedFilesTest, ShortSecretsHaveShortMasks) {
  write(session_ + ".jsonl", R"({"a":"DB_PASSWORD=x7Kq9!ab"})"
                             "\n");
  EXPECT_EQ(seen(session_ + ".jsonl"), R"({"a":"DB_PASSWORD=[******]"})"
                                       "\n");
}

TEST_F(MaskedFilesTest, FilesOfNoSessionAreMaskedByThemselves) {
  write("history.jsonl", R"({"display":"use )" + kToken +
                             R"("})"
                             "\n");
  EXPECT_EQ(seen("history.jsonl").find(kToken.substr(8)), std::string::npos);
}

TEST_F(MaskedFilesTest, WhatCameSinceIsSeenByTheNextEngine) {
  write(session_ + ".jsonl", "{\"a\":\"one\"}\n");
  EXPECT_EQ(seen(session_ + ".jsonl"), "{\"a\":\"one\"}\n");
  write(session_ + ".jsonl", R"({"a":"now )" + kToken +
                                 R"("})"
                                 "\n");
  EXPECT_EQ(seen(session_ + ".jsonl"),
            "{\"a\":\"one\"}\n"
            R"({"a":"now [github-token 1                        ]"})"
            "\n");
}

TEST_F(MaskedFilesTest, AnyPartOfAFileCanBeRead) {
  const std::string text = R"({"a":"the key is )" + kToken +
                           R"(!"})"
                           "\n";
  write(session_ + ".jsonl", text);
  const std::string whole = seen(session_ + ".jsonl");
  Engine engine(*masked_, options());
  const auto file = engine.files().open(dir_.path("root/" + session_ + ".jsonl"));
  ASSERT_TRUE(file);
  for (std::size_t from = 0; from < text.size(); ++from) {
    std::string part(7, '\0');
    const auto got = (*file)->read_at(static_cast<std::int64_t>(from), part);
    ASSERT_TRUE(got);
    EXPECT_EQ(part.substr(0, *got), whole.substr(from, 7));
  }
}

}  // namespace
}  // namespace clew
