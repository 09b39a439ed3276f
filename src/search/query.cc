// SPDX-License-Identifier: MIT
#include "search/query.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/edit_distance.h"
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

bool is_filter_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// "in::x" and "file://..." are words.
bool is_word_behind_colon(std::string_view rest) {
  return rest.starts_with(':') || rest.starts_with("//");
}

// What stands before the colon. "Role:user" is the filter, too; "Role: user" is what somebody wrote
// in a text.
std::string filter_name(std::string_view rest, std::size_t colon) {
  const std::string_view name = rest.substr(0, colon);
  const bool has_value = colon + 1 < rest.size() && rest[colon + 1] != ' ';
  return has_value ? ascii_lower(name) : std::string(name);
}

// The filter that somebody meant who wrote "projekt:"; short names are near to too much.
std::string_view filter_meant(std::string_view name) {
  constexpr std::size_t kShortest = 4;
  if (name.size() < kShortest || !is_filter_name(name)) return {};
  std::vector<std::string_view> names;
  for (const FilterRow& row : kFilters) names.push_back(row.name);
  return nearest_name(name, names);
}

class QueryParser {
 public:
  QueryParser(std::string_view text, const LocalClock& clock) : text_(text), clock_(clock) {}

  Result<Query> parse() {
    for (skip_spaces(); pos_ < text_.size(); skip_spaces()) {
      if (auto taken = take_next(); !taken) return taken.error();
    }
    if (joint_ != Joint::kNone) return fail(joint_at_, joint_name() + " needs a word after it");
    if (query_.groups.empty() && query_.filters.empty()) return fail(0, "nothing to look for");
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

  bool take_operator(std::string_view name) {
    if (!text_.substr(pos_).starts_with(name) || !ends_at(pos_ + name.size())) return false;
    pos_ += name.size();
    return true;
  }

  // What stands between the last item and the next.
  enum class Joint : std::uint8_t { kNone, kAnd, kOr };
  std::string joint_name() const { return joint_ == Joint::kOr ? "OR" : "AND"; }

  // Says whether an operator was taken.
  Result<bool> take_joint() {
    const std::size_t start = pos_;
    const Joint taken = take_operator("OR")    ? Joint::kOr
                        : take_operator("AND") ? Joint::kAnd
                                               : Joint::kNone;
    if (taken == Joint::kNone) return false;
    const std::string name = taken == Joint::kOr ? "OR" : "AND";
    if (joint_ != Joint::kNone) {
      return fail(start, taken == joint_ ? name + " stands twice"
                                         : name + " cannot follow " + joint_name());
    }
    if (items_ == 0) return fail(start, name + " needs a word before it");
    if (taken == Joint::kOr && !can_go_on_) {
      return fail(start, "OR joins only words, phrases and (one OR other)");
    }
    joint_ = taken;
    joint_at_ = start;
    return true;
  }

  Result<void> take_next() {
    const auto joint = take_joint();
    if (!joint) return joint.error();
    if (*joint) return {};
    constexpr int kMostItems = 64;
    if (++items_ > kMostItems) return fail(pos_, "too many words");
    const bool after_or = joint_ == Joint::kOr;
    joint_ = Joint::kNone;
    return take_item(after_or);
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

  // In parentheses up to the one that closes them: those of "f(x)" belong to the word.
  std::string_view take_word() {
    const std::size_t start = pos_;
    for (int open = 0; !ends_at(pos_); ++pos_) {
      if (!in_parentheses_) continue;
      if (text_[pos_] == '(') ++open;
      if (text_[pos_] == ')' && open-- == 0) break;
    }
    return text_.substr(start, pos_ - start);
  }

  // Not in "->" and "--flag".
  bool is_negation() const {
    if (text_[pos_] != '-' || ends_at(pos_ + 1)) return false;
    if (text_[pos_ + 1] == '-' || text_[pos_ + 1] == '>') return false;
    std::size_t end = pos_;
    while (!ends_at(end)) ++end;
    const std::string_view rest = text_.substr(pos_ + 1, end - pos_ - 1);
    return rest.front() == '"' || rest.starts_with("=\"") || rest.front() == '(' ||
           !query_forms(rest).empty();
  }

  Result<void> take_item(bool after_or) {
    const std::size_t start = pos_;
    bool negated = is_negation();
    if (negated) ++pos_;
    if (!negated && take_operator("NOT")) {
      negated = true;
      skip_spaces();
      if (pos_ == text_.size()) return fail(start, "NOT needs a word after it");
    }
    if (negated && after_or) return fail(start, "a word to leave out cannot stand in an OR");
    if (text_[pos_] == '(') return take_parentheses(negated, after_or);
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
    term->column = column(start);
    if (after_or) {
      query_.groups.back().any.push_back(std::move(*term));
    } else {
      query_.groups.push_back({{std::move(*term)}, negated});
    }
    can_go_on_ = !negated;
    return {};
  }

  // What stands in parentheses: words joined by OR, or words that must all be there.
  struct Inside {
    std::vector<QueryTerm> terms;
    bool all = false;
  };

  Result<Inside> take_inside(std::size_t open) {
    Inside inside;
    bool any = false;
    bool after_or = false;
    for (skip_spaces();; skip_spaces()) {
      if (pos_ == text_.size()) return fail(open, "this parenthesis is not closed");
      const std::size_t start = pos_;
      const bool joins = take_operator("OR");
      if (joins || take_operator("AND")) {
        if (inside.terms.empty() || after_or) return fail(start, "this needs a word before it");
        after_or = joins;
        any = any || joins;
        inside.all = inside.all || !joins;
      } else if (text_[pos_] == ')') {
        if (inside.terms.empty() || after_or) return fail(start, "this needs a word before it");
        ++pos_;
        return inside;
      } else {
        if (text_[pos_] == '(' || is_negation() || take_operator("NOT"))
          return fail(start, "only words can stand in parentheses");
        auto filter = take_filter();
        if (!filter) return filter.error();
        if (*filter) return fail(start, "a filter cannot stand in parentheses");
        auto term = take_term();
        if (!term) return term.error();
        term->column = column(start);
        inside.all = inside.all || (!inside.terms.empty() && !after_or);
        after_or = false;
        inside.terms.push_back(std::move(*term));
        ++items_;
      }
      if (any && inside.all)
        return fail(start, "in parentheses either all words are joined by OR, or none");
    }
  }

  Result<void> take_parentheses(bool negated, bool after_or) {
    const std::size_t open = pos_++;
    in_parentheses_ = true;
    auto inside = take_inside(open);
    in_parentheses_ = false;
    if (!inside) return inside.error();
    if (inside->all && (negated || after_or)) {
      return fail(open,
                  "of several words that must all be there, none can be left out or replaced "
                  "by others; join them by OR, or write a \"phrase\"");
    }
    if (after_or) {
      auto& any = query_.groups.back().any;
      std::move(inside->terms.begin(), inside->terms.end(), std::back_inserter(any));
    } else if (inside->all) {
      for (QueryTerm& term : inside->terms) query_.groups.push_back({{std::move(term)}, false});
    } else {
      query_.groups.push_back({std::move(inside->terms), negated});
    }
    can_go_on_ = !negated && !inside->all;
    return {};
  }

  Result<std::optional<QueryFilter>> take_filter() {
    const std::string_view rest = text_.substr(pos_);
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return std::optional<QueryFilter>();
    const std::string name = filter_name(rest, colon);
    const bool known = std::any_of(std::begin(kFilters), std::end(kFilters),
                                   [&name](const FilterRow& row) { return row.name == name; });
    if (is_word_behind_colon(rest.substr(colon + 1))) return std::optional<QueryFilter>();
    if (!known) {
      const std::string_view meant = filter_meant(name);
      if (meant.empty()) return std::optional<QueryFilter>();
      return fail(pos_, "there is no filter " + std::string(name) + ":; did you mean " +
                            std::string(meant) + ":? As text it stands in quotes");
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

  Result<QueryTerm> take_term() {
    const std::size_t start = pos_;
    if (text_[pos_] == '"') return take_phrase();
    if (text_[pos_] == ')') return fail(start, "this parenthesis closes nothing");
    if (text_.substr(pos_).starts_with("=\"")) {
      ++pos_;
      auto exact = take_quoted();
      if (!exact) return fail(start + 1, "this quote is not closed");
      if (exact->empty()) return fail(start, "nothing between the quotes");
      return QueryTerm{.kind = QueryTerm::Kind::kExact, .text = std::move(*exact)};
    }
    if (text_[pos_] == '/') {
      auto regex = take_regex();
      if (!regex) return regex.error();
      if (*regex) return std::move(**regex);
    }
    return word_term(take_word(), start);
  }

  Result<QueryTerm> word_term(std::string_view word, std::size_t start) {
    QueryTerm term{.text = std::string(word)};
    if (word.size() > 1 && word.ends_with('*')) {
      term.prefix = true;
      word.remove_suffix(1);
    }
    if (const std::size_t star = word.find('*'); star != std::string_view::npos)
      return fail(start + star, "* stands only at the end of a word; /par\\w*er/ has it inside");
    term.forms = query_forms(word);
    if (term.forms.empty()) {
      if (term.prefix) return fail(start + word.size(), "* needs letters or digits before it");
      return QueryTerm{.kind = QueryTerm::Kind::kExact, .text = std::move(term.text)};
    }
    const std::size_t letters = word.find_last_not_of("+#") + 1;
    const bool names_language = letters < word.size() && has_only_letters(word.substr(0, letters));
    if (names_language && !term.prefix) return signs_term(word, start);
    term.loose = loses_signs(word);
    return term;
  }

  static bool has_only_letters(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return tokens::kind_of(c) != tokens::kNone; });
  }

  // "C++", "g++", "C#": without its signs it would be another word.
  Result<QueryTerm> signs_term(std::string_view word, std::size_t start) {
    std::string pattern = "\\b";
    for (const char c : word) pattern += c == '+' ? "\\+" : std::string(1, c);
    Regex::Problem problem;
    auto regex = Regex::compile(pattern, true, problem);
    if (!regex) return fail(start, problem.message);
    return QueryTerm{
        .kind = QueryTerm::Kind::kRegex, .text = std::string(word), .regex = std::move(regex)};
  }

  // Whether more than what usually stands between, before and behind words is passed over.
  static bool loses_signs(std::string_view text) {
    bool loses = text.find("::") != std::string_view::npos;
    for (const char c : text) {
      constexpr std::string_view kUsual = " \t\n_-./\\:@',;!?~\"()[]";
      const bool is_sign = tokens::is_ascii(c) && tokens::kind_of(c) == tokens::kNone;
      loses = loses || (is_sign && kUsual.find(c) == std::string_view::npos);
    }
    return loses || text.starts_with('-') || text.find("()") != std::string_view::npos;
  }

  Result<QueryTerm> take_phrase() {
    const std::size_t start = pos_;
    auto phrase = take_quoted();
    if (!phrase) return fail(start, "this quote is not closed");
    QueryTerm term{.text = *phrase, .forms = query_forms(*phrase), .loose = loses_signs(*phrase)};
    if (term.forms.empty()) {
      return fail(start, "no word between the quotes; write =\"...\" to look for signs");
    }
    if (pos_ < text_.size() && text_[pos_] == '*') {
      term.prefix = true;
      ++pos_;
    }
    return term;
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
    const auto ends = [&](std::size_t at) {
      return ends_at(at) || (in_parentheses_ && text_[at] == ')');
    };
    return ends(slash + 1) || (text_[slash + 1] == 'i' && ends(slash + 2));
  }

  Result<std::optional<QueryTerm>> take_regex() {
    constexpr int kMostRegexes = 8;
    const std::size_t start = pos_;
    const std::size_t end = find_regex_end();
    if (end == 0) return std::optional<QueryTerm>();
    if (++regexes_ > kMostRegexes) return fail(start, "too many regular expressions");
    const bool ignore_case = text_.substr(end + 1).starts_with('i');
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
  bool in_parentheses_ = false;
  Joint joint_ = Joint::kNone;
  std::size_t joint_at_ = 0;
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

std::vector<std::string> Query::loose_terms() const {
  std::vector<std::string> terms;
  for (const QueryGroup& group : groups) {
    for (const QueryTerm& term : group.any) {
      if (term.loose) terms.push_back(term.text);
    }
  }
  return terms;
}

std::vector<std::string> Query::filter_like_terms() const {
  std::vector<std::string> terms;
  for (const QueryGroup& group : groups) {
    for (const QueryTerm& term : group.any) {
      const std::string_view text = term.text;
      const std::size_t colon = text.find(':');
      if (term.kind == QueryTerm::Kind::kWords && colon != text.npos &&
          is_filter_name(text.substr(0, colon)) && !is_word_behind_colon(text.substr(colon + 1)))
        terms.push_back(term.text);
    }
  }
  return terms;
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
  const std::size_t star = value.find('*');
  const bool takes_star = filter.kind == Kind::kTool || filter.kind == Kind::kBranch;
  if (star != std::string_view::npos && !(takes_star && star + 1 == value.size())) {
    return invalid(std::string(name) +
                   (takes_star ? ": takes a * only at the end" : ": takes no *"));
  }
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
