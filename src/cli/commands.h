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
using TextCommand = Result<Outcome> (*)(Engine&, const Arguments&, Screen&);

// The text form of an operation, or null if it has none but its JSON.
TextCommand find_text_command(std::string_view operation);

Result<Outcome> demo_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> list_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> who_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> projects_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> prompts_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> agents_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> index_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> keep_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> restore_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> merge_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> move_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> pack_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> unpack_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> import_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> export_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> decide_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> redact_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> scan_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> recall_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> search_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> info_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> plans_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> todos_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> files_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> team_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> show_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> outcome_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> outline_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> context_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> branches_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> turns_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> changes_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> labels_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> diff_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> trash_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> tree_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> stats_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> check_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> doctor_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> tail_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> statusline_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> usage_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> run_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> resume_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> edit_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> fork_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> workspaces_text(Engine& engine, const Arguments& arguments, Screen& screen);
Result<Outcome> raw_text(Engine& engine, const Arguments& arguments, Screen& screen);

}  // namespace clew
