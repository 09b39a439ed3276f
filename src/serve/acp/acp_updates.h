// SPDX-License-Identifier: MIT
//
// Messages of history and of a driven claude as ACP session updates.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read/session_answers.h"
#include "json/value.h"

namespace clew {

// What the client said that it understands.
struct AcpClient {
  bool notices = false;
  bool compaction = false;
  bool elicitation = false;  // of forms
};

// What an update takes of a message.
struct AcpMessage {
  std::string uuid;
  Role role = Role::kUser;
  MessageKind kind = MessageKind::kPrompt;
  std::string text;
  std::string thought;
  std::vector<ToolCall> tools;
  std::vector<std::string> images;  // uuids of the lines that hold them
  std::string message_id;
  std::string model;
  std::optional<MessageUsage> usage;
};
AcpMessage acp_message(const ShownMessage& shown);

// Turns messages into updates, and says of a message that was sent before only what is new: a
// session that is followed comes again and again, each time a little longer.
class AcpUpdates {
 public:
  // Gets the JSON of one update: {"sessionUpdate": ...}.
  using Emit = std::function<void(std::string)>;
  // The JSON text of the line with this uuid, empty when it cannot be had: pictures are fetched
  // from there.
  using FetchLine = std::function<std::string(std::string_view uuid)>;

  AcpUpdates(AcpClient client, Emit emit, FetchLine fetch)
      : client_(client), emit_(std::move(emit)), fetch_(std::move(fetch)) {}

  void add(const AcpMessage& message);
  // Takes note of a message without telling it.
  void skip(const AcpMessage& message);

  // A message that is still being written, piece by piece. Blocks are joined as in the message that
  // comes when it is done, so that this tells nothing twice.
  void begin_message(std::string_view message_id) { writing_ = message_id; }
  void begin_block() { block_begins_ = true; }
  void add_delta(std::string_view text, bool thinking);

  // Says that what is still pending will not come any more.
  void end_pending();

  // Tokens in the model's context after the last answer, as far as known.
  std::int64_t context_tokens() const { return context_tokens_; }
  std::string_view model() const { return model_; }

 private:
  struct Sent {
    std::size_t text = 0;  // bytes of it
    std::size_t thought = 0;
    std::map<std::string, ToolState, std::less<>> tools;
  };

  void add_text(std::string_view kind, std::string_view id, std::string_view text,
                std::size_t& sent);
  void add_user(const AcpMessage& message, Sent& sent);
  void add_answer(const AcpMessage& message, std::string_view id, Sent& sent);
  void add_system(const AcpMessage& message, Sent& sent);
  void add_tool(const ToolCall& tool, Sent& sent);
  void add_result(const ToolCall& tool);
  void add_images(const AcpMessage& message);

  void tell(std::string update) {
    if (!quiet_) emit_(std::move(update));
  }

  AcpClient client_;
  Emit emit_;
  FetchLine fetch_;
  std::map<std::string, Sent, std::less<>> sent_;      // by the uuid of the message
  std::map<std::string, Sent, std::less<>> streamed_;  // by message.id: deltas that were sent
  std::int64_t context_tokens_ = 0;
  std::string model_;
  bool quiet_ = false;
  std::string writing_;  // message.id
  bool block_begins_ = false;
};

}  // namespace clew
