// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "transcript/conversation.h"

namespace clew {

// A prompt and all that followed it until the next one, by places in a list of messages. What was
// typed while the model worked belongs to the turn that it was typed in.
struct TurnPlan {
  std::size_t first = 0;
  std::size_t end = 0;  // behind the last
};

// Messages before the first prompt (a summary, a notice) are of the first turn.
std::vector<TurnPlan> plan_turns(std::span<const MessagePlan> messages);

inline constexpr std::int32_t kNoTurn = -1;

// By entry: its turn, for lines of messages and for results of their calls; else kNoTurn.
std::vector<std::int32_t> turns_by_entry(const Transcript& transcript,
                                         std::span<const MessagePlan> messages,
                                         std::span<const TurnPlan> turns);

}  // namespace clew
