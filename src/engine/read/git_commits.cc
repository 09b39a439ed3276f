// SPDX-License-Identifier: MIT

#include "engine/read/git_commits.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace clew {
namespace {

using Words = std::vector<std::string_view>;

struct Command {
  Words words;
  bool piped = false;  // what it prints goes elsewhere
};

constexpr std::string_view kCommandEnds = ";&|()`\n";

// The commands of a command line. Quotes are not understood: what is looked for stands before the
// first of them.
std::vector<Command> commands_of(std::string_view text) {
  std::vector<Command> commands(1);
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const bool joins = c == '&' && i > 0 && text[i - 1] == '>';  // 2>&1
    const bool ends = !joins && kCommandEnds.find(c) != std::string_view::npos;
    if (!ends && c != ' ' && c != '\t') continue;
    Command& command = commands.back();
    if (i > begin) command.words.push_back(text.substr(begin, i - begin));
    begin = i + 1;
    if (!ends || command.words.empty()) continue;
    command.piped = c == '|' && text.substr(i + 1, 1) != "|";
    commands.emplace_back();
  }
  return commands;
}

// What git is asked to do, and with what: from the subcommand on. Empty: this is not git.
Words git_words(const Words& command) {
  auto word = std::find_if(command.begin(), command.end(), [](std::string_view one) {
    return one == "git" || one.ends_with("/git");
  });
  if (word == command.end()) return {};
  for (++word; word != command.end() && word->starts_with('-'); ++word) {
    const bool takes_next = *word == "-C" || *word == "-c";
    if (takes_next && word + 1 != command.end()) ++word;
  }
  return {word, command.end()};
}

// "-q", "--quiet", or a q among joined letters before one that takes a text: "-qm", "-aqm"; or what
// is printed goes into a file.
bool is_quiet(std::string_view word) {
  if (word == "--quiet" || word.starts_with('>') || word.starts_with("1>")) return true;
  if (!word.starts_with('-') || word.starts_with("--")) return false;
  return word.substr(0, word.find_first_of("mFCct")).find('q') != std::string_view::npos;
}

bool has(const Words& words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The first line of the message: in quotes behind -m, or the first line of a here-document.
std::string subject_in(std::string_view command) {
  const std::size_t commit = command.find("commit");
  const std::size_t quote = command.find_first_of("\"'", std::min(commit, command.size()));
  if (quote == std::string_view::npos) return {};
  std::string_view rest = command.substr(quote + 1);
  if (rest.starts_with("$(cat <<")) {
    const std::size_t end = rest.find('\n');
    return end == std::string_view::npos ? "" : std::string(line_at(rest, end + 1));
  }
  rest = rest.substr(0, rest.find(command[quote]));
  return std::string(line_at(rest, 0));
}

// The number before a word: "2 files changed, 4 insertions(+)".
std::int64_t count_before(std::string_view line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos) return 0;
  std::string_view head = line.substr(0, at);
  const std::size_t begin = head.find_last_not_of("0123456789");
  head = begin == std::string_view::npos ? head : head.substr(begin + 1);
  std::int64_t count = 0;
  std::from_chars(head.data(), head.data() + head.size(), count);
  return count;
}

bool is_hash(std::string_view text) {
  return text.size() >= 4 && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// "[main 5c1b231] Subject", "[main (root-commit) 5c1b231] Subject", "[detached HEAD 5c1b231] ...".
std::optional<GitCommit> commit_in(std::string_view line) {
  if (!line.starts_with('[')) return std::nullopt;
  const std::size_t end = line.find("] ");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view head = line.substr(1, end - 1);
  const std::size_t space = head.rfind(' ');
  if (space == std::string_view::npos || !is_hash(head.substr(space + 1))) return std::nullopt;
  std::string_view branch = head.substr(0, space);
  constexpr std::string_view kRoot = " (root-commit)";
  if (branch.ends_with(kRoot)) branch.remove_suffix(kRoot.size());
  return GitCommit{.hash = std::string(head.substr(space + 1)),
                   .branch = std::string(branch),
                   .subject = std::string(line.substr(end + 2))};
}

std::vector<GitCommit> reported_in(std::string_view output) {
  std::vector<GitCommit> commits;
  for (std::size_t at = 0; at < output.size();) {
    const std::string_view line = line_at(output, at);
    at += line.size() + 1;
    if (auto commit = commit_in(line)) {
      commits.push_back(std::move(*commit));
    } else if (!commits.empty() && line.starts_with(' ') &&
               line.find(" changed") != std::string_view::npos) {
      commits.back().files = count_before(line, " file");
      commits.back().insertions = count_before(line, " insertion");
      commits.back().deletions = count_before(line, " deletion");
    }
  }
  return commits;
}

}  // namespace

GitCommits commits_of(std::string_view command, std::string_view output) {
  constexpr std::string_view kMaking[] = {"commit", "merge", "cherry-pick", "revert", "rebase"};
  GitCommits commits;
  bool makes = false;
  bool quiet = false;
  for (const Command& one : commands_of(command)) {
    const Words git = git_words(one.words);
    if (git.empty()) continue;
    makes = makes || std::find(std::begin(kMaking), std::end(kMaking), git[0]) != std::end(kMaking);
    if (git[0] != "commit" || has(git, "--dry-run")) continue;
    quiet = quiet || one.piped || std::any_of(git.begin(), git.end(), is_quiet);
    commits.amends = commits.amends || has(git, "--amend");
  }
  if (!makes) return {};
  commits.made = reported_in(output);
  const bool nothing = output.find("nothing to commit") != std::string_view::npos ||
                       output.find("added to commit") != std::string_view::npos;
  if (commits.made.empty() && quiet && !nothing) {
    commits.made.push_back({.hash = "", .branch = "", .subject = subject_in(command)});
  }
  return commits;
}

}  // namespace clew
