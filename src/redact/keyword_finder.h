// SPDX-License-Identifier: MIT
//
// All places of many short words in a text, in one pass: an automaton after Aho and Corasick.
// Letters of ASCII match in either case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew::redact {

class KeywordFinder {
 public:
  // The number of a word is its place here. Empty words are never found.
  explicit KeywordFinder(const std::vector<std::string>& words);

  // Calls hit(number of the word, place behind its last byte) in the order of these places.
  template <class Hit>
  void scan(std::string_view text, Hit&& hit) const {
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      state = next_[state + class_of_[static_cast<unsigned char>(text[i])]];
      if (state < accepting_) continue;
      for (std::uint32_t at = found_[state / classes_]; found_words_[at] != kNone; ++at) {
        hit(std::size_t{found_words_[at]}, i + 1);
      }
    }
  }

  bool empty() const { return accepting_ == ~std::uint32_t{0}; }

 private:
  struct Trie;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void compile(const Trie& trie);

  std::array<std::uint16_t, 256> class_of_{};
  std::uint32_t classes_ = 1;
  // A state is the place of its row in here; rows of states that end a word come last.
  std::vector<std::uint32_t> next_;
  std::uint32_t accepting_ = kNone;
  std::vector<std::uint32_t> found_;        // by state: where its words begin in found_words_
  std::vector<std::uint32_t> found_words_;  // lists that end with kNone
};

}  // namespace clew::redact
