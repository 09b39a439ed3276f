// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "cli/commands.h"
#include "engine/operation_handlers.h"
#include "json/value.h"

namespace clew {

Result<Outcome> workspaces_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  std::string text;
  auto outcome = run_workspaces(engine, arguments, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  if (!outcome) return outcome;
  json::Parser parser;
  auto answer = parser.parse_copy(text);
  if (!answer) return answer.error();
  for (const json::Value row : (*answer)["workspaces"].elements()) {
    const std::string_view holds = row["holds"].string_or("");
    std::string line = std::string(row["name"].string_or("")) + "  " +
                       std::string(row["kind"].string_or("")) + "  " +
                       std::string(row["path"].string_or(""));
    if (row["removed"].bool_or(false)) {
      line += "  removed";
    } else if (!holds.empty()) {
      line += "  kept: " + std::string(holds);
    }
    screen.out.line(one_line(terminal_safe(line)));
  }
  return outcome;
}

}  // namespace clew
