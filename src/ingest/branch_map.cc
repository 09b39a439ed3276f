// SPDX-License-Identifier: MIT
#include "ingest/branch_map.h"

#include <algorithm>

#include "base/varint.h"
#include "transcript/seen_entries.h"

namespace clew {

BranchMap::BranchMap(const Tree& tree) {
  const Transcript& t = tree.transcript();
  const ChosenPath path = find_path(tree, RuleSet::k21);
  const MessageTree messages(tree);
  std::vector<bool> active(t.symbols.size(), false);  // by uuid: one may be on several lines
  for (const EntryIndex entry : seen_entries(messages, path)) active[t[entry].uuid] = true;
  for (const Entry& entry : t.entries) {
    if (entry.uuid == kNoSymbol) continue;
    const LineBranch branch = entry.sidechain      ? LineBranch::kSubagent
                              : active[entry.uuid] ? LineBranch::kActive
                                                   : LineBranch::kAbandoned;
    if (runs_.empty() || runs_.back().branch != branch) runs_.push_back({entry.offset, branch});
  }
}

LineBranch BranchMap::at(std::int64_t offset) const {
  const auto next =
      std::upper_bound(runs_.begin(), runs_.end(), offset,
                       [](std::int64_t wanted, const Run& run) { return wanted < run.offset; });
  return next == runs_.begin() ? LineBranch::kUnknown : std::prev(next)->branch;
}

std::string BranchMap::encode() const {
  std::string out;
  append_varint(out, runs_.size());
  std::int64_t last = 0;
  for (const Run& run : runs_) {
    append_varint(out, static_cast<std::uint64_t>(run.offset - last) << 2U |
                           static_cast<std::uint64_t>(run.branch));
    last = run.offset;
  }
  return out;
}

std::optional<BranchMap> BranchMap::decode(std::string_view bytes) {
  VarintReader in(bytes);
  BranchMap map;
  const std::uint64_t runs = in.next();
  std::int64_t last = 0;
  while (in.good() && in.left() > 0) {
    const std::uint64_t step = in.next();
    last += static_cast<std::int64_t>(step >> 2U);
    map.runs_.push_back({last, static_cast<LineBranch>(step & 3U)});  // each value is one
  }
  if (!in.good() || map.runs_.size() != runs) return std::nullopt;
  return map;
}

}  // namespace clew
