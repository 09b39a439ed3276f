// SPDX-License-Identifier: MIT
//
// What show, outline, context, branches, tree, stats and check answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/numbered_list.h"
#include "engine/call/arguments.h"
#include "engine/call/flow.h"
#include "engine/read/conversation_view.h"
#include "engine/read/outline.h"
#include "engine/read/session.h"
#include "engine/read/session_answers.h"
#include "engine/read/session_diagnosis.h"
#include "engine/read/usage_amounts.h"
#include "transcript/forks.h"

namespace clew {

template <>
inline constexpr auto kDescription<Elsewhere> = describe(
    "Elsewhere", "how to ask for the lines that hold the one of --at",
    field_if_any("leaf", "the end of its branch, for --leaf", &Elsewhere::leaf),
    field_if_any("agent", "the subagent that wrote it into the session's file, for --agent",
                 &Elsewhere::agent),
    field_if_any("meta", "it is not meant to be read, as with --meta", &Elsewhere::meta));

// What show and outline say of the session and the branch.
struct ShownConversation {
  std::shared_ptr<ConversationView> view;

  SessionHead head() const { return head_of(*view->session); }
  BranchPath branch() const { return {view->session->transcript(), view->path, view->extras}; }
};
template <>
inline constexpr auto kDescription<ShownConversation> =
    describe("ShownConversation", "a conversation of a session",
             field("session", "what is known about the session", &ShownConversation::head),
             field("branch", "which conversation this is, and why", &ShownConversation::branch));

template <class Answer>
const ShownConversation& as_conversation(const Answer& answer) {
  return answer;
}

// --- show ---

struct ConversationAnswer : ShownConversation {
  Flow<ShownMessage> messages;

  const Transcript& transcript() const { return view->session->transcript(); }
  std::size_t total() const {
    return view->skipped_before + view->messages.size() + view->skipped_after;
  }
};
Result<ConversationAnswer> show_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<ConversationAnswer> = describe(
    "Conversation", "a conversation, or a part of it", all_of(as_conversation<ConversationAnswer>),
    field_if_any("elsewhere", "with --at: the line is not among the messages that were asked for",
                 through(&ConversationAnswer::view, &ConversationView::elsewhere)),
    field("messages", "its messages, oldest first", &ConversationAnswer::messages),
    field("total", "messages of the whole conversation, the number that list and info say",
          &ConversationAnswer::total),
    field("skippedBefore", "messages before those shown",
          through(&ConversationAnswer::view, &ConversationView::skipped_before)),
    field("skippedAfter", "messages after those shown",
          through(&ConversationAnswer::view, &ConversationView::skipped_after)),
    field("findingCount", "number of findings about the file",
          through(&ConversationAnswer::transcript, &Transcript::finding_count)),
    field("findings", "the first of that",
          through(&ConversationAnswer::transcript, &Transcript::findings)));
inline bool holds_nothing(const ConversationAnswer& answer) {
  return answer.view->messages.empty();
}

// --- outline ---

struct ShownAlternative {
  const Transcript* transcript = nullptr;
  const Alternative* way = nullptr;
};
template <>
inline constexpr auto kDescription<ShownAlternative> =
    describe("Alternative", "another way that the conversation went",
             field("uuid", "its first line",
                   [](const ShownAlternative& a) { return uuid_of(*a.transcript, a.way->first); }),
             field("tip", "its last line, for --leaf",
                   [](const ShownAlternative& a) { return uuid_of(*a.transcript, a.way->tip); }),
             field("timestamp", "of its first line",
                   [](const ShownAlternative& a) { return time_of(*a.transcript, a.way->first); }),
             field("current", "it is the one shown",
                   through(&ShownAlternative::way, &Alternative::current)));

struct ShownOutlineRow {
  const Session* session = nullptr;
  const OutlineRow* row = nullptr;
  std::size_t index = 0;

