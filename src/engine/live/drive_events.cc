// SPDX-License-Identifier: MIT
#include "engine/live/drive_events.h"

#include <string>

namespace clew {

DrivenConversations::Observer publish_drive_events(EventBus& bus) {
  return [&bus](const std::string& session, const std::string& conversation,
                const drive::Event& event) {
    bus.publish({.type = std::string(event_type::kDrive),
                 .session = session,
                 .payload = DriveSaid(conversation, event)});
  };
}

}  // namespace clew
