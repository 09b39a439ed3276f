// SPDX-License-Identifier: MIT
//
// What operations answer about driven conversations; docs/drive.md says more about the events.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drive/drive_event.h"
#include "drive/workspaces.h"
#include "engine/call/arguments.h"
#include "engine/drive/drive_request.h"
#include "engine/drive/driven_conversations.h"
#include "engine/read/session_answers.h"

namespace clew {

// --- events: the members of each kind ---

template <>
inline constexpr auto kDescription<drive::Started> = describe(
    "Started", "the program runs", field("pid", "started: the process", &drive::Started::pid),
    field("folder", "started, init: where it works", &drive::Started::folder),
    field("command", "started: what was run", &drive::Started::command));
template <>
inline constexpr auto kDescription<drive::Init> =
    describe("Init", "a turn begins",
             field("model", "init, message-start: who answers", &drive::Init::model),
             field("mode", "init, status: the permission mode", &drive::Init::mode),
             field("folder", "where it works", &drive::Init::folder),
             field_if_any("version", "init: of Claude Code", &drive::Init::version),
             field("tools", "init: the tools", &drive::Init::tools),
             field("commands", "init: the slash commands", &drive::Init::commands));
template <>
inline constexpr auto kDescription<drive::MessageStart> = describe(
    "MessageStart", "an answer begins",
    field("messageId", "message-start: id of the answer", &drive::MessageStart::message_id),
    field("model", "who answers", &drive::MessageStart::model));
template <>
inline constexpr auto kDescription<drive::BlockStart> = describe(
    "BlockStart", "a block begins",
    field("index", "block-start, delta, block-stop: which block", &drive::BlockStart::index),
    field("block", "block-start: its type", &drive::BlockStart::block),
    field_if_any("toolId", "block-start: id of the call", &drive::BlockStart::tool_id),
    field_if_any("toolName", "block-start: the tool", &drive::BlockStart::tool_name));
template <>
inline constexpr auto kDescription<drive::Delta> = describe(
    "Delta", "a block grows", field("index", "which block", &drive::Delta::index),
    field("what", "delta: text, thinking or tool-input; finding: which", &drive::Delta::kind),
    field("text", "delta, report, finding, result: the text", &drive::Delta::text));
template <>
inline constexpr auto kDescription<drive::BlockStop> =
    describe("BlockStop", "a block ends", field("index", "which block", &drive::BlockStop::index));
template <>
inline constexpr auto kDescription<drive::MessageStop> = describe(
    "MessageStop", "an answer ends",
    field("stopReason", "message-stop, result: why it ended", &drive::MessageStop::stop_reason));
template <>
inline constexpr auto kDescription<drive::MessageUpdate> =
    describe("MessageUpdate", "a message as far as it is known",
             field("message", "message: as history has it", [](const drive::MessageUpdate& update) {
               return ShownMessage(*update.transcript, update.message);
             }));
template <>
inline constexpr auto kDescription<drive::PermissionRequest> = describe(
    "Permission", "a question of claude",
    field("request", "id of the question", &drive::PermissionRequest::request),
    field("tool", "what wants to run", &drive::PermissionRequest::tool),
    field_if_any("toolUse", "id of the call", &drive::PermissionRequest::tool_use),
    field_if_any("title", "the question in short", &drive::PermissionRequest::title),
    field_if_any("description", "the question", &drive::PermissionRequest::description),
    field_if_any("reason", "why it is asked", &drive::PermissionRequest::reason),
    field_if_any("blockedPath", "the path that needs it", &drive::PermissionRequest::blocked_path),
    field_if_any("input", "what the tool would get", as_json(&drive::PermissionRequest::input)),
    field_if_any("suggestions", "what could be allowed for good",
                 as_json(&drive::PermissionRequest::suggestions)));
template <>
inline constexpr auto kDescription<drive::PermissionGone> =
    describe("PermissionGone", "a question needs no answer any more",
             field("request", "id of the question", &drive::PermissionGone::request),
             field("why", "permission-gone: who answered", &drive::PermissionGone::why));
template <>
inline constexpr auto kDescription<drive::Status> = describe(
    "StatusChange", "what the program does",
    field("status", "status: a text; retry: the number of the error", &drive::Status::status),
    field_if_any("mode", "the permission mode", &drive::Status::mode));
template <>
inline constexpr auto kDescription<drive::Retry> = describe(
    "Retry", "a request is sent again", field("attempt", "retry: which", &drive::Retry::attempt),
    field("most", "retry: of how many", &drive::Retry::most),
    field("delayMs", "retry: in how long", &drive::Retry::delay_ms),
    field("status", "the number of the error", &drive::Retry::status),
    field("error", "retry, control-reply: what went wrong", &drive::Retry::error));
template <>
inline constexpr auto kDescription<drive::Report> =
    describe("Report", "a line that is passed on",
             field("type", "report: the line's type", &drive::Report::type),
             field("subtype", "report, result: its subtype", &drive::Report::subtype),
             field_if_any("text", "the text", &drive::Report::text),
             field_if_any("known", "report: false when Clew does not know it",
                          [](const drive::Report& report) {
                            return report.known ? std::nullopt : std::optional(false);
                          }),
             field_if_any("line", "report: the line itself", as_json(&drive::Report::line)));
template <>
inline constexpr auto kDescription<drive::ControlReply> =
    describe("ControlReply", "how a request of ours ended",
             field("request", "what was asked", &drive::ControlReply::request),
             field("ok", "control-reply: it was done", &drive::ControlReply::ok),
             field_if_any("error", "what went wrong", &drive::ControlReply::error),
             field_if_any("response", "control-reply: what came back",
                          as_json(&drive::ControlReply::response)));
template <>
inline constexpr auto kDescription<drive::StreamFinding> =
    describe("StreamFinding", "something is not as it should be",
             field("what", "which", &drive::StreamFinding::kind),
             field("text", "the text", &drive::StreamFinding::text));
template <>
inline constexpr auto kDescription<drive::TurnResult> = describe(
    "TurnResult", "a turn is over", field("subtype", "its subtype", &drive::TurnResult::subtype),
    field("isError", "result: the turn failed", &drive::TurnResult::is_error),
    field("text", "the text", &drive::TurnResult::text),
    field_if_any("errors", "result: what went wrong; ended: the program's last words",
                 &drive::TurnResult::errors),
    field("costUsd", "result: what the session cost so far", &drive::TurnResult::cost_usd),
    field("turns", "result: how many", &drive::TurnResult::turns),
    field("durationMs", "result: how long it took", &drive::TurnResult::duration_ms),
    field("apiMs", "result: how long the API took", &drive::TurnResult::api_ms),
    field_if_any("stopReason", "why it ended", &drive::TurnResult::stop_reason),
    field_if_any("usage", "result: tokens, as claude says it", as_json(&drive::TurnResult::usage)),
    field_if_any("denials", "result: what was not allowed", as_json(&drive::TurnResult::denials)),
    field_if_any("prompts", "result: uuids of the prompts that it answers",
                 &drive::TurnResult::prompts),
    field_if_any("origin", "result: what began the turn, where claude says it",
                 &drive::TurnResult::origin));
template <>
inline constexpr auto kDescription<drive::Ended> = describe(
    "Ended", "the program is gone",
    field_if_any("code", "ended: the exit code",
                 [](const drive::Ended& e) {
                   return e.status.by_signal ? std::nullopt : std::optional(e.status.number);
                 }),
    field_if_any("signal", "ended: the signal",
                 [](const drive::Ended& e) {
                   return e.status.by_signal ? std::optional(e.status.number) : std::nullopt;
                 }),
    field("asked", "ended: it was asked to", &drive::Ended::asked),
    field("midTurn", "ended: before the turn was over", &drive::Ended::mid_turn),
    field_if_any("errors", "the program's last words", &drive::Ended::errors));

template <>
inline constexpr auto kDescription<drive::Event> = describe(
    "DriveEvent", "something that a driven conversation said",
    field("kind", "what it is",
          one_of<drive::kEventNames>([](const drive::Event& e) { return name_of(e); })),
    field_if_any("session", "the session's id", &drive::Event::session),
    field_if_any("parentTool", "the call of the subagent that speaks", &drive::Event::parent_tool),
    all_of(&drive::Event::what));

// --- lines of run, resume and edit ---

inline constexpr std::string_view kLost[] = {"lost"};

struct DriveLine {
  std::string_view conversation;
  const drive::Event* event = nullptr;
  bool lost = false;
};
template <>
inline constexpr auto kDescription<DriveLine> =
    describe("DriveLine", "a line of a driven conversation",
             field_if_any("conversation", "the conversation", &DriveLine::conversation),
             field_if_any("event", "what it said", &DriveLine::event),
             field_if_any("kind", "alone: lines were lost, because nobody took them",
                          one_of<kLost>([](const DriveLine& line) {
                            return line.lost ? kLost[0] : std::string_view();
                          })));

// The same, kept: with the lines that its message names.
struct DriveSaid {
  DriveSaid(std::string of, const drive::Event& said);

