// SPDX-License-Identifier: MIT

#include "search/recall_ranking.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace clew {
namespace {

constexpr std::size_t kMostHits = 200;  // of a file
constexpr double kTitleShare = 0.5;

// What people and models say is about something; what tools print holds every word once.
double share_of(PassageRole role) {
  switch (role) {
    case PassageRole::kTitle:
    case PassageRole::kUser:
    case PassageRole::kAssistant:
      return 1.0;
    case PassageRole::kThinking:
      return 0.6;
    case PassageRole::kTool:
      return 0.35;
  }
  return 0.35;
}

double weight_of(std::uint32_t terms, std::span<const double> weights) {
  double sum = 0;
  for (; terms != 0; terms &= terms - 1) {
    const auto word = static_cast<std::size_t>(std::countr_zero(terms));
    if (word < weights.size()) sum += weights[word];
  }
  return sum;
}

double passage_score(const SearchHit& hit, std::span<const double> weights) {
  return weight_of(hit.terms, weights) * share_of(hit.role);
}

}  // namespace

std::vector<double> word_weights(std::span<const SearchHit> hits, std::size_t words) {
  std::vector<double> counts(words, 0);
  for (const SearchHit& hit : hits) {
    for (std::size_t word = 0; word < words; ++word) {
      if ((hit.terms >> word & 1U) != 0) counts[word] += 1;
    }
  }
  for (double& count : counts) {
    if (count > 0) count = std::log(1.0 + static_cast<double>(hits.size()) / count);
  }
  return counts;
}

double score_together(std::span<const SearchHit> hits, std::span<const double> weights,
                      std::uint32_t title) {
  double all = 0;
  for (const double weight : weights) all += weight;
  if (all <= 0) return 0;
  std::vector<double> shares(weights.size(), 0);
  double best = 0;
  for (const SearchHit& hit : hits) {
    best = std::max(best, passage_score(hit, weights));
    for (std::size_t word = 0; word < weights.size(); ++word) {
      if ((hit.terms >> word & 1U) != 0) shares[word] = std::max(shares[word], share_of(hit.role));
    }
  }
  double together = 0;
  for (std::size_t word = 0; word < weights.size(); ++word) {
    const double in_title = (title >> word & 1U) != 0 ? kTitleShare : 0;
    together += weights[word] * std::max(shares[word], in_title);
  }
  return (together + best) / (2 * all);
}

std::vector<FileOfHits> rank_files(std::span<const SearchHit> hits, std::span<const double> weights,
                                   std::size_t most_files) {
  std::map<std::uint32_t, FileOfHits> by_file;
  for (const SearchHit& hit : hits) {
    FileOfHits& file = by_file[hit.file];
    file.file = hit.file;
    if (hit.role == PassageRole::kTitle) {
      file.title |= hit.terms;
    } else {
      file.hits.push_back(hit);
    }
  }
  std::vector<FileOfHits> files;
  for (auto& [number, file] : by_file) {
    file.score = score_together(file.hits, weights, file.title);
    files.push_back(std::move(file));
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const FileOfHits& a, const FileOfHits& b) { return a.score > b.score; });
  if (files.size() > most_files) files.resize(most_files);
  for (FileOfHits& file : files) {
    if (file.hits.size() <= kMostHits) continue;
    std::vector<double> scores;
    for (const SearchHit& hit : file.hits) scores.push_back(passage_score(hit, weights));
    std::vector<double> sorted = scores;
    std::nth_element(sorted.begin(), sorted.begin() + kMostHits, sorted.end(), std::greater<>());
    // Equal ones stay together, so that the choice does not depend on their order.
    std::size_t at = 0;
    std::erase_if(file.hits, [&](const SearchHit&) { return scores[at++] < sorted[kMostHits]; });
  }
  return files;
}

}  // namespace clew
