// SPDX-License-Identifier: MIT

#include "cli/row_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/edit_distance.h"
#include "base/text.h"
#include "engine/call/operation_results.h"

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

std::string line_of(const RowFormat& format, const RowText& row, const Screen& screen) {
  std::string line;
  for (const RowFormat::Piece& piece : format.pieces) {
    line += piece.text;
    if (piece.field.empty()) continue;
    const std::string text = row(piece.field);
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
  return operation.rows.each(engine, arguments, operation.rows.member, [&](const RowText& row) {
    if (screen.out.is_open()) screen.out.line(line_of(*format, row, screen));
    return screen.out.is_open();
  });
}

}  // namespace clew
