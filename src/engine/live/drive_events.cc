// SPDX-License-Identifier: MIT
#include "engine/live/drive_events.h"

#include <string>

namespace clew {

DrivenConversations::Observer publish_drive_events(EventBus& bus) {
  return [&bus](const DrivenConversations::Observed& of, const drive::Event& event) {
    bus.publish({.type = std::string(event_type::kDrive),
                 .session = of.session,
                 .project = of.folder,
                 .payload = DriveSaid(of.conversation, event)});
  };
}

}  // namespace clew
