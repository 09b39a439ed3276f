// SPDX-License-Identifier: MIT
//
// How well passages answer a question. It counts only what the index and a scan both know of a hit:
// which words, and who speaks; so both give the same order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/hit.h"

namespace clew {

// How much each word of the question counts: the rarer the more. 0: it is nowhere.
std::vector<double> word_weights(std::span<const SearchHit> hits, std::size_t words);

// Of passages that belong together, from 0 to 1: all words count once, where they are said best,
// and more when one passage holds many of them. `title`: the words in the session's title.
double score_together(std::span<const SearchHit> hits, std::span<const double> weights,
                      std::uint32_t title);

struct FileOfHits {
  std::uint32_t file = 0;
  double score = 0;
  std::uint32_t title = 0;      // words of titles
  std::vector<SearchHit> hits;  // the best of the others, in the order of the file
};

// The files that are worth to be read, best first.
std::vector<FileOfHits> rank_files(std::span<const SearchHit> hits, std::span<const double> weights,
                                   std::size_t most_files);

}  // namespace clew
