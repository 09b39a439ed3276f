// SPDX-License-Identifier: MIT

#include "transcript/transcript.h"

#include <algorithm>
#include <utility>

#include "transcript/entry_types.h"

namespace clew {

std::string_view name_of(Diagnostic::Kind kind) {
  switch (kind) {
    case Diagnostic::Kind::kBadLine:
      return "bad-line";
    case Diagnostic::Kind::kNotAnObject:
      return "not-an-object";
    case Diagnostic::Kind::kTooLong:
      return "too-long";
    case Diagnostic::Kind::kTooDeep:
      return "too-deep";
    case Diagnostic::Kind::kRepaired:
      return "repaired";
    case Diagnostic::Kind::kWrongKind:
      return "wrong-kind";
    case Diagnostic::Kind::kDuplicateKey:
      return "duplicate-key";
    case Diagnostic::Kind::kDuplicateUuid:
      return "duplicate-uuid";
    case Diagnostic::Kind::kMissingParent:
      return "missing-parent";
    case Diagnostic::Kind::kCycle:
      return "cycle";
    case Diagnostic::Kind::kOrphanResult:
      return "orphan-result";
    case Diagnostic::Kind::kUnanswered:
      return "unanswered-call";
  }
  return "unknown";
}

std::string_view Transcript::type_name(const Entry& entry) const {
  const std::string_view only = only_name_of(entry.type);
  return only.empty() ? text(extra(entry).type_name) : only;
}

void Transcript::diagnose(Diagnostic diagnostic) {
  ++diagnostic_count;
  if (diagnostics.size() < kMaxDiagnostics) diagnostics.push_back(std::move(diagnostic));
}

bool has_block(const Transcript& transcript, const Entry& entry, BlockKind kind) {
  const auto blocks = transcript.blocks_of(entry);
  return std::any_of(blocks.begin(), blocks.end(),
                     [kind](const Block& block) { return block.kind == kind; });
}

}  // namespace clew
