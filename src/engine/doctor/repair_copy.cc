// SPDX-License-Identifier: MIT
#include "engine/doctor/repair_copy.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/diff.h"
#include "base/numbers.h"
#include "base/text.h"
#include "catalog/layout/layout.h"
#include "doctor/line_edit.h"
#include "engine/doctor/examined_file.h"
#include "os/temporary_name.h"
#include "os/text_file.h"
#include "transcript/label_lines.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr int kMostPasses = 40;

// Where the lines of one pass go: memory, or a file beside the original.
class Workpiece {
 public:
  Workpiece(WritableFileSystem& files, const PathBelow& folder, bool on_disk)
      : files_(files), place_(folder / temporary_name()), on_disk_(on_disk) {}
  ~Workpiece() {
    if (created_) static_cast<void>(files_.remove(place_));
  }
  Workpiece(const Workpiece&) = delete;
  Workpiece& operator=(const Workpiece&) = delete;

  Result<void> line(std::string_view text) {
    ++lines_;
    constexpr std::size_t kPiece = std::size_t{4} << 20;
    if (on_disk_ && text.size() > kPiece) {  // not held a second time
      if (auto done = flush(); !done) return done;
      if (auto done = files_.append(place_, text, AppendAt::kEnd); !done) return done;
      *buffer_ += '\n';
      return {};
    }
    *buffer_ += text;
    *buffer_ += '\n';
    return on_disk_ && buffer_->size() > kPiece ? flush() : Result<void>();
  }

  Result<std::unique_ptr<ExaminedFile>> examine() {
    if (!on_disk_) return ExaminedFile::open(std::make_unique<TextFile>(buffer_));
    if (auto done = flush(); !done) return done.error();
    auto file = files_.open(place_.text());
    if (!file) return file.error();
    return ExaminedFile::open(std::move(*file));
  }

  // Everything on the disk, safely, under the name of a session; who may read the original may
  // read this.
  Result<void> publish(const PathBelow& folder, const PathBelow& to, const std::string& original) {
    if (auto done = flush(); !done) return done;
    if (auto done = files_.take_mode(place_, original); !done) return done;
    const PathBelow safe = folder / temporary_name();
    if (auto done = files_.copy_file(place_, safe); !done) return done;
    auto named = files_.rename_new(safe, to);
    if (!named) static_cast<void>(files_.remove(safe));
    return named;
  }

  const std::string& held() const { return *buffer_; }
  std::int64_t lines() const { return lines_; }

 private:
  Result<void> flush() {
    auto done = created_ ? files_.append(place_, *buffer_, AppendAt::kEnd)
                         : files_.create_file(place_, *buffer_);
    if (!done) return done;
    created_ = true;
    buffer_ = std::make_shared<std::string>();
    return {};
  }

  WritableFileSystem& files_;
  PathBelow place_;
  const bool on_disk_;
  bool created_ = false;
  std::int64_t lines_ = 0;
  std::shared_ptr<std::string> buffer_ = std::make_shared<std::string>();
};

// Whether something was done that may change words. Everything else must keep them all.
bool may_change_words(const Receipt& receipt) {
  return std::any_of(receipt.changes().begin(), receipt.changes().end(), [](const Change& change) {
    switch (change.defect) {
      case Defect::kB3:
      case Defect::kB10:
      case Defect::kC2:
      case Defect::kC3:
      case Defect::kC6:
      case Defect::kC7:
      case Defect::kC8:
        return true;
      default:
        return change.defect >= Defect::kD4 && change.defect <= Defect::kG6;
    }
  });
}

// Records that were lost may show that the conversation went another way than was guessed; and
// behind another compaction it is another one.
bool went_another_way(const Receipt& receipt) {
  return std::any_of(receipt.changes().begin(), receipt.changes().end(), [](const Change& change) {
    return change.defect <= Defect::kA8 || change.defect == Defect::kB8;
  });
}

// What only the error at the end tells is not mended by leaving the error out.
Result<void> check_explained(const Diagnosis& diagnosis, const RepairOptions& options, Pass next) {
  if (next == Pass::kLines || next == Pass::kTree || !options.only.empty()) return {};
  const Trouble* trouble = diagnosis.unexplained();
  if (trouble == nullptr) return {};
  return Error{ErrorCode::kInvalid,
               "this session cannot be repaired: " + std::string(name_of(trouble->defect)) + " (" +
                   std::string(info_of(trouble->defect).what) + ") is " + trouble->detail};
}

