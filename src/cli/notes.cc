// SPDX-License-Identifier: MIT

#include "cli/notes.h"

#include <cstdio>
#include <string>
#include <unistd.h>

#include "base/numbers.h"
#include "base/text.h"
#include "os/terminal.h"

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
  const std::string line = "clew: " + terminal_safe(text) + "\n";
  if (out.is_captured() || (out.is_paged() && is_terminal(STDERR_FILENO))) {
    out.write(line);
    return;
  }
  out.flush();
  std::fputs(line.c_str(), stderr);
}

std::string nothing_found(const Engine& engine, std::string_view nothing) {
  std::string where;
  for (const std::string& root : engine.roots().paths) where += (where.empty() ? "" : ", ") + root;
  std::string text(nothing);
  if (!where.empty()) text += " in " + where;
  if (const std::string& absent = engine.roots().absent; !absent.empty())
    text += ": there is no " + absent + "; --root or $CLAUDE_CONFIG_DIR names another folder";
  return text;
}

std::string left_out_text(std::optional<std::int64_t> count, std::string_view how) {
  const std::string number = count ? with_thousands(*count) + " " : "";
  return "… and " + number + "more; " + std::string(how);
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
