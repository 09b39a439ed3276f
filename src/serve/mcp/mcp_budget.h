// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "json/described_json.h"
#include "serve/mcp/mcp_inputs.h"

namespace clew {

// What an answer may still hold. The first item always fits: each is made smaller than any budget.
class AnswerBudget {
 public:
  explicit AnswerBudget(const MaxChars& most) : left_(most.value - kAround) {}

  std::int64_t left() const { return left_; }

  // Whether it fits; then it counts.
  template <class Item>
  bool takes(const Item& item) {
    const auto bytes = static_cast<std::int64_t>(json::to_text(item).size()) + 1;
    if (bytes > left_ && taken_) return false;
    taken_ = true;
    left_ -= bytes;
    return true;
  }

 private:
  static constexpr std::int64_t kAround = 900;  // the fence, and the members beside the list

  std::int64_t left_;
  bool taken_ = false;
};

// "12 of the hits asked for did not fit below 24000 characters (...); HOW". Empty for none.
std::string cut_by_budget(std::size_t left_out, std::string_view what, const MaxChars& most,
                          std::string_view how);

// How much of a text an answer shows, so that several of them fit.
inline std::size_t text_limit(std::size_t usual, const MaxChars& most) {
  return std::min(usual, static_cast<std::size_t>(most.value) / 5);
}

}  // namespace clew
