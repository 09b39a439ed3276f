// SPDX-License-Identifier: MIT

#include "cli/commands.h"

#include "render/styled_text.h"

namespace clew {
namespace {

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
    {"delete", delete_text},
    {"demo", demo_text},
    {"diff", diff_text},
    {"doctor", doctor_text},
    {"edit", edit_text},
    {"export", export_text},
    {"files", files_text},
    {"fork", fork_text},
    {"hide", hide_text},
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
    {"pin", pin_text},
    {"unpin", unpin_text},
    {"remark", remark_text},
    {"outline", outline_text},
    {"pack", pack_text},
    {"projects", projects_text},
    {"who", who_text},
    {"prompts", prompts_text},
    {"raw", raw_text},
    {"recall", recall_text},
    {"redact", redact_text},
    {"rename", rename_text},
    {"restore", restore_text},
    {"resume", resume_text},
    {"run", run_text},
    {"scan", scan_text},
    {"search", search_text},
    {"show", show_text},
    {"stats", stats_text},
    {"statusline", statusline_text},
    {"tag", tag_text},
    {"tail", tail_text},
    {"todos", todos_text},
    {"plans", plans_text},
    {"trash", trash_text},
    {"tree", tree_text},
    {"undelete", undelete_text},
    {"unhide", unhide_text},
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
