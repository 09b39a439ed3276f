// SPDX-License-Identifier: MIT
#include "transcript/session_summary.h"

#include "base/text.h"
#include "transcript/first_prompt.h"
#include "transcript/prompt_kind.h"
#include "transcript/put_in_text.h"

namespace clew {
namespace {

// What a field is called in TypeScript and in Python.
struct Names {
  std::string_view camel;
  std::string_view snake;
};
constexpr Names kSidechainName{"isSidechain", "is_sidechain"};
constexpr Names kCreatedName{"createdAt", "created_at"};
constexpr Names kPromptName{"firstPrompt", "first_prompt"};
constexpr Names kLockedName{"firstPromptLocked", "first_prompt_locked"};
constexpr Names kCommandName{"commandFallback", "command_fallback"};
constexpr Names kCustomTitleName{"customTitle", "custom_title"};
constexpr Names kAiTitleName{"aiTitle", "ai_title"};
constexpr Names kLastPromptName{"lastPrompt", "last_prompt"};
constexpr Names kSummaryName{"summaryHint", "summary_hint"};
constexpr Names kGitBranchName{"gitBranch", "git_branch"};
constexpr std::string_view kCwdName = "cwd";
constexpr std::string_view kTagName = "tag";

// Where a session goes on that went into a worktree.
constexpr std::string_view kRelocatedType = "relocated";
constexpr std::string_view kRelocatedFolder = "relocatedCwd";

template <class T>
void write_both(json::Writer& out, const Names& names, const T& value) {
  out.field(names.camel, value).field(names.snake, value);
}

void write_if(json::Writer& out, const Names& names, const std::optional<std::string>& text) {
  if (text) write_both(out, names, *text);
}

void take_text(json::Value value, std::optional<std::string>& into) {
  if (value.is_string()) into = value.string_or("");
}

std::optional<std::string> text_of(json::Value data, const Names& names) {
  std::optional<std::string> text;
  take_text(data[names.camel], text);
  return text;
}

}  // namespace

void SessionSummary::take(const LineFields& line) {
  if (!sidechain_) sidechain_ = line.flag(Field::kSidechain);
  if (created_ == kNoTime && line[Field::kTimestamp].is_string()) {
    created_ = time_of(line[Field::kTimestamp]);
  }
  if (cwd_.empty()) cwd_ = line.text(Field::kCwd);
  if (first_prompt_.empty()) take_prompt(line);
  take_text(line[Field::kCustomTitle], custom_title_);
  take_text(line[Field::kAiTitle], ai_title_);
  take_text(line[Field::kLastPrompt], last_prompt_);
  take_text(line[Field::kSummary], summary_);
  take_text(line[Field::kGitBranch], git_branch_);
  const std::string_view type = line.text(Field::kType);
  if (type == "tag") tag_ = line.text(Field::kTag);
  if (type == kRelocatedType) {
    const std::string_view folder = line.line()[kRelocatedFolder].string_or("");
    if (!folder.empty()) cwd_ = folder;
  }
}

void SessionSummary::take_prompt(const LineFields& line) {
  if (line.text(Field::kType) != "user") return;
  if (line.flag(Field::kMeta) || line.flag(Field::kCompactSummary)) return;
  const json::Value content = line.message().content;
  if (content.is_string()) {
    take_prompt_text(content.string_or(""));
    return;
  }
  for (const json::Value block : content.elements()) {
    if (BlockFields(block).type.string_or("") == "tool_result") return;
  }
  for (const json::Value block : content.elements()) {
    const BlockFields fields(block);
    if (fields.type.string_or("") != "text") continue;
    if (take_prompt_text(fields.text.string_or(""))) return;
  }
}

// True when this is what a person typed first.
bool SessionSummary::take_prompt_text(std::string_view text) {
  const std::string line = preview_of(text);
  if (line.empty()) return false;
  if (const std::string_view command = tagged(text, "command-name"); !command.empty()) {
    if (command_.empty()) command_ = command;
    return false;
  }
  if (text.find("<bash-input>") != text.npos) {
    first_prompt_ = preview_of("! " + std::string(trim(tagged(text, "bash-input"))));
  } else if (!is_put_in(line)) {
    first_prompt_ = line;
  }
  return !first_prompt_.empty();
}

void SessionSummary::write(json::Writer& out) const {
  out.begin_object();
  if (sidechain_) write_both(out, kSidechainName, *sidechain_);
  if (created_ != kNoTime) write_both(out, kCreatedName, created_);
  if (!cwd_.empty()) out.field(kCwdName, cwd_);
  if (!command_.empty()) write_both(out, kCommandName, command_);
  if (!first_prompt_.empty()) {
    write_both(out, kPromptName, first_prompt_);
    write_both(out, kLockedName, true);
  }
  write_if(out, kCustomTitleName, custom_title_);
  write_if(out, kAiTitleName, ai_title_);
  write_if(out, kLastPromptName, last_prompt_);
  write_if(out, kSummaryName, summary_);
  write_if(out, kGitBranchName, git_branch_);
  if (!tag_.empty()) out.field(kTagName, tag_);
  out.end_object();
}

SessionSummary SessionSummary::read(json::Value data) {
  SessionSummary summary;
  if (!data[kSidechainName.camel].is_missing()) {
    summary.sidechain_ = data[kSidechainName.camel].bool_or(false);
  }
  summary.created_ = data[kCreatedName.camel].int_or(kNoTime);
  summary.cwd_ = data[kCwdName].string_or("");
  summary.command_ = data[kCommandName.camel].string_or("");
  summary.first_prompt_ = data[kPromptName.camel].string_or("");
  summary.custom_title_ = text_of(data, kCustomTitleName);
  summary.ai_title_ = text_of(data, kAiTitleName);
  summary.last_prompt_ = text_of(data, kLastPromptName);
  summary.summary_ = text_of(data, kSummaryName);
  summary.git_branch_ = text_of(data, kGitBranchName);
  summary.tag_ = data[kTagName].string_or("");
  return summary;
}

}  // namespace clew
