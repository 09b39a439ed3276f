// SPDX-License-Identifier: MIT
#include "doctor/diagnosis.h"

#include <algorithm>
#include <span>
#include <utility>

#include "doctor/error_text.h"
#include "doctor/named_by_error.h"
#include "transcript/line_fields.h"
#include "transcript/parallel_calls.h"

namespace clew {
namespace {

class PhysicalTroubles : public PhysicalVisitor {
 public:
  explicit PhysicalTroubles(Troubles& out) : out_(out) {}

  Result<void> on_entry(EntryIndex) override { return {}; }
  Result<void> on_record(std::string_view, std::int64_t) override {
    ++records_;
    return {};
  }
  void on_defect(Defect defect, std::int64_t line, std::string_view lost) override {
    // A mark before the first line, and NUL bytes alone, are passed over by 2.1.
    const bool hides = defect == Defect::kA2 || defect == Defect::kA7;
    const bool alarm = defect == Defect::kA3 || defect == Defect::kA4 || defect == Defect::kA8 ||
                       (hides && lost == kHiddenRecord);
    Trouble& trouble = out_.add(defect, alarm, Sureness::kCertain, line);
    if (!hides) lost_bytes_ += static_cast<std::int64_t>(lost.size());
    if (!hides && !lost.empty()) {
      trouble.detail = std::to_string(lost_bytes_) + " bytes cannot be read";
    }
  }

  std::int64_t records() const { return records_; }

