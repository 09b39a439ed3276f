// SPDX-License-Identifier: MIT
//
// text, csv and patch.
#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "export/exported.h"

namespace clew {
namespace {

// --- text ---

void append_indented(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) out.append("  ").append(line);
    out += '\n';
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

void append_tool(std::string& out, const ToolCall& tool,
                 const std::optional<ExportedChange>& change) {
  out += "\n  [" + std::string(tool.name.empty() ? "result" : one_line(tool.name));
  if (tool.state == ToolState::kFailed) out += ", failed";
  if (tool.state == ToolState::kPending) out += ", no result";
  out += "]";
  const std::string gist = gist_of(tool);
  if (!gist.empty()) out += " " + gist;
  out += '\n';
  std::string inside;
  if (change && !change->lines.empty()) {
    for (const std::string& line : change->lines) inside += line + "\n";
  } else if (gist.empty() && !tool.name.empty()) {
    inside += tool.input + "\n";
  }
  inside += tool.result;
  std::string once;
  append_indented(once, inside);
  append_indented(out, once);
}

std::string message_text(const ExportedMessage& one) {
  const Message& message = one.message;
  std::string out = "\n" + std::string(speaker_of(message));
  const bool plain = message.kind == MessageKind::kPrompt || message.kind == MessageKind::kAnswer;
  if (!plain) out.append(" (").append(name_of(message.kind)).append(")");
  const std::string when = utc_text(one.time());
  if (!when.empty()) out += "  " + when;
  if (!one.model().empty()) out += "  " + one_line(one.model());
  out += '\n';
  if (!message.thought.empty()) {
    out += "  [thinking]\n";
    std::string thought;
    append_indented(thought, message.thought);
    append_indented(out, thought);
  }
  append_indented(out, message.text);
  for (const MediaPart& part : message.parts) out += "  [" + text_of(part) + "]\n";
  for (std::size_t i = 0; i < message.tools.size(); ++i) {
    append_tool(out, message.tools[i], one.changes[i]);
  }
  return out;
}

// --- csv ---

// A spreadsheet takes a cell that begins so for a formula, and would run it.
bool looks_like_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
}

void append_cell(std::string& out, std::string_view cell, bool last = false) {
  out += '"';
  if (looks_like_formula(cell)) out += '\'';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += last ? "\"\r\n" : "\",";
}

std::string time_cell(const Transcript& t, EntryIndex entry) {
  if (entry == kNoEntry || t[entry].time == kNoTime) return {};
  return format_iso(t[entry].time);
}

struct CsvRow {
  std::string time;
  std::string_view role, kind, tool;
  std::string tokens;
  std::string_view text, uuid;
};

void append_row(std::string& out, const CsvRow& row) {
  append_cell(out, row.time);
  append_cell(out, row.role);
  append_cell(out, row.kind);
  append_cell(out, row.tool);
  append_cell(out, row.tokens);
  append_cell(out, row.text);
  append_cell(out, row.uuid, true);
}

// A row for the message, and two for each call: what was asked and what came.
std::string message_rows(const ExportedMessage& one) {
  const Message& message = one.message;
  const Transcript& t = one.transcript;
  const auto uuid_of = [&](EntryIndex entry) {
    return entry == kNoEntry ? std::string_view() : t.text(t[entry].uuid);
  };
  std::string out;
  const auto tokens = one.tokens();
  append_row(out, {time_cell(t, message.entries.front()), name_of(message.role),
                   name_of(message.kind), "", tokens ? std::to_string(tokens->total()) : "",
                   message.text, one.uuid()});
  for (const ToolCall& tool : message.tools) {
    if (!tool.name.empty()) {
      append_row(out, {time_cell(t, tool.call), "assistant", "tool-call", tool.name, "",
                       tool.input, uuid_of(tool.call)});
    }
    if (tool.answer == kNoEntry) continue;
    append_row(out, {time_cell(t, tool.answer), "user",
                     tool.state == ToolState::kFailed ? "tool-error" : "tool-result", tool.name, "",
                     tool.result, uuid_of(tool.answer)});
  }
  return out;
}

// --- patch ---

// A name as git writes it: in quotes where it holds what would end it.
std::string patch_name(std::string_view side, std::string_view path) {
  std::string name(side);
  name.append(path.substr(std::min(path.find_first_not_of('/'), path.size())));
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7F;
  };
  if (std::none_of(name.begin(), name.end(), is_odd)) return name;
  std::string out = "\"";
  for (const char c : name) {
    if (!is_odd(c)) {
      out += c;
    } else if (c == '"' || c == '\\') {
      out.append("\\").push_back(c);
    } else {
      const auto code = static_cast<unsigned char>(c);
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((code >> shift) & 7));
    }
  }
  return out + "\"";
}

std::string change_text(const ExportedChange& change) {
  const std::string from = patch_name("a/", change.path);
  const std::string to = patch_name("b/", change.path);
  std::string out = "diff --git " + from + " " + to + "\n";
  if (change.created) out += "new file mode 100644\n";
  out += "--- " + (change.created ? "/dev/null" : from) + "\n+++ " + to + "\n";
  for (const std::string& line : change.lines) out += line + "\n";
  return out;
}

}  // namespace

Result<void> write_text(const Exported& exported, const AppendText& append) {
  std::string head = one_line(exported.title) + "\nSession " + exported.main.id;
  if (exported.first != kNoTime) head += ", " + utc_text(exported.first);
  if (exported.hidden.value_or(0) > 0) head += ", " + counted(*exported.hidden, "secret") + " hidden";
  if (auto done = append(head + "\n"); !done) return done;
  return exported.main.each(
      [&](const ExportedMessage& one) { return append(message_text(one)); });
}

Result<void> write_csv(const Exported& exported, const AppendText& append) {
  if (auto done = append("time,role,kind,tool,tokens,text,uuid\r\n"); !done) return done;
  return exported.main.each(
      [&](const ExportedMessage& one) { return append(message_rows(one)); });
}

Result<void> write_patch(const Exported& exported, const AppendText& append) {
  return exported.main.each([&](const ExportedMessage& one) -> Result<void> {
    for (const auto& change : one.changes) {
      if (!change || change->lines.empty()) continue;
      if (auto done = append(change_text(*change)); !done) return done;
    }
    return {};
  });
}

}  // namespace clew
