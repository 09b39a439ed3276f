// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/search/search_view.h"

namespace clew {

// Why a search found nothing, as far as asking again with less can tell.
struct NothingFound {
  bool no_sessions = false;          // there is nothing to search in
  std::int64_t hidden = 0;           // hits in what a person hid
  std::int64_t without_filters = 0;  // hits that the filters leave out
  bool stored_outputs = false;       // outputs of tools lie in files of their own: not searched
  bool only_filters = false;         // no word was asked for, and nothing passes them
  // Of several words: how often each is there. Empty without an index, where each question would
  // read all files.
  std::vector<std::pair<std::string, std::int64_t>> words;
  std::vector<std::string> not_filters;  // words that look like filters and are none
};

// Takes the parameters of the operation `search`, and its answer without hits.
Result<NothingFound> why_nothing(Engine& engine, const Arguments& arguments,
                                 const SearchView& view);

}  // namespace clew
