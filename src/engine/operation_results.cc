// SPDX-License-Identifier: MIT

#include "engine/operation_results.h"

namespace clew {
namespace {

using enum ResultType;

constexpr ResultField kDiagnostics{"diagnostics", kList, "what was odd about the files read"};

constexpr ResultField kListFields[] = {
    {"project", kText, "the folder that was listed, when it was one", true},
    {"sessions", kList, "the sessions, in the order asked for"},
    {"ghosts", kList, "sessions without a transcript, with --ghosts", false, true},
    {"nextCursor", kText, "asks for the next page", true},
    {"leftOut", kObject, "how many were left out, by reason"},
    kDiagnostics};
constexpr ResultField kProjectsFields[] = {{"projects", kList, "the projects, last used first"},
                                           kDiagnostics};
constexpr ResultField kPromptsFields[] = {
    {"prompts", kList, "what was typed, newest first"},
    {"more", kFlag, "there are more than the limit allowed"},
    {"badLines", kInteger, "lines of the history that could not be read"},
    kDiagnostics};
constexpr ResultField kInfoFields[] = {
    {"id", kText, "the session's id"},
    {"title", kText, "its title"},
    {"titleSource", kText, "where the title came from"},
    {"name", kText, "a short name"},
    {"firstPrompt", kText, "what was asked first", true},
    {"createdAt", kText, "time of the first line", true},
    {"updatedAt", kText, "time of the last line", true},
    {"modifiedAt", kText, "time of the file", true},
    {"size", kInteger, "bytes of the file"},
    {"file", kText, "the transcript"},
    {"cwd", kText, "the folder it worked in", true},
    {"customTitle", kText, "the title you gave it", true},
    {"tag", kText, "its tag", true},
    {"gitBranch", kText, "the branch of the repository", true},
    {"version", kText, "of Claude Code", true},
    {"model", kText, "the last model that answered", true},
    {"entrypoint", kText, "what it was started from", true},
    {"messages", kInteger, "how many messages it has", false, true},
    {"compacted", kFlag, "it was compacted", false, true},
    {"forkedFrom", kText, "the session it was forked from", false, true},
    {"warmup", kFlag, "Claude Code made it by itself", false, true},
    {"running", kObject, "the process that works in it", true},
    {"branches", kInteger, "how many branches it has"},
    {"subagents", kInteger, "how many subagents it started"},
    {"todoLists", kInteger, "how many todo lists it left"},
    {"daysLeft", kInteger, "until Claude Code removes it", true},
    {"cleanupPeriodDays", kInteger, "what the settings say about that"},
    {"root", kText, "the configuration folder it lies in", true},
    {"timeline", kObject, "other sessions that share its beginning", true},
    {"editedFrom", kText, "the session that this is, with another first prompt", false, true},
    {"editedAs", kList, "sessions that are this one with another first prompt", false, true}};
constexpr ResultField kTodosFields[] = {{"lists", kList, "the lists, each with its items"},
                                        kDiagnostics};
constexpr ResultField kFilesFields[] = {{"at", kText, "the message that was asked for", true},
                                        {"files", kList, "the tracked files as they were then"}};
constexpr ResultField kAgentsFields[] = {{"agents", kList, "the subagents and who started them"},
                                         kDiagnostics};
constexpr ResultField kShowFields[] = {
    {"session", kObject, "what is known about the session"},
    {"branch", kObject, "which conversation this is, and why"},
    {"messages", kList, "its messages, oldest first"},
    {"total", kInteger, "messages of the whole conversation"},
    {"skippedBefore", kInteger, "messages before those shown"},
    {"skippedAfter", kInteger, "messages after those shown"},
    {"diagnosticCount", kInteger, "how much was odd about the file"},
    {"diagnostics", kList, "the first of that"}};
constexpr ResultField kOutlineFields[] = {
    {"session", kObject, "what is known about the session"},
    {"branch", kObject, "which conversation this is, and why"},
    {"messages", kList, "a line for each message, without its text"}};
constexpr ResultField kContextFields[] = {
    {"rules", kText, "whose rules found it"},
    {"tip", kText, "the line where a resume goes on", true},
    {"reason", kText, "why there"},
    {"entries", kList, "uuids of the lines that would be sent"},
    {"refused", kText, "why nothing would be", true},
    {"loaded", kInteger, "lines that would be loaded"},
    {"conversationLines", kInteger, "lines of conversation in the file"},
    {"messages", kList, "with --messages: what would be sent, as an API takes it", false, true}};
constexpr ResultField kBranchesFields[] = {{"branches", kList, "the branches"}};
constexpr ResultField kTreeFields[] = {{"messages", kList, "all messages with their parents"}};
constexpr ResultField kStatsFields[] = {{"session", kObject, "what is known about the session"},
                                        {"firstAt", kText, "time of the first line", true},
                                        {"lastAt", kText, "time of the last line", true},
                                        {"wallMs", kInteger, "milliseconds between them"},
                                        {"activeMs", kInteger, "the same without pauses"},
                                        {"main", kObject, "counts of the session itself"},
                                        {"subagents", kObject, "counts of its subagents"}};
constexpr ResultField kCheckFields[] = {{"file", kText, "the transcript"},
                                        {"lines", kInteger, "how many lines it has"},
                                        {"count", kInteger, "how much is odd"},
                                        {"diagnostics", kList, "what is odd, with its place"},
                                        {"unknown", kList, "types that Clew does not know"}};
constexpr ResultField kSearchFields[] = {
    {"hits", kList, "what was found, best first"},
    {"total", kInteger, "hits in all"},
    {"sessions", kInteger, "sessions with hits"},
    {"index", kFlag, "an index was used"},
    {"fresh", kFlag, "it knew all files"},
    {"behind", kInteger, "files it did not know"},
    {"note", kText, "what to know about this answer", true},
    {"skippedLines", kInteger, "lines that could not be searched"},
    {"findings", kList, "what was odd about the files read"},
    {"took_ms", kNumber, "milliseconds"}};
constexpr ResultField kUsageFields[] = {
    {"kind", kText, "what was counted by"},
    {"tz", kText, "whose days"},
    {"rows", kList, "the counts", false, true},
    {"totals", kObject, "their sum"},
    {"unpriced", kList, "models without a known price", false, true},
    {"oddities", kList, "what was odd about the responses", false, true},
    {"diagnostics", kList, "what was odd about the files", false, true},
    {"target", kText, "for explain: what was asked for", false, true},
    {"responses", kList, "for explain: each response", false, true},
    {"otherRules", kList, "for explain: what other ways of counting give", false, true}};

constexpr ResultShape kShapes[] = {
    {"list", "a page of sessions", kListFields},
    {"projects", "the projects", kProjectsFields},
    {"prompts", "the prompts", kPromptsFields},
    {"info", "what is known about the session", kInfoFields},
    {"todos", "the todo lists", kTodosFields},
    {"files", "the tracked files; with --cat the file itself, with --diff the difference",
     kFilesFields},
    {"agents", "the subagents", kAgentsFields},
    {"show", "a conversation, or a part of it", kShowFields},
    {"outline", "a conversation in short", kOutlineFields},
    {"context", "what a resume would send", kContextFields},
    {"branches", "the branches", kBranchesFields},
    {"tree", "the tree of messages", kTreeFields},
    {"stats", "the counts", kStatsFields},
    {"raw", "the line as it is in the file", {}},
    {"check", "what is odd about the file", kCheckFields},
    {"search", "what was found", kSearchFields},
    {"usage", "tokens and money", kUsageFields},
};

}  // namespace

const ResultShape* find_result_shape(std::string_view operation) {
  for (const ResultShape& shape : kShapes) {
    if (shape.operation == operation) return &shape;
  }
  return nullptr;
}

}  // namespace clew
