// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/branch_extras.h"
#include "engine/read/session.h"

namespace clew {

// How to ask for the lines that hold the one of --at, when those asked for do not.
struct Elsewhere {
  std::string leaf;   // the end of the branch that has it
  std::string agent;  // the subagent inside the file of the session that wrote it
  bool meta = false;  // it is not meant to be read
};

// What `show` shows, before any text is fetched: the opened session, why it ends where it does,
// and the plan of the messages asked for. JSON and text are both made from this.
struct ConversationView {
  const FileSystem* files = nullptr;  // borrowed from the engine
  StopToken stop;                     // the same
  SharedSession session;
  ChosenPath path;
  std::vector<MessagePlan> messages;
  bool side_thread = false;       // of a subagent inside the file: nothing that a resume sends
  std::optional<std::size_t> at;  // which of them holds the line of --at
  std::optional<Elsewhere> elsewhere;
  std::size_t skipped_before = 0;  // messages of the branch that were not asked for
  std::size_t skipped_after = 0;
  BranchExtras extras;  // of the branch; of its files what belongs to these messages
  std::map<std::string, std::string, std::less<>> inline_agents;  // by the call that started them
};

// Takes the parameters of the operation `show`.
Result<ConversationView> open_conversation(Engine& engine, const Arguments& arguments);

// A part of a branch says only what belongs to its own messages.
void keep_snapshots_shown(ConversationView& view);

// Without messages: for each_message() of some that were planned elsewhere.
ConversationView view_on(Engine& engine, SharedSession session);

// Fetches the messages one by one; `visit` returns false to stop. Several threads may each fetch a
// part of them from one view.
Result<void> each_message(const ConversationView& view, std::span<const MessagePlan> messages,
                          const std::function<bool(const Message&)>& visit);

// Which message holds the line, or one with its uuid: a resumed session repeats lines.
std::optional<std::size_t> place_of(const Transcript& transcript,
                                    const std::vector<MessagePlan>& messages, EntryIndex entry);

// Of the message's lines and its tools' results, as they are in the file.
std::int64_t bytes_of(const Transcript& transcript, const MessagePlan& plan);

// The parameters `session`, `rules` and `leaf`, which several operations have.
struct OpenedPath {
  SharedSession session;
  ChosenPath path;
  bool side_thread = false;  // the lines of a subagent inside the session's file
};
enum class EmptyFile : std::uint8_t { kIsError, kIsFine };
Result<OpenedPath> open_path(Engine& engine, const Arguments& arguments,
                             EmptyFile empty = EmptyFile::kIsError);

// What `show` shows of a branch without being asked for a part of it.
Result<ConversationView> whole_branch(Engine& engine, OpenedPath opened);

}  // namespace clew
