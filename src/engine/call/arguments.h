// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/call/operation.h"

namespace clew {

// How messages name a positional parameter: as the help does, or as a member of what was sent.
enum class ParamNames : std::uint8_t { kSent, kTyped };

// The checked parameters of one call. Made from what was typed or sent; an operation then reads
// them without looking for mistakes.
class Arguments {
 public:
  // Values by parameter name, as text; a flag is present or not.
  using Given = std::map<std::string, std::vector<std::string>, std::less<>>;

  // Checks names, types, limits and choices, and fills in defaults.
  static Result<Arguments> check(const Operation& operation, const Given& given,
                                 ParamNames names = ParamNames::kSent);

  std::string text(std::string_view name) const;  // empty when not given
  std::optional<std::string> maybe_text(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  std::optional<std::int64_t> maybe_integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::vector<std::string> list(std::string_view name) const;

 private:
  Given values_;
};

}  // namespace clew
