// SPDX-License-Identifier: MIT
#pragma once

#include "engine/read/conversation_answers.h"

namespace clew {

// Gives all messages of the answer to `take`, one by one.
template <class Take>
Result<void> each_shown_message(const ConversationAnswer& answer, const Take& take) {
  auto read = answer.messages.each([&take](const ShownMessage& message) {
    take(message);
    return true;
  });
  if (!read) return read.error();
  return {};
}

}  // namespace clew
