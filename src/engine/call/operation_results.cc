// SPDX-License-Identifier: MIT

#include "engine/call/operation_results.h"

#include <algorithm>
#include <map>

#include "engine/call/operation.h"
#include "engine/call/shape_of.h"

namespace clew {
namespace {

using Kind = ResultType::Kind;

constexpr struct {
  std::string_view name;
  Kind kind;
} kSimple[] = {{"text", Kind::kText},     {"time", Kind::kTime}, {"integer", Kind::kInteger},
               {"number", Kind::kNumber}, {"flag", Kind::kFlag}, {"any", Kind::kAny}};

// The types of all answers, by operation, and the shapes that they are made of.
struct AllResults {
  ShapeCollector shapes;
  std::map<std::string_view, std::string> types;

  AllResults() {
    for (const Operation& operation : operations()) {
      if (operation.handler.type) types[operation.name] = operation.handler.type(shapes);
    }
  }
};

const AllResults& all_results() {
  static const AllResults kAll;
  return kAll;
}

constexpr int kDeepest = 3;  // names of names; some shapes hold themselves

// Calls `visit` with each field of a type that is a shape, or one of several.
template <class Visit>
void each_field(std::string_view type, const Visit& visit) {
  const ResultType parsed = parse_result_type(type);
  if (parsed.kind != ResultType::Kind::kShape) return;
  for (std::string_view names = parsed.of; !names.empty();) {
    const std::size_t end = names.find('|');
    if (const ResultShape* shape = find_result_shape(names.substr(0, end))) {
      for (const std::string& base : shape->bases) each_field(base, visit);
      for (const ResultField& field : shape->fields) visit(field);
    }
    names.remove_prefix(end == names.npos ? names.size() : end + 1);
  }
}

void collect_fields(std::string_view type, const std::string& before, int depth,
                    std::vector<std::string>& into) {
  each_field(type, [&](const ResultField& field) {
    const std::string name = before + field.name;
    if (std::find(into.begin(), into.end(), name) != into.end()) return;
    into.push_back(name);
    if (depth < kDeepest) collect_fields(field.type, name + ".", depth + 1, into);
  });
}

}  // namespace

const std::vector<ResultShape>& result_shapes() { return all_results().shapes.shapes(); }

const ResultShape* find_result_shape(std::string_view name) {
  for (const ResultShape& shape : result_shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

std::string result_type(std::string_view operation) {
  const auto found = all_results().types.find(operation);
  return found == all_results().types.end() ? std::string() : found->second;
}

std::string result_help(std::string_view type) {
  std::string help;
  while (!type.empty()) {
    const std::size_t end = type.find('|');
    if (const ResultShape* shape = find_result_shape(type.substr(0, end))) {
      help += (help.empty() ? "" : ", or ") + shape->help;
    }
    type.remove_prefix(end == type.npos ? type.size() : end + 1);
  }
  return help;
}

ResultType parse_result_type(std::string_view type) {
  ResultType parsed;
  if (type.ends_with('?')) {
    parsed.maybe_null = true;
    type.remove_suffix(1);
  }
  for (const auto& [name, kind] : kSimple) {
    if (type != name) continue;
    parsed.kind = kind;
    return parsed;
  }
  constexpr std::string_view kBounded = "integer ";
  if (type.starts_with(kBounded)) {
    parsed.kind = Kind::kInteger;
    parsed.of = type.substr(kBounded.size());
  } else if (type.starts_with('[')) {
    parsed.kind = Kind::kList;
    parsed.of = type.substr(1, type.size() - 2);
  } else if (type.starts_with('=')) {
    parsed.kind = Kind::kChoice;
    parsed.of = type.substr(1);
  } else {
    const bool names_shapes = !type.empty() && type[0] >= 'A' && type[0] <= 'Z';
    parsed.kind = names_shapes ? Kind::kShape : Kind::kChoice;
    parsed.of = type;
  }
  return parsed;
}

std::vector<std::string> row_fields(const Operation& operation) {
  std::vector<std::string> fields;
  each_field(result_type(operation.name), [&](const ResultField& field) {
    if (field.name != operation.rows.member) return;
    const ResultType list = parse_result_type(field.type);
    if (list.kind == ResultType::Kind::kList) collect_fields(list.of, "", 1, fields);
  });
  return fields;
}

}  // namespace clew
