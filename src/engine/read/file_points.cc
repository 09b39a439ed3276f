// SPDX-License-Identifier: MIT

#include "engine/read/file_points.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "catalog/beside/file_history.h"
#include "engine/read/conversation_view.h"
#include "engine/read/open_session.h"
#include "os/paths.h"

namespace clew {
namespace {

// <root>/projects/<key>/<session>.jsonl: three steps up.
std::string root_of(const std::string& transcript) {
  return std::string(parent_path(parent_path(parent_path(transcript))));
}

std::string folder_of(const Transcript& t) {
  for (const Entry& entry : t.entries) {
    const std::string_view cwd = t.text(t.origin(entry).cwd);
    if (!cwd.empty()) return std::string(cwd);
  }
  return "";
}

std::vector<std::size_t> places_of(const Transcript& t, const std::vector<EntryIndex>& lines) {
  std::vector<std::size_t> place(t.entries.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i) place[static_cast<std::size_t>(lines[i])] = i + 1;
  return place;
}

}  // namespace

Result<std::shared_ptr<const FileWay>> FileWay::open(Engine& engine, const std::string& name,
                                                     const std::string& at) {
  auto session = open_session(engine, name);
  if (!session) return session.error();
  if (!at.empty()) {
    if (auto entry = (*session)->find_entry(at); !entry) return entry.error();
  }
  auto path = (*session)->path(RuleSet::k21, at);
  if (!path) return path.error();
  if (engine.stop().is_stopped()) return stopped_error();
  const Transcript& t = (*session)->transcript();
  std::vector<EntryIndex> lines = (*session)->transcript_view(*path);
  if (engine.stop().is_stopped()) return stopped_error();
  std::vector<MessagePlan> calls = plan_messages(t, lines);
  std::erase_if(calls, [](const MessagePlan& plan) { return plan.tools.empty(); });
  if (engine.stop().is_stopped()) return stopped_error();
  std::vector<std::size_t> place = places_of(t, lines);
  FileStates states(t, lines);
  std::string root = root_of((*session)->file());
  return std::make_shared<const FileWay>(FileWay{std::move(*session), std::move(root), folder_of(t),
                                                 std::move(lines), std::move(calls),
                                                 std::move(place), std::move(states)});
}

Result<EditedFiles> FileWay::edits(Engine& engine, std::size_t from, std::size_t to,
                                   const EditedFiles::Base& base) const {
  EditedFiles edited(session->transcript(), folder);
  if (from >= to) return edited;
  const auto is_meant = [&](EntryIndex call) {
    return place_of(call) > from && place_of(call) <= to;
  };
  std::vector<MessagePlan> meant;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(meant), [&](const MessagePlan& plan) {
    return std::any_of(plan.tools.begin(), plan.tools.end(),
                       [&](const ToolCallPlan& call) { return is_meant(call.call); });
  });
  auto read = each_message(view_on(engine, session), meant, [&](const Message& message) {
    for (const ToolCall& call : message.tools) {
      if (is_meant(call.call)) edited.add(call, base);
    }
    return true;
  });
  if (!read) return read.error();
  return edited;
}

std::string FileWay::on_disk(std::string_view path) const { return resolve_path(folder, path); }

std::string FileWay::shown_path(const std::string& path) const {
  const std::string below = folder.ends_with('/') ? folder : folder + "/";
  return !folder.empty() && path.starts_with(below) ? path.substr(below.size()) : path;
}

std::optional<std::string> FileWay::copy(Engine& engine, const FileBackup& backup) const {
  const std::string_view name = session->transcript().text(backup.backup);
  if (name.empty()) return std::string();  // there was no such file
  const auto id = PlainName::from(session->id());
  const auto plain = PlainName::from(std::string(name));
  if (!id || !plain) return std::nullopt;
  auto content = read_backup(engine.files(), root, *id, *plain);
  return content ? std::optional(std::move(*content)) : std::nullopt;
}

FilePoint::FilePoint(std::shared_ptr<const FileWay> way, EntryIndex entry)
    : way_(std::move(way)), entry_(entry), tracked_(way_->states.state_at(message())) {
  for (const auto& [path, backup] : way_->states.rewind_to(message()))
    copies_.insert_or_assign(way_->on_disk(path), backup);
}

Result<FilePoint> FilePoint::open(Engine& engine, std::shared_ptr<const FileWay> way,
                                  EntryIndex entry) {
  FilePoint point(std::move(way), entry);
  const FileWay& on = *point.way_;
  const std::size_t first = std::min(on.states.first_snapshot().value_or(point.end()), point.end());
  auto early = on.edits(engine, 0, first, nullptr);
  if (!early) return early.error();
  point.early_.emplace(std::move(*early));
  const auto copy_of = [&](const std::string& path) -> std::optional<std::string> {
    const auto copy = point.copies_.find(path);
    return copy == point.copies_.end() ? std::nullopt : on.copy(engine, copy->second);
  };
  const std::size_t last = on.states.snapshot_before(point.message()).value_or(point.end());
  auto since = on.edits(engine, last, point.end(), copy_of);
  if (!since) return since.error();
  point.since_.emplace(std::move(*since));
  return point;
}

std::optional<std::string> FilePoint::content(Engine& engine, const std::string& path) const {
  const std::string whole = way_->on_disk(path);
  if (const EditedFile* file = since_->find(whole); file != nullptr && file->now) return file->now;
  if (const auto copy = copies_.find(whole); copy != copies_.end())
    return way_->copy(engine, copy->second);
  const EditedFile* file = early_->find(whole);
  return file == nullptr ? std::nullopt : file->now;
}

}  // namespace clew
