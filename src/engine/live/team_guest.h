// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/live/live_services.h"
#include "os/confined_file_system.h"

namespace clew {

// A person of a team who has signed in to a server that reads the team's store for several people,
// with all that is made for this person alone: connections to the store under their own name, so
// that PostgreSQL decides what they get, the tree of it, its caches, its events. Of the machine
// that the server runs on nothing is in reach.
class TeamGuest {
 public:
  // `token`: "NAME:SECRET", or the address that `clew team invite` printed. `server`: whose
  // options.team says where the store is. Waits for the store. kInvalid: it does not let them in.
  static Result<std::shared_ptr<TeamGuest>> sign_in(DurableFileSystem& disk,
                                                    const EngineOptions& server,
                                                    std::string_view token);
  // Whether the store takes this token; the address, with its secret, by which it does.
  static Result<std::string> check(const FileSystem& disk, const EngineOptions& server,
                                   std::string_view token);
  // The name in a token; empty: it has none.
  static std::string name_in(std::string_view token);

  const std::string& person() const { return person_; }
  DurableFileSystem& files() { return files_; }
  const EngineOptions& options() const { return options_; }
  EngineServices services() { return services_.pointers(); }

 private:
  TeamGuest(DurableFileSystem& disk, std::string person, std::string folder, EngineOptions options);

  const std::string person_;
  ConfinedFileSystem files_;  // the folder of our cache for this person
  const EngineOptions options_;
  LiveServices services_;
};

}  // namespace clew
