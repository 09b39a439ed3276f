// SPDX-License-Identifier: MIT
#include "engine/doctor/repair_trial.h"

#include <algorithm>
#include <utility>

#include "base/uuid.h"
#include "engine/doctor/repair_copy.h"

namespace clew {
namespace {

bool is_mendable(const Diagnosis& diagnosis) {
  return std::any_of(diagnosis.troubles.begin(), diagnosis.troubles.end(),
                     [](const Trouble& one) { return one.alarm && one.is_mendable(); });
}

// Of which one has to be named; else one empty text.
std::vector<std::string> ends_of(const Diagnosis& diagnosis) {
  for (const Trouble& one : diagnosis.troubles) {
    if (!one.ends.empty()) return one.ends;
  }
  return {std::string()};
}

// Of a trial nobody expects it.
std::string without_end(std::string text, std::string_view end) {
  if (text.ends_with(end)) text.resize(text.size() - end.size());
  return text;
}

}  // namespace

RepairTrial try_repair(WritableFileSystem& files, const NamedSession& named,
                       const Diagnosis& diagnosis) {
  RepairTrial trial;
  if (!is_mendable(diagnosis)) return trial;
  const auto place = place_to_edit(named);
  if (!place) {
    trial.why_not = place.error().message;
    return trial;
  }
  const auto info = files.stat(named.path);
  if (info && info->size > kLargestHeldRepair) {
    if (auto may = check_may_repair(diagnosis); !may) {
      trial.why_not = without_end(may.error().message, "; nothing was written");
    } else {
      trial.leaves = ends_of(diagnosis);
    }
    return trial;
  }
  for (std::string& leaf : ends_of(diagnosis)) {
    RepairRequest request{.original = named.path, .folder = place->parent()};
    request.session = make_uuid();
    request.leaf = leaf;
    request.dry_run = true;
    auto copy = write_repaired_copy(files, request);
    if (copy) {
      trial.leaves.push_back(std::move(leaf));
    } else {
      trial.why_not = without_end(copy.error().message, "; nothing was written");
    }
  }
  if (!trial.leaves.empty()) trial.why_not.clear();
  return trial;
}

RepairTrial keep_promises(WritableFileSystem& files, const NamedSession& named,
                          Diagnosis& diagnosis) {
  if (!diagnosis.will_fail()) return {};
  RepairTrial trial = try_repair(files, named, diagnosis);
  if (!trial.leaves.empty()) return trial;
  for (Trouble& one : diagnosis.troubles) one.hopeless |= one.alarm;
  return trial;
}

}  // namespace clew
