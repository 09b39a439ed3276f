// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Where a team's store is, and as whom it is opened. The password stays inside: whatever is shown
// or logged has none.
class TeamAddress {
 public:
  // "postgres://ann:secret@host:5432/team?sslmode=require" or "postgresql://…". The message of a
  // mistake does not repeat what was given, which may hold a password.
  static Result<TeamAddress> parse(std::string_view url);

  const std::map<std::string, std::string>& parameters() const { return parameters_; }
  std::string person() const { return value("user"); }
  bool has_password() const { return parameters_.contains("password"); }

  std::string text() const;  // for people: without the password
  std::string url() const;   // with it: for a file that only its owner can read, and for an invite
  // The same store, for somebody else.
  TeamAddress as(std::string_view person, std::string_view password) const;
  // Some letters that stand for this store as this person sees it: a name for caches.
  std::string key() const;

 private:
  std::string value(const std::string& name) const;
  std::string write(bool with_password) const;

  std::map<std::string, std::string> parameters_;  // of libpq
};

// Whether a root is not a folder but a store: "postgres://…", "postgresql://…" or "team:".
bool is_team_root(std::string_view root);
inline constexpr std::string_view kJoinedTeam = "team:";

// The address that is meant by such a root: the one it says; for "team:", $CLEW_TEAM, else the one
// that was joined, which `file` holds. A URL without a password gets that of the same store and
// person in the file or in $CLEW_TEAM; libpq looks into $PGPASSWORD and its password file itself.
Result<TeamAddress> find_team_address(const FileSystem& files, const std::string& file,
                                      std::string_view root);
Result<void> join_team(WritableFileSystem& files, const std::string& file,
                       const TeamAddress& address);

}  // namespace clew
