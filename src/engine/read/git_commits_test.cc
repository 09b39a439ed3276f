// SPDX-License-Identifier: MIT

#include "engine/read/git_commits.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

// "hash branch subject files+insertions-deletions" of each, and "amend" before them.
std::string made(std::string_view command, std::string_view output) {
  const GitCommits commits = commits_of(command, output);
  std::string text = commits.amends ? "amend; " : "";
  for (const GitCommit& one : commits.made) {
    text += one.hash + "|" + one.branch + "|" + one.subject + "|" + std::to_string(one.files) +
            "+" + std::to_string(one.insertions) + "-" + std::to_string(one.deletions) + "; ";
  }
  return text;
}

TEST(GitCommits, AreWhatGitReported) {
  EXPECT_EQ(made("git add a && git commit -m 'Fix it'",
                 "[main 5c1b231] Fix it\n 14 files changed, 3289 insertions(+), 1 deletion(-)\n"
                 " create mode 100644 a\n"),
            "5c1b231|main|Fix it|14+3289-1; ");
  EXPECT_EQ(made("cd /w; git -C x -c a.b=c commit -a",
                 "[fix/a-b 01e0de5] one\n 1 file changed, 2 "
                 "deletions(-)\n[fix/a-b 01e0de6] two"),
            "01e0de5|fix/a-b|one|1+0-2; 01e0de6|fix/a-b|two|0+0-0; ");
  EXPECT_EQ(made("git commit", "[main (root-commit) abcd] x"), "abcd|main|x|0+0-0; ");
  EXPECT_EQ(made("/usr/bin/git rebase --continue", "[detached HEAD abcd123] x"),
            "abcd123|detached HEAD|x|0+0-0; ");
  EXPECT_EQ(made("git commit --amend --no-edit", "[main f76a503] docs"),
            "amend; f76a503|main|docs|0+0-0; ");
}

TEST(GitCommits, AreTakenFromTheCommandWhenGitIsQuiet) {
  EXPECT_EQ(made("git commit -qm \"One line\n\nand more\"", ""), "||One line|0+0-0; ");
  EXPECT_EQ(made("git commit -q -F- <<E\nx\nE", ""), "|||0+0-0; ");
  EXPECT_EQ(
      made("git add . && git commit --quiet -m \"$(cat <<'EOF'\nA subject\n\nbody\nEOF\n)\"", "ok"),
      "||A subject|0+0-0; ");
  EXPECT_EQ(made("git commit -m 'Cut' 2>&1 | tail -1", " 1 file changed"), "||Cut|0+0-0; ");
  EXPECT_EQ(made("git commit -m 'Away' >/dev/null && echo ok", "ok"), "||Away|0+0-0; ");
  EXPECT_EQ(made("git commit -m x 2>&1 || true", "hook failed"), "");
  EXPECT_EQ(made("git commit -q -m x; true", "nothing to commit, working tree clean"), "");
  EXPECT_EQ(made("git commit -mq", ""), "");
}

TEST(GitCommits, AreNotWhatOnlyLooksLikeThem) {
  EXPECT_EQ(made("cat log", "[main 5c1b231] Fix it"), "");
  EXPECT_EQ(made("git log", "[main 5c1b231] Fix it"), "");
  EXPECT_EQ(made("git commit", "[main is red] Fix it"), "");
  EXPECT_EQ(made("git commit --dry-run -q", ""), "");
  EXPECT_EQ(made("", ""), "");
  EXPECT_EQ(made("git", "[a abcd] b"), "");
  EXPECT_EQ(made("git -C", "[a abcd] b"), "");
}

}  // namespace
}  // namespace clew
