// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "catalog/layout/session_files.h"
#include "catalog/list/hidden_list.h"
#include "engine/engine.h"

namespace clew {

class Arguments;

// What a person hid: the one answer for everything that shows sessions, words out of them or what
// they cost. Who names a session is shown it all the same.
class HiddenSessions {
 public:
  // Hides nothing when the operation's `--hidden` is given. Costs nothing where nothing is hidden;
  // else as much as a list, for what a list hides is hidden here.
  static Result<HiddenSessions> read(Engine& engine, const Arguments& arguments);

  bool empty() const { return list_.sessions.empty() && list_.projects.empty(); }
  // `key`: of the project's folder. `session`: of a subagent's file the one that started it.
  bool hides(std::string_view key, std::string_view session) const;
  // By what the history of prompts tells.
  bool hides_prompt(const std::string& project, const std::string& session) const;

 private:
  HiddenList list_;
  std::set<std::string, std::less<>> listed_;  // ids of the sessions that a list leaves out
};

}  // namespace clew
