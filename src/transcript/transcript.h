// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/entry.h"
#include "transcript/finding.h"
#include "transcript/symbols.h"
#include "transcript/tokens.h"

namespace clew {

// `{"type":"last-prompt"}`: the CLI's own note of where the conversation stands.
struct LastPrompt {
  EntryIndex entry = kNoEntry;
  Symbol leaf = kNoSymbol;
  bool has_leaf = false;  // a leafUuid member is there (it may be null)
  bool is_null = false;   // ... and is null
  bool is_zero = false;   // ... and is the all-zero uuid, which clears earlier ones
  bool is_explicit = false;
  std::string text;  // lastPrompt
};

// `{"type":"summary"}`: a title for the conversation that ends at `leaf`, often in another file.
struct Summary {
  EntryIndex entry = kNoEntry;
  Symbol leaf = kNoSymbol;
  bool is_compact = false;  // old compaction: the file goes on from the session that holds `leaf`
  std::string text;
};

// What a compact_boundary says.
struct Compaction {
  EntryIndex entry = kNoEntry;
  std::string trigger;  // auto or manual
  std::int64_t tokens_before = -1;
  std::int64_t tokens_after = -1;
  std::int64_t duration_ms = -1;
  bool micro = false;              // microcompact_boundary: only tool results were cleared
  std::int64_t tokens_saved = -1;  // micro only
  bool has_preserved = false;      // names messages that stay
  bool by_list = false;            // by preservedMessages, else by preservedSegment
  Symbol anchor = kNoSymbol;
  Symbol head = kNoSymbol;
  Symbol tail = kNoSymbol;
  std::vector<Symbol> preserved;
};

// The state of one tracked file: where its copy lies, or that it did not exist.
struct FileBackup {
  Symbol path = kNoSymbol;
  Symbol backup = kNoSymbol;  // name under file-history/<session>/, kNoSymbol = no file then
  std::int64_t version = 0;
  TimeMs time = kNoTime;
};

// `file-history-snapshot` (all tracked files) or `file-history-delta` (one more).
struct FileSnapshot {
  EntryIndex entry = kNoEntry;
  Symbol message = kNoSymbol;           // messageId
  Symbol snapshot_message = kNoSymbol;  // snapshot.messageId or snapshotMessageId
  bool is_update = false;
  bool is_delta = false;
  TimeMs time = kNoTime;
  std::vector<FileBackup> files;
};

// A text that a later line of the same kind replaces.
struct Label {
  EntryIndex entry = kNoEntry;
  std::string text;
};

// A count of lines whose type Clew does not know, by type and CLI version.
struct UnknownType {
  std::string what;  // "entry frobnicate", "block hologram"
  std::string version;
  bool operator<(const UnknownType& o) const {
    return what != o.what ? what < o.what : version < o.version;
  }
};

// Where the reading of a file ended: it can go on from here when the file has grown.
struct ReadEnd {
  std::int64_t offset = 0;  // behind the last line end
  std::int64_t lines = 0;   // before it, blank ones too
  bool whole = true;        // false: a last line without an end was read as it was
};

// A transcript without its texts: every line's place and shape, from which tree, branches,
// messages and figures are derived. Owns its symbols; about 200 bytes a line.
struct Transcript {
  SymbolTable symbols;
  std::vector<Entry> entries;
  std::vector<Block> blocks;
  std::vector<Tokens> usages;
  std::vector<Origin> origins = std::vector<Origin>(1);  // the first says nothing
  std::vector<Extra> extras = std::vector<Extra>(1);     // and so does this one

  std::vector<LastPrompt> last_prompts;
  std::vector<Summary> summaries;
  std::vector<Compaction> compactions;
  std::vector<FileSnapshot> snapshots;
  Label custom_title;
  Label ai_title;
  Label tag;
  Label agent_name;

  Findings findings;               // the first kMaxFindings
  std::int64_t finding_count = 0;  // all of them
  std::map<UnknownType, std::int64_t> unknown;
  std::int64_t bytes = 0;  // size of the file as read
  std::int64_t lines = 0;
  ReadEnd end;

  static constexpr std::size_t kMaxFindings = 1000;

  const Entry& operator[](EntryIndex index) const {
    return entries[static_cast<std::size_t>(index)];
  }
  std::span<const Block> blocks_of(const Entry& entry) const {
    return {blocks.data() + entry.first_block, entry.block_count};
  }
  const Origin& origin(const Entry& entry) const { return origins[entry.origin]; }
  const Extra& extra(const Entry& entry) const { return extras[entry.extra]; }
  std::string_view type_name(const Entry& entry) const;  // as written
  std::string_view text(Symbol symbol) const { return symbols.text(symbol); }
  EntryIndex count() const { return static_cast<EntryIndex>(entries.size()); }

  void report(Finding finding);
};

// True if the entry has a block of this kind.
bool has_block(const Transcript& transcript, const Entry& entry, BlockKind kind);

}  // namespace clew
