// SPDX-License-Identifier: MIT
#include "engine/team/push_sessions.h"

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "catalog/layout/session_files.h"
#include "engine/redact/redacted_files.h"
#include "engine/team/push_plan.h"
#include "engine/team/sent_sessions.h"
#include "keep/machine_name.h"
#include "os/paths.h"
#include "redact/finder.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// A file without what comes behind a place.
class BeginningOf : public RandomAccessFile {
 public:
  BeginningOf(std::unique_ptr<RandomAccessFile> base, FileInfo info, std::int64_t size)
      : base_(std::move(base)), info_(info) {
    info_.size = size;
  }
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset >= info_.size) return size_t{0};
    const auto most = static_cast<size_t>(info_.size - offset);
    return base_->read_at(offset, out.first(std::min(out.size(), most)));
  }
  Result<FileInfo> info() const override { return info_; }

 private:
  std::unique_ptr<RandomAccessFile> base_;
  FileInfo info_;
};

// Where the last whole line ends.
Result<std::int64_t> end_of_lines(const RandomAccessFile& file, std::int64_t size) {
  std::string block(std::size_t{64} << 10, '\0');
  for (std::int64_t end = size; end > 0;) {
    const std::int64_t begin = std::max<std::int64_t>(0, end - std::ssize(block));
    const auto got =
        file.read_at(begin, std::span<char>(block).first(static_cast<std::size_t>(end - begin)));
    if (!got) return got.error();
    const std::size_t at = std::string_view(block.data(), *got).rfind('\n');
    if (at != std::string_view::npos) return begin + static_cast<std::int64_t>(at) + 1;
    end = begin;
  }
  return std::int64_t{0};
}

class Pusher {
 public:
  Pusher(Engine& engine, TeamStore& store, const PushOptions& options, const PushPlan& plan,
         const redact::Finder& finder, const RedactDecisions& decisions, PushReport& report)
      : engine_(engine),
        store_(store),
        options_(options),
        plan_(plan),
        finder_(finder),
        decisions_(decisions),
        report_(report) {}

  // Pushes these of the plan's sessions; those that went are in done().
  Result<void> run(const std::vector<std::size_t>& sessions) {
    const auto until = Clock::now() + options_.patience;
    Milliseconds pause{100};
    for (;;) {
      const std::size_t before = next_;
      auto pushed = push_rest(sessions);
      if (pushed || engine_.stop().is_stopped()) return pushed;
      if (retry_at_once_) {
        retry_at_once_ = false;
        continue;
      }
      if (pushed.error().code != ErrorCode::kBusy || Clock::now() + pause > until) return pushed;
      std::this_thread::sleep_for(pause);
      pause = next_ > before ? Milliseconds(100) : std::min(pause * 2, Milliseconds(5'000));
    }
  }

  const std::vector<std::size_t>& done() const { return done_; }
  // Of these: all but the line that is being written now, so that they must be looked at again.
  const std::set<std::size_t>& held_back() const { return held_back_; }

 private:
  // From the first that is not committed.
  Result<void> push_rest(const std::vector<std::size_t>& sessions) {
    auto lease = store_.connection();
    if (!lease) return lease.error();
    FilePush push(**lease);
    std::vector<std::int64_t> projects;
    for (const PlannedProject& one : plan_.projects) {
      auto id = push.project(one.project, one.shared.readers);
      if (!id) return id.error();
      projects.push_back(*id);
    }
    std::vector<std::size_t> uncommitted;
    for (std::size_t at = next_; at < sessions.size(); ++at) {
      if (engine_.stop().is_stopped()) return stopped_error();
      if (failed_.contains(sessions[at])) continue;
      const PlannedSession& session = plan_.sessions[sessions[at]];
      holds_back_ = false;
      if (auto added = push_session(session, projects[session.project], push); !added) {
        return blame(**lease, sessions[at], added.error());
      }
      if (holds_back_) held_back_.insert(sessions[at]);
      uncommitted.push_back(sessions[at]);
      if (options_.on_progress) {
        options_.on_progress(static_cast<std::int64_t>(at) + 1, std::ssize(sessions));
      }
      if (!push.is_full()) continue;
      if (auto kept = commit(push, uncommitted, at + 1); !kept) return kept;
    }
    return commit(push, uncommitted, sessions.size());
  }

  Result<void> commit(FilePush& push, std::vector<std::size_t>& uncommitted, std::size_t next) {
    auto count = push.commit();
    if (!count) return count.error();
    report_.count += *count;
    done_.insert(done_.end(), uncommitted.begin(), uncommitted.end());
    uncommitted.clear();
    next_ = next;
    return {};
  }

  // What is wrong with one session, here or for the store's rules, does not stop the others.
  Error blame(const PgConnection& connection, std::size_t session, Error error) {
    const std::string& state = connection.last_state();
    const bool refused = state.starts_with("22") || state.starts_with("23");
    const bool local = state.empty() && connection.is_open() && error.code != ErrorCode::kBusy;
    if (!refused && !local) return error;
    failed_.insert(session);
    report_.findings.push_back({.kind = Finding::Kind::kUnreadable,
                                .path = plan_.sessions[session].session.path,
                                .reason = error.message});
    retry_at_once_ = true;
    return error;
  }

  Result<void> push_session(const PlannedSession& planned, std::int64_t project, FilePush& push) {
    const bool redact = plan_.projects[planned.project].shared.redact;
    std::unique_ptr<SessionRedaction> redaction;
    std::unique_ptr<RedactedFiles> redacted;
    if (redact) {
      auto made =
          SessionRedaction::collect({engine_.files(), engine_.stop(), planned.session.id.text(),
                                     sources_of(planned.session, planned.files)},
                                    finder_, &decisions_);
      if (!made) return made.error();
      redaction = std::move(*made);
      redacted = std::make_unique<RedactedFiles>(engine_.files(), *redaction);
    }
    const FileSystem& files = redact ? static_cast<const FileSystem&>(*redacted) : engine_.files();
    for (const RootFile& file : planned.files) {
      const std::string path = resolve_path(planned.session.folder.root, file.file);
      auto content = open_content(files, path, file);
      if (!content) return content.error();
      const FileToPush what{project, file.file, planned.session.id.text(), file.info.mtime_ns};
      auto pushed =
          push.add(what, **content, redact ? secrets_in(*redaction, path) : HoldsSecret());
      if (!pushed) return pushed;
    }
    return {};
  }

  // Half a line may hold half a secret, which nobody recognises; what nobody continues is sent.
  Result<std::unique_ptr<RandomAccessFile>> open_content(const FileSystem& files,
                                                         const std::string& path,
                                                         const RootFile& file) {
    constexpr std::int64_t kQuietNs = 60'000'000'000;
    auto opened = files.open(path);
    const bool quiet = file.info.mtime_ns < engine_.options().now * 1'000'000 - kQuietNs;
    if (!opened || !has_lines(file.file) || quiet) return opened;
    const auto info = (*opened)->info();
    if (!info) return info.error();
    const auto end = end_of_lines(**opened, info->size);
    if (!end) return end.error();
    holds_back_ = holds_back_ || *end < info->size;
    return std::unique_ptr<RandomAccessFile>(
        std::make_unique<BeginningOf>(std::move(*opened), *info, *end));
  }

  static HoldsSecret secrets_in(SessionRedaction& redaction, const std::string& path) {
    const auto& sources = redaction.sources();
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const SessionSource& one) { return one.path == path; });
    if (source == sources.end()) return {};
    return [&redaction, source](std::string_view line) {
      return redaction.redact_line(*source, 0, line).has_value();
    };
  }

