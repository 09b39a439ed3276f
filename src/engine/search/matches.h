// SPDX-License-Identifier: MIT
//
// What matches a query, before anybody knows what of it is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/search/search_index.h"
#include "search/hit.h"
#include "search/query.h"

namespace clew {

struct Matches {
  std::vector<TranscriptFile> sources;
  std::vector<SearchHit> hits;     // in these sources; from an index they still need find_place
  std::optional<OpenIndex> index;  // what was asked; none: the files themselves
  std::vector<std::int64_t> ids;   // of the sources in the index
  bool fresh = true;               // the answer is that of the files as they are
  std::int64_t behind = 0;         // files that changed since they were indexed
  std::int64_t skipped_lines = 0;
  Findings findings;
};

// search_index, or another way to ask the index the same.
using AskIndex = Result<std::vector<SearchHit>> (*)(IndexDatabase&, const Query&, TimeMs now);

// kNotFound when there is no index that could be asked; after any error the files must be.
Result<Matches> index_matches(Engine& engine, const Query& query, AskIndex ask_index);
Result<Matches> file_matches(const Engine& engine, const Query& query);

// Drops the hits in what a person hid, before anything is counted.
Result<void> leave_out_hidden(Engine& engine, const Arguments& arguments, Matches& found);

// Which of these ids are of several transcripts, or of none: of all files that there are, not of
// those with hits.
using Ids = std::set<std::string, std::less<>>;
Ids repeated_ids(const Ids& of, const OpenIndex* index, const std::vector<TranscriptFile>& sources);

// What names the transcript on a command line: its id where that is enough, else its path.
std::string command_name(const Engine& engine, const TranscriptFile& file, bool repeated_id);
// Of the session itself, when the file is a subagent's and the session's transcript is still there;
// else `name`.
std::string session_command_name(Engine& engine, const TranscriptFile& file,
                                 const std::string& name);

// Whose subagent an old transcript is of is only said in it: the index has read it, a scan asks.
// Empty when it does not say so.
std::string session_of(const FileSystem& files, const TranscriptFile& source);

}  // namespace clew
