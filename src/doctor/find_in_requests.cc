// SPDX-License-Identifier: MIT
//
// Classes C to F: what the API would refuse of the lines as they are, and of what each version of
// Claude Code makes of them.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "doctor/cut_off.h"
#include "doctor/diagnosis.h"
#include "doctor/named_by_error.h"
#include "transcript/loaded_messages.h"

namespace clew {
namespace {

constexpr RuleSet kVersions[] = {RuleSet::k21, RuleSet::k20, RuleSet::k10};

// Where 2.1 leaves out what would be refused, or retries without it, so that only the error itself
// shows that it does not help; and where it is not certain that the API refuses it. Seen with
// 2.1.325 against a strict stub (test/claude/doctor).
bool is_mended_on_the_way(const ApiRefusal& one) {
  switch (one.defect) {
    case Defect::kB15:
    case Defect::kC4:
    case Defect::kC5:
    case Defect::kC6:
    case Defect::kD3:
    case Defect::kD4:
    case Defect::kE1:
    case Defect::kE2:
    case Defect::kF2:
    case Defect::kF3:
    case Defect::kF5:
    case Defect::kF6:
    case Defect::kF7:
    case Defect::kF9:
      return true;
    case Defect::kD1:
    case Defect::kD2:
    case Defect::kD11:
      return !one.inside;  // of results nothing is taken out
    default:
      return info_of(one.defect).heals == Heals::kYes;
  }
}

// Seen with 2.0.73 and 1.0.128.
bool is_mended_before(RuleSet rules, const ApiRefusal& one) {
  return one.rule == 17 || one.defect == Defect::kD3 ||
         (rules == RuleSet::k20 && one.defect == Defect::kD10);
}

// Thinking in a prompt is not looked for.
bool is_mended(const Transcript& t, const ApiRefusal& one) {
  const bool thinking = one.defect == Defect::kE1 && one.place.entry != kNoEntry;
  if (thinking && t[one.place.entry].type != EntryType::kAssistant) return false;
  return is_mended_on_the_way(one);
}

// Of the last answer, in small letters; empty: nobody answered.
std::string model_of(const Transcript& t, const ChosenPath& path) {
  for (auto line = path.chain.rbegin(); line != path.chain.rend(); ++line) {
    std::string model = ascii_lower(t.text(t[*line].model));
    if (t[*line].type != EntryType::kAssistant || model.empty() || model == kSyntheticModel)
      continue;
    return model;
  }
  return {};
}

// Whether the conversation is one with the API whose rules these are.
bool talks_to_claude(const Transcript& t, const ChosenPath& path) {
  const std::string model = model_of(t, path);
  return model.empty() || model.find("claude") != std::string::npos;
}

// It was told so, or has already been larger than a small one.
bool has_large_window(const Transcript& t, const ChosenPath& path, std::int64_t small) {
  return std::any_of(path.chain.begin(), path.chain.end(), [&](EntryIndex line) {
    return tokens_with(t, t[line]) > small || t.text(t[line].model).ends_with("[1m]");
  });
}

// Models that have 200,000 tokens unless they are told otherwise. Later ones are not known to.
bool has_small_window(std::string_view model) {
  constexpr std::string_view kNames[] = {"claude-2",   "claude-3",  "haiku",    "opus-4-0",
                                         "opus-4-1",   "opus-4-2",  "opus-4-5", "sonnet-4-0",
                                         "sonnet-4-2", "sonnet-4-5"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
    return model.find(name) != std::string_view::npos;
  });
}

// They follow parents without end.
bool hangs(const Patient& patient, RuleSet rules) {
  return (rules == RuleSet::k10 || rules == RuleSet::k20) && has_circle(patient.messages.tree());
}

Verdict verdict_with(const Patient& patient, const ChosenPath& path, SentFacts& facts) {
  Verdict verdict{path.rules, path.refused, {}, {}};
  const bool newest = path.rules == RuleSet::k21;
  const bool first = path.rules == RuleSet::k10;
  if (hangs(patient, path.rules)) {
    verdict.refused = "it hangs, because messages are their own ancestors";
  }
  if (path.chain.empty()) {
    // 2.1 says so itself, or begins anew as the file tells it to (B14).
    if (!newest && verdict.refused.empty()) verdict.refused = "it finds no conversation";
    return verdict;
  }
  const Transcript& t = patient.transcript;
  const bool claude = talks_to_claude(t, path);
  verdict.refusals =
      check_sent(t, sent_messages(t, path), facts, newest ? Sender::kMending : Sender::kPlain,
                 rules_for(patient, path))
          .refusals;
  // 1.0 puts words of its own before everything.
  std::erase_if(verdict.refusals, [&](const ApiRefusal& one) {
    return one.defect == Defect::kB13 || one.defect == Defect::kD15 ||
           (first && one.defect == Defect::kB15);
  });
  for (ApiRefusal& one : verdict.refusals) {
    one.fatal = newest ? claude && !is_mended(t, one) : !is_mended_before(path.rules, one);
    if (one.fatal && verdict.api.empty()) verdict.api = one.message;
  }
  return verdict;
}

// What the loaded lines are is worth a note even if every version mends it.
bool is_noted_as_loaded(Defect defect) { return defect >= Defect::kC1 && defect <= Defect::kC5; }

class RequestFinder {
 public:
  RequestFinder(const Patient& patient, const ChosenPath& path, SentFacts& facts,
                Diagnosis& diagnosis, Troubles& out)
      : patient_(patient), path_(path), facts_(facts), diagnosis_(diagnosis), out_(out) {}

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
    SentCheck check = check_sent(patient_.transcript, loaded_messages(patient_.transcript, path_),
                                 facts_, Sender::kAsLoaded, rules_for(patient_, path_));
    loaded_ = std::move(check.refusals);
    for (const EntryIndex line : check.no_text) {
      out_.add(Defect::kA7, false, Sureness::kCertain, patient_.transcript[line].line).detail =
          "bytes that are no text, which are read as U+FFFD";
    }
    for (const ApiRefusal& one : loaded_) {
      if (one.defect == Defect::kC1) unanswered_.insert(one.id);
      in_loaded_.insert({one.defect, one.place.entry});
    }
  }

