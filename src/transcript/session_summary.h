// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "json/value.h"
#include "json/writer.h"
#include "transcript/line_fields.h"

namespace clew {

// What the Agent SDK wants to know of a session in order to list it without reading its lines. The
// SDK folds it line by line, and so do we: what is set once stays, what is said last counts. The
// two SDKs (TypeScript 0.3.325, Python 0.2.143) have the same fields under different names, and
// each passes over the names of the other, so both are written.
class SessionSummary {
 public:
  // The lines of a main transcript in their order.
  void take(const LineFields& line);

  // An object with the names of both SDKs, and back from one that we wrote.
  void write(json::Writer& out) const;
  static SessionSummary read(json::Value data);

 private:
  void take_prompt(const LineFields& line);
  bool take_prompt_text(std::string_view text);

  std::optional<bool> sidechain_;
  TimeMs created_ = kNoTime;
  std::string cwd_;
  std::string first_prompt_;  // empty: not found yet
  std::string command_;       // a slash command, for want of a prompt
  std::optional<std::string> custom_title_;
  std::optional<std::string> ai_title_;
  std::optional<std::string> last_prompt_;
  std::optional<std::string> summary_;
  std::optional<std::string> git_branch_;
  std::string tag_;
};

}  // namespace clew
