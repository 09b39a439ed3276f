// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/file_lines.h"
#include "os/stoppable_file_system.h"
#include "transcript/branches.h"
#include "transcript/conversation.h"
#include "transcript/message_reader.h"
#include "transcript/message_tree.h"
#include "transcript/metrics.h"
#include "transcript/rules.h"
#include "transcript/shown_counts.h"

namespace clew {

class Session;
using SharedSession = std::shared_ptr<const Session>;

// One opened session file: its lines, its tree, and the way back to their text. Everything that
// operations say of a session comes from here. It does not change, so several threads may use one.
class Session {
 public:
  static constexpr std::size_t kPreviewCells = 100;

  // `stop`, if given, ends the reading; it is not needed afterwards.
  static Result<SharedSession> open(const FileSystem& files, const std::string& path,
                                    const StopSignal* stop = nullptr);
  // The same session with the lines that came since; null when its file did more than grow (was
  // cut, replaced, edited), so that it has to be read again. The lines that are known are not read
  // again.
  static Result<SharedSession> grown(const Session& before, const FileSystem& files,
                                     const StopSignal* stop = nullptr);
  // An error for files that hold no line of a transcript at all: empty ones, pictures, logs.
  Result<void> check_has_lines() const;

  const std::string& file() const { return path_; }
  const FileInfo& file_info() const { return info_; }  // just before it was read
  const Transcript& transcript() const { return transcript_; }
  const Tree& tree() const { return tree_; }
  const MessageTree& messages() const;  // built when first asked for
  const RandomAccessFile& opened_file() const { return *opened_; }
  FileLines lines() const { return FileLines(*opened_); }  // for one reader

  std::string id() const;             // the sessionId that most lines carry, else the file's name
  const SessionFacts& facts() const;  // what lists say of it; read when first asked for

  // The line with this uuid, or a unique prefix of it; else an error that names the nearest.
  Result<EntryIndex> find_entry(const std::string& uuid) const;
  // The path of a rule set; `leaf` may be empty.
  Result<ChosenPath> path(RuleSet rules, const std::string& leaf) const;
  // The same, but never refuses: for looking at a session, not for resuming it.
  std::vector<EntryIndex> transcript_view(const ChosenPath& path) const;

  // The branch that has this line, the newest if several do; where it has none, the way to it.
  // `path` says which branch is the active one, and whose rules are meant.
  ChosenPath path_through(const ChosenPath& path, EntryIndex entry) const;
  // The lines of a subagent that wrote into this file (CLI 1.0), given one of them; of any other
  // line itself alone.
  std::vector<EntryIndex> side_thread(EntryIndex entry) const;

  Metrics metrics() const { return measure(transcript_); }

  // The text of one line as it is in the file, in pieces of whole characters; `visit` returns false
  // to stop.
  Result<void> raw(EntryIndex entry, const std::function<bool(std::string_view)>& visit) const;
  // All of a line that a search can find.
  std::string searched_text(EntryIndex entry) const;
  // The words of a prompt line, in one line and cut: for lists and trees.
  std::string prompt_preview(EntryIndex entry, std::size_t cells = kPreviewCells) const;

 private:
  Session(std::string path, std::unique_ptr<RandomAccessFile> file, const FileInfo& info,
          Transcript transcript, std::optional<std::uint64_t> mark);
  bool is_begin_of(const RandomAccessFile& file, const FileInfo& now) const;

  std::string path_;
  std::unique_ptr<RandomAccessFile> opened_;
  FileInfo info_;
  Transcript transcript_;
  std::optional<std::uint64_t> mark_;  // before the end of what was read; none: cannot grow
  Tree tree_;
  mutable std::once_flag messages_built_;
  mutable std::unique_ptr<MessageTree> messages_;
  mutable std::once_flag facts_read_;
  mutable SessionFacts facts_;

  mutable std::mutex preview_mutex_;  // guards what follows
  mutable FileLines preview_lines_;
  mutable MessageReader previews_;
};

}  // namespace clew
