// SPDX-License-Identifier: MIT
//
// New lines are reported at once; what needs the whole file (facts, branch) is done a little later,
// so that a busy session costs little and an append never waits for it.

#include "engine/live/live_publisher.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <thread>

#include "base/hash.h"
#include "catalog/layout/file_mark.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/roots.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/project_lookup.h"
#include "engine/live/live_answers.h"
#include "engine/read/session.h"
#include "json/described_json.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

using Milliseconds = std::chrono::milliseconds;

// More than this at once is no growth of a conversation but a copied file: read it whole.
constexpr std::int64_t kMostAppended = std::int64_t{8} << 20;
constexpr Milliseconds kLongestRetry(60'000);
// Reading facts may take at most this part of the time.
constexpr int kShareOfTime = 100;
constexpr Milliseconds kLongestFactsPause(10'000);

// Whether a line ends in [start, end).
Result<bool> has_line_end(const RandomAccessFile& file, std::int64_t start, std::int64_t end) {
  std::array<char, 4096> block;
  // The last byte first: mostly it is the one.
  const auto last = file.read_at(end - 1, {block.data(), 1});
  if (!last) return last.error();
  if (*last == 1 && block[0] == '\n') return true;
  while (start < end) {
    const auto size = std::min<std::int64_t>(std::ssize(block), end - start);
    const auto read = file.read_at(start, {block.data(), static_cast<std::size_t>(size)});
    if (!read) return read.error();
    if (*read == 0) return false;
    if (std::string_view(block.data(), *read).find('\n') != std::string_view::npos) return true;
    start += static_cast<std::int64_t>(*read);
  }
  return false;
}

std::unique_ptr<ChangeWatcher> watcher_or_polling(std::unique_ptr<ChangeWatcher> given,
                                                  Milliseconds interval) {
  if (given) return given;
  auto made = make_change_watcher();
  return made ? std::move(*made) : make_polling_watcher(interval);
}

bool same_running(const LiveSession& a, const LiveSession& b) {
  return a.pid == b.pid && a.status == b.status && a.certain == b.certain && a.cwd == b.cwd &&
         a.started == b.started;
}

// Also the session store, which programs write to that Claude Code knows nothing of.
std::vector<std::string> watched_roots(const FileSystem& files, const EngineOptions& options) {
  std::vector<std::string> roots = find_roots(files, options.roots, options.environment).paths;
  if (options.store.empty()) return roots;
  if (auto store = files.real_path(options.store)) {
    std::erase(roots, *store);
    roots.push_back(std::move(*store));
  }
  return roots;
}

// sessionId of the first line that has one.
std::string recorded_session(const FileSystem& files, const std::string& path) {
  auto facts = FactsReader().read(files, path);
  return facts ? facts->recorded_id : std::string();
}

}  // namespace

LivePublisher::LivePublisher(const FileSystem& files, EngineOptions options, EventBus& bus,
                             LiveOptions live)
    : files_(files),
      options_(std::move(options)),
      bus_(bus),
      facts_delay_(live.facts_delay),
      retry_(live.retry),
      sessions_(live.sessions ? *live.sessions : own_sessions_),
      roots_(live.roots ? std::move(live.roots)
                        : [this] { return watched_roots(files_, options_); }),
      watch_(files, watcher_or_polling(std::move(live.watcher), live.watch.unwatched), roots_,
             live.watch) {
  for (const auto& [path, watched] : watch_.files()) {
    Known& known = known_[path];
    // A file that cannot be read now counts as empty: when it can be, it has changed.
    if (auto file = files_.open(path)) {
      if (auto info = (*file)->info()) static_cast<void>(remember(known, **file, *info));
    }
  }
  LiveRegistry registry = read_live_registry(files_, RealProcessProbe(), roots_());
  std::vector<std::int64_t> pids;
  for (LiveSession& live_session : registry.sessions) {
    pids.push_back(live_session.pid);
    running_[live_session.session] = std::move(live_session);
  }
  watch_.watch_processes(pids);
}

void LivePublisher::run_once() {
  const TreeChanges changes = watch_.wait(until_due());
  for (const TranscriptChange& change : changes.files) {
    switch (change.kind) {
      case TranscriptChange::Kind::kAdded:
        add(change.path);
        break;
      case TranscriptChange::Kind::kChanged:
        look(change.path);
        break;
      case TranscriptChange::Kind::kRemoved:
        remove(change.path);
        break;
    }
  }
  if (changes.registry || changes.process_ended) tell_running();
  do_what_is_due();
}

void LivePublisher::add(const std::string& path) {
  Known& known = known_[path] = {};
  known.reported = known.lines = 0;
  tell_facts(path, known, event_type::kSessionAdded);
  look(path);
}

void LivePublisher::remove(const std::string& path) {
  const auto at = known_.find(path);
  if (at == known_.end()) return;
  if (at->second.due != Clock::time_point{}) due_.erase({at->second.due, path});
  publish(event_type::kSessionRemoved, path, at->second, Removed{at->second.agent});
  known_.erase(at);
  drop_tail(path);
}

// Reads what is new in a file, if it only grew.
void LivePublisher::look(const std::string& path) {
  const auto at = known_.find(path);
  if (at == known_.end()) return;
  Known& known = at->second;
  auto file = files_.open(path);
  if (!file) {
    // Gone: the watch says so next. Else it will be tried again.
    if (file.error().code == ErrorCode::kNotFound) return;
    return try_again(path, known);
  }
  auto info = (*file)->info();
  FileInfo now = info ? *info : FileInfo{};
  auto grew = info ? only_grew(known, **file, now) : Result<bool>(info.error());
  if (!grew) return try_again(path, known);
  known.unread = false;
  if (!*grew) {
    start_again(path, known, **file, now);
  } else if (now.size > known.seen) {
    grow(path, known, **file, now);
  }
}

// Whether the file is the one we know, with nothing or something at its end.
Result<bool> LivePublisher::only_grew(const Known& known, const RandomAccessFile& file,
                                      FileInfo& info) const {
  if (known.seen == 0) return true;
  if (info.inode != known.info.inode || info.device != known.info.device) return false;
  if (info.size == known.seen && !same_version(info, known.info)) {
    // Edited in place, or a write that has set the time but not the size yet.
    std::this_thread::sleep_for(Milliseconds(1));
    auto again = file.info();
    if (!again) return again.error();
    info = *again;
    if (info.size == known.seen) return false;
  }
  if (info.size < known.seen) return false;
  return still_begins_so(known, file);
}

Result<bool> LivePublisher::still_begins_so(const Known& known, const RandomAccessFile& file) {
  if (known.seen == 0) return true;
  const auto mark = mark_before(file, known.seen);
  if (!mark) return mark.error();
  return *mark == known.mark;
}

Result<void> LivePublisher::remember(Known& known, const RandomAccessFile& file,
                                     const FileInfo& info) const {
  const auto mark = mark_before(file, info.size);
  if (!mark) return mark.error();
  known.info = info;
  known.seen = info.size;
  known.mark = *mark;
  return {};
}

void LivePublisher::grow(const std::string& path, Known& known, const RandomAccessFile& file,
                         const FileInfo& info) {
  if (known.reported < 0) {
    auto start = line_start_before(file, known.seen);
    if (!start) return try_again(path, known);
    known.reported = *start;
  }
  if (info.size - known.reported > kMostAppended) return start_again(path, known, file, info);
  if (known.lines < 0) {
    auto lines = count_lines(file, 0, known.reported);
    if (!lines) return try_again(path, known);
    known.lines = *lines;
  }
  const auto mark = mark_before(file, info.size);
  if (!mark) return try_again(path, known);
  const auto complete = has_line_end(file, known.seen, info.size);
  if (!complete) return try_again(path, known);
  if (*complete) {
    TranscriptTail& tail = tail_of(path, is_agent_name(base_name(path)));
    auto growth = tail.read(file, known.reported, info.size, known.lines);
    if (!growth) return try_again(path, known);
    known.reported = growth->end;
    known.lines += growth->lines;
    if (growth->may_have_forked && !known.check_branch) {
      known.check_branch = true;
      known.tip = growth->tip_before;
    }
    tell_growth(path, known, tail, std::move(*growth));
    if (tail.is_long()) drop_tail(path);
  }
  // Written anew while it was read? Then what was reported is a mixture, and what would be
  // remembered is not what was reported.
  const auto begins_so = still_begins_so(known, file);
  if (!begins_so || !remember(known, file, info)) return try_again(path, known);
  if (!*begins_so || known.mark != *mark) return start_again(path, known, file, info);
  ask_later(path, known, std::max(facts_delay_, known.pause));
}

// The file is another than before: whoever shows it has to read it again.
void LivePublisher::start_again(const std::string& path, Known& known, const RandomAccessFile& file,
                                const FileInfo& info) {
  drop_tail(path);
  known.reported = known.lines = -1;
  known.session.clear();
  known.reload = true;
  if (!remember(known, file, info)) return try_again(path, known);
  tell_facts(path, known, event_type::kSessionChanged);
}

void LivePublisher::tell_growth(const std::string& path, Known& known, const TranscriptTail& tail,
                                TailGrowth growth) {
  if (growth.lines == 0) return;
  identify(path, known);
  publish(event_type::kSessionAppended, path, known,
          appended(known.agent, tail.transcript(), std::move(growth)));
}

void LivePublisher::tell_facts(const std::string& path, Known& known, std::string_view type) {
  const bool added = type == event_type::kSessionAdded;
  const auto watched = watch_.files().find(path);
  if (watched == watch_.files().end()) return;  // its end will be reported
  const auto started = Clock::now();
  auto facts = facts_.read(files_, path);
  if (!facts) {
    if (facts.error().code != ErrorCode::kNotFound) try_again(path, known);
    if (!added) return;
    facts = SessionFacts();
    facts->path = path;
    facts->id = stem(path);
  }
  FileRow<std::string> row = file_row(watched->second, *facts);
  const auto took = std::chrono::duration_cast<Milliseconds>(Clock::now() - started);
  // Without any delay (tests) the time that a read took must not decide anything.
  if (facts_delay_ > Milliseconds(0))
    known.pause = std::min(took * kShareOfTime, kLongestFactsPause);
  const std::uint64_t hash = hash_bytes(json::to_text(row)) | 1U;
  if (!added && !known.reload && hash == known.row) return;
  known.row = hash;
  identify(path, known);
  if (!facts->cwd.empty()) known.project = facts->cwd;
  publish(type, path, known, FactsChanged{known.agent, known.reload, std::move(row)});
  known.reload = false;
}

// Tells when the conversation goes on from elsewhere than where it stood.
void LivePublisher::tell_branch(const std::string& path, Known& known) {
  known.check_branch = false;
  auto session = sessions_.open(files_, path);
  if (!session) return;
  auto way = (*session)->path(RuleSet::k21, "");
  if (!way) return;
  const Transcript& t = (*session)->transcript();
  const NodeId before = (*session)->tree().find(t.symbols.find(known.tip));
  const auto view = (*session)->transcript_view(*way);
  const bool still =
      before != kNoNode &&
      std::find(view.begin(), view.end(), (*session)->tree().last_line(before)) != view.end();
  if (still) return;
  publish(
      event_type::kSessionBranch, path, known,
      BranchChanged{known.agent, std::string(uuid_of(t, way->tip).text), way->reason, known.tip});
}

void LivePublisher::tell_running() {
  const Roots roots = find_roots(files_, options_.roots, options_.environment);
  const LiveRegistry registry = read_live_registry(files_, RealProcessProbe(), roots.paths);
  std::map<std::string, LiveSession> now;
  std::vector<std::int64_t> pids;
  for (const LiveSession& live : registry.sessions) {
    pids.push_back(live.pid);
    now[live.session] = *registry.find(live.session);
  }
  const auto tell = [this](const LiveSession& live, bool runs) {
    bus_.publish({.type = std::string(event_type::kSessionRunning),
                  .session = live.session,
                  .project = live.cwd,
                  .payload = RunningChanged{runs ? std::optional(live) : std::nullopt}});
  };
  for (const auto& [id, live] : now) {
    const auto before = running_.find(id);
    if (before == running_.end() || !same_running(before->second, live)) tell(live, true);
  }
  for (const auto& [id, live] : running_) {
    if (!now.contains(id)) tell(live, false);
  }
  running_ = std::move(now);
  watch_.watch_processes(pids);
}

void LivePublisher::publish(std::string_view type, const std::string& path, const Known& known,
                            EventPayload payload) {
  bus_.publish({.type = std::string(type),
                .session = known.session.empty() ? std::string(stem(path)) : known.session,
                .project = known.project,
                .file = path,
                .payload = std::move(payload)});
}

// Which session and project a file belongs to. Those of a subagent belong to the session that
// started it.
void LivePublisher::identify(const std::string& path, Known& known) const {
  const auto watched = watch_.files().find(path);
  const std::string key = watched == watch_.files().end() ? "" : watched->second.key;
  if (known.session.empty()) {
    const std::string_view id = stem(path);
    known.session = id;
    if (is_agent_name(id)) {
      known.agent = agent_of(id);
      const std::string_view above = session_above(path);
      const std::string of = above.empty() ? recorded_session(files_, path) : std::string(above);
      if (!of.empty()) known.session = of;
    }
  }
  if (known.project.empty() || known.project == key) {
    const std::string cwd = recorded_cwd(files_, path);
    known.project = cwd.empty() ? key : cwd;
  }
}

// A read failed: again soon, and then less and less often.
void LivePublisher::try_again(const std::string& path, Known& known) {
  drop_tail(path);
  known.unread = true;
  known.retry = std::clamp(known.retry * 2, retry_, kLongestRetry);
  ask_later(path, known, known.retry);
}

void LivePublisher::ask_later(const std::string& path, Known& known, Milliseconds delay) {
  if (known.due != Clock::time_point{}) return;
  known.due = Clock::now() + delay;
  due_.emplace(known.due, path);
}

void LivePublisher::do_what_is_due() {
  while (!due_.empty() && due_.begin()->first <= Clock::now()) {
    const std::string path = due_.begin()->second;
    due_.erase(due_.begin());
    Known& known = known_.at(path);
    known.due = {};
    if (known.unread) look(path);
    if (!known.unread) known.retry = Milliseconds(0);
    tell_facts(path, known, event_type::kSessionChanged);
    if (known.check_branch) tell_branch(path, known);
  }
}

std::optional<LivePublisher::Milliseconds> LivePublisher::until_due() const {
  if (due_.empty()) return std::nullopt;
  const auto left = due_.begin()->first - Clock::now();
  // Rounded up, or the wait would end too early again and again.
  return std::max(std::chrono::ceil<Milliseconds>(left), Milliseconds(0));
}

TranscriptTail& LivePublisher::tail_of(const std::string& path, bool is_agent) {
  if (const auto at = tail_at_.find(path); at != tail_at_.end()) {
    tails_.splice(tails_.begin(), tails_, at->second);
    return at->second->tail;
  }
  if (tails_.size() >= kMostTails) drop_tail(std::string(tails_.back().path));
  tails_.push_front({path, TranscriptTail(is_agent)});
  tail_at_[path] = tails_.begin();
  return tails_.front().tail;
}

void LivePublisher::drop_tail(const std::string& path) {
  const auto at = tail_at_.find(path);
  if (at == tail_at_.end()) return;
  tails_.erase(at->second);
  tail_at_.erase(at);
}

}  // namespace clew
