// SPDX-License-Identifier: MIT
//
// Shapes of answers: driven conversations. docs/json.md says more about most of them.

#include "engine/result_shapes.h"

namespace clew {
namespace {

constexpr bool kMaybe = true;  // the member may be missing

constexpr ResultField kPermission[] = {
    {"request", "text", "id of the question"},
    {"tool", "text", "what wants to run"},
    {"toolUse", "text", "id of the call", kMaybe},
    {"title", "text", "the question in short", kMaybe},
    {"description", "text", "the question", kMaybe},
    {"reason", "text", "why it is asked", kMaybe},
    {"blockedPath", "text", "the path that needs it", kMaybe},
    {"input", "any", "what the tool would get", kMaybe},
    {"suggestions", "any", "what could be allowed for good", kMaybe}};
constexpr ResultField kDriveEvent[] = {
    {"kind",
     "started|init|message-start|block-start|delta|block-stop|message-stop|message|"
     "permission-request|permission-gone|status|retry|report|control-reply|trouble|result|ended",
     "what it is"},
    {"session", "text", "the session's id", kMaybe},
    {"parentTool", "text", "the call of the subagent that speaks", kMaybe},
    {"pid", "integer", "started: the process", kMaybe},
    {"folder", "text", "started, init: where it works", kMaybe},
    {"command", "[text]", "started: what was run", kMaybe},
    {"model", "text", "init, message-start: who answers", kMaybe},
    {"mode", "text", "init, status: the permission mode", kMaybe},
    {"version", "text", "init: of Claude Code", kMaybe},
    {"tools", "[text]", "init: the tools", kMaybe},
    {"commands", "[text]", "init: the slash commands", kMaybe},
    {"messageId", "text", "message-start: id of the answer", kMaybe},
    {"index", "integer", "block-start, delta, block-stop: which block", kMaybe},
    {"block", "text", "block-start: its type", kMaybe},
    {"toolId", "text", "block-start: id of the call", kMaybe},
    {"toolName", "text", "block-start: the tool", kMaybe},
    {"what", "text", "delta: text, thinking or tool-input; trouble: which", kMaybe},
    {"text", "text", "delta, report, trouble, result: the text", kMaybe},
    {"stopReason", "text", "message-stop, result: why it ended", kMaybe},
    {"message", "Message", "message: as history has it", kMaybe},
    {"request", "text", "permission-*, control-reply: id of the question", kMaybe},
    {"tool", "text", "permission-request: what wants to run", kMaybe},
    {"toolUse", "text", "permission-request: id of the call", kMaybe},
    {"title", "text", "permission-request: the question in short", kMaybe},
    {"description", "text", "permission-request: the question", kMaybe},
    {"reason", "text", "permission-request: why it is asked", kMaybe},
    {"blockedPath", "text", "permission-request: the path that needs it", kMaybe},
    {"input", "any", "permission-request: what the tool would get", kMaybe},
    {"suggestions", "any", "permission-request: what could be allowed for good", kMaybe},
    {"why", "text", "permission-gone: who answered", kMaybe},
    {"status", "any", "status: a text; retry: the number of the error", kMaybe},
    {"attempt", "integer", "retry: which", kMaybe},
    {"most", "integer", "retry: of how many", kMaybe},
    {"delayMs", "integer", "retry: in how long", kMaybe},
    {"error", "text", "retry, control-reply: what went wrong", kMaybe},
    {"type", "text", "report: the line's type", kMaybe},
    {"subtype", "text", "report, result: its subtype", kMaybe},
    {"known", "flag", "report: false when Clew does not know it", kMaybe},
    {"line", "any", "report: the line itself", kMaybe},
    {"ok", "flag", "control-reply: it was done", kMaybe},
    {"response", "any", "control-reply: what came back", kMaybe},
    {"isError", "flag", "result: the turn failed", kMaybe},
    {"errors", "any", "result: what went wrong; ended: the program's last words", kMaybe},
    {"costUsd", "number", "result: what the session cost so far", kMaybe},
    {"turns", "integer", "result: how many", kMaybe},
    {"durationMs", "integer", "result: how long it took", kMaybe},
    {"apiMs", "integer", "result: how long the API took", kMaybe},
    {"usage", "any", "result: tokens, as claude says it", kMaybe},
    {"denials", "any", "result: what was not allowed", kMaybe},
    {"code", "integer", "ended: the exit code", kMaybe},
    {"signal", "integer", "ended: the signal", kMaybe},
    {"asked", "flag", "ended: it was told to", kMaybe},
    {"midTurn", "flag", "ended: before the turn was over", kMaybe}};
constexpr ResultField kPlanLine[] = {{"uuid", "text", "the message's first line"},
                                     {"role", "user|assistant|system", "who speaks"},
                                     {"kind", kMessageKinds, "what it is"},
                                     {"text", "text", "how it begins"}};
constexpr ResultField kDrivePlan[] = {
    {"action", "run|resume|edit|fork", "what was asked for"},
    {"how", "end|same-file|fork|new-session", "how it is done"},
    {"reason", "text", "why so", kMaybe},
    {"session", "text", "the session's id", kMaybe},
    {"at", "text", "the line it goes on from", kMaybe},
    {"version", "text", "of Claude Code", kMaybe},
    {"folder", "text", "where it works"},
    {"workspace", "text", "the workspace that is made", kMaybe},
    {"prompt", "text", "what is said"},
    {"oldPrompt", "text", "edit: what was said before", kMaybe},
    {"newSession", "text", "the copy's id", kMaybe},
    {"newFile", "text", "the copy", kMaybe},
    {"keptMessages", "integer", "messages that stay"},
    {"kept", "[PlanLine]", "the last of them"},
    {"droppedMessages", "integer", "messages that are left behind"},
    {"dropped", "[PlanLine]", "the first of them"},
    {"command", "[text]", "what is run", kMaybe},
    {"shell", "text", "the same for a shell", kMaybe}};
constexpr ResultField kDriveLine[] = {
    {"conversation", "text", "the conversation", kMaybe},
    {"event", "DriveEvent", "what it said", kMaybe},
    {"kind", "=lost", "alone: lines were lost, because nobody took them", kMaybe}};
constexpr ResultField kWorkspace[] = {
    {"name", "text", "its name"},        {"path", "text", "the folder"},
    {"kind", "text", "how it was made"}, {"source", "text?", "what it was made from"},
    {"createdAt", "time?", "when"},      {"removed", "flag", "it was removed now"},
    {"holds", "text?", "why it is kept"}};
constexpr ResultField kWorkspaceList[] = {{"workspaces", "[Workspace]", "the workspaces"}};
constexpr ResultField kDrivenConversation[] = {
    {"conversation", "text", "its id"},
    {"session", "text?", "the session's id"},
    {"state", "idle|busy|waiting|ended", "what it does"},
    {"folder", "text", "where it works"},
    {"model", "text", "who answers"},
    {"mode", "text", "the permission mode"},
    {"version", "text", "of Claude Code"},
    {"pid", "integer", "the process"},
    {"turns", "integer", "how many turns it took"},
    {"costUsd", "number", "what it cost so far"},
    {"startedAt", "time?", "when"},
    {"permissions", "[Permission]", "questions that wait for an answer"},
    {"ended", "text?", "how it ended"}};
constexpr ResultField kConversationList[] = {
    {"conversations", "[DrivenConversation]", "the driven conversations"}};
constexpr ResultField kSent[] = {{"uuid", "text", "of the prompt's line"}};

constexpr ResultShape kShapes[] = {
    {"Permission", "a question of claude", kPermission},
    {"DriveEvent", "something that a driven conversation said", kDriveEvent},
    {"PlanLine", "a message of a plan", kPlanLine},
    {"DrivePlan", "what is done", kDrivePlan},
    {"DriveLine", "a line of a driven conversation", kDriveLine},
    {"Workspace", "a folder made for a session", kWorkspace},
    {"WorkspaceList", "workspaces", kWorkspaceList},
    {"DrivenConversation", "a driven conversation", kDrivenConversation},
    {"ConversationList", "driven conversations", kConversationList},
    {"Sent", "a prompt that was taken", kSent, "Ok"},
};

}  // namespace

std::span<const ResultShape> drive_shapes() { return kShapes; }

}  // namespace clew
