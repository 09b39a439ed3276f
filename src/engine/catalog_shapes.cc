// SPDX-License-Identifier: MIT
//
// Shapes of answers: what lies on the disk: sessions and projects in lists, and what is found in
// them. docs/json.md says more about most of them.

#include "engine/result_shapes.h"

namespace clew {
namespace {

constexpr bool kMaybe = true;  // the member may be missing

constexpr ResultField kFinding[] = {
    {"kind",
     "no-root|unreadable|vanished|broken-link|same-folder-twice|not-an-id|not-a-uuid|same-id-twice|"
     "no-conversation|damaged",
     "what is odd"},
    {"path", "text", "where"},
    {"message", "text", "in words"}};
constexpr ResultField kDiagnostic[] = {
    {"kind",
     "bad-line|not-an-object|too-long|too-deep|repaired|wrong-kind|duplicate-key|duplicate-uuid|"
     "missing-parent|cycle|orphan-result|unanswered-call",
     "what is odd"},
    {"line", "integer", "number of the line, from 1"},
    {"offset", "integer", "where it begins, in bytes"},
    {"length", "integer", "its bytes"},
    {"reason", "text", "in words"}};
constexpr ResultField kRunning[] = {
    {"status", "busy|waiting|idle|shell|unknown", "what the process does"},
    {"pid", "integer", "the process"},
    {"certain", "flag", "it is surely the same process"},
    {"cwd", "text?", "the folder it works in"},
    {"startedAt", "time?", "when it started"}};
constexpr ResultField kProjectRef[] = {{"key", "text", "name of the project's folder"},
                                       {"path", "text?", "the folder that was worked in"}};
constexpr ResultField kDone[] = {{"done", "text", "what was done, in words"}};
constexpr ResultField kOk[] = {{"ok", "flag", "true"}};

constexpr ResultField kSessionFacts[] = {
    {"id", "text", "the session's id"},
    {"title", "text", "its title"},
    {"titleSource", "none|custom|ai|last-prompt|summary|first-prompt|first-reply",
     "where the title came from"},
    {"name", "text", "a short name"},
    {"firstPrompt", "text?", "what was asked first"},
    {"createdAt", "time?", "time of the first line"},
    {"updatedAt", "time?", "time of the last line"},
    {"modifiedAt", "time?", "time of the file"},
    {"size", "integer", "bytes of the file"},
    {"file", "text", "the transcript"},
    {"cwd", "text?", "the folder it worked in"},
    {"customTitle", "text?", "the title you gave it"},
    {"tag", "text?", "its tag"},
    {"gitBranch", "text?", "the branch of the repository"},
    {"version", "text?", "of Claude Code"},
    {"model", "text?", "the last model that answered"},
    {"entrypoint", "text?", "what it was started from"},
    {"messages", "integer", "how many messages it has", kMaybe},
    {"compacted", "flag", "it was compacted", kMaybe},
    {"forkedFrom", "text", "the session it was forked from", kMaybe},
    {"warmup", "flag", "Claude Code made it by itself", kMaybe}};
// What an event knows of a session, and what a list adds.
constexpr ResultField kEventRow[] = {
    {"project", "ProjectRef", "where it belongs"},
    {"root", "text", "the configuration folder it lies in"},
    {"subagent", "flag", "it is the transcript of a subagent", kMaybe},
    {"namedByUuid", "flag", "false: the file is not named by an id", kMaybe}};
constexpr ResultField kSessionRow[] = {
    {"running", "Running?", "the process that works in it"},
    {"daysLeft", "integer?", "until Claude Code removes it"},
    {"hidden", "flag", "it is hidden", kMaybe},
    {"archived", "flag", "it is archived", kMaybe},
    {"sameIdElsewhere", "flag", "another file has the same id", kMaybe},
    {"readable", "flag", "false: the file cannot be read", kMaybe}};
constexpr ResultField kSessionInfo[] = {
    {"running", "Running?", "the process that works in it"},
    {"branches", "integer", "how many branches it has"},
    {"subagents", "integer", "how many subagents it started"},
    {"todoLists", "integer", "how many todo lists it left"},
    {"daysLeft", "integer?", "until Claude Code removes it"},
    {"cleanupPeriodDays", "integer", "what the settings say about that"},
    {"root", "text", "the configuration folder it lies in"},
    {"timeline", "text?", "a name for the sessions that were edited out of each other"},
    {"editedFrom", "text", "the session that this is, with another first prompt", kMaybe},
    {"editedAs", "[text]", "sessions that are this one with another first prompt", kMaybe}};
constexpr ResultField kGhostPrompt[] = {{"text", "text", "what was typed"},
                                        {"timestamp", "time?", "when"}};
constexpr ResultField kGhost[] = {{"id", "text", "the session's id"},
                                  {"project", "text?", "the folder it worked in"},
                                  {"firstAt", "time?", "time of its first prompt"},
                                  {"lastAt", "time?", "time of its last prompt"},
                                  {"prompts", "[GhostPrompt]", "what was typed"}};
constexpr ResultField kLeftOut[] = {{"subagents", "integer", "transcripts of subagents"},
                                    {"empty", "integer", "files without a conversation"},
                                    {"hidden", "integer", "hidden sessions"}};
constexpr ResultField kSessionPage[] = {
    {"project", "text?", "the folder that was listed, when it was one"},
    {"sessions", "[SessionRow]", "the sessions, in the order asked for"},
    {"ghosts", "[Ghost]", "sessions without a transcript, with --ghosts", kMaybe},
    {"nextCursor", "text?", "asks for the next page"},
    {"leftOut", "LeftOut", "how many were left out"},
    {"diagnostics", "[Finding]", "what was odd about the files read"}};
constexpr ResultField kProject[] = {
    {"key", "text", "name of the project's folder"},
    {"path", "text?", "the folder that was worked in"},
    {"exists", "flag", "that folder is there"},
    {"pathFits", "flag", "the path was recorded, and the key is made from it"},
    {"sessions", "integer", "how many sessions it has"},
    {"bytes", "integer", "bytes of their files"},
    {"updatedAt", "time?", "when it was last used"},
    {"repository", "text?", "the repository it belongs to"},
    {"root", "text", "the configuration folder it lies in"},
    {"folder", "text", "where its transcripts are"}};
constexpr ResultField kProjectList[] = {
    {"projects", "[Project]", "the projects, last used first"},
    {"diagnostics", "[Finding]", "what was odd about the files read"}};
constexpr ResultField kPrompt[] = {
    {"text", "text", "the prompt with pasted texts put in"},
    {"display", "text", "the prompt as it was typed"},
    {"timestamp", "time?", "when"},
    {"project", "text?", "the folder it was typed in"},
    {"session", "text?", "the session's id"},
    {"missingPastes", "integer", "pasted texts that are gone", kMaybe}};
constexpr ResultField kPromptList[] = {
    {"prompts", "[Prompt]", "what was typed, newest first"},
    {"more", "flag", "there are more than the limit allowed"},
    {"badLines", "integer", "lines of the history that could not be read"},
    {"diagnostics", "[Finding]", "what was odd about the files read"}};
constexpr ResultField kTodo[] = {{"text", "text", "what is to be done"},
                                 {"status", "text", "pending, in_progress, completed"},
                                 {"id", "text?", "its id"},
                                 {"description", "text?", "more about it"},
                                 {"priority", "text?", "how urgent it is"}};
constexpr ResultField kTodoList[] = {{"kind", "todos|tasks", "of which form it is"},
                                     {"agent", "text", "whose list it is"},
                                     {"file", "text", "where it lies"},
                                     {"items", "[Todo]", "what is on it"}};
constexpr ResultField kTodoLists[] = {
    {"lists", "[TodoList]", "the lists, each with its items"},
    {"diagnostics", "[Finding]", "what was odd about the files read"}};
constexpr ResultField kTrackedFile[] = {
    {"path", "text", "relative to the session's folder, or absolute"},
    {"existed", "flag", "false: there was no such file then"},
    {"backup", "text?", "name of the kept copy"},
    {"version", "integer", "which copy it is"},
    {"size", "integer?", "its bytes; null when the copy is gone"},
    {"backedUpAt", "time?", "when it was kept"},
    {"change", "added|changed|dropped?", "what this message did to it"},
    {"diff", "[text]", "lines of the difference, with --diff", kMaybe}};
constexpr ResultField kTrackedFiles[] = {
    {"at", "text?", "the message that was asked for"},
    {"files", "[TrackedFile]", "the tracked files as they were then", kMaybe},
    {"path", "text", "with --cat: the file", kMaybe},
    {"content", "text", "with --cat: its text", kMaybe}};
constexpr ResultField kSubagent[] = {
    {"id", "text", "its id"},
    {"kind", "task|workflow|warm-up|prompt-suggestion|compact|side-question", "what it was for"},
    {"type", "text?", "the kind of agent"},
    {"description", "text?", "what it was to do"},
    {"toolUseId", "text?", "the call that started it"},
    {"prompt", "text?", "what it was told"},
    {"workflow", "text?", "the workflow it belongs to"},
    {"session", "text", "the session that started it"},
    {"file", "text", "its transcript"},
    {"size", "integer", "bytes of the file"},
    {"createdAt", "time?", "when it began"}};
constexpr ResultField kSubagentList[] = {
    {"agents", "[Subagent]", "the subagents and who started them"},
    {"diagnostics", "[Finding]", "what was odd about the files read"}};

constexpr ResultField kSnippet[] = {
    {"text", "text", "a part of what was found"},
    {"marks", "[[integer]]", "begin and end of each hit in it, as JavaScript counts"}};
constexpr ResultField kHit[] = {
    {"session", "text", "the session's id"},
    {"uuid", "text?", "the line"},
    {"role", "user|assistant|tool|thinking|title", "whose text it is"},
    {"timestamp", "time?", "of the line"},
    {"snippet", "Snippet", "the text around it"},
    {"score", "number", "how good it is"},
    {"branch", "unknown|active|abandoned|subagent", "where in the session"},
    {"error", "flag", "it is an error of a tool"},
    {"file", "text", "the transcript"},
    {"offset", "integer", "where its line begins, in bytes"},
    {"title", "text?", "the session's title"},
    {"moreInSession", "integer", "further hits in the same session"},
    {"open", "text", "the command that shows it"}};
constexpr ResultField kSearchResult[] = {
    {"hits", "[Hit]", "what was found, best first"},
    {"total", "integer", "hits in all"},
    {"sessions", "integer", "sessions with hits"},
    {"index", "flag", "an index was used"},
    {"fresh", "flag", "it knew all files"},
    {"behind", "integer", "files it did not know"},
    {"note", "text?", "what to know about this answer"},
    {"skippedLines", "integer", "lines that could not be searched"},
    {"findings", "[Finding]", "what was odd about the files read"},
    {"took_ms", "number", "milliseconds"}};
constexpr ResultField kIndexReport[] = {
    {"path", "text", "where the index lies"},
    {"files", "integer", "transcripts in it", kMaybe},
    {"passages", "integer", "texts in it", kMaybe},
    {"bytes", "integer", "its size", kMaybe},
    {"exists", "flag", "status: it is there", kMaybe},
    {"segments", "integer", "status: its parts", kMaybe},
    {"fresh", "flag", "status: it knows all files", kMaybe},
    {"behind", "integer", "status: files it does not know", kMaybe},
    {"behindBytes", "integer", "status: their size", kMaybe},
    {"dead", "integer", "status: texts of files that are gone", kMaybe},
    {"ok", "flag", "verify: it is in order", kMaybe},
    {"dropped", "flag", "drop: it was removed", kMaybe},
    {"added", "integer", "build: new files", kMaybe},
    {"grown", "integer", "build: files that grew", kMaybe},
    {"rewritten", "integer", "build: files that changed otherwise", kMaybe},
    {"moved", "integer", "build: files with a new name", kMaybe},
    {"gone", "integer", "build: files that are gone", kMaybe},
    {"readBytes", "integer", "build: bytes that were read", kMaybe},
    {"note", "text?", "build, status: what to know about it", kMaybe},
    {"findings", "[Finding]", "build: what was odd about the files read", kMaybe},
    {"took_ms", "number", "build: milliseconds", kMaybe}};

constexpr ResultShape kShapes[] = {
    {"Finding", "something odd about a file", kFinding},
    {"Diagnostic", "something odd about a line", kDiagnostic},
    {"Running", "a process that works in a session", kRunning},
    {"ProjectRef", "a project", kProjectRef},
    {"SessionFacts", "what is known about a session", kSessionFacts},
    {"EventRow", "a session, as its own file tells", kEventRow, "SessionFacts"},
    {"SessionRow", "a session in a list", kSessionRow, "EventRow"},
    {"SessionInfo", "a session by itself", kSessionInfo, "SessionFacts"},
    {"GhostPrompt", "a prompt of a session without a transcript", kGhostPrompt},
    {"Ghost", "a session without a transcript", kGhost},
    {"LeftOut", "how many are not shown", kLeftOut},
    {"SessionPage", "a page of sessions", kSessionPage},
    {"Project", "a project", kProject},
    {"ProjectList", "projects", kProjectList},
    {"Prompt", "a prompt", kPrompt},
    {"PromptList", "prompts", kPromptList},
    {"Todo", "a thing to do", kTodo},
    {"TodoList", "a todo list", kTodoList},
    {"TodoLists", "todo lists", kTodoLists},
    {"TrackedFile", "a file at a message", kTrackedFile},
    {"TrackedFiles", "files at a message", kTrackedFiles},
    {"Subagent", "a subagent", kSubagent},
    {"SubagentList", "subagents", kSubagentList},
    {"Snippet", "text around hits", kSnippet},
    {"Hit", "a hit", kHit},
    {"SearchResult", "what was found", kSearchResult},
    {"IndexReport", "the index", kIndexReport},
    {"Done", "what was done", kDone},
    {"Ok", "it was done", kOk},
};

}  // namespace

std::span<const ResultShape> catalog_shapes() { return kShapes; }

}  // namespace clew
