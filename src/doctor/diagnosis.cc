// SPDX-License-Identifier: MIT
#include "doctor/diagnosis.h"

#include <algorithm>
#include <utility>

#include "doctor/error_text.h"
#include "transcript/line_fields.h"
#include "transcript/parallel_calls.h"

namespace clew {
namespace {

class PhysicalTroubles : public PhysicalVisitor {
 public:
  explicit PhysicalTroubles(Troubles& out) : out_(out) {}

  Result<void> on_entry(EntryIndex) override { return {}; }
  Result<void> on_record(std::string_view) override {
    ++records_;
    return {};
  }
  void on_defect(Defect defect, std::int64_t line, std::string_view lost) override {
    // A mark before the first line, and NUL bytes alone, are passed over by 2.1.
    const bool alarm = defect == Defect::kA3 || defect == Defect::kA4 || defect == Defect::kA8 ||
                       (defect == Defect::kA2 && lost == kHiddenRecord);
    Trouble& trouble = out_.add(defect, alarm, Sureness::kCertain, line);
    if (defect != Defect::kA2) lost_bytes_ += static_cast<std::int64_t>(lost.size());
    if (defect != Defect::kA2 && !lost.empty()) {
      trouble.detail = std::to_string(lost_bytes_) + " bytes cannot be read";
    }
  }

  std::int64_t records() const { return records_; }

 private:
  Troubles& out_;
  std::int64_t lost_bytes_ = 0;
  std::int64_t records_ = 0;
};

// What the file itself ends with is the strongest evidence there is.
void weigh_by_error(Diagnosis& diagnosis, Troubles& troubles) {
  const LastError& error = diagnosis.error;
  if (error.defects.empty()) return;
  bool found = false;
  for (const Defect defect : error.defects) {
    Trouble* trouble = troubles.find(defect);
    if (trouble == nullptr) continue;
    trouble->alarm = true;
    trouble->sure = Sureness::kCertain;
    found = true;
  }
  const Defect first = error.defects.front();
  if (found || first == Defect::kI1 || first == Defect::kI2) return;
  Trouble& trouble = troubles.add(first, true, Sureness::kLikely, error.line);
  trouble.detail = "named by the error that the session ends with";
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
  trouble.hopeless = !aside;
  if (aside) trouble.detail = "all lines are of a subagent";
  if (t.entries.empty())
    trouble.detail = patient.file.size() == 0 ? "the file is empty" : "no line of it is a record";
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
  }
  if (!error.text.empty()) error.defects = defects_of_error(error.text);
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
  find_in_requests(patient, path, diagnosis, troubles);
  find_in_blocks(patient, path, troubles);
  find_in_sizes(patient, troubles);
  if (names(diagnosis.error, Defect::kC1)) find_mixed_forms(patient, path, troubles);
  weigh_by_error(diagnosis, troubles);
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
