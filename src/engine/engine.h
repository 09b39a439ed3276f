// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/layout/own_paths.h"
#include "catalog/layout/roots.h"
#include "catalog/list/session_names.h"
#include "engine/services.h"
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
  // For what others use after us: it knows no stop.
  const FileSystem& lasting_files() { return files_.base(); }
  // For who waits for an operation; StopScope sets it.
  StopSignal& stop() { return files_.stop(); }
  const StopSignal& stop() const { return files_.stop(); }
  const EngineOptions& options() const { return options_; }
  const Roots& roots() const { return roots_; }
  const EngineServices& services() const { return services_; }

  // The session that a person means; read/open_session.h opens it.
  // A hidden session is found by its whole id alone, unless who asks hides and shows sessions.
  enum class Hidden : bool { kByWholeId, kByAnyName };
  Result<NamedSession> locate(const std::string& name, Hidden hidden = Hidden::kByWholeId);

 private:
  StoppableFileSystem files_;
  EngineOptions options_;
  EngineServices services_;
  Roots roots_;
};

}  // namespace clew
