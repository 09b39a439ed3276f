// SPDX-License-Identifier: MIT
#pragma once

#include "base/text.h"
#include "cli/output.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "render/style.h"

namespace clew {

// What a command gets to write its text for people.
struct Screen {
  Output& out;
  Style style;
  bool terminal = false;  // a person looks at it right now

  // A line, painted or not, broken where it is wider than the screen: what follows stands `hang`
  // cells in.
  void fit(std::string_view line, int hang = 2);

  // Bytes of a file: as they are into a pipe, made harmless for a terminal.
  std::string plain(std::string_view bytes) const {
    return terminal ? terminal_safe(bytes) : std::string(bytes);
  }
};

// Text for people, one function a command; each takes the checked parameters of its operation.
using TextFunction = Result<Outcome>(Engine&, const Arguments&, Screen&);
using TextCommand = TextFunction*;

// The text form of an operation, or null if it has none but its JSON.
TextCommand find_text_command(std::string_view operation);

TextFunction agents_text, branches_text, changes_text, check_text, context_text, decide_text,
    demo_text, diff_text, doctor_text, edit_text, export_text, files_text, fork_text, import_text,
    index_text, info_text, keep_text, labels_text, list_text, merge_text, move_text, outcome_text,
    outline_text, pack_text, plans_text, projects_text, prompts_text, raw_text, recall_text,
    redact_text, restore_text, resume_text, run_text, scan_text, search_text, show_text, stats_text,
    statusline_text, tail_text, team_text, todos_text, trash_text, tree_text, turns_text,
    unpack_text, usage_text, who_text, workspaces_text;

}  // namespace clew
