// SPDX-License-Identifier: MIT

#include "transcript/transcript.h"

#include <algorithm>
#include <utility>

#include "transcript/entry_types.h"

namespace clew {

std::string_view Transcript::type_name(const Entry& entry) const {
  const std::string_view only = only_name_of(entry.type);
  return only.empty() ? text(extra(entry).type_name) : only;
}

void Transcript::report(Finding finding) {
  ++finding_count;
  if (findings.size() < kMaxFindings) findings.push_back(std::move(finding));
}

bool has_block(const Transcript& transcript, const Entry& entry, BlockKind kind) {
  const auto blocks = transcript.blocks_of(entry);
  return std::any_of(blocks.begin(), blocks.end(),
                     [kind](const Block& block) { return block.kind == kind; });
}

}  // namespace clew
