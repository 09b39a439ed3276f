// SPDX-License-Identifier: MIT
#include "engine/travel/merge_operation.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

const std::string kOld = "11111111-1111-4111-8111-111111111111";

class MergeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* machine : {"here", "laptop"}) {
      write(place(machine), line("u1", "", "one") + line("a1", "u1", "two"));
      write(beside(machine, "subagents/agent-same.jsonl"), "{}\n");
    }
  }

  std::string place(const std::string& machine) const {
    return dir_.path(machine + "/projects/-work/" + kOld + ".jsonl");
  }
  std::string beside(const std::string& machine, const std::string& name) const {
    return dir_.path(machine + "/projects/-work/" + kOld + "/" + name);
  }
  static std::string line(const std::string& uuid, const std::string& parent,
                          const std::string& text) {
    static int seconds = 0;
    ++seconds;
    return R"({"parentUuid":)" + (parent.empty() ? "null" : "\"" + parent + "\"") +
           R"(,"type":"user","uuid":")" + uuid + R"(","sessionId":")" + kOld +
           R"(","timestamp":"2026-01-05T12:)" + std::to_string(10 + seconds / 60 % 50) + ":" +
           std::to_string(10 + seconds % 50) +
           R"(Z","cwd":"/work","message":{"role":"user","content":")" + text + "\"}}\n";
  }
  static void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::app) << text;
  }
  static std::string bytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Both have the same lines so far: those of the laptop are brought over.
  void copy_over() {
    std::filesystem::copy_file(place("here"), place("laptop"),
                               std::filesystem::copy_options::overwrite_existing);
  }

  Result<MergeAnswer> merge(Arguments::Given given) {
    EngineOptions options;
    options.roots = {dir_.path("here")};
    options.by_path = FilesByPath::kTaken;
    options.folder = dir_.path();
    Engine engine(files_, options);
    given.emplace("a", std::vector<std::string>{place("here")});
    given.emplace("b", std::vector<std::string>{place("laptop")});
    const auto arguments = Arguments::check(*find_operation("merge"), given);
    if (!arguments) return arguments.error();
    return merge_answer(engine, *arguments);
  }

  TestDir dir_;
  RealFileSystem files_;
};

TEST_F(MergeTest, ANewSessionBesideTheFirst) {
  copy_over();
  write(place("here"), line("u2", "a1", "here"));
  write(place("laptop"), line("u3", "a1", "laptop"));
  write(beside("here", "tool-results/x.txt"), "x");
  write(beside("here", "subagents/agent-grown.jsonl"), "1\n");
  write(beside("laptop", "subagents/agent-grown.jsonl"), "1\n2\n");
  write(beside("here", "subagents/agent-other.jsonl"), "1\n");
  write(beside("laptop", "subagents/agent-other.jsonl"), "2\n");
  const std::string before = bytes(place("here"));
  const auto done = merge({});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->common, 2);
  ASSERT_EQ(done->copies.size(), 2U);
  EXPECT_EQ(done->copies[0].end, "u2");
  EXPECT_EQ(done->copies[1].end, "u3");
  EXPECT_EQ(done->active, "u3") << "the newest";
  EXPECT_EQ(std::filesystem::path(done->file).parent_path(),
            std::filesystem::path(*files_.real_path(dir_.path("here/projects/-work"))));
  EXPECT_NE(done->session, kOld);
  EXPECT_EQ(bytes(place("here")), before);
  const std::string text = bytes(done->file);
  for (const char* uuid : {"u1", "a1", "u2", "u3"}) {
    const std::string member = std::string("\"uuid\":\"") + uuid + "\"";
    EXPECT_NE(text.find(member), std::string::npos) << uuid;
    EXPECT_EQ(text.find(member), text.rfind(member)) << uuid;
  }
  EXPECT_EQ(text.find(kOld), std::string::npos);
  const std::string folder = done->file.substr(0, done->file.size() - 6);
  EXPECT_EQ(bytes(folder + "/tool-results/x.txt"), "x");
  EXPECT_EQ(bytes(folder + "/subagents/agent-grown.jsonl"), "1\n2\n") << "the longer one";
  EXPECT_EQ(bytes(folder + "/subagents/agent-other.jsonl"), "1\n") << "that of the first";
  EXPECT_EQ(done->left.size(), 1U);
}

TEST_F(MergeTest, ToAFileThatAPersonNames) {
  copy_over();
  write(place("here"), line("u2", "a1", "here"));
  write(place("laptop"), line("u3", "a1", "laptop"));
  const std::string out = dir_.path("22222222-2222-4222-8222-222222222222.jsonl");
  const auto done = merge({{"output", {out}}});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->session, "22222222-2222-4222-8222-222222222222");
  const std::string before = bytes(out);
  EXPECT_NE(before.find(done->session), std::string::npos);
  EXPECT_FALSE(merge({{"output", {out}}})) << "never over anything";
  EXPECT_EQ(bytes(out), before);
  EXPECT_FALSE(merge({{"output", {dir_.path("x.txt")}}}));
}

TEST_F(MergeTest, WhatIsRefused) {
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator(dir_.path("here/projects/-work")), {});
  };
  const auto files_before = count();
  EXPECT_FALSE(merge({{"b", {place("here")}}})) << "the same file";
  copy_over();
  EXPECT_FALSE(merge({})) << "nothing apart";
  write(place("laptop"), line("u3", "a1", "laptop"));
  const auto longer = merge({});
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().message.find("every line"), std::string::npos);
  EXPECT_EQ(count(), files_before) << "nothing is left behind";
}

}  // namespace
}  // namespace clew
