// SPDX-License-Identifier: MIT
//
// What is known of a session's files at a message: from the copies that Claude Code keeps of files
// before it changes them, and from the calls of its tools.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/read/edited_files.h"
#include "engine/read/session.h"
#include "transcript/snapshots.h"

namespace clew {

// One way through a session, as far as its files are concerned.
struct FileWay {
  SharedSession session;
  std::string root;    // configuration folder that holds the copies
  std::string folder;  // where the session ran
  std::vector<EntryIndex> lines;
  std::vector<MessagePlan> calls;  // the messages with calls of tools
  std::vector<std::size_t> place;  // by entry, see place_of
  FileStates states;

  // The way that ends at this line, or at the end of the conversation.
  static Result<std::shared_ptr<const FileWay>> open(Engine& engine, const std::string& session,
                                                     const std::string& at);
  // The place of a line, from 1; 0: it is not on this way.
  std::size_t place_of(EntryIndex entry) const {
    return entry == kNoEntry ? 0 : place[static_cast<std::size_t>(entry)];
  }
  // What the calls of these lines did: those at `from` and behind it, before `to`.
  Result<EditedFiles> edits(Engine& engine, std::size_t from, std::size_t to,
                            const EditedFiles::Base& base) const;
  std::string on_disk(std::string_view path) const;
  std::string shown_path(const std::string& path) const;  // relative to the folder if it is below
  // Nothing when it is not there any more, or is no file of the history.
  std::optional<std::string> copy(Engine& engine, const FileBackup& backup) const;
};

// A message of a way, and the files there.
class FilePoint {
 public:
  static Result<FilePoint> open(Engine& engine, std::shared_ptr<const FileWay> way,
                                EntryIndex entry);

  const FileWay& way() const { return *way_; }
  std::shared_ptr<const FileWay> shared_way() const { return way_; }
  EntryIndex entry() const { return entry_; }
  std::size_t end() const { return way_->place_of(entry_); }  // how many lines lead to it
  Symbol message() const {
    return entry_ == kNoEntry ? kNoSymbol : way_->session->transcript()[entry_].uuid;
  }
  // What was tracked there: the copies in force.
  const FileStates::State& tracked() const { return tracked_; }
  // What calls changed that no copy knows of: before the first copy, and since the last.
  const std::vector<EditedFile>& early() const { return early_->files(); }
  const std::vector<EditedFile>& since() const { return since_->files(); }

  // The whole file; nothing when that is not known. Empty for one that did not exist.
  std::optional<std::string> content(Engine& engine, const std::string& path) const;

 private:
  FilePoint(std::shared_ptr<const FileWay> way, EntryIndex entry);

  std::shared_ptr<const FileWay> way_;
  EntryIndex entry_;
  FileStates::State tracked_;
  // By whole path. Also those that are tracked only later: until then nothing touched them.
  std::map<std::string, FileBackup> copies_;
  std::optional<EditedFiles> early_;
  std::optional<EditedFiles> since_;
};

}  // namespace clew
