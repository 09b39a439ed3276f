// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/read/session_outcome.h"
#include "json/value.h"

namespace clew {

// Collects what calls of tools changed, given in their order; those that failed changed nothing.
class WorkDone {
 public:
  explicit WorkDone(const Transcript& transcript) : t_(transcript) {}

  void add(const ToolCall& call);

  std::vector<ChangedFile> take_files() { return std::move(files_); }
  std::vector<SessionCommit> take_commits() { return std::move(commits_); }

 private:
  void add_file(const ToolCall& call, json::Value input);
  void add_commits(const ToolCall& call, json::Value input);

  const Transcript& t_;
  json::Parser inputs_;
  json::Parser results_;
  std::vector<ChangedFile> files_;
  std::map<std::string, std::size_t> places_;  // in files_
  std::vector<SessionCommit> commits_;
};

}  // namespace clew
