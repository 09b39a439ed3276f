// SPDX-License-Identifier: MIT
#include "search/query.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace clew {
namespace {

using Kind = QueryFilter::Kind;

constexpr std::array<std::string_view, 5> kRoles = {"user", "assistant", "tool", "thinking",
                                                    "title"};

struct FilterRow {
  std::string_view name;
  Kind kind;
};
constexpr FilterRow kFilters[] = {
    {"project", Kind::kProject}, {"session", Kind::kSession}, {"role", Kind::kRole},
    {"tool", Kind::kTool},       {"file", Kind::kFile},       {"model", Kind::kModel},
    {"branch", Kind::kBranch},   {"is", Kind::kError},        {"since", Kind::kSince},
    {"until", Kind::kUntil},     {"in", Kind::kRole},
};

class QueryParser {
 public:
  QueryParser(std::string_view text, const LocalClock& clock) : text_(text), clock_(clock) {}

  Result<Query> parse() {
    bool after_or = false;
    std::size_t or_at = 0;
    for (skip_spaces(); pos_ < text_.size(); skip_spaces()) {
      const std::size_t start = pos_;
      if (take_or()) {
        if (after_or) return fail(start, "OR stands twice");
        if (query_.groups.empty() || !can_go_on_) return fail(start, "OR needs a word before it");
        after_or = true;
        or_at = start;
        continue;
      }
      constexpr int kMostItems = 64;
      if (++items_ > kMostItems) return fail(start, "too many words");
      auto taken = take_item(after_or);
      if (!taken) return taken.error();
      after_or = false;
    }
    if (after_or) return fail(or_at, "OR needs a word after it");
    if (query_.groups.empty() && query_.filters.empty()) {
      return fail(0, text_.empty() ? "nothing to look for"
                                   : "no word in it; write =\"...\" to look for signs");
    }
    const bool positive = std::any_of(query_.groups.begin(), query_.groups.end(),
                                      [](const QueryGroup& group) { return !group.negated; });
    if (!positive && query_.filters.empty()) {
      return fail(0, "only words that must not be there; add one that must");
    }
    return std::move(query_);
  }

 private:
  Error fail(std::size_t at, const std::string& problem) const {
    const std::string_view before = text_.substr(0, at);
    std::string message = "column " + std::to_string(column(at)) + ": " + problem;
    // The mark fits only where showing the query changes nothing in it.
    const bool plain = !text_.empty() && terminal_safe(text_) == text_ &&
                       text_.find_first_of("\n\t") == std::string_view::npos;
    if (plain) {
      message += "\n  " + std::string(text_) + "\n  " +
                 std::string(static_cast<std::size_t>(display_width(before)), ' ') + "^";
    }
    return {ErrorCode::kInvalid, message};
  }

  std::size_t column(std::size_t at) const {
    std::size_t count = 1;
    for (std::size_t pos = 0; pos < at; ++count) decode_utf8(text_, pos);
    return count;
  }

  bool is_space_at(std::size_t pos) const {
    return text_[pos] == ' ' || text_[pos] == '\t' || text_[pos] == '\n' || text_[pos] == '\r';
  }
  bool ends_at(std::size_t pos) const { return pos >= text_.size() || is_space_at(pos); }
  void skip_spaces() {
    while (pos_ < text_.size() && is_space_at(pos_)) ++pos_;
  }

  bool take_or() {
    if (!text_.substr(pos_).starts_with("OR") || !ends_at(pos_ + 2)) return false;
    pos_ += 2;
    return true;
  }

  // Text up to the closing quote; a backslash keeps a quote. Nothing when it is not closed.
  std::optional<std::string> take_quoted() {
    std::string out;
    for (std::size_t i = pos_ + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\' && i + 1 < text_.size() && text_[i + 1] == '"') {
        out += text_[++i];
      } else if (text_[i] == '"') {
        pos_ = i + 1;
        return out;
      } else {
        out += text_[i];
      }
    }
    return std::nullopt;
  }