 private:
  Troubles& out_;
  std::int64_t lost_bytes_ = 0;
  std::int64_t records_ = 0;
};

// A new prompt follows a resume anyway, and cures it.
bool passes_by_itself(Defect defect) { return defect == Defect::kD15; }

// What no rule shows, and the error names all the same: where lines are found that may be meant,
// they can be mended; else nothing is promised.
void add_named(const Patient& patient, const ChosenPath& path, const LastError& error,
               Troubles& troubles) {
  for (const Defect defect : error.defects) {
    const NamedLines named = lines_named_by(error, defect, patient, path);
    if (!named.any) continue;
    const auto add = [&](EntryIndex line) {
      const std::int64_t number = line == kNoEntry ? 0 : patient.transcript[line].line;
      Trouble& trouble = troubles.add(defect, true, Sureness::kLikely, number);
      trouble.named = true;
      trouble.detail = "named by the error that the session ends with";
    };
    if (named.culprit != kNoEntry || named.all.empty()) return add(named.culprit);
    for (const EntryIndex line : named.all) add(line);
    return;
  }
  const Defect first = error.defects.front();
  const bool passes = passes_by_itself(first);
  Trouble& trouble = troubles.add(first, !passes, Sureness::kLikely, error.line);
  trouble.named = true;
  trouble.unfound = trouble.hopeless = !passes;
  trouble.detail = passes || first == Defect::kI7
                       ? "named by the error that the session ends with"
                       : "named by the error that the session ends with, but not found in the file";
}

// What the file itself ends with is the strongest evidence there is.
void weigh_by_error(const Patient& patient, const ChosenPath& path, const LastError& error,
                    Troubles& troubles) {
  bool found = false;
  for (const Defect defect : error.defects) {
    Trouble* trouble = troubles.find(defect);
    if (trouble == nullptr) continue;
    trouble->alarm |= !passes_by_itself(defect);
    trouble->sure = Sureness::kCertain;
    found = true;
  }
  if (!found && error.is_of_file()) add_named(patient, path, error, troubles);
}

// What is refused matters as much as the trouble that it is part of.
void weigh_refusals(Diagnosis& diagnosis, Troubles& troubles) {
  for (Verdict& verdict : diagnosis.verdicts) {
    if (verdict.rules != RuleSet::k21) continue;
    for (ApiRefusal& one : verdict.refusals) {
      const Trouble* trouble = troubles.find(one.defect);
      one.fatal = trouble != nullptr && trouble->alarm;
      if (one.fatal && verdict.api.empty()) verdict.api = one.message;
    }
  }
}

// Where there is nothing to resume and nothing to make it of, no copy would be better.
void withdraw_promises(Diagnosis& diagnosis) {
  const Trouble* nothing = diagnosis.find(Defect::kB13);
  if (nothing == nullptr || !nothing->hopeless) return;
  for (Trouble& one : diagnosis.troubles) one.hopeless = true;
}

bool says_something(const Transcript& t) {
  return std::any_of(t.entries.begin(), t.entries.end(),
                     [](const Entry& line) { return line.is_node() && line.is_conversation(); });
}

// Of the main conversation, that it could be continued from: one of the last.
EntryIndex last_message(const Patient& patient) {
  const Transcript& t = patient.transcript;
  int tries = 8;
  for (EntryIndex i = t.count() - 1; i >= 0 && tries > 0; --i) {
    if (!t[i].is_node() || !t[i].is_conversation() || t[i].sidechain) continue;
    --tries;
    const ChosenPath way = find_path(patient.messages.tree(), RuleSet::k21, t[i].uuid);
    if (way.refused.empty() && !way.chain.empty()) return i;
  }
  return kNoEntry;
}

// Whatever the reason: a session that 2.1 does not even open is in trouble. Where records are
// hidden they come first, and what is without them means nothing.
void find_no_start(const Patient& patient, const ChosenPath& path, std::int64_t hidden,
                   Troubles& troubles) {
  if (path.refused.empty() && !path.chain.empty()) return;
  if (hidden > 0) {
    for (const Defect defect : {Defect::kA2, Defect::kA7}) {
      if (Trouble* trouble = troubles.find(defect)) trouble->alarm = true;
    }
    return;
  }
  if (patient.subagent) return;
  for (const Defect defect : {Defect::kB12, Defect::kB13, Defect::kB14}) {
    if (troubles.find(defect) != nullptr) return;
  }
  const Transcript& t = patient.transcript;
  const bool aside =
      says_something(t) && std::all_of(t.entries.begin(), t.entries.end(), [](const Entry& line) {
        return !line.is_conversation() || line.sidechain;
      });
  Trouble& trouble = troubles.add(Defect::kB13, true, Sureness::kCertain, 0);
  if (aside) trouble.detail = "all lines are of a subagent";
  // One that is there, and the file names another line as the end of the conversation.
  if (const EntryIndex last = aside ? kNoEntry : last_message(patient); last != kNoEntry) {
    trouble.ends = {std::string(t.text(t[last].uuid))};
    trouble.detail = "the file names a line as its end that is none";
  }
  trouble.hopeless = !aside && trouble.ends.empty();
  if (t.entries.empty())
    trouble.detail = patient.file.size() == 0 ? "the file is empty" : "no line of it is a record";
}

// Behind which a person can begin anew: the last answer before the prompt that the lines up to an
// error come to first, from there towards the start.
std::string line_to_go_back_to(const Transcript& t, std::span<const EntryIndex> lines) {
  bool behind_prompt = false;
  for (auto at = lines.rbegin(); at != lines.rend(); ++at) {
    const Entry& line = t[*at];
    if (behind_prompt && line.type == EntryType::kAssistant && !line.api_error) {
      return std::string(t.text(line.uuid));
    }
    behind_prompt |= line.type == EntryType::kUser && !line.meta && !has_results(t, line);
  }
  return {};
}

bool names(const LastError& error, Defect defect) {
  return std::find(error.defects.begin(), error.defects.end(), defect) != error.defects.end();
}

// Prompts that are plain strings beside results behind a compaction: what one report blames for
// calls without results.
void find_mixed_forms(const Patient& patient, const ChosenPath& path, Troubles& out) {
  const Transcript& t = patient.transcript;
  if (t.compactions.empty()) return;
  json::Parser parser;
  bool result_before = false;
  for (const EntryIndex index : path.chain) {
    if (index < t.compactions.back().entry) continue;
    const Entry& line = t[index];
    if (line.type != EntryType::kUser) {
      result_before &= line.type != EntryType::kAssistant;
      continue;
    }
    const bool result = has_results(t, line);
    if (!result && result_before) {
      auto text = patient.lines.line(line);
      auto root = text ? parser.parse(*text) : Result<json::Value>(text.error());
      if (root && LineFields(*root).message().content.is_string()) {
        out.add(Defect::kD16, false, Sureness::kPossible, line.line);
      }
    }
    result_before = result;
  }
}

}  // namespace

std::string_view name_of(Sureness sure) {
  constexpr std::string_view kNames[] = {"certain", "likely", "possible"};
  return kNames[static_cast<std::size_t>(sure)];
}

std::string_view Trouble::repair() const {
  if (!is_mendable()) return {};
  return info_of(ends.empty() ? defect : Defect::kB7).repair;
}

namespace {

bool is_of_resume(const Trouble& trouble) {
  return !trouble.alarm && trouble.defect < Defect::kH1 && !is_on_request(trouble.defect);
}

}  // namespace

std::string_view Trouble::versions() const {
  const std::string_view all = info_of(defect).versions;
  return is_of_resume(*this) && all == kAllVersions ? "older versions and other tools" : all;
}

std::string_view Trouble::way_of_21() const {
  if (!is_of_resume(*this)) return {};
  switch (defect) {
    case Defect::kC2:
    case Defect::kC3:
    case Defect::kC4:
    case Defect::kC5:
    case Defect::kC6:
      return "2.1 resumes without it";
    default:
      return "2.1 copes with it";
  }
}

Trouble* Troubles::find(Defect defect) {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const Trouble& one) { return one.defect == defect; });
  return found == all_.end() ? nullptr : &*found;
}

