// SPDX-License-Identifier: MIT
#include "redact/keyword_finder.h"

#include <algorithm>
#include <numeric>

namespace clew::redact {
namespace {

unsigned char folded_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte + 32) : byte;
}

}  // namespace

// The words as a tree, with the links of failed matches; states by number, in breadth-first order
// of their making.
struct KeywordFinder::Trie {
  explicit Trie(std::uint32_t width) : classes(width) { add_state(); }

  std::uint32_t add_state() {
    next.resize(next.size() + classes, kNone);
    words.emplace_back();
    return static_cast<std::uint32_t>(words.size() - 1);
  }
  std::uint32_t& step(std::uint32_t state, std::uint32_t by) { return next[state * classes + by]; }

  void complete() {
    std::vector<std::uint32_t> fails(words.size(), 0);
    std::vector<std::uint32_t> order;
    for (std::uint32_t c = 0; c < classes; ++c) {
      std::uint32_t& to = step(0, c);
      if (to == kNone) {
        to = 0;
      } else {
        order.push_back(to);
      }
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint32_t state = order[i];
      const std::uint32_t fail = fails[state];
      words[state].insert(words[state].end(), words[fail].begin(), words[fail].end());
      for (std::uint32_t c = 0; c < classes; ++c) {
        std::uint32_t& to = step(state, c);
        if (to == kNone) {
          to = step(fail, c);
        } else {
          fails[to] = step(fail, c);
          order.push_back(to);
        }
      }
    }
  }

  std::uint32_t classes;
  std::vector<std::uint32_t> next;
  std::vector<std::vector<std::uint32_t>> words;
};

KeywordFinder::KeywordFinder(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    longest_ = std::max(longest_, word.size());
    for (const char c : word) {
      std::uint16_t& known = class_of_[folded_byte(c)];
      if (known == 0) known = static_cast<std::uint16_t>(classes_++);
    }
  }
  for (unsigned char c = 'A'; c <= 'Z'; ++c) class_of_[c] = class_of_[c + 32U];

  Trie trie(classes_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty()) continue;
    std::uint32_t state = 0;
    for (const char c : words[i]) {
      const std::uint32_t by = class_of_[folded_byte(c)];
      if (trie.step(state, by) == kNone) {
        const std::uint32_t added = trie.add_state();
        trie.step(state, by) = added;
      }
      state = trie.step(state, by);
    }
    trie.words[state].push_back(static_cast<std::uint32_t>(i));
  }
  trie.complete();
  compile(trie);
}

std::uint32_t KeywordFinder::state_after(std::string_view text) const {
  std::uint32_t state = 0;
  for (const char c : text) state = next_[state + class_of_[static_cast<unsigned char>(c)]];
  return state;
}

void KeywordFinder::compile(const Trie& trie) {
  const std::size_t count = trie.words.size();
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  const auto plain = std::stable_partition(
      order.begin(), order.end(), [&](std::uint32_t state) { return trie.words[state].empty(); });
  std::vector<std::uint32_t> row(count);
  for (std::size_t i = 0; i < count; ++i) {
    row[order[i]] = static_cast<std::uint32_t>(i) * classes_;
  }
  if (plain != order.end()) accepting_ = row[*plain];
  next_.resize(count * classes_);
  found_.resize(count);
  for (std::uint32_t state = 0; state < count; ++state) {
    for (std::uint32_t c = 0; c < classes_; ++c) {
      next_[row[state] + c] = row[trie.next[state * classes_ + c]];
    }
    found_[row[state] / classes_] = static_cast<std::uint32_t>(found_words_.size());
    const auto& found = trie.words[state];
    found_words_.insert(found_words_.end(), found.begin(), found.end());
    found_words_.push_back(kNone);
  }
}

}  // namespace clew::redact
