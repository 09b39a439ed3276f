// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "base/time.h"
#include "transcript/symbols.h"

namespace clew {

// Where a line stands in Transcript::entries. File order is the reliable order of a transcript
// (timestamps are not), so comparing indices compares positions.
using EntryIndex = std::int32_t;
inline constexpr EntryIndex kNoEntry = -1;

// The model of what the CLI made up itself: no response of the API, and free.
inline constexpr std::string_view kSyntheticModel = "<synthetic>";

enum class EntryType : std::uint8_t {
  // nodes of the conversation tree
  kUser,
  kAssistant,
  kSystem,
  kAttachment,
  kProgress,  // a bridge: in the tree, never in the conversation
  // lines beside the tree
  kSummary,
  kCustomTitle,
  kAiTitle,
  kTag,
  kAgentName,
  kLastPrompt,
  kFileHistorySnapshot,
  kFileHistoryDelta,
  kQueueOperation,
  kBookkeeping,  // known and of no use to a reader: modes, cost state, latches, ...
  // lines that only a live stream has
  kResult,
  kStreamEvent,
  kControl,
  kUnknown,  // kept, counted, reachable by offset
};

// What a `user` line really is. A transcript writes eleven different things as "user".
enum class PromptKind : std::uint8_t {
  kNone,           // not a user line
  kTyped,          // words of a person
  kQueued,         // typed while the model worked (attachment queued_command)
  kToolResult,     // carries results and nothing to read
  kMeta,           // injected by the CLI (isMeta)
  kCommand,        // a slash command
  kCommandOutput,  // what a local command printed
  kShell,          // a `!` command
  kShellOutput,
  kNotification,    // a background task reports
  kInterruption,    // "[Request interrupted by user]"
  kHookFeedback,    // a hook's words to the model
  kCompactSummary,  // what is left of everything before
  kCaveat,          // "Caveat: the messages below ..."
};

enum class BlockKind : std::uint8_t {
  kText,
  kThinking,
  kRedactedThinking,
  kToolUse,
  kToolResult,
  kImage,
  kDocument,
  kServerTool,  // server_tool_use and the results that come with it
  kUnknown,
};

// One content block, without its content: enough to rebuild the conversation; the text is
// fetched again by the line's offset when somebody wants to read it.
struct Block {
  BlockKind kind = BlockKind::kUnknown;
  bool visible = false;     // text or thinking that is more than white space
  bool has_mark = false;    // thinking: signed; tool_result: is_error
  Symbol id = kNoSymbol;    // tool_use: id; tool_result: tool_use_id
  Symbol name = kNoSymbol;  // tool_use: name; unknown: type
};

// Who wrote a line, and where: nearly always as on the line before, so it is stored when it
// changes.
struct Origin {
  Symbol session = kNoSymbol;
  Symbol agent = kNoSymbol;  // agentId
  Symbol version = kNoSymbol;
  Symbol cwd = kNoSymbol;
  Symbol git_branch = kNoSymbol;

  bool operator==(const Origin&) const = default;
};

// What few lines say.
struct Extra {
  Symbol type_name = kNoSymbol;  // as written, where the type alone does not say it
  Symbol logical_parent = kNoSymbol;
  Symbol detail = kNoSymbol;  // hookEvent or commandMode of an attachment; operation of a queue
  Symbol parent_tool = kNoSymbol;    // stream: parent_tool_use_id, progress: parentToolUseID
  Symbol started_agent = kNoSymbol;  // toolUseResult.agentId
  std::int64_t duration_ms = -1;     // durationMs of old lines and turn_duration

  bool operator==(const Extra&) const = default;
};

// One line of a transcript, known or not. Holds no text, only where the line is and what the rules
// need to know of it. Transcript has what belongs to it: origin(), extra(), blocks_of().
struct Entry {
  std::int64_t offset = 0;  // of the line in the file
  std::int64_t length = 0;
  TimeMs time = kNoTime;
  std::int32_t line = 0;  // 1-based

  EntryType type = EntryType::kUnknown;
  PromptKind prompt = PromptKind::kNone;
  bool sidechain : 1 = false;
  bool meta : 1 = false;
  bool compact_summary : 1 = false;
  bool transcript_only : 1 = false;  // isVisibleInTranscriptOnly
  bool api_error : 1 = false;
  bool string_content : 1 = false;   // message.content is a text, not blocks
  bool after_bom : 1 = false;        // first line behind a byte-order mark: 1.0 and the SDK lose it
  bool streamed : 1 = false;         // came from stdout of a running claude
  bool attachment_says : 1 = false;  // attachment that has something to tell the model
  bool replay : 1 = false;           // echo of a prompt in a stream (isReplay)

  Symbol subtype = kNoSymbol;  // of system, result; type of an attachment, progress or event
  Symbol uuid = kNoSymbol;
  Symbol parent = kNoSymbol;
  Symbol message_id = kNoSymbol;
  Symbol request_id = kNoSymbol;
  Symbol model = kNoSymbol;
  Symbol stop_reason = kNoSymbol;

  std::uint32_t first_block = 0;
  std::uint32_t block_count = 0;
  std::int32_t usage = -1;   // index into Transcript::usages
  std::uint32_t origin = 0;  // index into Transcript::origins
  std::uint32_t extra = 0;   // index into Transcript::extras

  bool is_node() const { return uuid != kNoSymbol && type <= EntryType::kProgress; }
  bool is_conversation() const { return type == EntryType::kUser || type == EntryType::kAssistant; }
};
// Files of gigabytes have a million lines, and all of them are held at once.
static_assert(sizeof(Entry) == 80);

}  // namespace clew
