// SPDX-License-Identifier: MIT

#include "serve/mcp/mcp_budget.h"

#include <fmt/format.h>

namespace clew {

std::string cut_by_budget(std::size_t left_out, std::string_view what, const MaxChars& most,
                          std::string_view how) {
  if (left_out == 0) return {};
  return fmt::format("{} {} did not fit below {} characters (maxChars, at most {}); {}", left_out,
                     what, most.value, kLargestAnswer, how);
}

}  // namespace clew