Error cannot_be_repaired(const Trouble& trouble) {
  return {ErrorCode::kInvalid,
          "this session cannot be repaired: " + std::string(info_of(trouble.defect).what) + " (" +
              std::string(name_of(trouble.defect)) + "); nothing was written"};
}

Error nothing_to_do(const Diagnosis& diagnosis) {
  for (const Trouble& trouble : diagnosis.troubles) {
    if (trouble.alarm && !trouble.is_mendable()) return cannot_be_repaired(trouble);
  }
  return {ErrorCode::kInvalid, "there is nothing to repair"};
}

class Repair {
 public:
  Repair(WritableFileSystem& files, const RepairRequest& request)
      : files_(files), request_(request) {
    options_.session = request.session;
    options_.only = request.only;
  }

  Result<RepairedCopy> run() {
    const auto before = files_.stat(request_.original);
    if (!before) return before.error();
    on_disk_ = before->size > kLargestHeldRepair;
    if (on_disk_ && request_.dry_run) return look_at_first_pass();
    if (auto done = run_passes(); !done) return done.error();
    if (auto done = finish_lines(); !done) return done.error();
    if (auto good = check_copy(); !good) return good.error();
    const auto after = files_.stat(request_.original);
    if (!after || !same_version(*before, *after)) {
      return Error{ErrorCode::kBusy, "the session changed while it was read: it may be running"};
    }
    if (request_.diff && !on_disk_) add_diff();
    if (request_.dry_run) return std::move(copy_);
    const auto name = transcript_name(request_.session);
    if (!name) return Error{ErrorCode::kInvalid, "not the name of a session: " + request_.session};
    const PathBelow to = request_.folder / *name;
    copy_.bytes = bytes_;
    if (auto done = piece_->publish(request_.folder, to, request_.original); !done)
      return done.error();
    copy_.file = to.text();
    return std::move(copy_);
  }

 private:
  Result<std::unique_ptr<ExaminedFile>> open_original() {
    auto file = files_.open(request_.original);
    if (!file) return file.error();
    return ExaminedFile::open(std::move(*file));
  }

  // The end that was named is meant until the path to it is written; then the copy itself says it.
  Patient patient_of(ExaminedFile& file) const {
    Patient patient = file.patient(request_.limits);
    if (request_.leaf.empty() || path_written_) return patient;
    const Symbol leaf = file.transcript().symbols.find(request_.leaf);
    if (file.tree().find(leaf) >= 0) patient.leaf = leaf;
    return patient;
  }

  // Never decides for a person which of two ends is meant.
  Result<void> check_choice(const Diagnosis& diagnosis) const {
    for (const Trouble& trouble : diagnosis.troubles) {
      if (trouble.ends.empty() || !request_.leaf.empty() || !options_.wants(trouble.defect)) {
        continue;
      }
      std::string ends;
      for (const std::string& uuid : trouble.ends) ends += (ends.empty() ? "" : " or ") + uuid;
      return Error{ErrorCode::kInvalid,
                   std::string(trouble.ends.size() > 1 ? "this session has two ends"
                                                       : "this session names no end of its own") +
                       ": say with --leaf which one is meant, " + ends +
                       " (clew branches lists them)"};
    }
    return {};
  }

  // The other passes take lines alone: what is hidden in others would not be in the copy.
  Result<void> check_hidden(const Diagnosis& diagnosis) const {
    for (const Trouble& trouble : diagnosis.troubles) {
      if (!trouble.alarm || trouble.defect > Defect::kA8 || options_.wants(trouble.defect))
        continue;
      const std::string id(name_of(trouble.defect));
      return Error{ErrorCode::kInvalid, "the copy would lose records, because " +
                                            std::string(info_of(trouble.defect).what) + " (" + id +
                                            "): name that class too, with --only " + id};
    }
    return {};
  }

