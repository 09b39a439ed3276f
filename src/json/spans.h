// SPDX-License-Identifier: MIT
//
// Where the parts of a JSON text stand, so that one of them can be replaced and every other byte
// stays as it is: number formats, escapes, order and white space. Nothing is checked: for texts
// that a Parser has taken. On any other text the answer is some span within it, or none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clew::json {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin == end; }
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct MemberSpan {
  std::string_view key;  // as written between its quotes
  Span whole;            // name and value
  Span value;
};

// The end of the value that begins at `begin`; npos when the text ends within it.
std::size_t value_end(std::string_view text, std::size_t begin);

// Of the object or array that a span holds; none if it holds something else.
std::vector<MemberSpan> member_spans(std::string_view text, Span object);
std::vector<Span> element_spans(std::string_view text, Span array);

// The value of the last member with this name; an empty span if there is none.
Span find_member(std::string_view text, Span object, std::string_view key);

// All texts in the value that a span holds, names of members too, with their quotes.
std::vector<Span> string_spans(std::string_view text, Span value);

// Replacements in a text, given in any order. They must not overlap.
class Splices {
 public:
  void replace(Span span, std::string by) { all_.push_back({span, std::move(by)}); }
  // An object's member; added at its end when it is not there.
  void set_member(std::string_view text, Span object, std::string_view key, std::string json);
  bool empty() const { return all_.empty(); }
  std::string apply(std::string_view text);

 private:
  struct One {
    Span span;
    std::string by;
  };
  std::vector<One> all_;
};

}  // namespace clew::json
