// SPDX-License-Identifier: MIT

#include "engine/live/live_answers.h"

#include <algorithm>
#include <map>
#include <utility>

#include "json/described_json.h"
#include "transcript/excerpt.h"

namespace clew {
namespace {

struct Response {
  Tokens tokens;
  Symbol model = kNoSymbol;
  TimeMs time = kNoTime;
};

// By message.id.
std::map<Symbol, Response> responses_of(const Transcript& t, EntryIndex first) {
  std::map<Symbol, Response> responses;
  for (EntryIndex i = first; i < t.count(); ++i) {
    const Entry& line = t[i];
    if (line.type != EntryType::kAssistant || line.usage < 0 || line.message_id == kNoSymbol) {
      continue;
    }
    Response& response = responses[line.message_id];
    response.tokens.raise(t.usages[static_cast<std::size_t>(line.usage)]);
    if (response.model == kNoSymbol) response.model = line.model;
    if (response.time == kNoTime) response.time = line.time;
  }
  return responses;
}

}  // namespace

TurnCost cost_of_turn(const Transcript& t, EntryIndex first, const PriceTable& prices) {
  TurnCost turn;
  for (const auto& [id, response] : responses_of(t, first)) {
    const std::string_view model = t.text(response.model);
    if (model == kSyntheticModel) continue;
    const Cost cost = prices.cost(model, response.time, response.tokens, 0);
    ++turn.responses;
    turn.tokens += sums_of(response.tokens);
    turn.cost += cost.total();
    if (cost.rule == nullptr) turn.priced = false;
  }
  TimeMs last = kNoTime;
  for (EntryIndex i = first; i < t.count(); ++i) {
    if (t[i].time != kNoTime) last = std::max(last, t[i].time);
    for (const Block& block : t.blocks_of(t[i])) {
      if (block.kind == BlockKind::kToolUse) ++turn.tools;
    }
  }
  const TimeMs begin = t[first].time;
  if (begin != kNoTime && last >= begin) turn.duration_ms = last - begin;
  return turn;
}

Appended appended(std::string agent, const Transcript& transcript, TailGrowth growth) {
  Appended event{std::move(agent), std::move(growth), nullptr, std::nullopt};
  if (event.growth.turn_ended && event.growth.turn != kNoEntry) {
    event.turn = cost_of_turn(transcript, event.growth.turn, PriceTable::builtin());
  }
  Excerpt excerpt(transcript);
  excerpt.take(event.growth.messages);
  for (ToolUpdate& update : event.growth.tools) {
    update.message = excerpt.take(update.message);
    excerpt.take(update.tool);
  }
  event.transcript = excerpt.transcript();
  return event;
}

DriveSaid::DriveSaid(std::string of, const drive::Event& said)
    : conversation(std::move(of)), event(said) {
  auto* const update = std::get_if<drive::MessageUpdate>(&event.what);
  if (!update) return;
  Excerpt excerpt(*update->transcript);
  excerpt.take({&update->message, 1});
  transcript = excerpt.transcript();
  update->transcript = transcript.get();
}

// --- what they take ---

namespace {

// A line of an excerpt with its ids, a string beyond its text.
constexpr std::size_t kLine = 512;
constexpr std::size_t kSmall = 64;

// What an excerpt takes beside its lines: its first texts are stored in 4 kB, further ones in 64.
std::size_t bytes_of(const Transcript* excerpt) {
  constexpr EntryIndex kFew = 16;
  if (!excerpt) return 0;
  return (std::size_t{6} << 10) + (excerpt->count() > kFew ? std::size_t{64} << 10 : 0);
}

std::size_t bytes_of(const std::vector<MediaPart>& parts) {
  return parts.size() * (kLine + kSmall);
}

std::size_t bytes_of(const ToolCall& tool) {
  return 2 * kLine + tool.id.size() + tool.name.size() + tool.input.size() + tool.result.size() +
         tool.structured.size() + tool.agent.size() + tool.stored_at.size() + bytes_of(tool.parts);
}

std::size_t bytes_of(const Message& message) {
  std::size_t bytes = sizeof(Message) + kLine * message.entries.size() + message.text.size() +
                      message.thought.size() + message.contexts.size() + bytes_of(message.parts);
  if (message.compaction) bytes += kSmall * (message.compaction->preserved.size() + 4);
  for (const ToolCall& tool : message.tools) bytes += bytes_of(tool);
  return bytes;
}

std::size_t bytes_of(const std::vector<Message>& messages) {
  std::size_t bytes = 0;
  for (const Message& message : messages) bytes += bytes_of(message);
  return bytes;
}

// What a value says: its texts, and a little for each.
template <class T>
std::size_t said_bytes(const T& value) {
  if constexpr (Text<T>) {
    return kSmall + std::string_view(value).size();
  } else if constexpr (IsOptional<T>::value || std::is_pointer_v<T>) {
    return value ? said_bytes(*value) : 0;
  } else if constexpr (Described<T>) {
    std::size_t bytes = 0;
    json::each_member(value,
                      [&bytes](const auto&, const auto& member) { bytes += said_bytes(member); });
    return bytes;
  } else if constexpr (std::is_same_v<T, TextOrNull> || IsOneOf<T>::value) {
    return said_bytes(value.text);
  } else if constexpr (std::is_base_of_v<JsonText, T>) {
    return said_bytes(value.json);
  } else if constexpr (List<T>) {
    std::size_t bytes = 0;
    for (const auto& element : value) bytes += said_bytes(element);
    return bytes;
  } else {
    return kSmall;
  }
}

std::size_t bytes_in(const Appended& event) {
  std::size_t bytes = sizeof event + event.agent.size() + bytes_of(event.growth.messages) +
                      bytes_of(event.transcript.get());
  for (const ToolUpdate& update : event.growth.tools) bytes += kLine + bytes_of(update.tool);
  return bytes;
}
// The session is shared with who reads it.
std::size_t bytes_in(const TailStart& event) {
  return sizeof event + event.title.size() + bytes_of(event.messages);
}
std::size_t bytes_in(const DriveSaid& said) {
  if (const auto* update = std::get_if<drive::MessageUpdate>(&said.event.what)) {
    return sizeof said + bytes_of(update->message) + bytes_of(said.transcript.get());
  }
  return sizeof said + said_bytes(said);
}
template <class T>
std::size_t bytes_in(const T& event) {
  return sizeof event + said_bytes(event);
}

}  // namespace

std::size_t bytes_of(const EventPayload& payload) {
  return std::visit([](const auto& event) { return bytes_in(event); }, payload);
}

}  // namespace clew
