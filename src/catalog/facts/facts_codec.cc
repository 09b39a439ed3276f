// SPDX-License-Identifier: MIT
#include "catalog/facts/facts_codec.h"

#include "base/byte_codec.h"

namespace clew {
namespace {

template <class Use, class Info>
void visit_file(Use& use, Info& file) {
  use(file.kind);
  use(file.size);
  use(file.mtime_ns);
  use(file.ctime_ns);
  use(file.inode);
  use(file.device);
}

// All members after path and file: writing and reading go through one list, so that they cannot
// differ.
template <class Use, class Facts>
void visit(Use& use, Facts& facts) {
  use(facts.id);
  use(facts.recorded_id);
  use(facts.created);
  use(facts.updated);
  use(facts.labels.custom_title);
  use(facts.labels.ai_title);
  use(facts.labels.last_prompt);
  use(facts.labels.summary);
  use(facts.labels.agent_name);
  use(facts.labels.tag);
  use(facts.labels.last_leaf);
  use(facts.labels.continues);
  use(facts.first_prompt);
  use(facts.first_reply);
  use(facts.cwd);
  use(facts.entrypoint);
  use(facts.user_type);
  use(facts.slug);
  use(facts.git_branch);
  use(facts.version);
  use(facts.model);
  use(facts.forked_from);
  use(facts.subagent);
  use(facts.warmup);
  use(facts.has_conversation);
  use(facts.compacted);
  use(facts.messages);
}

}  // namespace

template <class Text>
void append_facts(std::string& out, const BasicFacts<Text>& facts) {
  ByteWriter use(out);
  use(facts.path);
  visit_file(use, facts.file);
  visit(use, facts);
}

template void append_facts(std::string& out, const SessionFacts& facts);
template void append_facts(std::string& out, const FactsView& facts);

std::optional<FactsView> parse_facts(std::string_view bytes) {
  ByteReader use(bytes);
  FactsView facts;
  use(facts.path);
  visit_file(use, facts.file);
  visit(use, facts);
  if (!use.at_end()) return std::nullopt;
  return facts;
}

std::optional<FactsKey> parse_facts_key(std::string_view bytes) {
  ByteReader use(bytes);
  FactsKey key;
  key.path = use.view();
  visit_file(use, key.file);
  if (use.failed()) return std::nullopt;
  return key;
}

}  // namespace clew
