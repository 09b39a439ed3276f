// SPDX-License-Identifier: MIT

#include "engine/read/root_option.h"

#include "base/text.h"
#include "team/team_tree.h"

namespace clew {

std::string root_option(const Engine& engine, std::string_view path) {
  TeamTree* const team = engine.team();
  if (team == nullptr || !team->has(path)) return {};
  // Who reads on a server has joined the store under another address than the server's.
  const bool is_joined = engine.options().team == kJoinedTeam || engine.options().own.data.empty();
  return " --root " +
         (is_joined ? std::string(kJoinedTeam) : shell_word(team->store().address().text()));
}

}  // namespace clew
