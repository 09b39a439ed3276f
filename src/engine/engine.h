// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/own_paths.h"
#include "catalog/roots.h"
#include "catalog/session_names.h"
#include "engine/services.h"
#include "engine/session_cache.h"
#include "os/stoppable_file_system.h"

namespace clew {

// Where to look and where to keep things. Tests and servers fill it in; programs take it from the
// environment.
struct EngineOptions {
  std::vector<std::string> roots{};  // configuration folders asked for; empty: the environment's
  RootEnvironment environment{};
  OwnPaths own{};        // cache and data of our own; empty paths: no cache
  std::string folder{};  // where the person stands; empty for servers
  // Whether who asks may name files of this machine by their paths: only the command line sets it,
  // and every protocol is refused without having to think of it.
  FilesByPath by_path = FilesByPath::kRefused;
  TimeMs now = 0;

  static EngineOptions from_environment(std::vector<std::string> roots);
};

// The facade that every front end talks to. Borrows the file system; one engine may be used by one
// thread at a time.
class Engine {
 public:
  Engine(WritableFileSystem& files, EngineOptions options, EngineServices services = {});

  // What operations read through: it answers no more once stop() says so.
  WritableFileSystem& files() { return files_; }
  const FileSystem& files() const { return files_; }
  // For who waits for an operation; StopScope sets it.
  StopSignal& stop() { return files_.stop(); }
  const StopSignal& stop() const { return files_.stop(); }
  const EngineOptions& options() const { return options_; }
  const Roots& roots() const { return roots_; }
  const EngineServices& services() const { return services_; }

  // Opens a session by its name (see catalog/session_names.h) or file. A file without any line of a
  // transcript is an error,
  Result<SharedSession> open_session(const std::string& name);
  // ... or not.
  Result<SharedSession> open_any_file(const std::string& name);

  // The session that a person means.
  Result<NamedSession> locate(const std::string& name);
  Result<SharedSession> open_session(const NamedSession& session);
  // A file that was found, not one that somebody named.
  Result<SharedSession> open_file(const std::string& path);

 private:
  StoppableFileSystem files_;
  EngineOptions options_;
  EngineServices services_;
  Roots roots_;
};

}  // namespace clew