  std::string_view take_word() {
    const std::size_t start = pos_;
    while (!ends_at(pos_)) ++pos_;
    return text_.substr(start, pos_ - start);
  }

  Result<void> take_item(bool after_or) {
    const std::size_t start = pos_;
    const bool negated = text_[pos_] == '-' && !ends_at(pos_ + 1);
    if (negated) {
      ++pos_;
      if (after_or) return fail(start, "\"-\" cannot stand in an OR");
    }
    if (auto filter = take_filter(); !filter) {
      return filter.error();
    } else if (*filter) {
      if (after_or) return fail(start, "a filter cannot stand in an OR");
      (*filter)->negated = negated;
      (*filter)->column = column(start);
      query_.filters.push_back(std::move(**filter));
      can_go_on_ = false;
      return {};
    }
    auto term = take_term();
    if (!term) return term.error();
    if (!*term) return {};  // signs only
    (*term)->column = column(start);
    if (after_or) {
      query_.groups.back().any.push_back(std::move(**term));
    } else {
      query_.groups.push_back({{std::move(**term)}, negated});
    }
    can_go_on_ = !negated;
    return {};
  }

  Result<std::optional<QueryFilter>> take_filter() {
    const std::string_view rest = text_.substr(pos_);
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return std::optional<QueryFilter>();
    const std::string_view name = rest.substr(0, colon);
    const bool known = std::any_of(std::begin(kFilters), std::end(kFilters),
                                   [name](const FilterRow& row) { return row.name == name; });
    // "in::x" and "file://..." are words.
    if (!known || rest.substr(colon + 1).starts_with(':') ||
        rest.substr(colon + 1).starts_with("//")) {
      return std::optional<QueryFilter>();
    }
    const std::size_t start = pos_;
    pos_ += colon + 1;
    const std::size_t value_at = pos_;
    std::string value;
    if (pos_ < text_.size() && text_[pos_] == '"') {
      auto quoted = take_quoted();
      if (!quoted) return fail(pos_, "this quote is not closed");
      value = std::move(*quoted);
    } else {
      value = take_word();
    }
    if (value.empty())
      return fail(start, std::string(name) + ": needs a value right after the colon");
    auto filter = make_filter(name, value, clock_);
    if (!filter) return fail(value_at, filter.error().message);
    return std::optional<QueryFilter>(std::move(*filter));
  }

  Result<std::optional<QueryTerm>> take_term() {
    const std::size_t start = pos_;
    if (text_[pos_] == '"') return take_phrase();
    if (text_.substr(pos_).starts_with("=\"")) {
      ++pos_;
      auto exact = take_quoted();
      if (!exact) return fail(start + 1, "this quote is not closed");
      if (exact->empty()) return fail(start, "nothing between the quotes");
      return std::optional<QueryTerm>({.kind = QueryTerm::Kind::kExact, .text = std::move(*exact)});
    }
    if (text_[pos_] == '/') {
      if (auto regex = take_regex(); !regex || *regex) return regex;
    }
    std::string_view word = take_word();
    QueryTerm term{.text = std::string(word)};
    if (word.size() > 1 && word.ends_with('*')) {
      term.prefix = true;
      word.remove_suffix(1);
    }
    term.forms = query_forms(word);
    if (term.forms.empty()) return std::optional<QueryTerm>();
    return std::optional<QueryTerm>(std::move(term));
  }

  Result<std::optional<QueryTerm>> take_phrase() {
    const std::size_t start = pos_;
    auto phrase = take_quoted();
    if (!phrase) return fail(start, "this quote is not closed");
    QueryTerm term{.text = *phrase, .forms = query_forms(*phrase)};
    if (term.forms.empty()) {
      return fail(start, "no word between the quotes; write =\"...\" to look for signs");
    }
    if (pos_ < text_.size() && text_[pos_] == '*') {
      term.prefix = true;
      ++pos_;
    }
    return std::optional<QueryTerm>(std::move(term));
  }

