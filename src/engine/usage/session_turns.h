// SPDX-License-Identifier: MIT
//
// A conversation turn by turn: when each was and how long it took, what it cost, how full the
// context was behind it and what filled it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/turn_plan.h"

namespace clew {

// What a text in the context is.
enum class ContextPart : std::uint8_t {
  kPrompt,
  kAnswer,
  kThinking,
  kTool,        // a call and its result
  kAttachment,  // what the CLI added: files, reminders, CLAUDE.md
  kSummary,     // of a compaction
  kOther,       // output of commands, feedback of hooks, notices
};
std::string_view name_of(ContextPart part);
constexpr ContextPart last_of(ContextPart) { return ContextPart::kOther; }

// Texts of one kind that a turn brought.
struct TurnPart {
  ContextPart what = ContextPart::kOther;
  std::string name;  // of the tool; of an attachment its type
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

// Bytes of text as tokens, roughly.
constexpr std::int64_t about_tokens(std::int64_t bytes) { return (bytes + 3) / 4; }

template <>
inline constexpr auto kDescription<TurnPart> =
    describe("TurnPart", "what a turn brought into the context, of one kind",
             field("what", "what it is", &TurnPart::what),
             field_if_any("name", "the tool, or the type of an attachment", &TurnPart::name),
             field("items", "how many there are", &TurnPart::items),
             field("bytes", "bytes of their text", &TurnPart::bytes),
             field("tokens", "about so many tokens, four bytes each",
                   [](const TurnPart& part) { return about_tokens(part.bytes); }));

// One text, for the list of the largest.
struct ContextItem {
  ContextPart what = ContextPart::kOther;
  std::string name;
  std::string label;
  std::string uuid;
  std::int64_t bytes = 0;
  std::int32_t turn = 0;
  bool sent = false;
};
template <>
inline constexpr auto kDescription<ContextItem> = describe(
    "ContextItem", "a text in the context", field("what", "what it is", &ContextItem::what),
    field_if_any("name", "the tool, or the type of an attachment", &ContextItem::name),
    field("label", "how it begins, or what the call was about", &ContextItem::label),
    field("uuid", "its line", or_null(&ContextItem::uuid)),
    field("turn", "in which turn, from 1", [](const ContextItem& item) { return item.turn + 1; }),
    field("bytes", "bytes of its text", &ContextItem::bytes),
    field("tokens", "about so many tokens, four bytes each",
          [](const ContextItem& item) { return about_tokens(item.bytes); }),
    field("sent", "a resume would send it to the model", &ContextItem::sent));

struct TurnCall {
  std::string id;
  std::string name;
  std::string label;
  std::string uuid;
  TimeMs start = kNoTime;
  TimeMs end = kNoTime;  // of its result
  ToolState state = ToolState::kPending;
  std::string agent{};
  std::int64_t bytes = 0;
};
template <>
inline constexpr auto kDescription<TurnCall> = describe(
    "TurnCall", "a call of a tool in its turn", field("id", "id of the call", &TurnCall::id),
    field("name", "the tool", &TurnCall::name),
    field("label", "what it was about", &TurnCall::label),
    field("uuid", "the line of the call", or_null(&TurnCall::uuid)),
    field("startedAt", "time of that line", as_time(&TurnCall::start)),
    field("endedAt", "time of its result", as_time(&TurnCall::end)),
    field("state", "how far it is", &TurnCall::state),
    field_if_any("agent", "the subagent it started", &TurnCall::agent),
    field("bytes", "bytes of call and result", &TurnCall::bytes));

struct SessionTurn {
  std::size_t index = 0;  // of its first message
  std::string uuid;
  std::string prompt;
  TimeMs start = kNoTime;
  TimeMs end = kNoTime;
  std::int64_t messages = 0;
  std::string model;
  std::optional<Tally> usage;
  std::int64_t context = -1;  // tokens, behind the last answer
  std::int64_t window = 0;    // tokens; 0: not known
  const Compaction* compaction = nullptr;
  std::map<std::string, ToolMetrics> tools;
  std::vector<TurnPart> parts;
  std::vector<TurnCall> calls;

  std::int64_t duration() const { return start == kNoTime || end < start ? 0 : end - start; }
  std::optional<std::int64_t> of_compaction(std::int64_t Compaction::*count) const {
    if (compaction == nullptr || compaction->*count < 0) return std::nullopt;
    return compaction->*count;
  }
};
template <>
inline constexpr auto kDescription<SessionTurn> = describe(
    "SessionTurn", "a prompt and all that followed it",
    field("index", "number of its first message, for --offset", &SessionTurn::index),
    field("uuid", "the line of that", or_null(&SessionTurn::uuid)),
    field("prompt", "how the prompt begins", &SessionTurn::prompt),
    field("startedAt", "time of its first line", as_time(&SessionTurn::start)),
    field("endedAt", "time of its last line", as_time(&SessionTurn::end)),
    field("durationMs", "milliseconds between them", &SessionTurn::duration),
    field("messages", "how many messages it has", &SessionTurn::messages),
    field("model", "who answered last", or_null(&SessionTurn::model)),
    field_if_any("usage", "tokens and cost, those of the subagents that it started included",
                 &SessionTurn::usage),
    field_if_any("contextTokens", "tokens in the context behind its last answer",
                 if_known(&SessionTurn::context)),
    field_if_any("windowTokens", "how many fit, where that is known", &SessionTurn::window),
    field_if_any("compacted", "the context was compacted in it",
                 [](const SessionTurn& turn) { return turn.compaction != nullptr; }),
    field_if_any("tokensBefore", "tokens before the compaction",
                 [](const SessionTurn& turn) {
                   return turn.of_compaction(&Compaction::tokens_before);
                 }),
    field_if_any("tokensAfter", "tokens behind it",
                 [](const SessionTurn& turn) {
                   return turn.of_compaction(&Compaction::tokens_after);
                 }),
    field("tools", "its calls, by tool", &SessionTurn::tools),
    field_if_any("parts", "with --parts: what it brought into the context", &SessionTurn::parts),
    field_if_any("calls", "with --calls: its calls of tools, in their order", &SessionTurn::calls));

struct TurnsAnswer : ShownConversation {
  std::vector<SessionTurn> turns;
  std::int64_t active_ms = 0;
  std::optional<Tally> usage;  // nothing: not asked for
  std::optional<Tally> elsewhere;
  std::vector<ContextItem> largest;
};
template <>
inline constexpr auto kDescription<TurnsAnswer> = describe(
    "TurnList", "a conversation turn by turn", all_of(as_conversation<TurnsAnswer>),
    field("turns", "the turns, oldest first", &TurnsAnswer::turns),
    field("activeMs", "milliseconds of work in the session, without pauses",
          &TurnsAnswer::active_ms),
    field_if_any("usage", "tokens and cost of the session, as `clew usage` has them",
                 &TurnsAnswer::usage),
    field_if_any("elsewhere", "the part of that which is in none of these turns: other branches",
                 &TurnsAnswer::elsewhere),
    field_if_any("largest", "with --parts: the largest texts, largest first",
                 &TurnsAnswer::largest));
inline bool holds_nothing(const TurnsAnswer& answer) { return answer.turns.empty(); }

// Tokens that fit into the model's window; 0: not known.
std::int64_t context_window(std::string_view model);

// Takes the parameters of the operation `turns`.
Result<TurnsAnswer> turns_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
