// SPDX-License-Identifier: MIT

#include "engine/read/edited_files.h"

#include <utility>

#include "base/diff.h"
#include "os/paths.h"

namespace clew {
namespace {

// What one call was asked for and what it reported. A person may have changed the proposal before
// it was carried out, so the report counts where it has something.
struct Edit {
  json::Value input;
  json::Value reported;

  json::Value of(const char* in_report, const char* in_input) const {
    return reported[in_report].is_missing() ? input[in_input] : reported[in_report];
  }
  bool creates() const { return reported["type"].string_or("") == "create"; }
};

bool replace(std::string& text, std::string_view before, std::string_view after, bool all) {
  if (before.empty()) {
    if (!text.empty()) return false;
    text = after;
    return true;
  }
  std::size_t at = text.find(before);
  if (at == std::string::npos) return false;
  for (; at != std::string::npos; at = text.find(before, at + after.size())) {
    text.replace(at, before.size(), after);
    if (!all) break;
  }
  return true;
}

// Nothing when the texts to be replaced are not there: then something else changed the file.
std::optional<std::string> edited(const Edit& edit, const std::optional<std::string>& before) {
  const json::Value content = edit.of("content", "content");
  if (content.is_string()) return std::string(content.string_or(""));
  const json::Value notebook = edit.reported["updated_file"];
  if (notebook.is_string()) return std::string(notebook.string_or(""));
  if (!before) return std::nullopt;
  std::string text = *before;
  const json::Value several = edit.of("edits", "edits");
  if (several.is_array()) {
    for (const json::Value one : several.elements()) {
      if (!replace(text, one["old_string"].string_or(""), one["new_string"].string_or(""),
                   one["replace_all"].bool_or(false)))
        return std::nullopt;
    }
    return text;
  }
  const json::Value from = edit.of("oldString", "old_string");
  const json::Value to = edit.of("newString", "new_string");
  if (!from.is_string() || !to.is_string()) return std::nullopt;
  if (!replace(text, from.string_or(""), to.string_or(""),
               edit.of("replaceAll", "replace_all").bool_or(false)))
    return std::nullopt;
  return text;
}

std::string range(char sign, json::Value start, json::Value lines) {
  return sign + std::to_string(start.int_or(1)) + "," + std::to_string(lines.int_or(0));
}

void append(std::vector<std::string>& to, std::vector<std::string> lines) {
  for (std::string& line : lines) to.push_back(std::move(line));
}

void append_replaced(json::Value edit, std::vector<std::string>& lines) {
  append(lines, unified_diff(edit["old_string"].string_or(""), edit["new_string"].string_or("")));
}

// The lines that one call changed: as it reported them, else from what is known of the file.
std::vector<std::string> changed_lines(const Edit& edit, const std::optional<std::string>& before,
                                       const std::optional<std::string>& now) {
  std::vector<std::string> lines;
  for (const json::Value hunk : edit.reported["structuredPatch"].elements()) {
    lines.push_back("@@ " + range('-', hunk["oldStart"], hunk["oldLines"]) + " " +
                    range('+', hunk["newStart"], hunk["newLines"]) + " @@");
    for (const json::Value line : hunk["lines"].elements()) lines.emplace_back(line.string_or(""));
  }
  if (!lines.empty()) return lines;
  if (before && now) return unified_diff(*before, *now);
  if (now) return unified_diff("", *now);
  append_replaced(edit.input, lines);
  for (const json::Value one : edit.input["edits"].elements()) append_replaced(one, lines);
  return lines;
}

}  // namespace

bool changes_a_file(std::string_view tool) {
  return tool == "Write" || tool == "Edit" || tool == "MultiEdit" || tool == "NotebookEdit";
}

EditedFile& EditedFiles::file_at(std::string_view path) {
  std::string whole = resolve_path(folder_, path);
  const auto [place, is_new] = places_.try_emplace(whole, files_.size());
  if (is_new) files_.emplace_back().path = std::move(whole);
  return files_[place->second];
}

const EditedFile* EditedFiles::find(const std::string& path) const {
  const auto place = places_.find(path);
  return place == places_.end() ? nullptr : &files_[place->second];
}

const EditedFile* EditedFiles::add(const ToolCall& call, const Base& base) {
  if (call.state != ToolState::kSuccess || !changes_a_file(call.name)) return nullptr;
  const auto input = inputs_.parse_copy(call.input);
  if (!input) return nullptr;
  const std::string_view path =
      (*input)["file_path"].string_or((*input)["notebook_path"].string_or(""));
  if (path.empty()) return nullptr;
  const auto result = results_.parse_copy(call.structured.empty() ? "{}" : call.structured);
  const Edit edit{*input, result ? *result : json::Value()};
  EditedFile& file = file_at(path);
  // The second is what NotebookEdit reports.
  const json::Value original = edit.reported["originalFile"].is_string()
                                   ? edit.reported["originalFile"]
                                   : edit.reported["original_file"];
  std::optional<std::string> before;
  if (original.is_string()) {
    before = std::string(original.string_or(""));
  } else if (edit.creates()) {
    before = std::string();
  } else {
    before = file.calls > 0 || !base ? file.now : base(file.path);
  }
  std::optional<std::string> now = edited(edit, before);
  file.last_lines = file.lines.size();
  append(file.lines, changed_lines(edit, before, now));
  file.last_lines = file.lines.size() - file.last_lines;
  file.last_before = before;
  if (file.calls == 0) {
    file.before = std::move(before);
    file.created = edit.creates();
  }
  file.now = std::move(now);
  ++file.calls;
  if (call.call != kNoEntry) file.time = (*t_)[call.call].time;
  return &file;
}

std::vector<std::string> inverted(const std::vector<std::string>& lines) {
  std::vector<std::string> out = lines;
  for (std::string& line : out) {
    if (line.starts_with('+')) {
      line[0] = '-';
    } else if (line.starts_with('-')) {
      line[0] = '+';
    } else if (const std::size_t plus = line.find(" +"); line.starts_with("@@ -") && plus > 4) {
      const std::size_t end = line.find(' ', plus + 1);
      if (end == std::string::npos) continue;
      const std::string was = line.substr(4, plus - 4);
      const std::string is = line.substr(plus + 2, end - plus - 2);
      const std::string rest = line.substr(end);
      line = "@@ -";
      line.append(is).append(" +").append(was).append(rest);
    }
  }
  return out;
}

}  // namespace clew
