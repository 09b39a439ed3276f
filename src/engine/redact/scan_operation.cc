// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "base/parallel.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/project_scope.h"
#include "engine/redact/redact_answers.h"
#include "engine/redact/redact_options.h"
#include "engine/redact/session_groups.h"
#include "json/value.h"
#include "keep/content_hash.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::size_t kMostPlaces = 20;

// What all threads found, by a hash of each secret: the secrets themselves are not held.
class Collected {
 public:
  void add(const redact::TextFinding& finding, SecretPlace place) {
    const std::string key = piece_hash(finding.secret).hex();
    const std::lock_guard lock(mutex_);
    ScannedSecret& one = secrets_[key];
    if (one.count++ == 0) {
      one.kind = finding.kind;
      one.sure = to_string(finding.sure);
      one.masked = masked_secret(finding.secret);
    }
    if (place.time != 0) {
      one.first = one.first == 0 ? place.time : std::min(one.first, place.time);
      one.last = std::max(one.last, place.time);
    }
    sessions_[key].insert(place.session);
    one.places.push_back(std::move(place));
  }

  std::vector<ScannedSecret> take() {
    std::vector<ScannedSecret> out;
    for (auto& [key, one] : secrets_) {
      one.sessions = std::ssize(sessions_[key]);
      std::sort(one.places.begin(), one.places.end(),
                [](const SecretPlace& a, const SecretPlace& b) {
                  return std::tie(a.time, a.file, a.line) < std::tie(b.time, b.file, b.line);
                });
      if (one.places.size() > kMostPlaces) one.places.resize(kMostPlaces);
      out.push_back(std::move(one));
    }
    std::sort(out.begin(), out.end(), [](const ScannedSecret& a, const ScannedSecret& b) {
      return std::tie(a.first, a.kind, a.masked) < std::tie(b.first, b.kind, b.masked);
    });
    return out;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, ScannedSecret> secrets_;
  std::map<std::string, std::set<std::string>> sessions_;
};

TimeMs time_of_line(std::string_view line) {
  json::Parser parser;
  const auto value = parser.parse_copy(line);
  if (!value) return 0;
  const TimeMs time = time_of(LineFields(*value)[Field::kTimestamp]);
  return time == kNoTime ? 0 : time;
}

class Scan {
 public:
  Scan(Engine& engine, const redact::Finder& finder, const RedactDecisions& decisions)
      : engine_(engine), finder_(finder), decisions_(decisions) {}

  // What cannot be read is passed over: others have to be looked at all the same.
  void read(const SessionGroup& group) {
    auto all = SessionRedaction::collect(
        {engine_.files(), engine_.stop(), group.id, group.sources, LongLine::kIsPassedOver},
        finder_, nullptr);
    if (!all) return;
    files_ += std::ssize(group.sources);
    auto done = (*all)->each_finding(
        [&](const SessionRedaction::Place& place, const redact::LineFinding& one) {
          const SessionSource& source = place.source;
          const redact::TextFinding& finding = one.finding;
          if (decisions_.keeps(finding.kind, finding.secret, {group.id, source.file, place.line})) {
            ++kept_;
            return;
          }
          // The sources that are looked at are copies of the group's, in its order.
          const auto at = static_cast<std::size_t>(&source - (*all)->sources().data());
          const TimeMs time =
              place.line > 0 ? time_of_line(place.text) : group.infos[at].mtime_ns / 1'000'000;
          found_.add(finding, {group.id, source.path, place.line, std::string(one.name), time});
        });
    static_cast<void>(done);
  }

  ScanAnswer answer() {
    ScanAnswer out;
    out.secrets = found_.take();
    out.files = files_;
    out.kept = kept_;
    return out;
  }

 private:
  Engine& engine_;
  const redact::Finder& finder_;
  const RedactDecisions& decisions_;
  Collected found_;
  std::atomic<std::int64_t> files_ = 0;
  std::atomic<std::int64_t> kept_ = 0;
};

// Those of the project that somebody stands in, unless all are asked for.
void leave_project(Engine& engine, const Arguments& arguments, std::vector<SessionGroup>& groups) {
  if (arguments.flag("all") || engine.options().folder.empty()) return;
  const ProjectScope scope = project_scope(engine, engine.options().folder);
  if (scope.path.empty()) return;
  std::erase_if(groups, [&](const SessionGroup& group) {
    return std::find(scope.keys.begin(), scope.keys.end(), group.project) == scope.keys.end();
  });
}

}  // namespace

Result<ScanAnswer> scan_answer(Engine& engine, const Arguments& arguments) {
  auto finder = finder_for(arguments);
  if (!finder) return finder.error();
  auto decisions = RedactDecisions::read(engine.files(), engine.options().own.redact());
  if (!decisions) return decisions.error();
  std::vector<SessionGroup> groups;
  for (const std::string& root : engine.roots().paths) {
    for (SessionGroup& group : group_by_session(engine.files(), root))
      groups.push_back(std::move(group));
  }
  leave_project(engine, arguments, groups);
  auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  std::erase_if(groups,
                [&](const SessionGroup& group) { return hidden->hides(group.project, group.id); });
  const auto order = large_first(groups.size(), [&](std::size_t i) { return groups[i].bytes; });
  Scan scan(engine, *finder, *decisions);
  parallel_for(
      std::ssize(order), default_threads(),
      [&](std::int64_t i, int) { scan.read(groups[order[static_cast<std::size_t>(i)]]); },
      engine.stop());
  if (engine.stop().is_stopped()) return stopped_error();
  ScanAnswer answer = scan.answer();
  for (const SessionGroup& group : groups) answer.bytes += group.bytes;
  return answer;
}

}  // namespace clew
