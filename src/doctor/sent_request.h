// SPDX-License-Identifier: MIT
//
// The lines of a session as a request, checked by what the API takes.
#pragma once

#include <vector>

#include "doctor/api_check.h"
#include "doctor/sent_facts.h"
#include "transcript/rules.h"

namespace clew {

// Who sends the messages.
enum class Sender : std::uint8_t {
  kAsLoaded,  // nobody: what the lines themselves make up
  kMending,   // 2.1, which adds results and texts where they are missing
  kPlain,     // older versions
};

struct SentCheck {
  std::vector<ApiRefusal> refusals;
  std::vector<EntryIndex> unreadable;  // lines that could not be fetched again
  std::vector<EntryIndex> no_text;     // lines with bytes that are no UTF-8
};

// How many tokens the API counted up to this line and with it; 0: it does not say.
std::int64_t tokens_with(const Transcript& transcript, const Entry& line);

SentCheck check_sent(const Transcript& transcript, const std::vector<SentMessage>& messages,
                     SentFacts& facts, Sender sender, const ApiRules& rules = {});

}  // namespace clew
