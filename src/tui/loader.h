// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "tui/driving.h"
#include "tui/jobs.h"
#include "tui/open_conversation.h"
#include "tui/requests.h"
#include "tui/world.h"

namespace clew::tui {

// Does what the model wants of the engine, on the threads of `jobs`. Borrows all that it is given.
class Loader {
 public:
  Loader(const World& world, Jobs& jobs, Driving& driving)
      : world_(world), jobs_(jobs), driving_(driving) {}

  void take(Request request);
  // A prompt was sent and goes on in this session, which may be a new one. From any thread.
  void drive_began(const PreparedDrive& prepared, const std::string& session);
  // The conversation of a reader; null when it is not open.
  std::shared_ptr<const OpenConversation> opened(std::uint64_t reader) const;

 private:
  using Conversation = std::shared_ptr<const OpenConversation>;

  void list(const WantList& want);
  void conversation(WantConversation want);
  void messages(const WantMessages& want);
  void edit(WantEdit want);
  void command(WantCommand want);
  void drive(WantDrive want);
  void keep(std::uint64_t reader, Conversation conversation);
  // Work with an engine of its own that ends when it is outdated.
  template <class Make>
  void start(Jobs::Lane lane, Make make, std::chrono::milliseconds pause = {});
  // The same with a conversation that is open.
  template <class Make>
  void start_in(Jobs::Lane lane, std::uint64_t reader, Make make);

  const World& world_;
  Jobs& jobs_;
  Driving& driving_;
  WantMessages last_lines_;   // that were asked for
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::uint64_t, Conversation> open_;
};

// What the request says to the engine about going on with a session.
Result<DriveRequest> drive_request_of(const WantDrive& want, const OpenConversation* conversation);

}  // namespace clew::tui