  std::string conversation;
  drive::Event event;
  std::shared_ptr<const Transcript> transcript;
};
template <>
inline constexpr auto kDescription<DriveSaid> =
    describe("DriveSaid", "what a driven conversation said", all_of([](const DriveSaid& said) {
               return DriveLine{said.conversation, &said.event};
             }));

template <>
inline constexpr auto kDescription<LineSummary> =
    describe("PlanLine", "a message of a plan",
             field("uuid", "the message's first line", &LineSummary::uuid),
             field("role", "who speaks", &LineSummary::role),
             field("kind", "what it is", &LineSummary::kind),
             field("text", "how it begins", &LineSummary::text));

template <>
inline constexpr auto kDescription<PreparedDrive> = describe(
    "DrivePlan", "what is done", field("action", "what was asked for", &PreparedDrive::action),
    field("how", "how it is done", &PreparedDrive::how),
    field_if_any("reason", "why so", &PreparedDrive::reason),
    field_if_any("session", "the session's id", &PreparedDrive::session),
    field_if_any("at", "the line it continues from", &PreparedDrive::at),
    field_if_any("version", "of Claude Code",
                 [](const PreparedDrive& p) {
                   return p.version ? std::optional(to_string(*p.version)) : std::nullopt;
                 }),
    field("folder", "where it works",
          [](const PreparedDrive& p) -> const std::string& { return p.launch.folder; }),
    field_if_any("workspace", "the workspace that is made", &PreparedDrive::workspace),
    field_if_any("restores",
                 "the session is brought back from the keep, or from the session store, first",
                 [](const PreparedDrive& p) { return p.restore.has_value(); }),
    field("prompt", "what is said", &PreparedDrive::prompt),
    field_if_any("oldPrompt", "edit: what was said before",
                 [](const PreparedDrive& p) {
                   return p.action == DriveRequest::Action::kEdit ? &p.old_prompt : nullptr;
                 }),
    field_if_any("newSession", "the copy's id",
                 [](const PreparedDrive& p) { return p.fork_file ? &p.fork_session : nullptr; }),
    field_if_any("newFile", "the copy",
                 [](const PreparedDrive& p) {
                   return p.fork_file ? std::optional(p.fork_file->text()) : std::nullopt;
                 }),
    field("keptMessages", "messages that stay", &PreparedDrive::kept_count),
    field("kept", "the last of them", &PreparedDrive::kept),
    field("droppedMessages", "messages that are left behind", &PreparedDrive::dropped_count),
    field("dropped", "the first of them", &PreparedDrive::dropped),
    field_if_any("command", "what is run",
                 [](const PreparedDrive& p) -> std::optional<std::vector<std::string>> {
                   auto command = command_of(p);
                   if (!command) return std::nullopt;
                   return std::move(command->arguments);
                 }),
    field_if_any("shell", "the same for a shell", [](const PreparedDrive& p) {
      const auto command = command_of(p);
      return command ? std::optional(shell_command(*command)) : std::nullopt;
    }));
Result<PreparedDrive> fork_answer(Engine& engine, const Arguments& arguments);

// --- workspaces and conversations ---

struct ListedWorkspace {
  Workspace workspace;
  bool removed = false;
  std::string holds;
};
template <>
inline constexpr auto kDescription<ListedWorkspace> = describe(
    "Workspace", "a folder made for a session",
    field("name", "its name",
          [](const ListedWorkspace& w) -> const std::string& { return w.workspace.name.text(); }),
    field("path", "the folder", through(&ListedWorkspace::workspace, &Workspace::path)),
    field("kind", "how it was made", through(&ListedWorkspace::workspace, &Workspace::kind)),
    field("source", "what it was made from",
          or_null(through(&ListedWorkspace::workspace, &Workspace::source))),
    field("createdAt", "when", as_time(through(&ListedWorkspace::workspace, &Workspace::created))),
    field("removed", "it was removed now", &ListedWorkspace::removed),
    field("holds", "why it is kept", or_null(&ListedWorkspace::holds)));

struct WorkspaceList {
  std::vector<ListedWorkspace> workspaces;
};
template <>
inline constexpr auto kDescription<WorkspaceList> = describe("WorkspaceList", "workspaces",
                                                             field("workspaces", "the workspaces",
                                                                   &WorkspaceList::workspaces));
inline bool holds_nothing(const WorkspaceList& list) { return list.workspaces.empty(); }
Result<WorkspaceList> workspaces_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<ConversationInfo> = describe(
    "DrivenConversation", "a driven conversation",
    field("conversation", "its id", &ConversationInfo::id),
    field("session", "the session's id", or_null(&ConversationInfo::session)),
    field("state", "what it does", &ConversationInfo::state),
    field("folder", "where it works", &ConversationInfo::folder),
    field("model", "who answers", &ConversationInfo::model),
    field("mode", "the permission mode", &ConversationInfo::mode),
    field("version", "of Claude Code", &ConversationInfo::version),
    field("pid", "the process", &ConversationInfo::pid),
    field("turns", "how many turns it took", &ConversationInfo::turns),
    field("costUsd", "what it cost so far", &ConversationInfo::cost_usd),
    field("startedAt", "when", as_time(&ConversationInfo::started)),
    field("permissions", "questions that wait for an answer", &ConversationInfo::permissions),
    field("ended", "how it ended", or_null(&ConversationInfo::ended)));

struct ConversationList {
  std::vector<ConversationInfo> conversations;
};
template <>
inline constexpr auto kDescription<ConversationList> =
    describe("ConversationList", "driven conversations",
             field("conversations", "the driven conversations", &ConversationList::conversations));
inline bool holds_nothing(const ConversationList& list) { return list.conversations.empty(); }
Result<ConversationList> conversations_answer(Engine& engine, const Arguments& arguments);

// --- what was done ---

struct Ok {
  bool ok = true;
};
template <>
inline constexpr auto kDescription<Ok> = describe("Ok", "it was done",
                                                  field("ok", "true", &Ok::ok));
Result<Ok> interrupt_answer(Engine& engine, const Arguments& arguments);
Result<Ok> permission_answer(Engine& engine, const Arguments& arguments);
Result<Ok> configure_answer(Engine& engine, const Arguments& arguments);
Result<Ok> close_answer(Engine& engine, const Arguments& arguments);

struct Sent {
  Ok done;
  std::string uuid;
};
template <>
inline constexpr auto kDescription<Sent> = describe("Sent", "a prompt that was taken",
                                                    all_of(&Sent::done),
                                                    field("uuid", "of the prompt's line",
                                                          &Sent::uuid));
Result<Sent> prompt_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
