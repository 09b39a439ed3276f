// SPDX-License-Identifier: MIT
//
// All sessions at once: which of them will fail, are not listed, are huge, or go soon.

#include <algorithm>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "base/parallel.h"
#include "catalog/layout/settings.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/doctor/examined_file.h"
#include "engine/doctor/place_check.h"
#include "engine/lists/session_list.h"
#include "engine/read/resume_command.h"

namespace clew {
namespace {

constexpr std::int64_t kHuge = std::int64_t{100} << 20;
constexpr std::int64_t kSoon = 3;    // days
constexpr std::size_t kShortId = 8;  // as lists show it

// "progress 81 %, user 12 %": the types that take the most.
std::string filling_of(const Transcript& t) {
  std::map<std::string_view, std::int64_t> bytes;
  for (const Entry& line : t.entries) bytes[t.type_name(line)] += line.length;
  std::vector<std::pair<std::int64_t, std::string_view>> sorted;
  for (const auto& [type, size] : bytes) sorted.emplace_back(size, type);
  std::sort(sorted.rbegin(), sorted.rend());
  constexpr std::size_t kNamed = 2;
  std::string out;
  for (std::size_t i = 0; i < std::min(sorted.size(), kNamed); ++i) {
    out += (i == 0 ? "" : ", ") + std::string(sorted[i].second) + " " +
           std::to_string(sorted[i].first * 100 / std::max<std::int64_t>(t.bytes, 1)) + " %";
  }
  return out;
}

bool hides(Defect defect) {
  return defect == Defect::kH1 || defect == Defect::kH3 || defect == Defect::kH4 ||
         defect == Defect::kH5;
}

void add_words(std::string& to, std::string_view words) {
  if (!to.empty()) to += "; ";
  to += words;
}

class RootExamination {
 public:
  explicit RootExamination(Engine& engine) : engine_(engine) {}

  Result<RootHealth> run() {
    ListOptions options;
    options.empty = true;
    auto list = list_with_cache(engine_, options);
    if (!list) return list.error();
    std::vector<AilingSession> found(list->sessions.size());
    parallel_for(std::ssize(list->sessions), default_threads(), [&](std::int64_t i, int) {
      if (engine_.stop().is_stopped()) return;
      const auto at = static_cast<std::size_t>(i);
      found[at] = look_at(list->sessions[at], list->folders[list->sessions[at].folder]);
    });
    if (engine_.stop().is_stopped()) return stopped_error();
    RootHealth health;
    health.looked_at = std::ssize(found);
    health.notes = find_in_roots(engine_.files(), engine_.roots().paths, *list);
    find_not_written(*list, health.notes);
    for (AilingSession& one : found) {
      if (!one.why.empty()) health.sessions.push_back(std::move(one));
    }
    std::stable_sort(health.sessions.begin(), health.sessions.end(),
                     [](const AilingSession& a, const AilingSession& b) {
                       return a.will_fail != b.will_fail ? a.will_fail
                                                         : a.not_listed > b.not_listed;
                     });
    return health;
  }

 private:
  AilingSession look_at(const SessionRow& row, const ProjectFolder& folder) const {
    const FactsView facts = row.facts();
    AilingSession one;
    one.session = facts.id;
    one.title = row.readable ? short_name(facts) : std::string(facts.id);
    one.file = facts.path;
    const auto id = PlainName::from(std::string(facts.id));
    if (!row.readable || !id) return one;
    one.command = "clew doctor " + std::string(facts.id.substr(0, kShortId));
    if (row.file.size > kHuge) one.bytes = row.file.size;
    examine(one, NamedSession{std::string(facts.path), *id, folder});
    if (row.same_id_elsewhere) {
      one.defects.push_back(Defect::kH10);
      add_words(one.why, info_of(Defect::kH10).what);
    }
    const std::int64_t days = days_left(row.file.mtime_ns, engine_.options().now,
                                        cleanup_period_days(engine_.files(), folder.root));
    if (days <= kSoon) {
      one.days_left = days;
      add_words(one.why, days == 0 ? "is due to be removed"
                                   : "will be removed in " + std::to_string(days) + " days");
    }
    return one;
  }

  // Of which sessions prompts are missing; those that run are not done yet.
  void find_not_written(const SessionList& list, std::vector<RootNote>& notes) const {
    const TypedTimes typed = typed_times(engine_.files(), engine_.roots().paths);
    for (const SessionRow& row : list.sessions) {
      if (!row.readable) continue;
      const FactsView facts = row.facts();
      const std::int64_t count = prompts_not_written(typed, facts.id, facts.updated);
      if (count == 0) continue;
      notes.push_back({Defect::kH13, std::string(facts.path),
                       with_thousands(count) + " prompts after its last line", 1});
    }
  }

  void examine(AilingSession& one, const NamedSession& named) const {
    auto session = Session::open(engine_.files(), named.path);
    if (!session) return;
    FileLines lines = (*session)->lines();
    FileBytes bytes((*session)->opened_file());
    auto diagnosis = diagnose({(*session)->transcript(), (*session)->messages(), lines, bytes});
    if (!diagnosis) return;
    // Nothing was said in it: nobody misses it.
    const Trouble* nothing = diagnosis->find(Defect::kB13);
    if (nothing != nullptr && nothing->hopeless && !nothing->alarm) return;
    find_in_place(engine_.files(), **session, named, *diagnosis);
    if (one.bytes > 0) {
      one.filled_by = filling_of((*session)->transcript());
      add_words(one.why, human_bytes(one.bytes) + ", " + one.filled_by);
    }
    bool mendable = false;
    for (const Trouble& trouble : diagnosis->troubles) {
      const bool torn = trouble.defect == Defect::kA1 || trouble.defect == Defect::kA2 ||
                        trouble.defect == Defect::kA3;
      one.will_fail |= trouble.alarm;
      mendable |= trouble.alarm && trouble.is_mendable();
      one.not_listed |= hides(trouble.defect);
      one.torn |= torn;
      if (!trouble.alarm && !torn && !hides(trouble.defect)) continue;
      one.defects.push_back(trouble.defect);
      add_words(one.why, info_of(trouble.defect).what);
    }
    if (mendable) one.command += " --repair";
    if (one.not_listed && !one.will_fail) {
      one.command = resume_command((*session)->facts().cwd, one.session);
    }
  }

  Engine& engine_;
};

}  // namespace

Result<RootHealth> examine_roots(Engine& engine) { return RootExamination(engine).run(); }

}  // namespace clew
