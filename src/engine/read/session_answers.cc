// SPDX-License-Identifier: MIT

#include "engine/read/session_answers.h"

#include <algorithm>

#include "base/text.h"

namespace clew {

SessionHead head_of(const Session& session) {
  const Transcript& t = session.transcript();
  SessionHead head;
  head.id = session.id();
  head.file = session.file();
  head.title = session.facts().title();
  head.name = short_name(session.facts());
  head.tag = t.tag.text;
  head.lines = t.lines;
  head.bytes = t.bytes;
  const auto is_node = [](const Entry& entry) { return entry.is_node(); };
  const auto first = std::find_if(t.entries.begin(), t.entries.end(), is_node);
  if (first != t.entries.end()) {
    const auto last = std::find_if(t.entries.rbegin(), t.entries.rend(), is_node);
    head.cwd = t.text(t.origin(*first).cwd);
    head.git_branch = t.text(t.origin(*last).git_branch);
    head.version = t.text(t.origin(*last).version);
    head.created = as_time(&Entry::time)(*first);
    head.updated = as_time(&Entry::time)(*last);
  }
  const auto continues = std::find_if(t.summaries.begin(), t.summaries.end(),
                                      [](const Summary& summary) { return summary.is_compact; });
  if (continues != t.summaries.end()) {
    head.continues = Continues{t.text(continues->leaf), continues->text};
  }
  return head;
}

std::string_view TextLimit::text(std::string_view whole) const {
  return whole.size() <= most ? whole : cut_utf8(whole, most);
}
std::string_view TextLimit::json(std::string_view whole) const {
  return whole.size() <= most ? whole : std::string_view();
}
std::optional<std::size_t> TextLimit::bytes(std::string_view whole) const {
  return whole.size() <= most ? std::nullopt : std::optional(whole.size());
}

ShownMessage::ShownMessage(const Transcript& t, const Message& m, TextLimit text_limit)
    : transcript(&t), message(&m), limit(text_limit) {
  if (m.kind == MessageKind::kPrompt) prompt = parse_context_refs(m.text);
}

std::string_view ShownMessage::of_answer(Symbol Entry::*symbol) const {
  if (message->role != Role::kAssistant) return {};
  return transcript->text((*transcript)[message->entries.back()].*symbol);
}

std::optional<MessageUsage> ShownMessage::usage() const {
  const auto most = tokens_of(*transcript, *message);
  if (!most) return std::nullopt;
  return MessageUsage{sums_of(*most)};
}

}  // namespace clew
