// SPDX-License-Identifier: MIT
//
// What the answers of operations look like, for documents made from the table (OpenAPI,
// docs/operations.md). Beside the table and not in it, because no program needs it to run one.
// A test compares what every operation that only reads really answers, member by member.
#pragma once

#include <span>
#include <string_view>

namespace clew {

// A member of an object. Types have a short notation:
//
//   text, time (ISO 8601 in UTC), integer, number, flag, any
//   a|b|c      one of these texts;  =a  only this one
//   Name       the shape of that name;  A|B  one of these shapes
//   [T]        a list of T
//   T?         T or null
struct ResultField {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  bool maybe_missing = false;
};

struct ResultShape {
  std::string_view name;
  std::string_view help;
  std::span<const ResultField> fields;
  std::string_view base = {};  // a shape whose members this one has too, before its own
};

std::span<const ResultShape> result_shapes();
const ResultShape* find_result_shape(std::string_view name);

// What an operation answers with. Of one that streams: each line.
struct OperationResult {
  std::string_view operation;
  std::string_view help;  // the answer in one sentence
  std::string_view type;
};

// Null for an operation whose answer nobody has described.
const OperationResult* find_operation_result(std::string_view operation);

// A type, taken apart.
struct ResultType {
  enum class Kind { kText, kTime, kInteger, kNumber, kFlag, kAny, kChoice, kShape, kList };
  Kind kind = Kind::kAny;
  bool maybe_null = false;
  std::string_view of;  // the choices, the names of shapes, the type of the elements
};
ResultType parse_result_type(std::string_view type);

}  // namespace clew
