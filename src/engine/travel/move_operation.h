// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "travel/project_move.h"

namespace clew {

template <>
inline constexpr auto kDescription<LeftThing> = describe(
    "LeftThing", "what a move left where it was", field("path", "what it is", &LeftThing::path),
    field("why", "why it stays", &LeftThing::why));

struct MoveAnswer {
  ProjectMove move;
  bool undone = false;
  bool dry_run = false;
  std::vector<std::string> elsewhere{};  // files of Claude Code that still name the old folder
};
template <>
inline constexpr auto kDescription<MoveAnswer> = describe(
    "ProjectMove", "the sessions of a project that go to another folder",
    field("folder", "the project's folder, as it was",
          [](const MoveAnswer& answer) { return TextOrNull{answer.move.folder}; }),
    field("newFolder", "and as it is now", through(&MoveAnswer::move, &ProjectMove::new_folder)),
    field("sessions", "ids of the sessions that moved, or would",
          through(&MoveAnswer::move, &ProjectMove::sessions)),
    field("left", "what stayed, and why", through(&MoveAnswer::move, &ProjectMove::left)),
    field_if_any("undone", "they were brought back", &MoveAnswer::undone),
    field_if_any("dryRun", "nothing was moved", &MoveAnswer::dry_run),
    field("elsewhere", "files of Claude Code that still name the old folder, and stay as they are",
          &MoveAnswer::elsewhere));

Result<MoveAnswer> move_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
