// SPDX-License-Identifier: MIT

#include "search/question.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "search/index_search.h"
#include "search/stemmer.h"

namespace clew {
namespace {

// What sentences are made of, whatever they are about; sorted. Other common words count little by
// themselves, because they are everywhere.
constexpr std::array kStopWords = {
    "a",      "about", "after",   "again", "all",   "also", "although", "am",   "an",
    "and",    "any",   "are",     "as",    "at",    "be",   "because",  "been", "before",
    "being",  "but",   "by",      "can",   "could", "d",    "did",      "do",   "does",
    "doing",  "each",  "for",     "from",  "had",   "has",  "have",     "how",  "i",
    "if",     "in",    "instead", "into",  "is",    "it",   "its",      "just", "ll",
    "m",      "me",    "my",      "no",    "not",   "now",  "of",       "on",   "only",
    "or",     "other", "our",     "out",   "over",  "own",  "re",       "s",    "same",
    "should", "so",    "some",    "such",  "t",     "than", "that",     "the",  "their",
    "them",   "then",  "there",   "these", "they",  "this", "those",    "to",   "too",
    "up",     "us",    "ve",      "very",  "was",   "we",   "were",     "what", "when",
    "where",  "which", "while",   "who",   "whom",  "why",  "will",     "with", "would",
    "you",    "your"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end(),
                             [](std::string_view a, std::string_view b) { return a < b; }));

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word,
                            [](std::string_view a, std::string_view b) { return a < b; });
}

// What all words of the stem begin with: "tri" is "try" and "tries", "hope" is "hoping".
std::string shared_beginning(std::string_view word, std::string_view stem) {
  const auto [end, other] = std::mismatch(word.begin(), word.end(), stem.begin(), stem.end());
  std::string beginning(word.begin(), end);
  if (beginning.size() > 2 && std::string_view("iey").find(beginning.back()) != std::string::npos)
    beginning.pop_back();
  return beginning;
}

class QuestionReader {
 public:
  Question read(std::string_view text) {
    std::size_t parts_end = 0;  // of a name whose parts were taken with it
    Token last;
    std::string last_text;
    for_each_token(text, [&](const Token& token) {
      if (token.whole) {
        add_name(text.substr(token.begin, token.end - token.begin));
        parts_end = token.end;
      } else if (token.begin >= parts_end) {
        // Scripts without spaces: two characters are about a word.
        if (!is_ascii(token.text) && !last_text.empty() && last.end == token.begin &&
            !is_ascii(last_text) && token.text.size() <= 4 && last_text.size() <= 4) {
          add_pair(last_text, token.text);
        } else if (is_ascii(token.text) || token.text.size() > 4) {
          add_word(token.text);
        }
        last = token;
        last_text = token.text;
      }
    });
    return std::move(question_);
  }

 private:
  void add(std::string name, QueryTerm term) {
    std::vector<QueryTerm>& terms = group().any;
    if (terms.size() >= kMostQuestionWords) return;
    const auto same = [&](const QueryTerm& other) {
      return other.forms == term.forms && other.stem == term.stem;
    };
    if (std::any_of(terms.begin(), terms.end(), same)) return;
    terms.push_back(std::move(term));
    question_.words.push_back(std::move(name));
  }
  QueryGroup& group() {
    if (question_.query.groups.empty()) question_.query.groups.emplace_back();
    return question_.query.groups.front();
  }

  void add_word(std::string_view word) {
    if (is_stop_word(word)) return;
    QueryTerm term;
    term.text = word;
    const std::string stem(stemmer_.stem(word));
    if (is_ascii(word) && word.size() > 2 && !stem.empty()) {
      term.forms = {{shared_beginning(word, stem)}};
      term.prefix = true;
      term.stem = stem;
    } else {
      term.forms = {{std::string(word)}};
    }
    add(std::string(word), std::move(term));
  }
  void add_name(std::string_view name) {
    QueryTerm term;
    term.text = name;
    term.forms = query_forms(name);
    if (!term.forms.empty()) add(std::string(name), std::move(term));
  }
  void add_pair(const std::string& first, std::string_view second) {
    QueryTerm term;
    term.text = first + std::string(second);
    term.forms = {{first, std::string(second)}};
    add(term.text, term);
  }

  Stemmer stemmer_;
  Question question_;
};

}  // namespace

Question read_question(std::string_view text) { return QuestionReader().read(text); }

Result<std::vector<SearchHit>> search_index_for_any(IndexDatabase& database, const Query& query,
                                                    TimeMs now) {
  // By segment and document, which is what a hit has for a place until it is looked up.
  std::map<std::pair<std::int64_t, std::int64_t>, SearchHit> found;
  const std::vector<QueryTerm>& terms = query.groups.front().any;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    Query one{{{{terms[i]}, false}}, query.filters};
    auto hits = search_index(database, one, now);
    if (!hits) return hits.error();
    for (SearchHit& hit : *hits) {
      SearchHit& all = found.try_emplace({hit.length, hit.offset}, hit).first->second;
      all.terms |= std::uint32_t{1} << i;
    }
  }
  std::vector<SearchHit> hits;
  hits.reserve(found.size());
  for (const auto& [place, hit] : found) hits.push_back(hit);
  return hits;
}

}  // namespace clew
