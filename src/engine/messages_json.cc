// SPDX-License-Identifier: MIT

#include "engine/messages_json.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "engine/session_json.h"

namespace clew {
namespace {

constexpr std::int64_t kBatchBytes = std::int64_t{1} << 19;  // of lines in the file
constexpr std::size_t kBatchesPerThread = 4;                 // held at a time

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
  const int threads = default_threads();
  bool first = true;
  const std::size_t window = static_cast<std::size_t>(threads) * kBatchesPerThread;
  for (std::size_t start = 0; start < batches.size(); start += window) {
    const std::size_t count = std::min(window, batches.size() - start);
    std::vector<std::optional<Result<std::string>>> texts(count);
    parallel_for(
        static_cast<std::int64_t>(count), threads,
        [&](std::int64_t i, int) {
          const auto at = static_cast<std::size_t>(i);
          texts[at] = batch_json(view, batches[start + at], longest_text);
        },
        view.stop);
    for (const auto& text : texts) {
      if (!text) return stopped_error();
      if (!*text) return text->error();
      const std::string_view elements = std::string_view(**text).substr(1, (*text)->size() - 2);
      if (!first && !sink(",")) return false;
      if (!sink(elements)) return false;
      first = false;
    }
  }
  return true;
}

}  // namespace clew