  // Where the expression that begins here ends: at the first slash that is the last of its word,
  // and neither escaped nor in a class; in a class that never ends, at the last one. 0: it is a
  // path, such as "/usr/bin/x".
  std::size_t find_regex_end() const {
    bool in_class = false;
    std::size_t last = 0;
    for (std::size_t i = pos_ + 1; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\\') {
        ++i;
      } else if (c == '[' && !in_class) {
        in_class = true;
        // A ] that comes first is one of the class.
        if (text_.substr(i + 1).starts_with('^')) ++i;
        if (text_.substr(i + 1).starts_with(']')) ++i;
      } else if (c == ']') {
        in_class = false;
      } else if (c == '/' && i > pos_ + 1 && ends_regex(i)) {
        if (!in_class) return i;
        last = i;
      }
    }
    return last;
  }
  bool ends_regex(std::size_t slash) const {
    return ends_at(slash + 1) || (text_[slash + 1] == 'i' && ends_at(slash + 2));
  }

  Result<std::optional<QueryTerm>> take_regex() {
    constexpr int kMostRegexes = 8;
    const std::size_t start = pos_;
    const std::size_t end = find_regex_end();
    if (end == 0) return std::optional<QueryTerm>();
    if (++regexes_ > kMostRegexes) return fail(start, "too many regular expressions");
    const bool ignore_case = !ends_at(end + 1);
    const std::string_view pattern = text_.substr(start + 1, end - start - 1);
    Regex::Problem problem;
    auto regex = Regex::compile(pattern, ignore_case, problem);
    if (!regex) return fail(start + 1 + problem.at, problem.message);
    pos_ = end + (ignore_case ? 2 : 1);
    return std::optional<QueryTerm>(
        {.kind = QueryTerm::Kind::kRegex, .text = std::string(pattern), .regex = std::move(regex)});
  }

  std::string_view text_;
  const LocalClock& clock_;
  std::size_t pos_ = 0;
  bool can_go_on_ = false;  // an OR may follow
  int items_ = 0;
  int regexes_ = 0;
  Query query_;
};

}  // namespace

bool Query::has(QueryFilter::Kind kind) const {
  return std::any_of(filters.begin(), filters.end(),
                     [kind](const QueryFilter& filter) { return filter.kind == kind; });
}

bool Query::needs_scan() const {
  for (const QueryGroup& group : groups) {
    for (const QueryTerm& term : group.any) {
      if (term.kind != QueryTerm::Kind::kWords) return true;
    }
  }
  return false;
}

Result<QueryFilter> make_filter(std::string_view name, std::string_view value,
                                const LocalClock& clock) {
  const auto invalid = [](std::string problem) {
    return Error{ErrorCode::kInvalid, std::move(problem)};
  };
  const auto* const row = std::find_if(std::begin(kFilters), std::end(kFilters),
                                       [name](const FilterRow& r) { return r.name == name; });
  if (row == std::end(kFilters)) return invalid("there is no filter \"" + std::string(name) + "\"");
  QueryFilter filter{.kind = row->kind, .value = std::string(value)};
  switch (filter.kind) {
    case Kind::kRole:
      if (name == "in" && value != "title") return invalid("in: knows only title");
      if (std::find(kRoles.begin(), kRoles.end(), value) == kRoles.end()) {
        return invalid("a role is user, assistant, tool, thinking or title");
      }
      break;
    case Kind::kError:
      if (value != "error") return invalid("is: knows only error");
      break;
    case Kind::kSince:
    case Kind::kUntil: {
      const auto edge = filter.kind == Kind::kSince ? TimeEdge::kSince : TimeEdge::kUntil;
      auto time = parse_bound(value, edge, clock);
      if (!time) return time.error();
      filter.time = *time;
      break;
    }
    default:
      break;
  }
  return filter;
}

Result<Query> parse_query(std::string_view text, const LocalClock& clock) {
  return QueryParser(text, clock).parse();
}

}  // namespace clew
