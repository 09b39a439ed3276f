// SPDX-License-Identifier: MIT
#pragma once

#include "json/value.h"
#include "json/writer.h"

namespace clew {

// Whether a message of `show` is one that a chat shows: what the two sides said, not notices and
// boundaries.
bool is_chat_message(json::Value shown);

// A message of `show` in the form that editors use:
//   {id, role, content, thought?, toolCalls?: [{id, name, input, result?, status}], timestamp,
//    isComplete, kind, ...}
void write_chat_message(json::Writer& out, json::Value shown);

}  // namespace clew
