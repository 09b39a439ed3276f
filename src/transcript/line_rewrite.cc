// SPDX-License-Identifier: MIT
#include "transcript/line_rewrite.h"

#include <cstddef>

#include "json/writer.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

// Finds where things end in a text that was parsed before, or else gives up at its end.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }

  bool take(char c) {
    blanks();
    if (peek() != c || done()) return false;
    ++at_;
    return true;
  }
  // A whole value: the part of the text that it is; empty when there is none.
  std::string_view value() {
    blanks();
    const std::size_t start = at_;
    std::size_t depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        string();
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
      const bool closed = depth == 0 && (c == '}' || c == ']');
      if (closed) break;
    } while (!done() && !(depth == 0 && text_[start] == '"'));
    return text_.substr(start, std::min(at_, text_.size()) - start);
  }

 private:
  void blanks() {
    while (!done() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) ++at_;
  }
  void string() {
    for (++at_; !done() && peek() != '"'; ++at_) {
      if (peek() == '\\') ++at_;
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

std::string_view without_quotes(std::string_view value) {
  const bool is_text = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return is_text ? value.substr(1, value.size() - 2) : std::string_view();
}

// Every text in the value that is an old uuid. None of them is found within another text: there
// quotes have a backslash before them.
std::string with_new_ids(std::string_view value, const NewIds& ids) {
  std::string out;
  Scanner scanner(value);
  std::size_t copied = 0;
  while (!scanner.done()) {
    if (scanner.peek() != '"') {
      static_cast<void>(scanner.take(scanner.peek()));
      continue;
    }
    const std::size_t start = scanner.at();
    const std::string_view text = scanner.value();
    const auto found = ids.find(without_quotes(text));
    if (found == ids.end()) continue;
    out += value.substr(copied, start - copied);
    out += quoted(found->second);
    copied = start + text.size();
  }
  return out + std::string(value.substr(std::min(copied, value.size())));
}

bool names_lines(Field field) {
  switch (field) {
    case Field::kUuid:
    case Field::kParent:
    case Field::kLogicalParent:
    case Field::kSourceAssistant:
    case Field::kLeaf:
    case Field::kMessageId:
    case Field::kSnapshotMessage:
    case Field::kSnapshot:
    case Field::kCompact:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string rewritten_line(std::string_view line, std::string_view session, const NewIds& ids) {
  Scanner scanner(line);
  if (!scanner.take('{')) return std::string(line);
  std::string out;
  std::size_t copied = 0;
  do {
    const std::string_view name = without_quotes(scanner.value());
    if (!scanner.take(':')) break;
    const std::string_view value = scanner.value();
    const Field field = field_of(name);
    std::string replaced;
    if (field == Field::kSession && value.starts_with('"')) replaced = quoted(session);
    if (!ids.empty() && names_lines(field)) replaced = with_new_ids(value, ids);
    if (replaced.empty()) continue;
    const auto start = static_cast<std::size_t>(value.data() - line.data());
    out += line.substr(copied, start - copied);
    out += replaced;
    copied = start + value.size();
  } while (scanner.take(','));
  return out + std::string(line.substr(copied));
}

}  // namespace clew
