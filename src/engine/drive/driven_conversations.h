// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "drive/drive_event.h"
#include "drive/driven_conversation.h"
#include "drive/wire.h"
#include "engine/drive/drive_request.h"

namespace clew {

enum class ConversationState : std::uint8_t {
  kIdle,     // waits for a prompt
  kBusy,     // works
  kWaiting,  // for an answer to a permission request
  kEnded,
};
std::string_view name_of(ConversationState state);
constexpr ConversationState last_of(ConversationState) { return ConversationState::kEnded; }

struct ConversationInfo {
  std::string id;       // ours: "c1", "c2", ...
  std::string session;  // claude's id; empty until it says so
  std::string folder;
  ConversationState state = ConversationState::kIdle;
  std::string model;
  std::string mode;  // of permissions
  std::string version;
  std::int64_t pid = 0;
  TimeMs started = 0;
  std::int64_t turns = 0;                             // results so far
  double cost_usd = 0;                                // as claude counts it
  std::vector<drive::PermissionRequest> permissions;  // open ones
  std::string ended;                                  // how, once it has
};

// The conversations that this process drives. Thread-safe. Each has its own child, thread and
// limits, so that one that crashes or hangs does not disturb the others; the destructor ends all.
//
// Everything that happens goes to the observer of all conversations (a server publishes it, see
// live/drive_events.h) and to the listener of this one.
class DrivenConversations {
 public:
  // Called on the conversation's thread; must neither block for long nor call close().
  using Listener = std::function<void(const std::string& conversation, const drive::Event& event)>;

  // Called for every conversation, in the same way.
  struct Observed {
    std::string conversation;
    std::string session;  // that it drives
    std::string folder;
  };
  using Observer = std::function<void(const Observed& of, const drive::Event& event)>;

  struct Options {
    DriveLimits limits = {};
    std::size_t most_open = 32;
  };

  explicit DrivenConversations(Observer observer = {});
  DrivenConversations(Observer observer, Options options);
  ~DrivenConversations();
  DrivenConversations(const DrivenConversations&) = delete;
  DrivenConversations& operator=(const DrivenConversations&) = delete;

  // Starts claude as prepared (drive_request.h) and sends the prompt, if there is one. Returns the
  // conversation's id. kBusy when the session is driven already, or too many are. An unseen one is
  // neither observed nor listed.
  Result<std::string> open(const PreparedDrive& prepared, Listener listener = {});

  // All take the id of a conversation, or of the session that it drives. kNotFound when there is
  // none, kCancelled when it is over.
  Result<std::string> send(const std::string& id, const Prompt& prompt);  // the line's uuid
  Result<void> interrupt(const std::string& id);
  Result<void> answer_permission(const std::string& id, const std::string& request,
                                 const PermissionAnswer& answer);
  Result<void> set_model(const std::string& id, const std::string& model);
  Result<void> set_mode(const std::string& id, const std::string& mode);
  // Lets the running turn come to its end, then ends the program.
  Result<void> finish(const std::string& id);
  // Interrupts and ends it; returns at once.
  Result<void> close(const std::string& id);
  // Calls `then` once it has ended, on its thread, or at once when it has already or is not known.
  void when_ended(const std::string& id, std::function<void()> then);
  // Waits for its end; false when it has not come in time.
  bool wait(const std::string& id, std::chrono::milliseconds time);

  std::vector<ConversationInfo> list() const;  // the last ended ones too
  std::optional<ConversationInfo> find(const std::string& id) const;

 private:
  struct Item;
  using ItemPtr = std::shared_ptr<Item>;

  Result<ItemPtr> running(const std::string& id) const;
  ItemPtr lookup(const std::string& id) const;
  void take(Item& item, const drive::Event& event);
  void forget_old();

  Observer observer_;
  Options options_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, ItemPtr> items_;
  std::uint64_t next_ = 1;
};

}  // namespace clew