  const Transcript& transcript() const { return session->transcript(); }
  std::int64_t failed() const;                 // calls
  std::optional<std::string> preview() const;  // of prompts
};
template <>
inline constexpr auto kDescription<ShownOutlineRow> = describe(
    "OutlineRow", "a message in short",
    field("index", "its number, for --offset", &ShownOutlineRow::index),
    field("uuid", "its first line",
          [](const ShownOutlineRow& r) { return uuid_of(r.transcript(), r.row->entry); }),
    field("role", "who speaks", [](const ShownOutlineRow& r) { return r.row->plan->role; }),
    field("kind", "what it is", [](const ShownOutlineRow& r) { return r.row->plan->kind; }),
    field("timestamp", "of its first line",
          [](const ShownOutlineRow& r) { return time_of(r.transcript(), r.row->entry); }),
    field("bytes", "what its lines take in the file",
          through(&ShownOutlineRow::row, &OutlineRow::bytes)),
    field("sent", "a resume would send it to the model",
          through(&ShownOutlineRow::row, &OutlineRow::sent)),
    field_if_any("tools", "how many calls it has",
                 [](const ShownOutlineRow& r) { return std::ssize(r.row->plan->tools); }),
    field_if_any("failed", "how many of them failed", &ShownOutlineRow::failed),
    field_if_any("preview", "how a prompt begins", &ShownOutlineRow::preview),
    field_if_any("alternatives", "all ways that continue before it, oldest first",
                 [](const ShownOutlineRow& r) {
                   return MappedList(r.row->alternatives, [&r](const Alternative& way) {
                     return ShownAlternative{&r.transcript(), &way};
                   });
                 }));

struct OutlineAnswer : ShownConversation {
  std::vector<OutlineRow> rows;
};
Result<OutlineAnswer> outline_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<OutlineAnswer> = describe(
    "Outline", "a conversation in short", all_of(as_conversation<OutlineAnswer>),
    field("messages", "a line for each message, without its text", [](const OutlineAnswer& a) {
      return MappedList(a.rows, [&a](const OutlineRow& row) {
        return ShownOutlineRow{a.view->session.get(), &row,
                               static_cast<std::size_t>(&row - a.rows.data())};
      });
    }));
inline bool holds_nothing(const OutlineAnswer& answer) { return answer.rows.empty(); }

// --- context ---

inline constexpr std::string_view kApiRoles[] = {"user", "assistant"};

// A message as an API takes it.
struct ApiMessage {
  bool assistant = false;
  std::string content;  // a JSON array of blocks
};
template <>
inline constexpr auto kDescription<ApiMessage> = describe(
    "ApiMessage", "a message as an API takes it",
    field("role", "who speaks",
          one_of<kApiRoles>([](const ApiMessage& m) { return kApiRoles[m.assistant ? 1 : 0]; })),
    field("content", "a list of content blocks", as_json_array(&ApiMessage::content)));

// Lines of a file that a resume could send: what is said, and attachments and notes of the CLI.
std::int64_t lines_to_send(const Transcript& transcript);

// With --check: of this path.
Result<ResumeCheck> check_context(const OpenedPath& opened, const Arguments& arguments);

struct ContextAnswer {
  std::shared_ptr<OpenedPath> opened;
  std::vector<EntryIndex> sent;
  BranchExtras extras;
  std::optional<Flow<ApiMessage>> messages;  // with --messages
  std::optional<ResumeCheck> check;          // with --check
  std::optional<Error> complaint;            // the answer stands, but the file is a mistake

  const Transcript& transcript() const { return opened->session->transcript(); }
  std::int64_t conversation_lines() const { return lines_to_send(transcript()); }
  ShownExtras shown_extras() const { return {&transcript(), &extras}; }
};
Result<ContextAnswer> context_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<ContextAnswer> = describe(
    "Context", "what a resume would send",
    field("rules", "whose rules found it",
          [](const ContextAnswer& a) { return a.opened->path.rules; }),
    field("tip", "the line where a resume continues",
          [](const ContextAnswer& a) { return uuid_of(a.transcript(), a.opened->path.tip); }),
    field("reason", "why there",
          [](const ContextAnswer& a) -> const std::string& { return a.opened->path.reason; }),
    field("entries", "uuids of the lines that would be sent",
          [](const ContextAnswer& a) {
            return MappedList(a.sent, [&a](EntryIndex entry) {
              return a.transcript().text(a.transcript()[entry].uuid);
            });
          }),
    field("refused", "why nothing would be",
          [](const ContextAnswer& a) { return TextOrNull{a.opened->path.refused}; }),
    field("loaded", "lines that would be loaded",
          [](const ContextAnswer& a) { return std::ssize(a.opened->path.chain); }),
    field("conversationLines",
          "lines of the file that a resume could send: prompts, answers, attachments, notes",
          &ContextAnswer::conversation_lines),
    all_of(&ContextAnswer::shown_extras),
    field_if_any("willFail", "with --check: a resume fails or forgets; what `clew doctor` says",
                 [](const ContextAnswer& a) -> std::optional<bool> {
                   if (!a.check) return std::nullopt;
                   return a.check->will_fail;
                 }),
    field_if_any("refusals", "with --check: what the API would refuse of it",
                 [](const ContextAnswer& a) -> std::optional<std::vector<RefusedBlock>> {
                   if (!a.check) return std::nullopt;
                   return a.check->refusals;
                 }),
    field_if_any("alarms", "with --check: why it fails or forgets, by the rules of 2.1",
                 [](const ContextAnswer& a) -> std::vector<Trouble> {
                   return a.check ? a.check->alarms : std::vector<Trouble>();
                 }),
    field_if_any("messages", "with --messages: what would be sent", &ContextAnswer::messages));
// A check that finds something to do ends with 1, as doctor and check do.
inline bool holds_nothing(const ContextAnswer& answer) {
  return answer.check ? answer.check->will_fail : answer.sent.empty();
}

// --- branches ---

struct ShownBranch {
  const Session* session = nullptr;
  const Branch* branch = nullptr;

