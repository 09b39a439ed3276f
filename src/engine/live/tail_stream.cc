// SPDX-License-Identifier: MIT

#include "engine/live/tail_stream.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/layout.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/project_lookup.h"
#include "engine/live/hidden_events.h"
#include "engine/live/live_answers.h"
#include "engine/read/open_session.h"
#include "engine/read/session.h"
#include "os/paths.h"
#include "transcript/conversation.h"
#include "transcript/message_reader.h"

namespace clew {
namespace {

// The session that changed last of those below these folders (none: of all).
std::string newest_session(const SessionFiles& found, const std::set<std::string>& folders,
                           const HiddenSessions& hidden) {
  const SessionFile* newest = nullptr;
  for (const SessionFile& file : found.files) {
    const ProjectFolder& folder = found.folders[file.folder];
    if (!folders.empty() && !folders.contains(folder.path + "/")) continue;
    if (hidden.hides(folder.key, stem(file.path))) continue;
    if (!newest || file.info.mtime_ns > newest->info.mtime_ns) newest = &file;
  }
  return newest ? newest->path : std::string();
}

std::vector<Message> last_messages(const Session& session, std::int64_t most) {
  std::vector<Message> messages;
  const auto path = session.path(RuleSet::k21, "");
  if (!path) return messages;
  const Transcript& t = session.transcript();
  auto plans = plan_messages(t, session.transcript_view(*path));
  const auto skipped = std::max<std::int64_t>(0, std::ssize(plans) - most);
  plans.erase(plans.begin(), plans.begin() + skipped);
  FileLines lines = session.lines();
  MessageReader reader(t, lines);
  for (const MessagePlan& plan : plans) {
    if (auto message = reader.read(plan)) messages.push_back(std::move(*message));
  }
  return messages;
}

}  // namespace

Result<std::unique_ptr<TailStream>> TailStream::open(Engine& engine, const Arguments& arguments) {
  std::unique_ptr<TailStream> stream(new TailStream());
  stream->subagents_ = arguments.flag("subagents");
  stream->shows_hidden_ = arguments.flag("hidden");
  if (auto chosen = stream->choose(engine, arguments); !chosen) return chosen.error();
  // Listening first and reading second: a line may be told twice, but none is missed.
  stream->listen(engine);
  const std::int64_t messages = arguments.integer("lines");
  std::string path = stream->file_;
  const bool nothing_there = !stream->project_.empty() && stream->folders_.empty();
  if (path.empty() && !nothing_there) {
    path = newest_session(find_session_files(engine.files(), engine.roots().paths),
                          stream->folders_, stream->hidden_);
  }
  if (!path.empty()) stream->start_with(engine, path, messages);
  return stream;
}

Result<void> TailStream::choose(Engine& engine, const Arguments& arguments) {
  const auto session = arguments.maybe_text("session");
  const auto project = arguments.maybe_text("project");
  const bool all = arguments.flag("all");
  if ((session ? 1 : 0) + (project ? 1 : 0) + (all ? 1 : 0) > 1) {
    return Error{ErrorCode::kInvalid, "give a session, or --project, or --all"};
  }
  if (session) return choose_session(engine, *session);
  auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  hidden_ = std::move(*hidden);
  const std::string& here = engine.options().folder;
  if (project) {
    choose_project(engine, resolve_path(here, *project));
  } else if (!all && !here.empty()) {
    choose_project(engine, here);
    if (folders_.empty()) project_.clear();  // nothing here: all
  }
  return {};
}

Result<void> TailStream::choose_session(Engine& engine, const std::string& name) {
  auto named = engine.locate(name);
  if (!named) return named.error();
  const std::vector<std::string>& roots = engine.roots().paths;
  const auto is_watched = [&](const std::string& path) {
    return std::any_of(roots.begin(), roots.end(), [&](const std::string& root) {
      return !below_projects(root, path).empty();
    });
  };
  file_ = named->path;
  if (auto real = engine.files().real_path(file_); real && !is_watched(file_)) file_ = *real;
  session_ = stem(file_);
  if (is_watched(file_)) return {};
  return Error{ErrorCode::kInvalid,
               file_ +
                   " lies below none of the roots, so it is not watched; name its root with "
                   "--root"};
}

void TailStream::choose_project(Engine& engine, const std::string& folder) {
  project_ = folder;
  const SessionFiles found = find_project_folders(engine.files(), engine.roots().paths);
  for (const std::size_t index : folders_of_project(engine.files(), found.folders, folder)) {
    folders_.insert(found.folders[index].path + "/");
  }
}

void TailStream::listen(Engine& engine) {
  bus_ = engine.services().events;
  if (bus_ == nullptr) {
    own_bus_ = std::make_unique<EventBus>(
        EventBusOptions{.is_hidden = hidden_events(engine.files(), engine.options().own.hidden())});
    bus_ = own_bus_.get();
  }
  // One session that was named is shown also when it is hidden.
  events_ = bus_->subscribe({.hidden = !file_.empty() || shows_hidden_}, [this] {
    {
      const std::lock_guard lock(mutex_);
      wake_ = true;
    }
    woken_.notify_one();
  });
  if (!own_bus_) return;
  if (auto watch = LiveWatch::start(engine.files(), engine.options(), *bus_)) {
    watch_ = std::move(*watch);
  }
}

void TailStream::start_with(Engine& engine, const std::string& path, std::int64_t messages) {
  auto session = open_file(engine, path);
  if (!session) return;
  first_.push_back(std::make_shared<LiveEvent>(
      bus_->last_sequence(),
      EventDraft{.type = std::string(event_type::kTailStart),
                 .session = std::string(stem(path)),
                 .project = recorded_cwd(engine.files(), path),
                 .file = path,
                 .payload = TailStart{short_name((*session)->facts()), *session,
                                      last_messages(**session, messages)}}));
}

bool TailStream::concerns(const LiveEvent& event) const {
  if (event.type == event_type::kResync) return true;
  if (event.type == event_type::kDrive) return false;
  const bool is_agent = is_agent_name(base_name(event.file));
  if (!file_.empty()) {
    if (event.file == file_) return true;
    return event.session == session_ && (event.file.empty() || (is_agent && subagents_));
  }
  if (is_agent && !subagents_) return false;
  if (project_.empty()) return true;
  return event.project == project_ ||
         std::any_of(folders_.begin(), folders_.end(),
                     [&](const std::string& folder) { return event.file.starts_with(folder); });
}

std::vector<std::shared_ptr<const LiveEvent>> TailStream::next(std::chrono::milliseconds timeout) {
  if (!first_.empty()) return std::exchange(first_, {});
  {
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, timeout, [this] { return wake_; });
    wake_ = false;
  }
  auto events = events_->take();
  std::erase_if(events, [this](const auto& event) { return !concerns(*event); });
  return events;
}

}  // namespace clew
