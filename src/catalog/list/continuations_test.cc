// SPDX-License-Identifier: MIT
#include "catalog/list/continuations.h"

#include <gtest/gtest.h>

#include "catalog/layout/transcript_file.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

struct ContinuationsTest : testing::Test {
  MemoryFileSystem files;

  static std::string line(const std::string& uuid, const std::string& version) {
    return R"({"type":"user","uuid":")" + uuid + R"(","parentUuid":null,"version":")" + version +
           R"(","message":{"role":"user","content":"x"}})" + "\n";
  }
  static std::string summary(const std::string& leaf, bool compact) {
    return R"({"type":"summary","summary":"what was","leafUuid":")" + leaf + "\"" +
           (compact ? R"(,"isCompactSummary":true)" : "") + "}\n";
  }
  void add(const std::string& name, const std::string& text) {
    files.add_file("/r/projects/-a/" + name + ".jsonl", text);
  }
  std::string of(const std::string& name) {
    const std::string path = "/r/projects/-a/" + name + ".jsonl";
    const auto transcript = read_transcript(files, path);
    const Continuations found = find_continuations(files, path, Tree(*transcript));
    std::string text = found.before + " >";
    for (const std::string& id : found.after) text += " " + id;
    return text;
  }
};

TEST_F(ContinuationsTest, NamesBothSides) {
  add("one", line("u1", "1.0.24") + line("u2", "1.0.24"));
  add("two", summary("u2", true) + line("u3", "1.0.24"));
  add("two-again", summary("u2", true) + line("u4", "1.0.24"));
  add("title", summary("u2", false) + line("t", "1.0.24"));
  add("agent-7", summary("u2", true));
  EXPECT_EQ(of("one"), " > two two-again");
  EXPECT_EQ(of("two"), "one >");
  EXPECT_EQ(of("title"), " >");
}

TEST_F(ContinuationsTest, AUuidInATextIsNoLine) {
  add("one",
      R"({"type":"user","uuid":"u1","version":"1.0.24","leafUuid":"u2","message":{"content":"u2"}})"
      "\n");
  add("two", summary("u2", true) + line("u3", "1.0.24"));
  EXPECT_EQ(of("two"), " >");
}

TEST_F(ContinuationsTest, NewerVersionsGoOnInTheSameFile) {
  add("one", line("u1", "2.1.3"));
  add("two", summary("u1", true) + line("u3", "2.1.3"));
  EXPECT_EQ(of("one"), " >");
  EXPECT_EQ(of("two"), "one >");  // it says so itself
}

TEST_F(ContinuationsTest, FindsALineAcrossBlocks) {
  std::string far = line("u0", "1.0.24");
  while (far.size() < (1U << 20) - 40) far += line("f", "1.0.24").substr(0, 60) + "\n";
  far += line("u2", "1.0.24");
  add("one", far);
  add("two", summary("u2", true) + line("u3", "1.0.24"));
  EXPECT_EQ(of("two"), "one >");
}

}  // namespace
}  // namespace clew
