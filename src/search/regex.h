// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/stop.h"

namespace clew {

// A regular expression over characters, in the syntax of RE2 (docs/search.md). A match lies within
// one line: ^ and $ are its ends, and nothing matches a line feed.
//
// Expressions and texts are hostile. RE2 takes time in proportion to the text and memory within a
// bound; but one call of it cannot be stopped, so a text is handed to it in pieces that take some
// ten milliseconds at worst (regex.cc). Lines are cut only where they are longer than piece(): a
// match in them is found if it is no longer than half of that, and nearly always if it is longer.
//
// Copies share what was compiled; any number of threads may use it.
class Regex {
 public:
  // What is wrong with an expression, and at which byte.
  struct Problem {
    std::string message;
    std::size_t at = 0;
  };
  using Range = std::pair<std::size_t, std::size_t>;  // [begin, end)

  // An expression, or nothing and the problem.
  static std::optional<Regex> compile(std::string_view pattern, bool ignore_case, Problem& problem);

  // Hands on all matches in their order, not overlapping, at whole characters where the text has
  // such, until nobody takes more or it is stopped.
  using Take = std::function<bool(const Range&)>;
  void find_all(std::string_view text, StopToken stop, const Take& take) const;

  // Texts in lower case of which any match holds at least one, in any case; empty: none are known.
  // Only of characters that JSON never escapes but as \uXXXX.
  const std::vector<std::string>& required() const;

  // Bytes that are searched at once: 2 to 256 KB, the less the larger the expression is.
  std::size_t piece() const;

 private:
  struct Compiled;
  explicit Regex(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  static std::size_t after(std::string_view text, const Range& match);
  std::optional<Range> find_in(std::string_view text, const Range& piece) const;
  bool each_in(std::string_view text, Range range, StopToken stop, const Take& take) const;
  bool each_in_long_line(std::string_view text, Range line, StopToken stop, const Take& take) const;

  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace clew
