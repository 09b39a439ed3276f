// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "os/file_system.h"
#include "team/team_store.h"

namespace clew {

// How much of a session the store has from this machine.
struct TeamStoredSession {
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const TeamStoredSession&, const TeamStoredSession&) = default;
};
// By root, project key and session, each followed by a line end: session_place().
using TeamStoredSessions = std::map<std::string, TeamStoredSession>;
std::string session_place(const std::string& root, const std::string& key,
                          const std::string& session);
Result<TeamStoredSessions> read_stored_sessions(TeamStore& store, const std::string& machine);

// How sessions looked when they were sent, so that one that did not change need not be read. A
// cache: without it everything is compared again. It is believed only where the store still has as
// much as it had then, for stores are restored from backups too.
class SentSessions {
 public:
  // What cannot be read is nothing.
  static SentSessions read(const FileSystem& files, const std::string& path,
                           const std::string& store);
  Result<void> write(WritableFileSystem& files, const std::string& path,
                     const std::string& store) const;

  bool is_sent(const std::string& place, std::uint64_t look,
               const TeamStoredSessions& stored) const;
  void note(const std::string& place, std::uint64_t look) { looks_[place] = {look, {}}; }
  // What the store has of those that were noted.
  void complete(const TeamStoredSessions& stored);

 private:
  struct Sent {
    std::uint64_t look = 0;  // a hash of names, sizes and times of its files
    TeamStoredSession stored;
  };
  std::map<std::string, Sent> looks_;
};

}  // namespace clew
