// SPDX-License-Identifier: MIT
//
// The project's files as the story changes them, and the backups that the CLI keeps: with every
// prompt a snapshot of all tracked files, and before a tool touches a further file its state is
// added to that snapshot, by a repeated snapshot (2.0 on) or by a delta (2.1.231 on).

#include <algorithm>

#include "engine/demo_builder.h"

namespace clew::demo {
namespace {

// A file with line numbers, as the model sees it.
std::string numbered(std::string_view content, bool newer) {
  std::string out;
  int number = 0;
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    const std::string count = std::to_string(++number);
    out += number > 1 ? "\n" : "";
    out += newer ? count + "\t" : std::string(6 - count.size(), ' ') + count + "→";
    out += content.substr(0, end);
    content.remove_prefix(std::min(end + 1, content.size()));
  }
  return out;
}

}  // namespace

std::string SessionWriter::full_path(std::string_view path) const {
  const bool windows = start_.cwd.find('\\') != std::string::npos;
  std::string full = start_.cwd + "/" + std::string(path);
  if (windows) std::replace(full.begin(), full.end(), '/', '\\');
  return full;
}

Part SessionWriter::read(std::string_view path) const {
  const std::string& content = disk_.at(std::string(path));
  const auto lines = std::count(content.begin(), content.end(), '\n');
  return use("Read", object({{"file_path", full_path(path)}}), numbered(content, since(2, 1, 90)),
             object({{"type", "text"},
                     {"file", object({{"filePath", full_path(path)},
                                      {"content", content},
                                      {"numLines", lines},
                                      {"startLine", 1},
                                      {"totalLines", lines}})}}));
}

Part SessionWriter::edit(std::string_view path, std::string_view old_text,
                         std::string_view new_text) {
  std::string& content = disk_.at(std::string(path));
  const std::string original = content;
  content.replace(content.find(old_text), old_text.size(), new_text);
  const std::string full = full_path(path);
  Part part =
      use("Edit", object({{"file_path", full}, {"old_string", old_text}, {"new_string", new_text}}),
          "The file " + full + " has been updated.",
          object({{"filePath", full},
                  {"oldString", old_text},
                  {"newString", new_text},
                  {"originalFile", original},
                  {"structuredPatch", structured_patch(original, content)},
                  {"userModified", false},
                  {"replaceAll", false}}));
  part.touched = Touched{std::string(path), original};
  return part;
}

Part SessionWriter::write(std::string_view path, std::string_view content) {
  const auto old = disk_.find(std::string(path));
  const bool is_new = old == disk_.end();
  const std::string full = full_path(path);
  std::optional<std::string> original;
  if (!is_new) original = old->second;
  Part part =
      use("Write", object({{"file_path", full}, {"content", content}}),
          (is_new ? "File created at: " : "File updated: ") + full,
          object({{"type", is_new ? "create" : "update"},
                  {"filePath", full},
                  {"content", content},
                  {"structuredPatch", original ? structured_patch(*original, content) : list({})},
                  {"originalFile", original ? Json(*original) : Json(nullptr)}}));
  part.touched = Touched{std::string(path), original};
  disk_[std::string(path)] = content;
  return part;
}

// ---- backups

std::string SessionWriter::backup_name(const std::string& path, const Backup& backup) const {
  return Dice(full_path(path)).hex(16) + "@v" + std::to_string(backup.version);
}

void SessionWriter::save_backup(const std::string& path, const Backup& backup) {
  if (!backup.content) return;
  root_.add("file-history/" + id_ + "/" + backup_name(path, backup), *backup.content, clock_);
}

Json SessionWriter::backup_json(const std::string& path, const Backup& backup) const {
  Fields fields = {
      {"backupFileName", backup.content ? Json(backup_name(path, backup)) : Json(nullptr)},
      {"version", backup.version},
      {"backupTime", format_iso(backup.time)}};
  if (since(2, 1, 231)) {
    const std::string full = full_path(path);
    fields.emplace_back("realParentDir", full.substr(0, full.find_last_of("/\\")));
  }
  return object(fields);
}

Json SessionWriter::tracked_json() const {
  Fields files;
  for (const auto& [path, backup] : tracked_) files.emplace_back(path, backup_json(path, backup));
  return object(files);
}

void SessionWriter::snapshot(const std::string& message) {
  for (auto& [path, backup] : tracked_) {
    const auto now = disk_.find(path);
    if (now == disk_.end() || backup.content == now->second) continue;
    backup = {now->second, backup.version + 1, clock_};
    save_backup(path, backup);
  }
  snapshot_message_ = message;
  snapshot_time_ = clock_;
  raw_line(object({{"type", "file-history-snapshot"},
                   {"messageId", message},
                   {"snapshot", object({{"messageId", message},
                                        {"trackedFileBackups", tracked_json()},
                                        {"timestamp", format_iso(clock_)}})},
                   {"isSnapshotUpdate", false}})
               .text());
}

void SessionWriter::track(const std::string& message, const Touched& touched) {
  if (before(2, 0, 1) || !agent_.empty() || tracked_.count(touched.path) > 0) return;
  Backup& backup = tracked_[touched.path];
  backup = {touched.before, 1, clock_};
  save_backup(touched.path, backup);
  if (since(2, 1, 231)) {
    raw_line(object({{"type", "file-history-delta"},
                     {"messageId", message},
                     {"snapshotMessageId", snapshot_message_},
                     {"trackingPath", touched.path},
                     {"backup", backup_json(touched.path, backup)},
                     {"timestamp", format_iso(clock_)}})
                 .text());
    return;
  }
  raw_line(object({{"type", "file-history-snapshot"},
                   {"messageId", message},
                   {"snapshot", object({{"messageId", snapshot_message_},
                                        {"trackedFileBackups", tracked_json()},
                                        {"timestamp", format_iso(snapshot_time_)}})},
                   {"isSnapshotUpdate", true}})
               .text());
}

}  // namespace clew::demo
