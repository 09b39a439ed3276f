// SPDX-License-Identifier: MIT
//
// Shapes of answers: one session, as it is and as it grows. docs/json.md says more about most of
// them.

#include "engine/result_shapes.h"

namespace clew {
namespace {

constexpr bool kMaybe = true;  // the member may be missing

constexpr ResultField kContinues[] = {{"leaf", "text", "the line it goes on from"},
                                      {"summary", "text", "what happened before"}};
constexpr ResultField kSessionHead[] = {
    {"id", "text", "the session's id"},
    {"file", "text", "the transcript"},
    {"title", "text", "its title"},
    {"tag", "text", "its tag", kMaybe},
    {"cwd", "text", "the folder it worked in", kMaybe},
    {"gitBranch", "text", "the branch of the repository", kMaybe},
    {"version", "text", "of Claude Code", kMaybe},
    {"createdAt", "time?", "time of the first line", kMaybe},
    {"updatedAt", "time?", "time of the last line", kMaybe},
    {"continues", "Continues", "the session that this one goes on with", kMaybe},
    {"lines", "integer", "lines of the file"},
    {"bytes", "integer", "bytes of the file"}};
constexpr ResultField kBranchPath[] = {
    {"rules", "2.1|2.0|1.0|newest-leaf|sdk", "whose rules found it"},
    {"tip", "text?", "its last line"},
    {"reason", "text", "why this one"},
    {"refused", "text?", "why a resume would not start"}};
constexpr ResultField kMediaPart[] = {{"type", "image|document|reference|unknown", "what it is"},
                                      {"mediaType", "text", "such as image/png"},
                                      {"bytes", "integer", "its size"},
                                      {"uuid", "text?", "the line that holds it"}};
constexpr ResultField kToolCall[] = {
    {"id", "text", "id of the call"},
    {"name", "text", "the tool"},
    {"state", "pending|success|failed", "how far it is"},
    {"input", "any", "what it was given"},
    {"inputBytes", "integer", "its size, when it was left out", kMaybe},
    {"result", "text?", "what the model saw of it"},
    {"resultBytes", "integer", "its size, when it was cut", kMaybe},
    {"parts", "[MediaPart]", "pictures and documents", kMaybe},
    {"structured", "any", "the result as the tool gave it", kMaybe},
    {"structuredBytes", "integer", "its size, when it was left out", kMaybe},
    {"durationMs", "integer", "how long it took", kMaybe},
    {"agent", "text", "the subagent it started", kMaybe},
    {"callUuid", "text?", "the line of the call"},
    {"resultUuid", "text?", "the line of the result"},
    {"repeatedResults", "integer", "further results of the same call", kMaybe},
    {"storedAt", "text", "the file that holds the whole result", kMaybe}};
constexpr ResultField kContextRef[] = {{"kind", "text", "what it refers to"},
                                       {"icon", "text", "a sign for it"},
                                       {"label", "text", "a name for it"},
                                       {"path", "text", "the file", kMaybe},
                                       {"url", "text", "the address", kMaybe},
                                       {"count", "integer", "how many", kMaybe},
                                       {"line", "integer", "where in the file", kMaybe}};
constexpr ResultField kCompaction[] = {{"trigger", "text", "who asked for it", kMaybe},
                                       {"tokensBefore", "integer", "tokens before it", kMaybe},
                                       {"tokensAfter", "integer", "tokens after it", kMaybe},
                                       {"durationMs", "integer", "how long it took", kMaybe},
                                       {"preservedMessages", "integer", "messages that were kept"}};
constexpr ResultField kMessageUsage[] = {{"input", "integer", "tokens sent", kMaybe},
                                         {"output", "integer", "tokens answered", kMaybe},
                                         {"cacheRead", "integer", "tokens from the cache", kMaybe},
                                         {"cacheWrite", "integer", "tokens to the cache", kMaybe}};
constexpr ResultField kMessage[] = {
    {"uuid", "text?", "its first line"},
    {"role", "user|assistant|system", "who speaks"},
    {"kind", kMessageKinds, "what it is"},
    {"text", "text", "its text"},
    {"textBytes", "integer", "the text's size, when it was cut", kMaybe},
    {"thought", "text", "what the model thought"},
    {"thoughtBytes", "integer", "its size, when it was cut", kMaybe},
    {"thoughtHidden", "flag", "it thought, but not for us", kMaybe},
    {"tools", "[ToolCall]", "calls with their results"},
    {"timestamp", "time?", "of its first line"},
    {"parts", "[MediaPart]", "pictures and documents", kMaybe},
    {"prompt", "text", "the person's own words, when an editor put something around them", kMaybe},
    {"contextRefs", "[ContextRef]", "what the editor put there", kMaybe},
    {"contexts", "[any]", "the same as the editor wrote it", kMaybe},
    {"compaction", "Compaction", "of a boundary", kMaybe},
    {"model", "text", "who answered", kMaybe},
    {"messageId", "text", "id of the answer", kMaybe},
    {"requestId", "text", "id of the request", kMaybe},
    {"usage", "MessageUsage", "tokens of the answer", kMaybe},
    {"entries", "[text]", "its lines"},
    {"line", "integer", "number of its first line"}};
constexpr ResultField kConversation[] = {
    {"session", "SessionHead", "what is known about the session"},
    {"branch", "BranchPath", "which conversation this is, and why"},
    {"messages", "[Message]", "its messages, oldest first"},
    {"total", "integer", "messages of the whole conversation"},
    {"skippedBefore", "integer", "messages before those shown"},
    {"skippedAfter", "integer", "messages after those shown"},
    {"diagnosticCount", "integer", "how much was odd about the file"},
    {"diagnostics", "[Diagnostic]", "the first of that"}};
constexpr ResultField kAlternative[] = {{"uuid", "text?", "its first line"},
                                        {"tip", "text?", "its last line, for --leaf"},
                                        {"timestamp", "time?", "of its first line"},
                                        {"current", "flag", "it is the one shown"}};
constexpr ResultField kOutlineRow[] = {
    {"index", "integer", "its number, for --offset"},
    {"uuid", "text?", "its first line"},
    {"role", "user|assistant|system", "who speaks"},
    {"kind", kMessageKinds, "what it is"},
    {"timestamp", "time?", "of its first line"},
    {"bytes", "integer", "what its lines take in the file"},
    {"sent", "flag", "a resume would send it to the model"},
    {"tools", "integer", "how many calls it has", kMaybe},
    {"failed", "integer", "how many of them failed", kMaybe},
    {"preview", "text", "how a prompt begins", kMaybe},
    {"alternatives", "[Alternative]", "all ways that go on before it, oldest first", kMaybe}};
constexpr ResultField kOutline[] = {
    {"session", "SessionHead", "what is known about the session"},
    {"branch", "BranchPath", "which conversation this is, and why"},
    {"messages", "[OutlineRow]", "a line for each message, without its text"}};
constexpr ResultField kApiMessage[] = {
    {"role", "user|assistant", "who speaks"},
    {"content", "[any]", "content blocks, as an API takes them"}};
constexpr ResultField kContext[] = {
    {"rules", "2.1|2.0|1.0|newest-leaf|sdk", "whose rules found it"},
    {"tip", "text?", "the line where a resume goes on"},
    {"reason", "text", "why there"},
    {"entries", "[text]", "uuids of the lines that would be sent"},
    {"refused", "text?", "why nothing would be"},
    {"loaded", "integer", "lines that would be loaded"},
    {"conversationLines", "integer", "lines of conversation in the file"},
    {"messages", "[ApiMessage]", "with --messages: what would be sent", kMaybe}};
constexpr ResultField kBranch[] = {{"tip", "text?", "its last line, for --leaf"},
                                   {"active", "flag", "it is the one that goes on"},
                                   {"reason", "text", "why it is there"},
                                   {"fork", "text?", "the last line it shares with the active one"},
                                   {"prompt", "text", "the first prompt of its own"},
                                   {"promptUuid", "text?", "the line of that"},
                                   {"messages", "integer", "messages of the whole way"},
                                   {"ownMessages", "integer", "messages from the fork on"},
                                   {"startedAt", "time?", "time of its first own line"},
                                   {"updatedAt", "time?", "time of its last line"},
                                   {"summary", "text?", "a summary that names its end"}};
constexpr ResultField kBranchList[] = {{"branches", "[Branch]", "the branches, the active first"}};
constexpr ResultField kTreeMessage[] = {
    {"id", "integer", "its number"},
    {"parent", "integer?", "the message before it"},
    {"uuid", "text", "its first line"},
    {"role", "text", "user, assistant, system, or prelude for lines before the first message"},
    {"timestamp", "time?", "of its first line"},
    {"active", "flag", "it is on the active branch"},
    {"conversation", "flag", "false: an end of nothing but commands"},
    {"preview", "text", "how a prompt off the shown way begins, with --previews", kMaybe}};
constexpr ResultField kMessageTree[] = {
    {"messages", "[TreeMessage]", "all messages, a parent before its children"}};
constexpr ResultField kTokenCounts[] = {{"input", "integer", "tokens sent"},
                                        {"output", "integer", "tokens answered"},
                                        {"cacheRead", "integer", "tokens from the cache"},
                                        {"cacheWrite", "integer", "tokens to the cache"},
                                        {"cacheWrite5m", "integer", "of these, for five minutes"},
                                        {"cacheWrite1h", "integer", "of these, for an hour"},
                                        {"thinking", "integer", "tokens thought"},
                                        {"webSearches", "integer", "searches in the web"},
                                        {"total", "integer", "all tokens"}};
constexpr ResultField kToolCount[] = {{"name", "text", "the tool"},
                                      {"calls", "integer", "how often it was called"},
                                      {"failed", "integer", "how often it failed"}};
constexpr ResultField kModelCount[] = {{"name", "text", "the model"},
                                       {"responses", "integer", "its answers"},
                                       {"tokens", "TokenCounts", "their tokens"}};
constexpr ResultField kThreadStats[] = {{"prompts", "integer", "prompts that were typed"},
                                        {"queued", "integer", "prompts that waited for a turn"},
                                        {"commands", "integer", "slash commands"},
                                        {"shell", "integer", "commands for the shell"},
                                        {"interruptions", "integer", "turns that were interrupted"},
                                        {"turns", "integer", "turns"},
                                        {"answers", "integer", "answers of the model"},
                                        {"thinking", "integer", "answers with thoughts"},
                                        {"toolCalls", "integer", "calls of tools"},
                                        {"toolResults", "integer", "their results"},
                                        {"failedTools", "integer", "results that are errors"},
                                        {"images", "integer", "pictures"},
                                        {"compactions", "integer", "compactions"},
                                        {"apiErrors", "integer", "errors of the API"},
                                        {"apiRetries", "integer", "requests that were repeated"},
                                        {"tokens", "TokenCounts", "tokens, once per answer"},
                                        {"tools", "[ToolCount]", "by tool"},
                                        {"models", "[ModelCount]", "by model"}};
constexpr ResultField kSessionStats[] = {
    {"session", "SessionHead", "what is known about the session"},
    {"firstAt", "time?", "time of the first line"},
    {"lastAt", "time?", "time of the last line"},
    {"wallMs", "integer", "milliseconds between them"},
    {"activeMs", "integer", "the same without pauses"},
    {"main", "ThreadStats", "counts of the session itself"},
    {"subagents", "ThreadStats", "counts of subagents inside the file"}};
constexpr ResultField kUnknownType[] = {{"what", "text", "the type"},
                                        {"version", "text", "of Claude Code"},
                                        {"count", "integer", "how often"}};
constexpr ResultField kFileCheck[] = {
    {"file", "text", "the transcript"},
    {"lines", "integer", "how many lines it has"},
    {"count", "integer", "how much is odd"},
    {"diagnostics", "[Diagnostic]", "what is odd, with its place"},
    {"unknown", "[UnknownType]", "types that Clew does not know"}};

constexpr ResultField kToolUpdate[] = {{"message", "text?", "the message that has the call"},
                                       {"tool", "ToolCall", "the call with its result"}};
constexpr ResultField kTurn[] = {{"costUsd", "number?", "list price in US dollars"},
                                 {"costText", "text", "the same for people", kMaybe},
                                 {"responses", "integer", "responses of the API"},
                                 {"tools", "integer", "calls of tools"},
                                 {"durationMs", "integer", "how long it took", kMaybe},
                                 {"tokens", "MessageUsage", "its tokens"}};
constexpr ResultField kEvent[] = {
    {"type",
     "session.added|session.changed|session.appended|session.branch|session.removed|"
     "session.running|drive|resync|tail.start",
     "what happened"},
    {"sequence", "integer", "its number, which grows"},
    {"session", "text", "the session's id", kMaybe},
    {"project", "text", "the folder it works in", kMaybe},
    {"file", "text", "the transcript", kMaybe},
    {"agent", "text", "the subagent whose file it is", kMaybe},
    {"row", "EventRow", "added, changed: the facts", kMaybe},
    {"reload", "flag", "changed: the file is no longer what it was", kMaybe},
    {"lines", "integer", "appended: how many lines came", kMaybe},
    {"size", "integer", "appended: bytes of the file told so far", kMaybe},
    {"title", "text", "tail.start: the title", kMaybe},
    {"messages", "[Message]", "appended, tail.start: messages that are new or have grown", kMaybe},
    {"tools", "[ToolUpdate]", "appended: earlier calls that got their results", kMaybe},
    {"turn", "Turn", "appended: the model ended its turn", kMaybe},
    {"tip", "text?", "branch: where the conversation goes on", kMaybe},
    {"previousTip", "text?", "branch: where it stood", kMaybe},
    {"reason", "text", "branch, resync: why", kMaybe},
    {"running", "Running?", "running: the process, or null when it has ended", kMaybe},
    {"conversation", "text", "drive: the conversation", kMaybe},
    {"event", "DriveEvent", "drive: what it said", kMaybe}};

constexpr ResultShape kShapes[] = {
    {"Continues", "a session that goes on with another", kContinues},
    {"SessionHead", "what is known about a session", kSessionHead},
    {"BranchPath", "a branch and why it is taken", kBranchPath},
    {"MediaPart", "a picture or document", kMediaPart},
    {"ToolCall", "a call of a tool", kToolCall},
    {"ContextRef", "something that an editor attached", kContextRef},
    {"Compaction", "a compaction", kCompaction},
    {"MessageUsage", "tokens of an answer", kMessageUsage},
    {"Message", "a message", kMessage},
    {"Conversation", "a conversation", kConversation},
    {"Alternative", "another way that the conversation went", kAlternative},
    {"OutlineRow", "a message in short", kOutlineRow},
    {"Outline", "a conversation in short", kOutline},
    {"ApiMessage", "a message as an API takes it", kApiMessage},
    {"Context", "what a resume would send", kContext},
    {"Branch", "a branch", kBranch},
    {"BranchList", "branches", kBranchList},
    {"TreeMessage", "a message in the tree", kTreeMessage},
    {"MessageTree", "the tree", kMessageTree},
    {"TokenCounts", "tokens", kTokenCounts},
    {"ToolCount", "a tool's calls", kToolCount},
    {"ModelCount", "a model's answers", kModelCount},
    {"ThreadStats", "counts", kThreadStats},
    {"SessionStats", "counts of a session", kSessionStats},
    {"UnknownType", "a type that Clew does not know", kUnknownType},
    {"FileCheck", "what is odd about a transcript", kFileCheck},
    {"ToolUpdate", "a result that came", kToolUpdate},
    {"Turn", "what a turn took", kTurn},
    {"Event", "something that happened", kEvent},
};

}  // namespace

std::span<const ResultShape> session_shapes() { return kShapes; }

}  // namespace clew