  const Transcript& transcript() const { return session->transcript(); }
  std::string prompt() const;
};
template <>
inline constexpr auto kDescription<ShownBranch> = describe(
    "Branch", "a branch",
    field("tip", "its last line, for --leaf",
          [](const ShownBranch& b) { return uuid_of(b.transcript(), b.branch->tip); }),
    field("active", "it is the one that continues", through(&ShownBranch::branch, &Branch::active)),
    field("reason", "why it is there", through(&ShownBranch::branch, &Branch::reason)),
    field("fork", "the last line it shares with the active one",
          [](const ShownBranch& b) { return uuid_of(b.transcript(), b.branch->fork); }),
    field("prompt", "the first prompt of its own", &ShownBranch::prompt),
    field("promptUuid", "the line of that",
          [](const ShownBranch& b) { return uuid_of(b.transcript(), b.branch->prompt); }),
    field("messages", "messages on the whole way, as show prints them",
          through(&ShownBranch::branch, &Branch::messages)),
    field("ownMessages", "those from the fork on",
          through(&ShownBranch::branch, &Branch::own_messages)),
    field("startedAt", "time of its first own line",
          as_time(through(&ShownBranch::branch, &Branch::first_time))),
    field("updatedAt", "time of its last line",
          as_time(through(&ShownBranch::branch, &Branch::last_time))),
    field("summary", "a summary that names its end",
          or_null(through(&ShownBranch::branch, &Branch::summary))));

struct ShownFork {
  const Transcript* transcript = nullptr;
  const LineFork* fork = nullptr;
};
template <>
inline constexpr auto kDescription<ShownFork> = describe(
    "Fork", "a place where the lines of the file fork",
    field("at", "the line that both ways hang on; null: a further root",
          [](const ShownFork& f) { return uuid_of(*f.transcript, f.fork->at); }),
    field("uuid", "the first line of the way that leaves",
          [](const ShownFork& f) { return uuid_of(*f.transcript, f.fork->line); }),
    field("line", "its number in the file",
          [](const ShownFork& f) { return (*f.transcript)[f.fork->line].line; }),
    field("reason", "why it is a branch, or none", through(&ShownFork::fork, &LineFork::reason)),
    field("explanation", "the same in a sentence",
          [](const ShownFork& f) { return explanation_of(f.fork->reason); }));

struct BranchesAnswer {
  SharedSession session;
  std::vector<Branch> branches;
  std::optional<std::vector<LineFork>> forks;  // with --why
};
Result<BranchesAnswer> branches_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<BranchesAnswer> = describe(
    "BranchList", "the branches",
    field("branches", "the branches, the active first",
          [](const BranchesAnswer& a) {
            return MappedList(a.branches, [&a](const Branch& branch) {
              return ShownBranch{a.session.get(), &branch};
            });
          }),
    field_if_any("forks", "with --why: every fork of the lines, and what it is",
                 [](const BranchesAnswer& a) {
                   const auto shown = [&a](const LineFork& fork) {
                     return ShownFork{&a.session->transcript(), &fork};
                   };
                   return a.forks ? std::optional(MappedList(*a.forks, shown)) : std::nullopt;
                 }));
inline bool holds_nothing(const BranchesAnswer& answer) { return answer.branches.empty(); }

// --- tree ---

struct TreeAnswer;
struct TreeMessage {
  const TreeAnswer* tree = nullptr;
  MessageId id = 0;

