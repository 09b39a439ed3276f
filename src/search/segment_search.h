// SPDX-License-Identifier: MIT
//
// What one segment of the index says of the words of a query.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "search/query.h"
#include "store/index_database.h"

namespace clew {

struct WordKey {
  std::string text;
  bool prefix = false;
  bool positions = false;
  std::string stem = {};  // of a prefix: of the words that begin so only those with this stem
  bool operator<(const WordKey& other) const {
    return std::tie(text, prefix, positions, stem) <
           std::tie(other.text, other.prefix, other.positions, other.stem);
  }
};

// The words of a form of the term; with positions if there are several, which is a phrase.
std::vector<WordKey> words_of(const TokenSequence& form, const QueryTerm& term);

// Walks over the documents of a word; of a prefix, over those of all its terms together.
class WordReader {
 public:
  explicit WordReader(const FoundTerms& terms);
  // To the first document from `document` on; false: there is none.
  bool seek(std::uint32_t document);
  std::uint32_t document() const { return document_; }
  // In the current document, ascending.
  void positions(std::vector<std::uint32_t>& out);

 private:
  struct One {
    PostingReader reader;
    bool done = false;
  };
  std::vector<One> readers_;
  std::uint32_t document_ = 0;
};

// Loading asks the database; afterwards several may be used at once, each by one thread.
class SegmentSearch {
 public:
  SegmentSearch(IndexDatabase& database, const SegmentInfo& info)
      : database_(database), info_(info) {}
  SegmentSearch(const SegmentSearch&) = delete;  // words_ points into keep_
  SegmentSearch& operator=(const SegmentSearch&) = delete;

  const SegmentInfo& info() const { return info_; }
  // Of documents that hold the query.
  const DocumentFacts& facts() const { return facts_; }

  Result<void> load(const std::vector<WordKey>& words);
  // Whether a document here may hold the group: one of its forms has all its words.
  bool may_hold(const QueryGroup& group) const;
  Result<void> load_facts(const Query& query);
  // Terms that filters look for: this one, or all that begin with it.
  Result<void> load_marks(const std::string& mark, bool prefix);
  const FoundTerms& marks(char kind) const;

  std::int64_t documents_with(const WordKey& word) const;

  // visit(document, how often)
  template <class Visit>
  void each_document(const WordKey& word, const Visit& visit) const {
    for (const FoundTerm& term : words_.at(word)) {
      PostingReader reader(term.postings);
      while (reader.next()) {
        if (reader.document() < info_.documents) visit(reader.document(), reader.count());
      }
    }
  }

  // Documents that hold the words in a row, and how often.
  template <class Visit>
  void each_phrase(const std::vector<WordKey>& words, const Visit& visit) const {
    std::vector<WordReader> readers;
    readers.reserve(words.size());
    for (const WordKey& word : words) readers.emplace_back(words_.at(word));
    std::vector<std::uint32_t> ends;  // where the phrase, as far as it was looked at, ends
    std::vector<std::uint32_t> next;
    for (std::uint32_t document = 0; next_shared(readers, document); ++document) {
      if (document >= info_.documents) return;
      readers.front().positions(ends);
      for (std::size_t i = 1; i < readers.size() && !ends.empty(); ++i) {
        readers[i].positions(next);
        keep_followed(ends, next);
      }
      if (!ends.empty()) visit(document, static_cast<std::uint32_t>(ends.size()));
    }
  }

 private:
  // Moves on to a document that has all of the words.
  static bool next_shared(std::vector<WordReader>& readers, std::uint32_t& document);
  // Of `next` those that stand right behind one of `ends` become the new ends.
  static void keep_followed(std::vector<std::uint32_t>& ends,
                            const std::vector<std::uint32_t>& next);

  // Marks the pages that may have documents with the group.
  void mark_pages(const QueryGroup& group, std::vector<bool>& pages) const;

  IndexDatabase& database_;
  SegmentInfo info_;
  DocumentFacts facts_;
  std::map<WordKey, FoundTerms> words_;
  std::map<char, FoundTerms> marks_;
  std::deque<std::string> keep_;
};

}  // namespace clew
