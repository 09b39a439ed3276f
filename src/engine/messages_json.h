// SPDX-License-Identifier: MIT
#pragma once

#include "engine/conversation_view.h"
#include "engine/operation.h"
#include "json/writer.h"

namespace clew {

// Writes the view's messages as elements of the array that is open in `out`. Long conversations are
// fetched by several threads, a few batches at a time, and handed to `sink` in order. False when
// nobody listens any more.
Result<bool> write_messages(json::Writer& out, ConversationView& view, std::size_t longest_text,
                            const Sink& sink);

}  // namespace clew
