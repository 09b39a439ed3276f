// SPDX-License-Identifier: MIT
//
// All sessions at once: which of them will fail, are not listed, are huge, or go soon.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "base/parallel.h"
#include "base/short_ids.h"
#include "base/text.h"
#include "catalog/layout/settings.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/doctor/examined_file.h"
#include "engine/doctor/place_check.h"
#include "engine/keep/restore_operation.h"
#include "engine/lists/session_list.h"
#include "engine/read/resume_command.h"

namespace clew {
namespace {

constexpr std::int64_t kHuge = std::int64_t{100} << 20;
constexpr std::int64_t kSoon = 3;  // days

// "progress 81 %, user 12 %": the types that take the most.
std::string filling_of(const Transcript& t) {
  std::map<std::string_view, std::int64_t> bytes;
  for (const Entry& line : t.entries) bytes[t.type_name(line)] += line.length;
  std::vector<std::pair<std::int64_t, std::string_view>> sorted;
  sorted.reserve(bytes.size());
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
    std::vector<std::string> ids;
    for (const SessionRow& row : list->sessions) ids.emplace_back(row.facts().id);
    short_ids_ = ShortIds(std::move(ids));
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
    add_unreadable_folders(*list, health.sessions);
    std::stable_sort(health.sessions.begin(), health.sessions.end(),
                     [](const AilingSession& a, const AilingSession& b) {
                       const auto urgency = [](const AilingSession& one) {
                         return std::tuple(!one.unreadable.empty(), one.will_fail, one.not_listed);
                       };
                       return urgency(a) > urgency(b);
                     });
    return health;
  }

 private:
  AilingSession look_at(const SessionRow& row, const ProjectFolder& folder) const {
    const FactsView facts = row.facts();
    AilingSession one;
    one.session = facts.id;
    // Without a title by the part of its id that the commands below name it with.
    one.title = !row.readable           ? std::string(facts.id)
                : facts.title().empty() ? short_ids_.of(facts.id)
                                        : short_name(facts);
    one.file = facts.path;
    const auto id = PlainName::from(std::string(facts.id));
    if (!id) return one;
    if (!row.readable) {
      one.unreadable = why_unreadable(std::string(facts.path));
      one.why = one.unreadable;
      return one;
    }
    one.command = "clew doctor " + shell_word(short_ids_.of(facts.id));
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
      add_words(one.why,
                days == 0 ? "is due to be removed" : "will be removed in " + counted(days, "day"));
    }
    return one;
  }

  std::string why_unreadable(const std::string& path) const {
    auto file = engine_.files().open(path);
    if (!file) return file.error().message;
    char byte = 0;
    auto read = (*file)->read_at(0, {&byte, 1});
    return read ? "it could not be read" : read.error().message;
  }

  // What is in them is not even counted.
  static void add_unreadable_folders(const SessionList& list,
                                     std::vector<AilingSession>& sessions) {
    for (const Finding& finding : list.findings) {
      const bool known =
          std::any_of(sessions.begin(), sessions.end(),
                      [&](const AilingSession& one) { return one.file == finding.path; });
      if (finding.kind != Finding::Kind::kUnreadable || known) continue;
      AilingSession folder;
      folder.file = folder.title = finding.path;
      folder.unreadable = folder.why = finding.reason;
      sessions.push_back(std::move(folder));
    }
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
                       counted(count, "prompt") + " after its last line", 1});
    }
  }

  void examine(AilingSession& one, const NamedSession& named) const {
    auto session = Session::open(engine_.files(), named.path);
    auto diagnosis = session ? diagnose_session(**session) : Result<Diagnosis>(session.error());
    if (!diagnosis) {
      // One that vanished meanwhile is no matter of health.
      if (diagnosis.error().code == ErrorCode::kNotFound) return;
      one.unreadable = diagnosis.error().message;
      one.command.clear();
      return add_words(one.why, one.unreadable);
    }
    // Nobody misses a session that was left before a word was said. Where there is no line at all
    // there may have been some.
    if (diagnosis->says_nothing && !(*session)->transcript().entries.empty()) return;
    find_in_place(engine_.files(), **session, named, *diagnosis);
    if (one.bytes > 0) {
      one.filled_by = filling_of((*session)->transcript());
      add_words(one.why, human_bytes(one.bytes) + ", " + one.filled_by);
    }
    for (const Trouble& trouble : diagnosis->troubles) {
      const bool torn = trouble.defect == Defect::kA1 || trouble.defect == Defect::kA2 ||
                        trouble.defect == Defect::kA3;
      one.will_fail |= trouble.alarm;
      one.not_listed |= hides_session(trouble.defect);
      one.torn |= torn;
      if (!trouble.alarm && !torn && !hides_session(trouble.defect)) continue;
      one.defects.push_back(trouble.defect);
      add_words(one.why, info_of(trouble.defect).what);
    }
    const RepairTrial trial = keep_promises(engine_.files(), named, *diagnosis);
    const auto commands = commands_for(**session, *diagnosis, trial, short_ids_.of(one.session));
    // Which of several is for a person to say, who wants to see why.
    if (commands.size() == 1) one.command = commands.front();
    if (is_emptied(engine_, named.path)) {  // no copy would help
      one.will_fail = true;
      one.defects.push_back(Defect::kH15);
      add_words(one.why, info_of(Defect::kH15).what);
      one.command = "clew restore " + shell_word(short_ids_.of(one.session));
    }
  }

  Engine& engine_;
  ShortIds short_ids_{{}};  // of all sessions
};

}  // namespace

Result<RootHealth> examine_roots(Engine& engine) { return RootExamination(engine).run(); }

}  // namespace clew
