// SPDX-License-Identifier: MIT
//
// What the answers of operations look like, for documents made from the table (OpenAPI,
// docs/operations.md). Beside the table and not in it, because no program needs it to run one.
// A test compares what every operation that only reads really answers, member by member.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clew {

struct Operation;

// A member of an object. Types have a short notation:
//
//   text, time (ISO 8601 in UTC), integer, number, flag, any
//   integer 1..9  within these bounds
//   a|b|c      one of these texts;  =a  only this one
//   Name       the shape of that name, which has a capital letter;  A|B  one of these shapes
//   [T]        a list of T
//   T?         T or null
struct ResultField {
  std::string name;
  std::string type;
  std::string help;
  bool maybe_missing = false;
};

struct ResultShape {
  std::string name;
  std::string help;
  std::vector<ResultField> fields;
  std::vector<std::string> bases;  // shapes whose members this one has too
};

// All shapes that answers are made of.
const std::vector<ResultShape>& result_shapes();
const ResultShape* find_result_shape(std::string_view name);

// The type that an operation answers with, empty for one whose answer is no JSON. Of one that
// streams: each line.
std::string result_type(std::string_view operation);
// What a type is, in words; empty where it is no shape.
std::string result_help(std::string_view type);

// A type, taken apart.
struct ResultType {
  enum class Kind { kText, kTime, kInteger, kNumber, kFlag, kAny, kChoice, kShape, kList };
  Kind kind = Kind::kAny;
  bool maybe_null = false;
  // The choices, the names of shapes, the type of the elements, the bounds of an integer.
  std::string_view of;
};
ResultType parse_result_type(std::string_view type);

// The fields that the rows of an operation have, also those inside others: "id", "project.path".
// Empty for one without rows.
std::vector<std::string> row_fields(const Operation& operation);

}  // namespace clew
