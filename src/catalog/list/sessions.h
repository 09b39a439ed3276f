// SPDX-License-Identifier: MIT
//
// The list of sessions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "base/time_bound.h"
#include "catalog/facts/facts_cache.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/session_files.h"
#include "transcript/finding.h"

namespace clew {

// A row does not hold facts but says where they lie as bytes: a list may have a hundred thousand,
// and most are looked at once.
struct SessionRow {
  std::string_view record;  // facts_codec.h; in SessionList::memory
  FileInfo file{};          // when the files were listed
  std::size_t folder = 0;   // index into SessionList::folders
  bool is_agent = false;    // a subagent's transcript by its name
  bool named_by_uuid = true;
  bool same_id_elsewhere = false;  // another project (or root) has a session of this id
  bool readable = true;
  bool hidden = false;    // ListOptions::is_hidden said so
  bool archived = false;  // by the SDK's archiveSession

  // Only path, id and file when not readable. Found anew by each call; looks into the record.
  FactsView facts() const;
};

enum class SortBy {
  kUpdated,  // last time in the lines: a copied file has a fresh one of its own
  kCreated,
  kSize,
  kMessages,
};

// What another machine has of a session.
struct SessionCopy {
  std::string machine;
  std::string path;
  bool continued = false;  // all that is here, and more; as far as somebody has looked
};

struct ListOptions {
  // Roots that other machines have kept, with the machine. What one of them has of a session that
  // an earlier root has too is a copy of it, not another session.
  std::map<std::string, std::string> machines{};
  // Only sessions of the project with this path, and of the other worktrees of its repository.
  std::string project{};
  bool worktrees = true;
  bool above = false;   // when that is no project, but a folder above it is, sessions of that one
  bool or_all = false;  // when that project has no session, not even a hidden one, those of all

  bool subagents = false;  // also transcripts of subagents, and warm-ups
  bool empty = false;   // also those that the official tools leave out: without a prompt or title,
                        // or not named by a session id
  bool counts = false;  // count messages (SortBy::kMessages implies it)
  TimeBounds when{};    // of the last time in the lines

  // Sessions that a person does not want to see; they are left out, or only marked when
  // show_hidden. Called by several threads.
  std::function<bool(const FactsView&, const ProjectFolder&)> is_hidden{};
  bool show_hidden = false;
  // Whether a session is asked for; those that are not are not counted either. Called by several
  // threads.
  std::function<bool(const FactsView&, const ProjectFolder&)> is_wanted{};

  SortBy sort = SortBy::kUpdated;  // largest and newest first; equal ones by id
  std::int64_t limit = 0;          // 0: no limit
  std::int64_t offset = 0;
  std::string cursor{};  // SessionList::next_cursor of the page before

  FactsCache* cache = nullptr;  // borrowed; also filled
  int threads = default_threads();
  StopToken stop{};
};

struct SessionList {
  std::string project;                 // that the list is of; empty: of all
  std::vector<ProjectFolder> folders;  // all, or those of it
  std::vector<SessionRow> sessions;
  std::vector<std::shared_ptr<const void>> memory;                      // what the rows look into
  std::map<std::string, std::vector<SessionCopy>, std::less<>> copies;  // by the session's id
  // Folders of this disk, by index, whose sessions were brought from others, which they still name.
  std::map<std::size_t, std::string> moved;
  std::string next_cursor;  // empty: there is nothing more
  // How many transcripts were left out on the way to these rows (of those named as a subagent's all
  // that there are). Nothing is hidden silently.
  std::int64_t left_out_subagents = 0;
  std::int64_t left_out_warmups = 0;  // sessions that the CLI began only to warm its cache
  std::int64_t left_out_empty = 0;
  std::int64_t left_out_hidden = 0;
  Findings findings;
};

// Fills in SessionList::moved for its rows.
void find_moved(const FileSystem& files, SessionList& list);
// What the row says, with the folder that it belongs to now.
FactsView facts_now(const SessionList& list, const SessionRow& row);

// Reads the sessions of these roots in parallel. With a limit, and in an order of which the files
// themselves tell something (kUpdated, kSize), only as many as are needed are opened. Fails only
// for a cursor that is none of ours or was made for another order; whatever is wrong on the disk
// becomes a finding.
Result<SessionList> list_sessions(const FileSystem& files, const std::vector<std::string>& roots,
                                  const ListOptions& options = {});

}  // namespace clew
