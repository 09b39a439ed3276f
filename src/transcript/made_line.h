// SPDX-License-Identifier: MIT
//
// Lines as Claude Code writes them, made from what another program knew of a conversation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "transcript/tokens.h"

namespace clew {

// What every line says.
struct MadeLine {
  std::string uuid;
  std::string parent;  // empty: the first
  std::string session;
  std::string folder;
  std::string version;
  std::string agent;  // of a subagent's transcript
  TimeMs time = 0;
};

struct MadeCall {
  std::string id;
  std::string name;
  std::string input;  // a JSON object
};
struct MadeAnswer {
  std::string id;
  std::string model;
  std::string text;
  std::vector<MadeCall> calls;
  Tokens tokens{};
};
struct MadeResult {
  std::string call;
  std::string text;
  std::string agent;  // the subagent that the call started
  bool failed = false;
};

// Each with its line end.
std::string made_prompt(const MadeLine& line, std::string_view text);
std::string made_answer(const MadeLine& line, const MadeAnswer& answer);
std::string made_result(const MadeLine& line, const MadeResult& result);
std::string made_notice(const MadeLine& line, std::string_view text);
// A boundary, and the summary that follows it, whose parent it is.
std::string made_boundary(const MadeLine& line);
std::string made_summary(const MadeLine& line, std::string_view text);
std::string made_title(std::string_view session, std::string_view title);

}  // namespace clew
