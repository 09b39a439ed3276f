// SPDX-License-Identifier: MIT
#include "transcript/line_facts.h"

#include "base/text.h"
#include "transcript/entry.h"

namespace clew {
namespace {

void set_once(std::string& fact, json::Value value) {
  if (fact.empty()) fact = value.string_or("");
}

// Words that hand a task over to a subagent.
bool reads_like_a_task(std::string_view prompt) {
  return prompt.starts_with("You are a specialized agent") || prompt.starts_with("Task:") ||
         contains(prompt, "This is a sub-task") || contains(prompt, "[subagent]");
}

}  // namespace

bool FactsFromStart::done(bool far) const {
  const bool prompt = prompt_.found() || (is_agent_ && side_prompt_.found());
  return prompt && (far || (!facts_.cwd.empty() && facts_.created != kNoTime));
}

// Lines of users and, for what they are, of the model.
bool FactsFromStart::may_hold_prompt(std::string_view line) {
  return contains(line, R"("user")") || contains(line, R"("assistant")");
}

void FactsFromStart::take(const LineFields& line) {
  if (facts_.created == kNoTime) facts_.created = time_of(line[Field::kTimestamp]);
  set_once(facts_.recorded_id, line[Field::kSession]);
  set_once(facts_.cwd, line[Field::kCwd]);
  set_once(facts_.entrypoint, line[Field::kEntrypoint]);
  set_once(facts_.user_type, line[Field::kUserType]);
  set_once(facts_.slug, line[Field::kSlug]);
  set_once(facts_.forked_from, line[Field::kForkedFrom][name_of(Field::kSession)]);
  const std::string_view type = line.text(Field::kType);
  if (type != "user" && type != "assistant") return;
  const bool meta = line.flag(Field::kMeta);
  if (!meta) facts_.has_conversation = true;
  const bool side = line.flag(Field::kSidechain);
  (side ? any_side_ : any_main_) = true;
  if (type == "assistant") {
    take_reply(line.message().content);
  } else if (!meta) {
    (line.text(Field::kUserType) == "internal" ? any_internal_ : any_external_) = true;
  }
  FirstPrompt& prompt = side ? side_prompt_ : prompt_;
  if (!prompt.found()) prompt.offer(line);
}

void FactsFromStart::finish() {
  const FirstPrompt& first = prompt_.text().empty() ? side_prompt_ : prompt_;
  facts_.first_prompt = first.text();
  if (!facts_.first_prompt.empty()) facts_.first_reply.clear();
  const bool only_side = any_side_ && !any_main_;
  if (is_agent_) {
    facts_.subagent = SubagentSign::kFileName;
  } else if (only_side) {
    facts_.subagent = SubagentSign::kSidechain;
  } else if (any_internal_ && !any_external_) {
    facts_.subagent = SubagentSign::kInternalUser;
  } else if (reads_like_a_task(facts_.first_prompt)) {
    facts_.subagent = SubagentSign::kPromptShape;
  }
  const bool named = !facts_.labels.custom_title.empty() || !facts_.labels.ai_title.empty();
  // A warm subagent may be given a task later; a session with a prompt is a person's.
  const bool warmup = is_agent_ || only_side ? first.begins_with_warmup() : first.is_warmup();
  facts_.warmup = warmup && !named;
  if (!facts_.labels.continues.empty()) facts_.compacted = true;
}

void FactsFromStart::take_reply(json::Value content) {
  if (!facts_.first_reply.empty()) return;
  if (content.is_string()) facts_.first_reply = preview_of(content.string_or(""));
  for (const json::Value value : content.elements()) {
    if (!facts_.first_reply.empty()) return;
    const BlockFields block(value);
    if (block.type.string_or("") == "text")
      facts_.first_reply = preview_of(block.text.string_or(""));
  }
}

void take_anywhere(const LineFields& line, LineFacts& facts) {
  take_label(line, facts.labels);
  if (line.text(Field::kSubtype) == "compact_boundary" || line.flag(Field::kCompactSummary)) {
    facts.compacted = true;
  }
}

bool take_from_end(const LineFields& line, LineFacts& facts) {
  if (facts.updated == kNoTime) facts.updated = time_of(line[Field::kTimestamp]);
  set_once(facts.version, line[Field::kVersion]);
  set_once(facts.git_branch, line[Field::kGitBranch]);
  set_once(facts.slug, line[Field::kSlug]);
  const std::string_view model = line.message().model.string_or("");
  if (facts.model.empty() && model != kSyntheticModel) facts.model = model;
  return facts.updated != kNoTime && !facts.version.empty() && !facts.git_branch.empty() &&
         !facts.model.empty();
}

}  // namespace clew
