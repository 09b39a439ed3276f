// SPDX-License-Identifier: MIT
//
// What events say; docs/live.md says more about the fields.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/money.h"
#include "engine/drive/drive_answers.h"
#include "engine/lists/list_answers.h"
#include "ingest/transcript_tail.h"
#include "transcript/tokens.h"
#include "usage/prices.h"

namespace clew {

// What a turn took: all responses that this file has since the prompt. Subagents with files of
// their own are not in it.
struct TurnCost {
  std::int64_t responses = 0;
  std::int64_t tools = 0;
  std::int64_t duration_ms = -1;
  TokenSums tokens;
  NanoUsd cost = 0;
  bool priced = true;  // false: the price of some model is not known
};
TurnCost cost_of_turn(const Transcript& transcript, EntryIndex first, const PriceTable& prices);

template <>
inline constexpr auto kDescription<TurnCost> = describe(
    "Turn", "what a turn took",
    field("costUsd", "list price in US dollars",
          [](const TurnCost& turn) {
            return turn.priced ? std::optional(ExactNumber{exact_usd(turn.cost)}) : std::nullopt;
          }),
    field_if_any("costText", "the same for people",
                 [](const TurnCost& turn) {
                   return turn.priced ? human_usd(turn.cost) : std::string();
                 }),
    field("responses", "responses of the API", &TurnCost::responses),
    field("tools", "calls of tools", &TurnCost::tools),
    field_if_any("durationMs", "how long it took", if_known(&TurnCost::duration_ms)),
    field("tokens", "its tokens", [](const TurnCost& turn) { return MessageUsage{turn.tokens}; }));

struct ShownToolUpdate {
  const Transcript* transcript = nullptr;
  const ToolUpdate* update = nullptr;
  TextLimit limit = {};
};
template <>
inline constexpr auto kDescription<ShownToolUpdate> = describe(
    "ToolUpdate", "a result that came",
    field("message", "the message that has the call",
          [](const ShownToolUpdate& u) { return uuid_of(*u.transcript, u.update->message); }),
    field("tool", "the call with its result", [](const ShownToolUpdate& u) {
      return ShownTool{u.transcript, &u.update->tool, u.limit};
    }));

// --- what each kind of event adds ---
//
// Values that own what they say: events are kept, and read by several threads.

// session.added, session.changed
struct FactsChanged {
  std::string agent;
  bool reload = false;
  FileRow<std::string> row;
};
template <>
inline constexpr auto kDescription<FactsChanged> = describe(
    "FactsChanged", "facts of a session",
    field_if_any("agent", "the subagent whose file it is", &FactsChanged::agent),
    field_if_any("reload", "changed: the file is no longer what it was", &FactsChanged::reload),
    field("row", "added, changed: the facts", &FactsChanged::row));

// session.appended
struct Appended {
  std::string agent;
  TailGrowth growth;
  std::shared_ptr<const Transcript> transcript;  // the lines that its messages and tools name
  std::optional<TurnCost> turn;
};
// `transcript`: of the tail that gave the growth.
Appended appended(std::string agent, const Transcript& transcript, TailGrowth growth);

// Longer texts are cut: `show` has them whole.
inline constexpr TextLimit kEventText{std::size_t{256} << 10};
template <>
inline constexpr auto kDescription<Appended> = describe(
    "Appended", "lines that came",
    field_if_any("agent", "the subagent whose file it is", &Appended::agent),
    field("lines", "appended: how many lines came", through(&Appended::growth, &TailGrowth::lines)),
    field("from",
          "appended: where in the file these lines begin; other than where you read to, "
          "something is missing",
          through(&Appended::growth, &TailGrowth::start)),
    field("size", "appended: bytes of the file reported so far",
          through(&Appended::growth, &TailGrowth::end)),
    field("added", "appended: how many of the messages are new; the others have grown",
          through(&Appended::growth, &TailGrowth::added)),
    field("tip", "appended: the last line of the conversation",
          or_null(through(&Appended::growth, &TailGrowth::tip))),
    field_if_any("mayHaveForked", "appended: the conversation may have left its branch: ask again",
                 through(&Appended::growth, &TailGrowth::may_have_forked)),
    field("messages", "appended, tail.start: messages that are new or have grown",
          [](const Appended& a) {
            return MappedList(a.growth.messages, [&a](const Message& message) {
              return ShownMessage(*a.transcript, message, kEventText);
            });
          }),
    field("tools", "appended: earlier calls that got their results",
          [](const Appended& a) {
            return MappedList(a.growth.tools, [&a](const ToolUpdate& update) {
              return ShownToolUpdate{a.transcript.get(), &update, kEventText};
            });
          }),
    field_if_any("turn", "appended: the model ended its turn", &Appended::turn));

// session.branch
struct BranchChanged {
  std::string agent;
  std::string tip;
  std::string reason;
  std::string previous_tip;
};
template <>
inline constexpr auto kDescription<BranchChanged> =
    describe("BranchChanged", "the conversation continues elsewhere",
             field_if_any("agent", "the subagent whose file it is", &BranchChanged::agent),
             field("tip", "branch: where the conversation continues", or_null(&BranchChanged::tip)),
             field("reason", "branch, resync: why", &BranchChanged::reason),
             field("previousTip", "branch: where it stood", or_null(&BranchChanged::previous_tip)));

// session.removed
struct Removed {
  std::string agent;
};
template <>
inline constexpr auto kDescription<Removed> =
    describe("Removed", "a session is gone",
             field_if_any("agent", "the subagent whose file it is", &Removed::agent));

// session.running
struct RunningChanged {
  std::optional<LiveSession> running;
};
template <>
inline constexpr auto kDescription<RunningChanged> = describe(
    "RunningChanged", "a process began or ended",
    field("running", "running: the process, or null when it has ended", &RunningChanged::running));

// tail.start
struct TailStart {
  std::string title;
  SharedSession session;
  std::vector<Message> messages;
};
template <>
inline constexpr auto kDescription<TailStart> =
    describe("TailStart", "where a conversation stands",
             field("title", "tail.start: the title", &TailStart::title),
             field("messages", "the last messages", [](const TailStart& start) {
               return MappedList(start.messages, [&start](const Message& message) {
                 return ShownMessage(start.session->transcript(), message);
               });
             }));

struct Resync {
  std::string reason;
};
template <>
inline constexpr auto kDescription<Resync> = describe("Resync", "read the state again",
                                                      field("reason", "why", &Resync::reason));

using EventPayload = std::variant<FactsChanged, Appended, BranchChanged, Removed, RunningChanged,
                                  TailStart, DriveSaid, Resync>;
// What it takes in memory, roughly and not less.
std::size_t bytes_of(const EventPayload& payload);

}  // namespace clew
