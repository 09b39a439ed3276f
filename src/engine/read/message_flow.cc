// SPDX-License-Identifier: MIT

#include "engine/read/message_flow.h"

#include <span>
#include <utility>

#include "engine/call/json_pieces.h"

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

class Messages : public Flow<ShownMessage>::Source {
 public:
  Messages(std::shared_ptr<ConversationView> view, TextLimit limit)
      : view_(std::move(view)), limit_(limit) {}

  Result<bool> each(const Flow<ShownMessage>::Take& take) override {
    return each_of(view_->messages, take);
  }

  Result<bool> each_written(const Flow<ShownMessage>::Write& write, json::Writer& out,
                            const Sink& sink) override {
    if (!sink(out.take())) return false;
    const std::vector<Batch> batches = cut_into_batches(*view_);
    return send_in_batches(
        batches.size(), [&](std::size_t i) { return written(batches[i], write); }, sink,
        view_->stop);
  }

 private:
  Result<bool> each_of(Batch batch, const Flow<ShownMessage>::Take& take) const {
    bool listening = true;
    auto done = each_message(*view_, batch, [&](const Message& message) {
      listening = take(ShownMessage(view_->session->transcript(), message, limit_));
      return listening;
    });
    if (!done) return done.error();
    return listening;
  }

  // An array of its own: the caller takes off the brackets.
  Result<std::string> written(Batch batch, const Flow<ShownMessage>::Write& write) const {
    json::Writer out;
    out.begin_array();
    auto done = each_of(batch, [&](const ShownMessage& message) {
      write(out, message);
      return true;
    });
    if (!done) return done.error();
    out.end_array();
    return out.take();
  }

  std::shared_ptr<ConversationView> view_;
  TextLimit limit_;
};

}  // namespace

Flow<ShownMessage> message_flow(std::shared_ptr<ConversationView> view, TextLimit limit) {
  return Flow<ShownMessage>(std::make_shared<Messages>(std::move(view), limit));
}

}  // namespace clew
