// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/mirror/store_answers.h"
#include "mirror/session_store.h"
#include "os/durable_file_system.h"

namespace clew {

// A transcript as a peer names it; nobody has looked at it yet.
struct StoreName {
  std::string project;
  std::string session;
  std::optional<std::string> subpath;  // nothing: the main transcript
};

// The session store of a program that serves. Thread-safe. Borrows the files.
class StoreService {
 public:
  // In the folder that the options name; kInvalid when they name none.
  static Result<std::unique_ptr<StoreService>> open(DurableFileSystem& files,
                                                    const EngineOptions& options);
  ~StoreService();
  StoreService(const StoreService&) = delete;
  StoreService& operator=(const StoreService&) = delete;

  // Takes away, in a thread of its own, what processes left that were killed.
  void tidy();

  // `body`: lines of JSON, taken over. `batch`: by which it is known when it is sent again, or
  // empty. `is_wanted` is asked before anything is written.
  Result<StoreAppend> append(const StoreName& name, std::string body, std::string_view batch,
                             const std::function<bool()>& is_wanted);
  // All lines in pieces; false when there is no such transcript. A sink that takes no more ends it.
  Result<bool> load(const StoreName& name, const std::function<bool(std::string_view)>& sink);
  Result<StoreSessions> sessions(const std::string& project);
  Result<StoreSummaries> summaries(const std::string& project);
  Result<StoreSubkeys> subkeys(const std::string& project, const std::string& session);
  // What is kept of it is not shown any more either.
  Result<StoreDeleted> remove(Engine& engine, const StoreName& name);

 private:
  explicit StoreService(std::unique_ptr<SessionStore> store) : store_(std::move(store)) {}

  std::unique_ptr<SessionStore> store_;
  std::atomic<bool> ending_ = false;
  std::thread tidying_;
};

}  // namespace clew
