// SPDX-License-Identifier: MIT
//
// The tools are those of Claude Code 1.0 to 2.1: Write, Edit, MultiEdit and NotebookEdit change
// files.
#include "engine/read/work_done.h"

#include <algorithm>

#include "base/diff.h"
#include "engine/read/edited_files.h"

namespace clew {
namespace {

void count_edit(json::Value edit, LineCounts& counts) {
  const json::Value before = edit["old_string"];
  const json::Value after = edit["new_string"];
  if (!before.is_string() || !after.is_string()) return;
  for (const std::string& line : unified_diff(before.string_or(""), after.string_or(""), 0))
    counts.count(line);
}

// What the tool reported; else what it was asked for.
LineCounts lines_changed(json::Value input, json::Value result) {
  LineCounts counts;
  for (const json::Value hunk : result["structuredPatch"].elements()) {
    for (const json::Value line : hunk["lines"].elements()) counts.count(line.string_or(""));
  }
  if (counts.added + counts.removed > 0) return counts;
  count_edit(input, counts);
  for (const json::Value edit : input["edits"].elements()) count_edit(edit, counts);
  const std::string_view content = input["content"].string_or("");
  counts.added += std::count(content.begin(), content.end(), '\n');
  if (!content.empty() && !content.ends_with('\n')) ++counts.added;
  return counts;
}

}  // namespace

void WorkDone::add(const ToolCall& call) {
  if (call.state != ToolState::kSuccess) return;
  const auto input = inputs_.parse_copy(call.input);
  if (!input) return;
  if (changes_a_file(call.name)) {
    add_file(call, *input);
  } else if (call.name == "Bash") {
    add_commits(call, *input);
  }
}

void WorkDone::add_file(const ToolCall& call, json::Value input) {
  std::string path(input["file_path"].string_or(input["notebook_path"].string_or("")));
  if (path.empty()) return;
  const auto result = results_.parse_copy(call.structured.empty() ? "{}" : call.structured);
  const json::Value reported = result ? *result : json::Value();
  const auto [place, is_new] = places_.try_emplace(path, files_.size());
  if (is_new) files_.push_back({.path = std::move(path)});
  ChangedFile& file = files_[place->second];
  const LineCounts counts = lines_changed(input, reported);
  ++file.edits;
  file.added += counts.added;
  file.removed += counts.removed;
  file.created = file.created || (is_new && reported["type"].string_or("") == "create");
}

void WorkDone::add_commits(const ToolCall& call, json::Value input) {
  GitCommits found = commits_of(input["command"].string_or(""), call.result);
  if (found.made.empty()) return;
  if (found.amends && !commits_.empty()) commits_.pop_back();
  for (GitCommit& commit : found.made) {
    commits_.push_back({std::move(commit), std::string(uuid_of(t_, call.call).text),
                        call.call == kNoEntry ? kNoTime : t_[call.call].time});
  }
}

}  // namespace clew
