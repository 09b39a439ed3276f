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
      report(state, i + 1, hit);
    }
  }

  // The same in any order, and about twice as fast: each step of an automaton waits for the one
  // before, so four of them go through four parts of the text side by side.
  template <class Hit>
  void scan_any_order(std::string_view text, Hit&& hit) const {
    constexpr std::size_t kLanes = 4;
    const std::size_t part = text.size() / kLanes;
    if (part < 2 * longest_) return scan(text, hit);
    std::array<std::uint32_t, kLanes> states{};
    std::array<const char*, kLanes> at{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      at[lane] = text.data() + lane * part;
      // A word may have begun in the part before.
      const std::size_t before = lane == 0 ? 0 : longest_;
      states[lane] = state_after(text.substr(lane * part - before, before));
    }
    for (std::size_t i = 0; i < part; ++i) {
      bool found = false;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        states[lane] = next_[states[lane] + class_of_[static_cast<unsigned char>(at[lane][i])]];
        found |= states[lane] >= accepting_;
      }
      if (!found) continue;
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        report(states[lane], lane * part + i + 1, hit);
    }
    for (std::size_t i = kLanes * part; i < text.size(); ++i) {
      states.back() = next_[states.back() + class_of_[static_cast<unsigned char>(text[i])]];
      report(states.back(), i + 1, hit);
    }
  }

  bool empty() const { return accepting_ == ~std::uint32_t{0}; }

 private:
  struct Trie;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void compile(const Trie& trie);
  std::uint32_t state_after(std::string_view text) const;

  template <class Hit>
  void report(std::uint32_t state, std::size_t end, Hit& hit) const {
    if (state < accepting_) return;
    for (std::uint32_t at = found_[state / classes_]; found_words_[at] != kNone; ++at) {
      hit(std::size_t{found_words_[at]}, end);
    }
  }

  std::array<std::uint16_t, 256> class_of_{};
  std::uint32_t classes_ = 1;
  std::size_t longest_ = 1;  // bytes of a word
  // A state is the place of its row in here; rows of states that end a word come last.
  std::vector<std::uint32_t> next_;
  std::uint32_t accepting_ = kNone;
  std::vector<std::uint32_t> found_;        // by state: where its words begin in found_words_
  std::vector<std::uint32_t> found_words_;  // lists that end with kNone
};

}  // namespace clew::redact
