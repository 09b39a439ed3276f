// SPDX-License-Identifier: MIT

#include "cli/row_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/edit_distance.h"
#include "base/text.h"
#include "engine/call/operation_results.h"
#include "json/value.h"

namespace clew {
namespace {

std::vector<std::string> split_at_dots(std::string_view name) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t dot = name.find('.');
    parts.emplace_back(name.substr(0, dot));
    if (dot == name.npos) return parts;
    name.remove_prefix(dot + 1);
  }
}

Error invalid_format(std::string problem) {
  return {ErrorCode::kInvalid, "--format: " + std::move(problem)};
}

Error unknown_field(std::string_view name, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest_name(name, names);
  std::string problem = "there is no field \"" + std::string(name) + "\"";
  if (!near.empty()) problem += "; did you mean " + std::string(near) + "?";
  problem += "\nFields: ";
  for (std::size_t i = 0; i < known.size(); ++i) problem += (i ? ", " : "") + known[i];
  return invalid_format(problem);
}

std::optional<char> escaped(char c) {
  if (c == 't') return '\t';
  if (c == 'n') return '\n';
  if (c == '\\') return '\\';
  return std::nullopt;
}

// A value as it stands in a row: texts as they are, nothing for null, the elements of a list with
// commas between them, all else as JSON.
std::string value_text(json::Value value) {
  switch (value.kind()) {
    case json::Kind::kMissing:
    case json::Kind::kNull:
      return {};
    case json::Kind::kString:
      return std::string(value.string_or(""));
    case json::Kind::kArray: {
      std::string text;
      for (const json::Value one : value.elements()) {
        if (one.is_object() || one.is_array()) return value.to_json();
        text += (text.empty() ? "" : ",") + value_text(one);
      }
      return text;
    }
    default:
      return value.to_json();
  }
}

std::string row_text(const RowFormat& format, json::Value row, const Screen& screen) {
  std::string line;
  for (const RowFormat::Piece& piece : format.pieces) {
    line += piece.text;
    json::Value value = row;
    for (const std::string& name : piece.field) value = value[name];
    if (piece.field.empty()) continue;
    const std::string text = value_text(value);
    line += screen.terminal ? terminal_line(text) : text;
  }
  return line;
}

}  // namespace

Result<RowFormat> RowFormat::parse(std::string_view form, const std::vector<std::string>& known) {
  RowFormat format;
  Piece piece;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = form[i];
    const char next = i + 1 < form.size() ? form[i + 1] : '\0';
    if (c == '\\') {
      const auto meant = escaped(next);
      if (!meant) return invalid_format("a backslash stands only in \\t, \\n and \\\\");
      piece.text += *meant;
      ++i;
    } else if ((c == '{' || c == '}') && next == c) {
      piece.text += c;
      ++i;
    } else if (c == '}') {
      return invalid_format("this } closes nothing; }} writes one");
    } else if (c == '{') {
      const std::size_t end = form.find('}', i);
      if (end == form.npos) return invalid_format("a { is not closed; {{ writes one");
      const std::string name(form.substr(i + 1, end - i - 1));
      if (std::find(known.begin(), known.end(), name) == known.end())
        return unknown_field(name, known);
      piece.field = split_at_dots(name);
      format.pieces.push_back(std::exchange(piece, {}));
      i = end;
    } else {
      piece.text += c;
    }
  }
  format.pieces.push_back(std::move(piece));
  return format;
}

Result<Outcome> write_rows_as(std::string_view form, const Operation& operation, Engine& engine,
                              const Arguments& arguments, Screen& screen) {
  const auto format = RowFormat::parse(form, row_fields(operation));
  if (!format) return format.error();
  std::string answer;
  auto outcome = operation.run(engine, arguments, [&](std::string_view piece) {
    answer += piece;
    return screen.out.has_reader();
  });
  if (!outcome) return outcome;
  json::Parser parser;
  const auto root = parser.parse_copy(answer);
  if (!root) return root.error();
  const json::Value rows = (*root)[operation.rows];
  if (rows.is_missing()) return invalid_format("this answer has no rows");
  for (const json::Value row : rows.elements()) {
    if (!screen.out.is_open()) break;
    screen.out.line(row_text(*format, row, screen));
  }
  return outcome;
}

}  // namespace clew
