// SPDX-License-Identifier: MIT

#include "cli/notes.h"

#include <cstdio>

#include "base/numbers.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr std::int64_t kMost = 5;

bool is_for_people(const Finding& finding) {
  using Kind = Finding::Kind;
  return finding.kind != Kind::kSameFolderTwice && finding.kind != Kind::kNoConversation &&
         finding.kind != Kind::kNotAUuid;
}

}  // namespace

void write_note(Output& out, std::string_view text) {
  out.flush();
  std::fprintf(stderr, "clew: %s\n", terminal_safe(text).c_str());
}

void write_notes(Output& out, const Findings& findings) {
  std::int64_t count = 0;
  for (const Finding& finding : findings) {
    if (is_for_people(finding) && ++count <= kMost) write_note(out, terminal_line(finding.reason));
  }
  if (count > kMost) {
    write_note(out, with_thousands(count - kMost) + " more of the kind; --json lists all");
  }
}

}  // namespace clew
