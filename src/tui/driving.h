// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/drive/drive_request.h"
#include "engine/drive/driven_conversations.h"
#include "tui/requests.h"
#include "tui/world.h"

namespace clew::tui {

// The conversation that this screen drives: one at a time is shown. What it says becomes events,
// from its own thread.
class Driving {
 public:
  // Both are called from the conversation's thread; `began` once, when the session is known that
  // what was prepared goes on in. The conversations must end before this does.
  Driving(DrivenConversations& conversations, std::function<void(Event)> tell,
          std::function<void(const PreparedDrive&, const std::string& session)> began)
      : conversations_(conversations), tell_(std::move(tell)), began_(std::move(began)) {}

  // What is said from now on is not heard.
  ~Driving();
  Driving(const Driving&) = delete;
  Driving& operator=(const Driving&) = delete;

  // Says something: to the conversation that runs for this session, else to one that is started.
  // Gives the file that it goes on in, when that is another one.
  Result<std::string> say(Engine& engine, const DriveRequest& request);
  Result<void> answer(const WantAnswer& answer);
  Result<void> interrupt(const std::string& conversation);

 private:
  // Conversations may outlive this; their listeners ask here first.
  struct Gate {
    std::mutex mutex;
    bool open = true;
  };
  void take(const std::string& conversation, const drive::Event& event);
  void take_what(const drive::Event& event);

  DrivenConversations& conversations_;
  std::function<void(Event)> tell_;
  std::function<void(const PreparedDrive&, const std::string&)> began_;
  std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
  std::mutex mutex_;  // guards what follows
  DriveState state_;
  std::vector<drive::PermissionRequest> open_;
  PreparedDrive prepared_;
  bool told_began_ = false;
  std::string words_;  // said last, until something shows that they were taken
};

}  // namespace clew::tui
