// SPDX-License-Identifier: MIT

#include "cli/commands.h"

namespace clew {
namespace {

struct Row {
  std::string_view operation;
  TextCommand text;
};

constexpr Row kRows[] = {
    {"agents", agents_text},
    {"branches", branches_text},
    {"check", check_text},
    {"context", context_text},
    {"demo", demo_text},
    {"list", list_text},
    {"projects", projects_text},
    {"prompts", prompts_text},
    {"raw", raw_text},
    {"show", show_text},
    {"stats", stats_text},
    {"tree", tree_text},
};

}  // namespace

TextCommand find_text_command(std::string_view operation) {
  for (const Row& row : kRows) {
    if (row.operation == operation) return row.text;
  }
  return nullptr;
}

}  // namespace clew
