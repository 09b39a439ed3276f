// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace clew {

// A regular expression over bytes: POSIX extended, and \d, \w, \s, \b as everybody writes them.
// The C library's matcher: its time does not explode and its stack does not grow with the text,
// both of which std::regex's do, and transcripts hold hostile text.
class Regex {
 public:
  static Result<Regex> compile(const std::string& pattern, bool ignore_case);
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

  // The first match at or after `from`, as [begin, end).
  std::optional<std::pair<std::size_t, std::size_t>> find(std::string_view text,
                                                          std::size_t from) const;

 private:
  struct Impl;
  explicit Regex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clew