  const MessageTree::Message& message() const;
  const Entry& line() const;
  const Transcript& transcript() const;
  bool active() const;
  std::optional<std::string> preview() const;
};
struct TreeAnswer {
  SharedSession session;
  std::vector<bool> active;  // by message
  bool previews = false;
};
Result<TreeAnswer> tree_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<TreeMessage> =
    describe("TreeMessage", "a message in the tree", field("id", "its number", &TreeMessage::id),
             field("parent", "the message before it",
                   [](const TreeMessage& m) {
                     const MessageId parent = m.message().parent;
                     return parent == kNoMessage ? std::nullopt : std::optional(parent);
                   }),
             field("uuid", "its first line",
                   [](const TreeMessage& m) { return m.transcript().text(m.line().uuid); }),
             field("role", "user, assistant, system, or prelude for lines before the first message",
                   [](const TreeMessage& m) {
                     return m.message().prelude ? "prelude" : m.transcript().type_name(m.line());
                   }),
             field("timestamp", "of its first line",
                   as_time([](const TreeMessage& m) { return m.line().time; })),
             field("active", "it is on the active branch", &TreeMessage::active),
             field("conversation", "false: an end of nothing but commands",
                   [](const TreeMessage& m) { return m.message().live; }),
             field_if_any("preview", "how a prompt off the shown way begins, with --previews",
                          &TreeMessage::preview));

template <>
inline constexpr auto kDescription<TreeAnswer> = describe(
    "MessageTree", "the tree of messages",
    field("messages", "all messages, a parent before its children", [](const TreeAnswer& a) {
      return NumberedList(a.session->messages().size(), [&a](MessageId id) {
        return TreeMessage{&a, id};
      });
    }));
inline bool holds_nothing(const TreeAnswer& answer) { return answer.active.empty(); }

// --- stats ---

using NamedTool = std::pair<const std::string, ToolMetrics>;
template <>
inline constexpr auto kDescription<NamedTool> = describe(
    "ToolCount", "a tool's calls", field("name", "the tool", &NamedTool::first),
    field("calls", "how often it was called", through(&NamedTool::second, &ToolMetrics::calls)),
    field("failed", "how often it failed", through(&NamedTool::second, &ToolMetrics::failed)));

using NamedModel = std::pair<const std::string, ModelMetrics>;
template <>
inline constexpr auto kDescription<NamedModel> = describe(
    "ModelCount", "a model's answers", field("name", "the model", &NamedModel::first),
    field("responses", "its answers", through(&NamedModel::second, &ModelMetrics::responses)),
    field("tokens", "their tokens", through(&NamedModel::second, &ModelMetrics::tokens)));

template <>
inline constexpr auto kDescription<ThreadMetrics> = describe(
    "ThreadStats", "counts", field("prompts", "prompts that were typed", &ThreadMetrics::typed),
    field("queued", "prompts that waited for a turn", &ThreadMetrics::queued),
    field("commands", "slash commands", &ThreadMetrics::commands),
    field("shell", "commands for the shell", &ThreadMetrics::shell),
    field("interruptions", "turns that were interrupted", &ThreadMetrics::interruptions),
    field("turns", "turns", &ThreadMetrics::turns),
    field("answers", "answers of the model", &ThreadMetrics::answers),
    field("thinking", "answers with thoughts", &ThreadMetrics::thinking),
    field("toolCalls", "calls of tools", &ThreadMetrics::tool_calls),
    field("toolResults", "their results", &ThreadMetrics::tool_results),
    field("failedTools", "results that are errors", &ThreadMetrics::failed_tools),
    field("images", "pictures", &ThreadMetrics::images),
    field("compactions", "compactions", &ThreadMetrics::compactions),
    field("apiErrors", "errors of the API", &ThreadMetrics::api_errors),
    field("apiRetries", "requests that were repeated", &ThreadMetrics::api_retries),
    field("tokens", "tokens, once per answer", &ThreadMetrics::tokens),
    field("tools", "by tool", &ThreadMetrics::tools),
    field("models", "by model", &ThreadMetrics::models));

struct StatsAnswer {
  SharedSession session;
  std::int64_t messages = 0;
  Metrics metrics;
  std::optional<Tally> usage;  // nothing: not asked for
};
// Without what it used.
Result<StatsAnswer> measure_session(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<StatsAnswer> = describe(
    "SessionStats", "counts of a session",
    field("session", "what is known about the session",
          [](const StatsAnswer& a) { return head_of(*a.session); }),
    field("messages", kMessageCountHelp, &StatsAnswer::messages),
    field("firstAt", "time of the first line",
          as_time(through(&StatsAnswer::metrics, &Metrics::first_time))),
    field("lastAt", "time of the last line",
          as_time(through(&StatsAnswer::metrics, &Metrics::last_time))),
    field("wallMs", "milliseconds between them", through(&StatsAnswer::metrics, &Metrics::wall_ms)),
    field("activeMs", "the same without pauses",
          through(&StatsAnswer::metrics, &Metrics::active_ms)),
    field_if_any("usage", "tokens and cost as `clew usage` has them, all subagents included",
                 &StatsAnswer::usage),
    field("main", "counts of the session itself", through(&StatsAnswer::metrics, &Metrics::main)),
    field("subagents", "counts of subagents inside the file",
          through(&StatsAnswer::metrics, &Metrics::subagents)));

// --- check ---

using UnknownCount = decltype(Transcript::unknown)::value_type;
template <>
inline constexpr auto kDescription<UnknownCount> =
    describe("UnknownType", "a type that Clew does not know",
             field("what", "the type",
                   [](const UnknownCount& one) -> const std::string& { return one.first.what; }),
             field("version", "of Claude Code",
                   [](const UnknownCount& one) -> const std::string& { return one.first.version; }),
             field("count", "how often", &UnknownCount::second));

}  // namespace clew
