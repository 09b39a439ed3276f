// SPDX-License-Identifier: MIT
//
// What we write to a running claude: one JSON object a line, without the line end.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace clew {

// A prompt: words, or an array of content blocks as JSON (pictures), under a uuid that becomes the
// line's own.
struct Prompt {
  std::string text;
  std::string blocks;  // JSON array; instead of text when not empty
  std::string uuid;    // empty: one is made
};

struct PermissionAnswer {
  bool allow = false;
  std::string message;     // why not; for the model to read
  std::string input;       // JSON: what the tool shall get instead; empty: what it asked for
  std::string updates;     // JSON array: rules to remember (permission_suggestions of the request)
  bool interrupt = false;  // refused, and the turn is over too
};

namespace wire {

std::string user_message(const Prompt& prompt);
std::string initialize(std::string_view request);
std::string interrupt(std::string_view request);
std::string set_model(std::string_view request, std::string_view model);
std::string set_permission_mode(std::string_view request, std::string_view mode);
// `asked_input`: JSON of the request, sent back when the answer has no other.
std::string permission_answer(std::string_view request, const PermissionAnswer& answer,
                              std::string_view asked_input);
std::string control_error(std::string_view request, std::string_view why);

}  // namespace wire
}  // namespace clew
