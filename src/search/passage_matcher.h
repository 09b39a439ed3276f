// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.h"
#include "search/query.h"
#include "search/stemmer.h"

namespace clew {

struct TextMark {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

// Says whether a text holds what a query asks for, by reading the text: what the index must agree
// with, what a scan does, and where the marks of a snippet come from. Filters are not its business.
// One thread at a time.
class PassageMatcher {
 public:
  explicit PassageMatcher(const Query& query, StopToken stop = {});

  // What it says is worth nothing once it is stopped.
  bool matches(std::string_view text);

  // Of the last text that matched: where, in order, not overlapping; and how often any term
  // occurred.
  std::vector<TextMark> marks() const;
  std::int64_t occurrences() const { return static_cast<std::int64_t>(marks_.size()); }
  // Bit i: the i-th term of the first group was found.
  std::uint32_t terms() const { return terms_; }

 private:
  struct Word {  // of the query
    std::string text;
    bool prefix = false;
    std::string stem;
  };
  struct Place {  // in the text
    std::uint32_t position = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Term {
    QueryTerm::Kind kind = QueryTerm::Kind::kWords;
    std::vector<std::vector<std::size_t>> forms;  // of indices into words_
    std::string exact;
    std::optional<Regex> regex;
  };
  struct Group {
    std::vector<Term> any;
    bool negated = false;
  };

  std::size_t word_index(const std::string& text, bool prefix, const std::string& stem);
  bool is_word(std::string_view token, const Word& word);
  void find_words(std::string_view text);
  bool find_term(const Term& term, std::string_view text);
  bool find_sequence(const std::vector<std::size_t>& words);

  StopToken stop_;
  std::vector<Word> words_;
  std::array<bool, 256> first_bytes_{};  // of words_
  std::vector<Group> groups_;
  std::vector<std::vector<Place>> places_;  // by word
  std::vector<TextMark> marks_;
  std::uint32_t terms_ = 0;
  Stemmer stemmer_;
};

}  // namespace clew
