// SPDX-License-Identifier: MIT
#include "keep/keep_plan.h"

#include <optional>

namespace clew {
namespace {

std::optional<KeepStep> step_for(const FileInfo& info, const KeptVersion& last) {
  if (last.torn) return KeepStep::kShorter;
  const auto size = static_cast<std::uint64_t>(info.size);
  if (size > last.size()) return KeepStep::kGrown;
  if (size < last.size()) return KeepStep::kShorter;
  if (info.mtime_ns != last.mtime_ns() || last.gone) return KeepStep::kTouched;
  if (info.ctime_ns != last.pieces.back().ctime_ns) return KeepStep::kTouched;
  // What was read within the tick in which it was written may have changed after that.
  if (may_change_unseen(info, last.pieces.back().kept)) return KeepStep::kTouched;
  return std::nullopt;
}

}  // namespace

KeepPlan plan_keep(const std::string& root, const std::vector<RootFile>& there,
                   const KeptMachine& kept, TimeMs now, const KeptNames& distrusted) {
  KeepPlan plan;
  auto known = kept.files.lower_bound({root, {}});
  const auto is_known = [&] { return known != kept.files.end() && known->first.root == root; };
  const auto pass_by = [&] {
    const KeptVersion& last = known->second.back();
    if (!last.gone) plan.gone.push_back({known->first, last.number, now});
    ++known;
  };
  for (const RootFile& file : there) {
    while (is_known() && known->first.file < file.file) pass_by();
    PlannedFile planned{.name = {root, file.file}, .info = file.info};
    if (is_known() && known->first.file == file.file) {
      planned.last = &known->second.back();
      ++known;
      const auto step = distrusted.contains(planned.name) ? KeepStep::kShorter
                                                          : step_for(file.info, *planned.last);
      if (!step) continue;
      planned.step = *step;
    }
    const bool may_stand = planned.step == KeepStep::kGrown || planned.step == KeepStep::kTouched;
    const std::uint64_t before = may_stand ? planned.last->size() : 0;
    plan.bytes += static_cast<std::uint64_t>(file.info.size) - before;
    plan.files.push_back(std::move(planned));
  }
  while (is_known()) pass_by();
  return plan;
}

}  // namespace clew