  Result<void> run_passes() {
    auto examined = open_original();
    if (!examined) return examined.error();
    for (int pass = 0; pass < kMostPasses; ++pass) {
      const Patient patient = patient_of(**examined);
      auto diagnosis = diagnose(patient);
      if (!diagnosis) return diagnosis.error();
      if (pass > 0) give_up_what_stays(*diagnosis);
      if (auto clear = check_choice(*diagnosis); !clear) return clear;
      set_end(patient);
      Pass next = next_pass(*diagnosis, options_);
      // The path to an end that was named is written even if nothing is wrong with it, and so is a
      // copy that only lies in a better place.
      if (next == Pass::kNone && pass == 0 && !request_.leaf.empty()) next = Pass::kPath;
      if (next == Pass::kNone && pass == 0 && mends_place()) next = Pass::kTree;
      if (auto clear = check_hidden(*diagnosis); !clear) return clear;
      if (auto clear = check_explained(*diagnosis, options_, next); !clear) return clear;
      if (pass == 0) note_what_stays(*diagnosis);
      if (next == Pass::kNone)
        return pass > 0 || made_ ? Result<void>() : Result<void>(nothing_to_do(*diagnosis));
      auto piece = std::make_unique<Workpiece>(files_, request_.folder, on_disk_);
      // A file that begins with a line of a subagent is not listed.
      if (pass == 0 && !(*examined)->transcript().entries.empty() &&
          (*examined)->transcript().entries.front().sidechain) {
        if (auto titled = piece->line(title_of_copy()); !titled) {
          return titled;
        }
      }
      std::vector<std::int64_t> origins(static_cast<std::size_t>(piece->lines()), 0);
      const LineSink sink = [&](std::string_view line, std::int64_t from) -> Result<void> {
        if (line == end_line_) return {};  // of the pass before
        bytes_ += static_cast<std::int64_t>(line.size()) + 1;
        origins.push_back(copy_.receipt.origin_of(from));
        return piece->line(line);
      };
      bytes_ = 0;
      auto done = run_pass(next, patient, *diagnosis, options_, sink, copy_.receipt, end_);
      if (!done) return done;
      // The end stays where it was, whatever a pass moved. Records that were lost may be a new one.
      end_line_.clear();
      if (next != Pass::kLines && !end_.empty()) {
        end_line_ = last_prompt_line(request_.session, end_);
        if (auto noted = piece->line(end_line_); !noted) return noted;
      }
      copy_.receipt.set_origins(std::move(origins));
      made_ = true;
      done_ = next;
      path_written_ |= next == Pass::kPath;
      before_ = std::move(*diagnosis);
      auto again = piece->examine();
      if (!again) return again.error();
      examined = std::move(again);
      piece_ = std::move(piece);
    }
    return {};
  }

  // A note that two passes did not help against stays one; after one it may have waited for another
  // repair. Which end is meant has been said once the path is written.
  void give_up_what_stays(const Diagnosis& now) {
    for (const Trouble& trouble : now.troubles) {
      const Trouble* old = before_.find(trouble.defect);
      const bool tried = old != nullptr && pass_of(trouble.defect) == done_;
      if (tried && !trouble.alarm && old->count <= trouble.count &&
          ++in_vain_[trouble.defect] > 1) {
        options_.given_up.insert(trouble.defect);
      }
    }
    if (done_ == Pass::kPath) options_.given_up.insert(Defect::kB7);
  }

  // What was wiped is not there again because the copy has no empty lines any more.
  void note_what_stays(const Diagnosis& diagnosis) {
    if (const Trouble* wiped = diagnosis.find(Defect::kB11)) copy_.left.push_back(*wiped);
  }

  // Any copy has an id, a title at its end and no line of a subagent first.
  bool mends_place() {
    bool any = false;
    for (const Defect defect : request_.place) {
      if (!request_.only.contains(defect) || info_of(defect).repair.empty()) continue;
      copy_.receipt.add(defect, 0);
      any = true;
    }
    return any;
  }

  void set_end(const Patient& patient) {
    const Transcript& t = patient.transcript;
    const EntryIndex tip = find_path(patient.messages.tree(), RuleSet::k21, patient.leaf).tip;
    end_ = tip == kNoEntry ? std::string_view() : t.text(t[tip].uuid);
  }

  std::string title_of_copy() const {
    return repaired_title_line(request_.session, request_.title, request_.made_of);
  }

  Result<void> finish_lines() {
    if (auto done = piece_->line(title_of_copy()); !done) return done;
    if (end_.empty() || !end_line_.empty()) return {};
    return piece_->line(last_prompt_line(request_.session, end_));
  }

