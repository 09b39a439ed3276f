// SPDX-License-Identifier: MIT
//
// Classes C to F: what the API would refuse of the lines as they are, and of what each version of
// Claude Code makes of them.

#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "doctor/diagnosis.h"
#include "transcript/loaded_messages.h"

namespace clew {
namespace {

constexpr RuleSet kVersions[] = {RuleSet::k21, RuleSet::k20, RuleSet::k10};

// Where 2.1 retries without what was refused, so that only the error itself shows that it does not
// help; and where it is not certain that the API refuses it.
bool is_mended_on_the_way(Defect defect) {
  switch (defect) {
    case Defect::kB15:
    case Defect::kC5:
    case Defect::kD4:
    case Defect::kE1:
    case Defect::kE2:
    case Defect::kE4:
    case Defect::kF3:
    case Defect::kF7:
      return true;
    default:
      return info_of(defect).heals == Heals::kYes;
  }
}

// Whether the conversation is one with the API whose rules these are: of the last answer.
bool talks_to_claude(const Transcript& t, const ChosenPath& path) {
  for (auto line = path.chain.rbegin(); line != path.chain.rend(); ++line) {
    const std::string model = ascii_lower(t.text(t[*line].model));
    if (t[*line].type != EntryType::kAssistant || model.empty() || model == kSyntheticModel)
      continue;
    return model.find("claude") != std::string::npos;
  }
  return true;
}

// What the loaded lines are is worth a note even if every version mends it.
bool is_noted_as_loaded(Defect defect) { return defect >= Defect::kC1 && defect <= Defect::kC5; }

class RequestFinder {
 public:
  RequestFinder(const Patient& patient, const ChosenPath& path, Diagnosis& diagnosis, Troubles& out)
      : patient_(patient),
        path_(path),
        diagnosis_(diagnosis),
        out_(out),
        claude_(talks_to_claude(patient.transcript, path)) {}

  void run() {
    find_loaded();
    for (const RuleSet rules : kVersions) check(rules);
    if (path_.chain.empty()) return;
    for (const ApiRefusal& one : loaded_) {
      if (!is_noted_as_loaded(one.defect)) continue;
      const bool far = one.defect == Defect::kC2 && unanswered_.contains(one.id);
      add(far ? Defect::kC5 : one.defect, one, false);
      if (one.defect == Defect::kC1 && patient_.forked) add(Defect::kB16, one, false);
    }
  }

 private:
  using Found = std::pair<Defect, EntryIndex>;

  // The lines as they are, before anybody mends them.
  void find_loaded() {
    if (path_.chain.empty()) return;
    const auto messages = loaded_messages(patient_.transcript, path_);
    loaded_ = check_sent(patient_.transcript, messages, patient_.lines, Sender::kAsLoaded,
                         patient_.limits.api)
                  .refusals;
    for (const ApiRefusal& one : loaded_) {
      if (one.defect == Defect::kC1) unanswered_.insert(one.id);
      in_loaded_.insert({one.defect, one.place.entry});
    }
  }

  void check(RuleSet rules) {
    const ChosenPath path =
        rules == path_.rules ? path_ : find_path(patient_.messages.tree(), rules);
    Verdict verdict{rules, path.refused, {}};
    if (!path.chain.empty()) {
      const bool newest = rules == RuleSet::k21;
      const SentCheck sent =
          check_sent(patient_.transcript, sent_messages(patient_.transcript, path), patient_.lines,
                     newest ? Sender::kMending : Sender::kPlain, patient_.limits.api);
      for (const ApiRefusal& one : sent.refusals) {
        if (one.defect == Defect::kB13) continue;  // a matter of the tree
        const bool alarm = newest && claude_ && !is_mended_on_the_way(one.defect);
        if (verdict.api.empty() && (alarm || !newest)) verdict.api = one.message;
        // What another version alone would send is no trouble of this conversation.
        if (newest || in_loaded_.contains({one.defect, one.place.entry})) {
          add(one.defect, one, alarm);
        }
      }
    }
    diagnosis_.verdicts.push_back(std::move(verdict));
  }

  void add(Defect defect, const ApiRefusal& one, bool alarm) {
    const std::int64_t line =
        one.place.entry == kNoEntry ? 0 : patient_.transcript[one.place.entry].line;
    if (!seen_.insert({defect, one.place.entry}).second && line > 0) {
      if (Trouble* known = out_.find(defect)) known->alarm |= alarm;
      return;
    }
    Trouble& trouble = out_.add(defect, alarm, Sureness::kCertain, line);
    if (trouble.api.empty()) trouble.api = one.message;
  }

  const Patient& patient_;
  const ChosenPath& path_;
  Diagnosis& diagnosis_;
  Troubles& out_;
  const bool claude_;
  std::vector<ApiRefusal> loaded_;
  std::set<std::string> unanswered_;  // calls
  std::set<Found> in_loaded_;
  std::set<Found> seen_;
};

}  // namespace

void find_in_requests(const Patient& patient, const ChosenPath& path, Diagnosis& diagnosis,
                      Troubles& out) {
  RequestFinder(patient, path, diagnosis, out).run();
}

}  // namespace clew
