// SPDX-License-Identifier: MIT
#include "doctor/repair.h"

#include <algorithm>

#include "base/text.h"
#include "doctor/line_edit.h"

namespace clew {
namespace {

bool is_of_lines(Defect defect) { return defect <= Defect::kA8; }

bool is_of_tree(Defect defect) {
  switch (defect) {
    case Defect::kB3:
    case Defect::kB5:
    case Defect::kB9:
    case Defect::kB10:
    case Defect::kB12:
    case Defect::kB13:
    case Defect::kB14:
    case Defect::kG3:
    case Defect::kG4:
    case Defect::kG6:
      return true;
    default:
      return false;
  }
}

// With U+FFFD for each byte that is none.
std::string as_utf8(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) append_utf8(out, decode_utf8(text, at));
  return out;
}

class LinesPass : public PhysicalVisitor {
 public:
  LinesPass(const Patient& patient, const RepairOptions& options, const LineSink& sink,
            Receipt& receipt)
      : patient_(patient), raw_(patient), sink_(sink), receipt_(receipt) {
    edit_.session = options.session;
  }

  Result<void> on_entry(EntryIndex entry) override {
    auto line = raw_.line(patient_.transcript[entry]);
    if (!line) return line.error();
    const std::int64_t number = patient_.transcript[entry].line;
    if (is_valid_utf8(*line)) return on_record(*line, number);
    receipt_.add(Defect::kA7, number);
    return on_record(as_utf8(*line), number);
  }
  Result<void> on_record(std::string_view record, std::int64_t line) override {
    return sink_(edit_line(record, edit_).text, line);
  }
  void on_defect(Defect defect, std::int64_t line, std::string_view lost) override {
    const bool hides = defect == Defect::kA2 || defect == Defect::kA7;
    receipt_.add(defect, line, hides ? std::string_view() : lost);
  }

 private:
  const Patient& patient_;
  RawLines raw_;
  const LineSink& sink_;
  Receipt& receipt_;
  LineEdit edit_;
};

}  // namespace

std::int64_t Receipt::origin_of(std::int64_t line) const {
  if (origins_.empty()) return line;
  return line > 0 && line <= std::ssize(origins_) ? origins_[static_cast<std::size_t>(line - 1)]
                                                  : 0;
}

void Receipt::add(Defect defect, std::int64_t line, std::string_view lost,
                  std::int64_t lost_bytes) {
  auto found = std::find_if(changes_.begin(), changes_.end(),
                            [&](const Change& one) { return one.defect == defect; });
  if (found == changes_.end()) {
    changes_.push_back({defect, {}, 0, 0, {}});
    found = changes_.end() - 1;
  }
  ++found->count;
  line = origin_of(line);
  if (line > 0 && found->lines.size() < Trouble::kMostLines) found->lines.push_back(line);
  if (lost.empty()) return;
  constexpr std::size_t kLongest = 400;
  found->lost_bytes += std::max(lost_bytes, static_cast<std::int64_t>(lost.size()));
  if (found->lost.size() < Change::kMostLost) found->lost.emplace_back(cut_utf8(lost, kLongest));
}

Result<std::string_view> RawLines::line(const Entry& entry) {
  // The reader of lines condenses larger ones.
  constexpr std::int64_t kCondensed = std::int64_t{8} << 20;
  if (entry.length <= kCondensed) return patient_.lines.line(entry);
  auto bytes = patient_.file.bytes(entry.offset, entry.length);
  if (!bytes) return bytes.error();
  giant_ = std::move(*bytes);
  return std::string_view(giant_);
}

Pass pass_of(Defect defect) {
  if (is_of_lines(defect)) return Pass::kLines;
  return is_of_tree(defect) ? Pass::kTree : Pass::kPath;
}

Pass next_pass(const Diagnosis& diagnosis, const RepairOptions& options) {
  Pass next = Pass::kNone;
  for (const Trouble& trouble : diagnosis.troubles) {
    if (!options.wants(trouble.defect) || !trouble.is_mendable()) continue;
    const Pass pass = pass_of(trouble.defect);
    if (next == Pass::kNone || pass < next) next = pass;
  }
  return next;
}

Result<void> run_pass(Pass pass, const Patient& patient, const Diagnosis& diagnosis,
                      const RepairOptions& options, const LineSink& sink, Receipt& receipt,
                      std::string& end) {
  switch (pass) {
    case Pass::kLines:
      return repair_lines(patient, options, sink, receipt);
    case Pass::kTree:
      return repair_tree(patient, diagnosis, options, sink, receipt);
    default:
      return repair_path(patient, diagnosis, options, sink, receipt, end);
  }
}

Result<void> repair_lines(const Patient& patient, const RepairOptions& options,
                          const LineSink& sink, Receipt& receipt) {
  LinesPass visitor(patient, options, sink, receipt);
  return visit_physical_lines(patient.transcript, patient.file, visitor);
}

}  // namespace clew