  // What is offered must be good: read by ourselves, taken by the API, nothing left to mend, and no
  // word lost that the receipt does not tell of.
  Result<void> check_copy() {
    auto examined = piece_->examine();
    if (!examined) return examined.error();
    auto diagnosis = diagnose((*examined)->patient(request_.limits));
    if (!diagnosis) return diagnosis.error();
    for (const Trouble& trouble : diagnosis->troubles) {
      if (options_.wants(trouble.defect) && trouble.is_mendable()) {
        return Error{ErrorCode::kCorrupt,
                     "the repair did not succeed: " + std::string(name_of(trouble.defect)) + " (" +
                         std::string(info_of(trouble.defect).what) +
                         ") is still there; nothing was written"};
      }
      if (trouble.alarm) add_left(trouble);
      // What was wiped stays so; all else that stands in the way of a resume is no success.
      if (trouble.alarm && trouble.defect != Defect::kB11 && request_.only.empty()) {
        return cannot_be_repaired(trouble);
      }
    }
    auto original = open_original();
    if (!original) return original.error();
    const bool same_way =
        request_.leaf.empty() && copy_.receipt.aside_lines == 0 && !went_another_way(copy_.receipt);
    copy_.compared = compare_texts(**original, **examined, same_way ? SameWay::kYes : SameWay::kNo);
    if (copy_.compared.changed_words > 0 && !may_change_words(copy_.receipt)) {
      return Error{ErrorCode::kCorrupt, "the repair would lose " +
                                            counted(copy_.compared.changed_words, "text") +
                                            "; nothing was written"};
    }
    copy_.versions = std::move(diagnosis->verdicts);
    return {};
  }

  void add_left(const Trouble& trouble) {
    const bool known = std::any_of(copy_.left.begin(), copy_.left.end(), [&](const Trouble& one) {
      return one.defect == trouble.defect;
    });
    if (!known) copy_.left.push_back(trouble);
  }

  Result<RepairedCopy> look_at_first_pass() {
    auto examined = open_original();
    if (!examined) return examined.error();
    const Patient patient = patient_of(**examined);
    auto diagnosis = diagnose(patient);
    if (!diagnosis) return diagnosis.error();
    if (auto clear = check_choice(*diagnosis); !clear) return clear.error();
    const Pass next = next_pass(*diagnosis, options_);
    if (auto clear = check_explained(*diagnosis, options_, next); !clear) return clear.error();
    if (next == Pass::kNone) return nothing_to_do(*diagnosis);
    const LineSink count = [&](std::string_view line, std::int64_t) -> Result<void> {
      copy_.bytes += static_cast<std::int64_t>(line.size()) + 1;
      return {};
    };
    auto done = run_pass(next, patient, *diagnosis, options_, count, copy_.receipt, end_);
    if (!done) return done.error();
    copy_.only_first_pass = true;
    return std::move(copy_);
  }

  // Against the original with the id of the copy: that alone is no difference.
  void add_diff() {
    auto examined = open_original();
    if (!examined) return;
    LineEdit edit;
    edit.session = request_.session;
    std::string before;
    const Patient patient = (*examined)->patient(request_.limits);
    RawLines lines(patient);
    for (const Entry& entry : patient.transcript.entries) {
      auto line = lines.line(entry);
      if (line) before += edit_line(*line, edit).text + "\n";
    }
    copy_.diff = unified_diff(before, piece_->held(), 0);
  }

  WritableFileSystem& files_;
  const RepairRequest& request_;
  RepairOptions options_;
  RepairedCopy copy_;
  std::unique_ptr<Workpiece> piece_;
  std::string end_;       // uuid of the line that the conversation ends at
  std::string end_line_;  // the note of it that the last pass ended with
  std::int64_t bytes_ = 0;
  bool on_disk_ = false;
  bool made_ = false;
  bool path_written_ = false;
  Pass done_ = Pass::kNone;        // last
  Diagnosis before_;               // of what it was given
  std::map<Defect, int> in_vain_;  // passes
};

}  // namespace

Result<void> check_may_repair(const Diagnosis& diagnosis) {
  const RepairOptions options;
  const Pass next = next_pass(diagnosis, options);
  if (next == Pass::kNone) return nothing_to_do(diagnosis);
  return check_explained(diagnosis, options, next);
}

Result<RepairedCopy> write_repaired_copy(WritableFileSystem& files, const RepairRequest& request) {
  return Repair(files, request).run();
}

}  // namespace clew