  void check(RuleSet rules) {
    const bool newest = rules == RuleSet::k21;
    const ChosenPath path =
        rules == path_.rules ? path_ : find_path(patient_.messages.tree(), rules, patient_.leaf);
    Verdict verdict = verdict_with(patient_, path, facts_);
    for (const ApiRefusal& one : verdict.refusals) {
      // What another version alone would send is no trouble of this conversation.
      if (newest || in_loaded_.contains({one.defect, one.place.entry})) {
        add(one.defect, one, newest && one.fatal);
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
    // Tokens are only estimated.
    const Sureness sure = defect == Defect::kG1 ? Sureness::kLikely : Sureness::kCertain;
    Trouble& trouble = out_.add(defect, alarm, sure, line);
    if (trouble.api.empty()) trouble.api = one.message;
  }

  const Patient& patient_;
  const ChosenPath& path_;
  SentFacts& facts_;
  Diagnosis& diagnosis_;
  Troubles& out_;
  std::vector<ApiRefusal> loaded_;
  std::set<std::string> unanswered_;  // calls
  std::set<Found> in_loaded_;
  std::set<Found> seen_;
};

}  // namespace

ApiRules rules_for(const Patient& patient, const ChosenPath& path) {
  ApiRules rules = patient.limits.api;
  constexpr std::int64_t kSmall = 200'000;
  constexpr std::int64_t kLarge = 1'000'000;
  const bool large = has_large_window(patient.transcript, path, kSmall);
  if (rules.window == 0) rules.window = large ? kLarge : kSmall;
  if (!large && has_small_window(model_of(patient.transcript, path))) {
    rules.most_media = std::min(rules.most_media, ApiRules::kMostMediaOfSmall);
  }
  // The API itself knows best.
  const LastError error = find_last_error(patient, path);
  if (const auto most = media_limit_in(error.text)) rules.most_media = *most;
  if (const auto counts = token_counts_in(error.text)) rules.window = counts->most;
  return rules;
}

Verdict verdict_on(const Patient& patient, const ChosenPath& path) {
  SentFacts facts(patient.transcript, patient.lines, patient.limits.api);
  facts.read(path.chain, patient.sources);
  return verdict_with(patient, path, facts);
}

void find_in_requests(const Patient& patient, const ChosenPath& path, SentFacts& facts,
                      Diagnosis& diagnosis, Troubles& out) {
  RequestFinder(patient, path, facts, diagnosis, out).run();
}

}  // namespace clew
