// SPDX-License-Identifier: MIT
//
// What the answers of operations look like, for documents made from the table (OpenAPI,
// docs/operations.md). Beside the table and not in it, because no program needs it to run one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace clew {

enum class ResultType : std::uint8_t { kText, kInteger, kNumber, kFlag, kObject, kList, kAny };

// A member of the object that an operation answers with.
struct ResultField {
  std::string_view name;
  ResultType type = ResultType::kText;
  std::string_view help;
  bool maybe_null = false;
  bool maybe_missing = false;
};

struct ResultShape {
  std::string_view operation;
  std::string_view help;                     // the answer in one sentence
  std::span<const ResultField> fields = {};  // empty: it is no object of JSON, or of any form
};

// Null for an operation whose answer nobody has described.
const ResultShape* find_result_shape(std::string_view operation);

}  // namespace clew
