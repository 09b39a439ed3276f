// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/session_name.h"
#include "ingest/branch_map.h"
#include "search/query.h"
#include "search/results.h"

namespace clew {

enum class HitBranch : std::uint8_t {
  kUnknown,  // no line of the conversation, or a session too large to look at by the way
  kActive,
  kAbandoned,  // left behind by an edited prompt or a rewind
  kSubagent,
};
std::string_view name_of(HitBranch branch);
HitBranch hit_branch(LineBranch branch);
constexpr HitBranch last_of(HitBranch) { return HitBranch::kSubagent; }

struct SearchViewHit {
  ShownHit hit;
  const TranscriptFile* file = nullptr;  // in SearchView::sources
  HitBranch branch = HitBranch::kUnknown;
  SessionName called;        // as lists call the session
  std::string name;          // what `clew show` finds its file by
  std::string session_name;  // the same of the session, when the file is a subagent's
  std::string open;          // the command that shows it
};

// What `search` found. JSON and text are both made from this.
struct SearchView {
  std::vector<TranscriptFile> sources;
  std::vector<SearchViewHit> hits;
  std::int64_t total = 0;
  std::int64_t sessions = 0;  // of all hits
  std::int64_t hidden = 0;    // hits that were left out because they are hidden
  bool used_index = false;
  bool fresh = true;        // the answer is that of the files as they are
  std::int64_t behind = 0;  // files that changed since they were indexed
  std::int64_t skipped_lines = 0;
  std::vector<std::string> loose;  // words of the query whose signs were not looked for
  Findings findings;
  std::int64_t took_ms = 0;
};

// What the parameters of the operation `search` look for.
Result<Query> search_query(Engine& engine, const Arguments& arguments);

// Takes the parameters of the operation `search`.
Result<SearchView> search_view(Engine& engine, const Arguments& arguments);

}  // namespace clew
