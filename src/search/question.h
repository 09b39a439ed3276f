// SPDX-License-Identifier: MIT
//
// A question in plain words, as a query: without the words that every question has, each of the
// others by its stem, and any of them enough. How many of them a passage holds is for the ranking.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/hit.h"
#include "search/query.h"
#include "store/index_database.h"

namespace clew {

inline constexpr std::size_t kMostQuestionWords = 32;  // as many as SearchHit::terms has bits

struct Question {
  Query query;                     // one group; its terms are those of `words`
  std::vector<std::string> words;  // as asked, folded
};

// Has no words if there are only such as say nothing.
Question read_question(std::string_view text);

// What scan_files finds for the question, out of the index: with the terms of each hit.
Result<std::vector<SearchHit>> search_index_for_any(IndexDatabase& database, const Query& query,
                                                    TimeMs now);

}  // namespace clew
