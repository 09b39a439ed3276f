// SPDX-License-Identifier: MIT
#include "catalog/facts_codec.h"

#include <cstring>
#include <type_traits>

namespace clew {
namespace {

// Writing and reading go through one list of members (`visit` below), so that they cannot differ.
class Out {
 public:
  explicit Out(std::string& out) : out_(out) {}

  void operator()(const std::string& text) {
    number(static_cast<std::uint32_t>(text.size()));
    out_ += text;
  }
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(const T& value) {
    number(value);
  }
  void operator()(const std::optional<std::int64_t>& value) {
    number(value.has_value());
    if (value) number(*value);
  }

 private:
  template <class T>
  void number(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
  }

  std::string& out_;
};

class In {
 public:
  explicit In(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::string& text) { text = view(); }
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(T& value) {
    value = number<T>();
  }
  void operator()(bool& value) { value = number<std::uint8_t>() != 0; }
  void operator()(std::optional<std::int64_t>& value) {
    if (number<std::uint8_t>() != 0) value = number<std::int64_t>();
  }

  std::string_view view() {
    const auto size = number<std::uint32_t>();
    if (size > bytes_.size()) return fail();
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  bool failed() const { return failed_; }
  bool at_end() const { return !failed_ && bytes_.empty(); }

 private:
  template <class T>
  T number() {
    T value{};
    if (bytes_.size() < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view fail() {
    failed_ = true;
    bytes_ = {};
    return {};
  }

  std::string_view bytes_;
  bool failed_ = false;
};

template <class Use, class Info>
void visit_file(Use& use, Info& file) {
  use(file.kind);
  use(file.size);
  use(file.mtime_ns);
  use(file.inode);
  use(file.device);
}

// All members after path and file.
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

void append_facts(std::string& out, const SessionFacts& facts) {
  Out use(out);
  use(facts.path);
  visit_file(use, facts.file);
  visit(use, facts);
}

std::optional<SessionFacts> parse_facts(std::string_view bytes) {
  In use(bytes);
  SessionFacts facts;
  use(facts.path);
  visit_file(use, facts.file);
  visit(use, facts);
  if (!use.at_end()) return std::nullopt;
  return facts;
}

std::optional<FactsKey> parse_facts_key(std::string_view bytes) {
  In use(bytes);
  FactsKey key;
  key.path = use.view();
  visit_file(use, key.file);
  if (use.failed()) return std::nullopt;
  return key;
}

}  // namespace clew
