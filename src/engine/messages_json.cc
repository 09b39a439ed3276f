// SPDX-License-Identifier: MIT

#include "engine/messages_json.h"

#include <span>

#include "engine/json_pieces.h"
#include "engine/session_json.h"

namespace clew {
namespace {

constexpr std::int64_t kBatchBytes = std::int64_t{1} << 19;  // of lines in the file

using Batch = std::span<const MessagePlan>;

std::vector<Batch> cut_into_batches(const ConversationView& view) {
  const Transcript& t = view.session->transcript();
  const Batch all(view.messages);
  std::vector<Batch> batches;
  std::size_t start = 0;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    bytes += bytes_of(t, all[i]);
    if (bytes < kBatchBytes && i + 1 < all.size()) continue;
    batches.push_back(all.subspan(start, i + 1 - start));
    start = i + 1;
    bytes = 0;
  }
  return batches;
}

// An array of its own: the caller takes off the brackets.
Result<std::string> batch_json(const ConversationView& view, Batch batch,
                               std::size_t longest_text) {
  json::Writer out;
  out.begin_array();
  auto done = each_message(view, batch, [&](const Message& message) {
    write_message(out, *view.session, message, longest_text);
    return true;
  });
  if (!done) return done.error();
  out.end_array();
  return out.take();
}

}  // namespace

Result<bool> write_messages(json::Writer& out, ConversationView& view, std::size_t longest_text,
                            const Sink& sink) {
  if (!sink(out.take())) return false;
  const std::vector<Batch> batches = cut_into_batches(view);
  return hand_on_batches(
      batches.size(), [&](std::size_t i) { return batch_json(view, batches[i], longest_text); },
      sink, view.stop);
}

}  // namespace clew
