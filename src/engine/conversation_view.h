// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/arguments.h"
#include "engine/engine.h"

namespace clew {

// What `show` shows, before any text is fetched: the opened session, why it ends where it does,
// and the plan of the messages asked for. JSON and text are both made from this.
struct ConversationView {
  const FileSystem* files = nullptr;  // borrowed from the engine
  SessionLease session;
  Path path;
  std::vector<MessagePlan> messages;
  std::size_t skipped_before = 0;  // messages of the branch that were not asked for
  std::size_t skipped_after = 0;
};

// Takes the parameters of the operation `show`.
Result<ConversationView> open_conversation(Engine& engine, const Arguments& arguments);

// Fetches the messages one by one; `visit` returns false to stop.
Result<void> each_message(ConversationView& view, const std::function<bool(const Message&)>& visit);

// The parameters `session`, `rules` and `leaf`, which several operations have.
struct OpenedPath {
  SessionLease session;
  Path path;
};
enum class EmptyFile : std::uint8_t { kIsError, kIsFine };
Result<OpenedPath> open_path(Engine& engine, const Arguments& arguments,
                             EmptyFile empty = EmptyFile::kIsError);

}  // namespace clew