  Engine& engine_;
  TeamStore& store_;
  const PushOptions& options_;
  const PushPlan& plan_;
  const redact::Finder& finder_;
  const RedactDecisions& decisions_;
  PushReport& report_;
  std::size_t next_ = 0;  // of those to push: all before are committed, or failed
  std::vector<std::size_t> done_;
  std::set<std::size_t> failed_;
  std::set<std::size_t> held_back_;
  bool holds_back_ = false;  // of the session that is being pushed
  bool retry_at_once_ = false;
};

}  // namespace

Result<std::string> machine_in_team(Engine& engine) {
  return make_machine_name(engine.disk(), engine.options().own.machine(), host_name());
}

Result<PushReport> push_sessions(Engine& engine, TeamStore& store, const PushOptions& options) {
  const OwnPaths& own = engine.options().own;
  auto shared = read_shared_list(engine.files(), own.team_shared(), store.id());
  if (!shared) return shared.error();
  auto machine = machine_in_team(engine);
  if (!machine) return machine.error();
  auto plan = plan_push(engine, *shared, *machine);
  if (!plan) return plan.error();
  PushReport report{.projects = std::ssize(shared->projects),
                    .sessions = std::ssize(plan->sessions),
                    .hidden = plan->hidden,
                    .withheld = plan->withheld,
                    .findings = plan->findings};
  auto stored = read_stored_sessions(store, *machine);
  if (!stored) return stored.error();
  SentSessions sent = SentSessions::read(engine.files(), own.team_sent(), store.id());
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < plan->sessions.size(); ++i) {
    const PlannedSession& one = plan->sessions[i];
    if (!sent.is_sent(one.place, one.look, *stored)) wanted.push_back(i);
  }
  if (options.dry_run) {
    report.pushed = std::ssize(wanted);
    return report;
  }
  const auto finder = redact::Finder::make();
  if (!finder) return finder.error();
  const auto decisions = RedactDecisions::read(engine.files(), own.redact());
  if (!decisions) return decisions.error();
  Pusher pusher(engine, store, options, *plan, *finder, *decisions, report);
  auto pushed = pusher.run(wanted);
  report.pushed = std::ssize(pusher.done());
  for (const std::size_t i : pusher.done()) {
    if (pusher.held_back().contains(i)) continue;
    sent.note(plan->sessions[i].place, plan->sessions[i].look);
  }
  if (!pushed) return pushed.error();
  stored = read_stored_sessions(store, *machine);
  if (!stored) return stored.error();
  sent.complete(*stored);
  // Without it the next push compares more, and sends nothing twice.
  if (!own.cache.empty()) static_cast<void>(sent.write(engine.disk(), own.team_sent(), store.id()));
  return report;
}

}  // namespace clew
