// SPDX-License-Identifier: MIT
//
// What the Agent SDK calls a session: a project, an id, and for the transcript of a subagent a path
// of its own. All three are what somebody else wrote ("../..", "a/b", a name of 300 characters), so
// they become names of files only here.
//
// A part of letters, digits, "_" and "-" is its own name, as are all that the SDK makes itself: the
// files then lie where Claude Code would have put them. In any other part each byte that is none of
// these is written as "%" and two digits, and nothing at all as "%", so that two parts never meet,
// and none is "..", hidden, or ends like another's file. A long one is cut, and ends with "%~" and
// its hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/plain_name.h"

namespace clew {

PlainName name_of_part(std::string_view part);
// The part that has this name; nothing for a name that was cut, or that is none of ours.
std::optional<std::string> part_of_name(std::string_view name);

inline constexpr std::size_t kLongestPart = 1024;   // bytes
inline constexpr std::size_t kDeepestSubpath = 16;  // steps

// A session of a project. Only a check makes one: kInvalid for parts that are empty, too long, or
// no UTF-8.
class StoreKey {
 public:
  static Result<StoreKey> check(std::string_view project, std::string_view session);

  const std::string& project() const { return project_; }
  const std::string& session() const { return session_; }
  const PlainName& project_name() const { return project_name_; }
  const PlainName& session_name() const { return session_name_; }

 private:
  StoreKey(std::string_view project, std::string_view session);

  std::string project_;
  std::string session_;
  PlainName project_name_;
  PlainName session_name_;
};

// The name of a project's folder, for who lists it.
Result<PlainName> check_project(std::string_view project);

// A transcript of a session: the main one, or the one of a subagent.
class TranscriptKey {
 public:
  explicit TranscriptKey(StoreKey session) : session_(std::move(session)) {}  // the main one
  // An empty subpath is invalid: the main transcript has none.
  static Result<TranscriptKey> check(StoreKey session, std::string_view subpath);

  const StoreKey& session() const { return session_; }
  const std::string& subpath() const { return subpath_; }         // empty: the main one
  const std::vector<PlainName>& steps() const { return steps_; }  // likewise
  bool is_main() const { return steps_.empty(); }

 private:
  StoreKey session_;
  std::string subpath_;
  std::vector<PlainName> steps_;
};

}  // namespace clew
