// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "engine/session.h"
#include "os/file_system.h"

namespace clew {

struct EngineOptions {
  std::vector<std::string> roots;  // configuration folders; empty: those of the environment
};

// The facade that every front end talks to. Owns nothing but its options and borrows the file
// system; one engine may be used by one thread at a time.
class Engine {
 public:
  Engine(FileSystem& files, EngineOptions options)
      : files_(files), options_(std::move(options)) {}

  FileSystem& files() { return files_; }
  const EngineOptions& options() const { return options_; }

  // Opens a session by its file.
  Result<std::unique_ptr<Session>> open_session(const std::string& name);

 private:
  FileSystem& files_;
  EngineOptions options_;
};

}  // namespace clew
