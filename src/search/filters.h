// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "ingest/source_file.h"
#include "search/query.h"
#include "transcript/passages.h"

namespace clew {

// The filters of a query, asked of files and of passages. Borrows the query.
class Filters {
 public:
  explicit Filters(const Query& query) : query_(query) {}

  bool asks_about_file() const;   // project or session
  bool asks_about_calls() const;  // tool or file: every call must be known

  bool file_passes(const TranscriptFile& file) const;
  bool passage_passes(const PassageLine& line, const Passage& passage) const;

 private:
  template <class Passes>
  bool all_kinds_pass(const Passes& passes) const;

  const Query& query_;
};

// How single filters compare; the index does the same with its terms.
bool tool_matches(std::string_view wanted, std::string_view tool);      // no case; "mcp__*"
bool model_matches(std::string_view wanted, std::string_view model);    // a part of it, no case
bool branch_matches(std::string_view wanted, std::string_view branch);  // whole, or "feature/*"
std::string file_filter_key(std::string_view wanted);  // to be one of file_filter_terms()

}  // namespace clew
