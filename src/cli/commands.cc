// SPDX-License-Identifier: MIT

#include "cli/commands.h"

#include "engine/lists/edits.h"
#include "render/styled_text.h"

namespace clew {
namespace {

// Of what changes something and says in a sentence what it did.
template <auto kDo>
Result<Outcome> said(Engine& engine, const Arguments& arguments, Screen& screen) {
  const Result<Done> done = kDo(engine, arguments);
  if (!done) return done.error();
  screen.out.line(terminal_safe(done->done));
  return Outcome::kFound;
}

struct Row {
  std::string_view operation;
  TextCommand text;
};

// clang-format off
constexpr Row kRows[] = {
    {"agents", agents_text},
    {"branches", branches_text},
    {"check", check_text},
    {"context", context_text},
    {"decide", decide_text},
    {"delete", said<remove>},
    {"demo", demo_text},
    {"diff", diff_text},
    {"doctor", doctor_text},
    {"edit", edit_text},
    {"export", export_text},
    {"files", files_text},
    {"fork", fork_text},
    {"hide", said<hide>},
    {"import", import_text},
    {"index", index_text},
    {"info", info_text},
    {"keep", keep_text},
    {"team", team_text},
    {"list", list_text},
    {"merge", merge_text},
    {"move", move_text},
    {"outcome", outcome_text},
    {"turns", turns_text},
    {"changes", changes_text},
    {"labels", labels_text},
    {"pin", said<pin>},
    {"unpin", said<unpin>},
    {"remark", said<remark>},
    {"outline", outline_text},
    {"pack", pack_text},
    {"projects", projects_text},
    {"who", who_text},
    {"prompts", prompts_text},
    {"raw", raw_text},
    {"recall", recall_text},
    {"redact", redact_text},
    {"rename", said<rename>},
    {"restore", restore_text},
    {"resume", resume_text},
    {"run", run_text},
    {"scan", scan_text},
    {"search", search_text},
    {"show", show_text},
    {"stats", stats_text},
    {"statusline", statusline_text},
    {"tag", said<tag>},
    {"tail", tail_text},
    {"todos", todos_text},
    {"plans", plans_text},
    {"trash", trash_text},
    {"tree", tree_text},
    {"undelete", said<undelete>},
    {"unhide", said<unhide>},
    {"unpack", unpack_text},
    {"usage", usage_text},
    {"workspaces", workspaces_text},
};
// clang-format on

}  // namespace

void Screen::fit(std::string_view line, int hang) { fit_line(out, style, line, hang); }

TextCommand find_text_command(std::string_view operation) {
  for (const Row& row : kRows) {
    if (row.operation == operation) return row.text;
  }
  return nullptr;
}

}  // namespace clew
