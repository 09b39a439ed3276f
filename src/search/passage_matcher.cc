// SPDX-License-Identifier: MIT
#include "search/passage_matcher.h"

#include <algorithm>

namespace clew {
namespace {

constexpr std::size_t kMostMarks = 10'000;  // more than anybody looks at; bounds the memory

}  // namespace

PassageMatcher::PassageMatcher(const Query& query, StopToken stop) : stop_(stop) {
  for (const QueryGroup& group : query.groups) {
    Group made{{}, group.negated};
    for (const QueryTerm& term : group.any) {
      Term one{term.kind, {}, term.text, term.regex};
      for (const TokenSequence& form : term.forms) {
        std::vector<std::size_t>& indices = one.forms.emplace_back();
        for (std::size_t i = 0; i < form.size(); ++i) {
          const bool prefix = term.prefix && i + 1 == form.size();
          indices.push_back(word_index(form[i], prefix, prefix ? term.stem : ""));
        }
      }
      made.any.push_back(std::move(one));
    }
    groups_.push_back(std::move(made));
  }
  places_.resize(words_.size());
}

std::size_t PassageMatcher::word_index(const std::string& text, bool prefix,
                                       const std::string& stem) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Word& word = words_[i];
    if (word.text == text && word.prefix == prefix && word.stem == stem) return i;
  }
  words_.push_back({text, prefix, stem});
  first_bytes_[static_cast<unsigned char>(text[0])] = true;
  return words_.size() - 1;
}

bool PassageMatcher::is_word(std::string_view token, const Word& word) {
  if (!word.prefix) return token == word.text;
  return token.starts_with(word.text) && (word.stem.empty() || stemmer_.has_stem(token, word.stem));
}

void PassageMatcher::find_words(std::string_view text) {
  for (auto& list : places_) list.clear();
  if (words_.empty()) return;
  for_each_token(text, [this](const Token& token) {
    if (!first_bytes_[static_cast<unsigned char>(token.text[0])]) return;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Word& word = words_[i];
      if (is_word(token.text, word)) {
        // A whole and its first part share a place; for a prefix the whole is the one to mark.
        if (!places_[i].empty() && places_[i].back().position == token.position) continue;
        places_[i].push_back({token.position, token.begin, token.end});
      }
    }
  });
}

bool PassageMatcher::matches(std::string_view text) {
  marks_.clear();
  terms_ = 0;
  find_words(text);
  for (const Group& group : groups_) {
    bool found = false;
    const std::size_t marked = marks_.size();
    for (std::size_t i = 0; i < group.any.size(); ++i) {
      if (!find_term(group.any[i], text)) continue;
      found = true;
      if (&group == &groups_.front() && i < 32) terms_ |= std::uint32_t{1} << i;
    }
    if (group.negated) marks_.resize(marked);
    if (found == group.negated) return false;
  }
  return true;
}

// Marks may have no more room: whether there is a match must not depend on them.
bool PassageMatcher::find_term(const Term& term, std::string_view text) {
  bool found = false;
  switch (term.kind) {
    case QueryTerm::Kind::kWords:
      for (const auto& form : term.forms) found = find_sequence(form) || found;
      break;
    case QueryTerm::Kind::kExact:
      for (std::size_t at = text.find(term.exact); at != std::string_view::npos;
           at = text.find(term.exact, at + term.exact.size())) {
        found = true;
        if (marks_.size() >= kMostMarks) break;
        marks_.push_back({at, at + term.exact.size()});
      }
      break;
    case QueryTerm::Kind::kRegex:
      term.regex->find_all(text, stop_, [&](const Regex::Range& match) {
        found = true;
        marks_.push_back({match.first, match.second});
        return marks_.size() < kMostMarks;
      });
      break;
  }
  return found;
}

bool PassageMatcher::find_sequence(const std::vector<std::size_t>& words) {
  bool found = false;
  for (const Place& first : places_[words.front()]) {
    std::size_t end = first.end;
    bool all = true;
    for (std::size_t i = 1; i < words.size() && all; ++i) {
      const auto& list = places_[words[i]];
      const auto wanted = first.position + static_cast<std::uint32_t>(i);
      const auto place =
          std::lower_bound(list.begin(), list.end(), wanted,
                           [](const Place& p, std::uint32_t x) { return p.position < x; });
      all = place != list.end() && place->position == wanted;
      if (all) end = place->end;
    }
    if (!all) continue;
    found = true;
    if (marks_.size() < kMostMarks) marks_.push_back({first.begin, end});
  }
  return found;
}

std::vector<TextMark> PassageMatcher::marks() const {
  std::vector<TextMark> sorted = marks_;
  std::sort(sorted.begin(), sorted.end(), [](const TextMark& a, const TextMark& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<TextMark> out;
  for (const TextMark& mark : sorted) {
    if (!out.empty() && mark.begin < out.back().end) {
      out.back().end = std::max(out.back().end, mark.end);
    } else {
      out.push_back(mark);
    }
  }
  return out;
}

}  // namespace clew
