// SPDX-License-Identifier: MIT
//
// The lines of a session as a request, checked by what the API takes.
#pragma once

#include <vector>

#include "doctor/api_check.h"
#include "json/spans.h"
#include "transcript/line_source.h"
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

// An attachment that is sent as a prompt, with pictures.
inline constexpr std::string_view kQueuedCommand = "queued_command";
// What of a line is sent: the content of a message, the prompt of a queued command.
json::Span sent_part(std::string_view line, const Entry& entry);

// How many tokens the API counted up to this line and with it; 0: it does not say.
std::int64_t tokens_with(const Transcript& transcript, const Entry& line);

SentCheck check_sent(const Transcript& transcript, const std::vector<SentMessage>& messages,
                     LineSource& lines, Sender sender, const ApiRules& rules = {});

}  // namespace clew
