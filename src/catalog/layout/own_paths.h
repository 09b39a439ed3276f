// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace clew {

// Where Clew keeps files of its own: nothing of it lies below a root.
struct OwnPaths {
  std::string cache;  // $XDG_CACHE_HOME/clew, else ~/.cache/clew: can always be deleted
  std::string data;   // $XDG_DATA_HOME/clew, else ~/.local/share/clew: what people decided

  std::string facts_cache() const;
  std::string hidden() const;
  std::string marks() const;  // pins and remarks
  std::string trash() const;
  std::string workspaces() const;
  std::string keep() const;           // every byte of every session, unless it is elsewhere
  std::string machine() const;        // what this machine is called there
  std::string keep_keys() const;      // of what is encrypted there
  std::string forgotten() const;      // sessions that it was made to forget
  std::string chunks() const;         // what is kept already: a cache
  std::string redact() const;         // what was decided about secrets that were found
  std::string links() const;          // sessions that began as an edit of another
  std::string session_store() const;  // sessions that the Agent SDK mirrors here
  std::string folders() const;        // which folders stand for those of other machines
  std::string team() const;           // the address of the team's store, with its secret
  std::string team_shared() const;    // what goes there
  std::string team_sent() const;      // how it looked when it went: a cache
};

// What the environment says; variables that are not absolute paths do not count. Nothing when there
// is no home folder either.
std::optional<OwnPaths> find_own_paths(const std::optional<std::string>& xdg_cache,
                                       const std::optional<std::string>& xdg_data,
                                       const std::optional<std::string>& home);
std::optional<OwnPaths> find_own_paths();  // of this process

}  // namespace clew
