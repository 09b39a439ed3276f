// SPDX-License-Identifier: MIT
//
// The index as the engine keeps it: in $XDG_CACHE_HOME/clew/, made and brought up to date on
// demand.
#pragma once

#include <functional>
#include <string>

#include "engine/engine.h"
#include "ingest/indexer.h"
#include "ingest/tree_check.h"

namespace clew {

std::string index_path(const Engine& engine);  // empty: nothing can be kept

struct IndexReport {
  IndexOutcome outcome;
  std::int64_t files = 0;
  std::int64_t documents = 0;
  std::int64_t bytes = 0;  // of the index
  std::int64_t took_ms = 0;
};

// Makes the index, or brings it up to date, after any other process that does so. A damaged or old
// one is replaced. When nothing had changed, all of it is checked.
Result<IndexReport> build_index(Engine& engine,
                                const std::function<void(const IndexProgress&)>& on_progress);

// For an index that could not be asked, or not to the end: the one place where damage is dealt
// with. A damaged index, or one of an older Clew, is built anew; where that would take longer than
// a few seconds, by the next `clew index`. Says what a person should know.
Findings mend_index(Engine& engine, const Error& why);

struct IndexStatus {
  bool exists = false;
  Findings findings;  // why nothing else can be said of it; empty: all is said
  std::int64_t files = 0;
  std::int64_t documents = 0;
  std::int64_t segments = 0;
  std::int64_t bytes = 0;
  std::int64_t behind = 0;        // files that changed since
  std::int64_t behind_bytes = 0;  // to be read for them
  double dead = 0;                // share of documents that no longer count
};
Result<IndexStatus> index_status(Engine& engine);
Result<void> verify_index(Engine& engine);
Result<void> drop_index(Engine& engine);

// All that can be searched.
SourceFiles find_sources(const Engine& engine);

// An index that can be asked, as it is at one moment. Opening it does not look at the files.
struct OpenIndex {
  std::unique_ptr<IndexDatabase> database;
  Roster roster;  // of all roots, if the index has all that is in them
};
// kNotFound: there is none.
Result<OpenIndex> open_index(const Engine& engine);

// What the index has to catch up with.
struct IndexDelay {
  std::int64_t behind = 0;  // files
  bool caught_up = false;  // it was little, and was done: what was asked before must be asked again
  bool empty = false;      // there is nothing in it yet
  Findings findings;
};
// An error only when the index cannot be used at all.
Result<IndexDelay> catch_up(Engine& engine, OpenIndex& index, const TreeCheck& check);

}  // namespace clew