Trouble& Troubles::add(Defect defect, bool alarm, Sureness sure, std::int64_t line) {
  Trouble* trouble = find(defect);
  if (trouble == nullptr) {
    trouble = &all_.emplace_back();
    trouble->defect = defect;
    trouble->sure = sure;
  }
  trouble->alarm |= alarm;
  trouble->sure = std::min(trouble->sure, sure);
  const bool repeated = !trouble->lines.empty() && trouble->lines.back() == line;
  if (line > 0 && !repeated && trouble->lines.size() < Trouble::kMostLines) {
    trouble->lines.push_back(line);
  }
  if (!repeated) ++trouble->count;
  return *trouble;
}

bool Diagnosis::will_fail() const {
  return std::any_of(troubles.begin(), troubles.end(),
                     [](const Trouble& one) { return one.alarm; });
}

const Trouble* Diagnosis::unexplained() const {
  const auto found = std::find_if(troubles.begin(), troubles.end(),
                                  [](const Trouble& one) { return one.alarm && one.unfound; });
  return found == troubles.end() ? nullptr : &*found;
}

bool LastError::is_of_file() const {
  return !defects.empty() && defects.front() != Defect::kI1 && defects.front() != Defect::kI2;
}

const Verdict* Diagnosis::verdict(RuleSet rules) const {
  const auto found = std::find_if(verdicts.begin(), verdicts.end(),
                                  [&](const Verdict& one) { return one.rules == rules; });
  return found == verdicts.end() ? nullptr : &*found;
}

const Trouble* Diagnosis::find(Defect defect) const {
  const auto found = std::find_if(troubles.begin(), troubles.end(),
                                  [&](const Trouble& one) { return one.defect == defect; });
  return found == troubles.end() ? nullptr : &*found;
}

Result<std::int64_t> find_physical(const Patient& patient, Troubles& out) {
  PhysicalTroubles visitor(out);
  auto done = visit_physical_lines(patient.transcript, patient.file, visitor);
  if (!done) return done.error();
  return visitor.records();
}

// The run of equal errors at the end, with nothing but prompts between them.
LastError find_last_error(const Patient& patient, const ChosenPath& path) {
  const Transcript& t = patient.transcript;
  LastError error;
  json::Parser parser;
  auto first = path.chain.rend();  // of the run
  for (auto at = path.chain.rbegin(); at != path.chain.rend(); ++at) {
    const Entry& line = t[*at];
    if (line.type != EntryType::kAssistant) continue;
    if (!line.api_error) break;
    auto text = patient.lines.line(line);
    if (!text) break;
    auto root = parser.parse(*text);
    if (!root) break;
    std::string words;
    const json::Value content = LineFields(*root).message().content;
    if (content.is_string()) words = content.string_or("");
    for (const json::Value block : content.elements())
      words += BlockFields(block).text.string_or("");
    if (!error.text.empty() && words != error.text) break;
    if (error.text.empty()) {
      error.text = std::move(words);
      error.line = line.line;
    }
    ++error.times;
    first = at;
  }
  if (error.text.empty()) return error;
  error.defects = defects_of_error(error.text);
  const auto before = static_cast<std::size_t>(path.chain.rend() - first);
  error.back = line_to_go_back_to(t, std::span(path.chain).first(before));
  return error;
}

Result<Diagnosis> diagnose(const Patient& patient) {
  Diagnosis diagnosis;
  Troubles troubles;
  auto hidden = find_physical(patient, troubles);
  if (!hidden) return hidden.error();
  const ChosenPath path = find_path(patient.messages.tree(), RuleSet::k21, patient.leaf);
  diagnosis.end = path.tip;
  diagnosis.error = find_last_error(patient, path);
  diagnosis.says_nothing = *hidden == 0 && !says_something(patient.transcript);
  find_in_tree(patient, path, troubles);
  find_no_start(patient, path, *hidden, troubles);
  SentFacts facts(patient.transcript, patient.lines, patient.limits.api);
  facts.read(path.chain, patient.sources);
  find_in_requests(patient, path, facts, diagnosis, troubles);
  find_in_blocks(patient, path, facts, troubles);
  find_in_sizes(patient, troubles);
  if (names(diagnosis.error, Defect::kC1)) find_mixed_forms(patient, path, troubles);
  weigh_by_error(patient, path, diagnosis.error, troubles);
  weigh_refusals(diagnosis, troubles);
  diagnosis.troubles = troubles.take();
  withdraw_promises(diagnosis);
  std::stable_sort(diagnosis.troubles.begin(), diagnosis.troubles.end(),
                   [](const Trouble& a, const Trouble& b) {
                     return a.alarm != b.alarm ? a.alarm : a.defect < b.defect;
                   });
  return diagnosis;
}

}  // namespace clew
