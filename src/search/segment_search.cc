// SPDX-License-Identifier: MIT
#include "search/segment_search.h"

#include "search/stemmer.h"

namespace clew {

std::vector<WordKey> words_of(const TokenSequence& form, const QueryTerm& term) {
  std::vector<WordKey> words;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool prefix = term.prefix && i + 1 == form.size();
    words.push_back({form[i], prefix, form.size() > 1, prefix ? term.stem : ""});
  }
  return words;
}

WordReader::WordReader(const FoundTerms& terms) {
  readers_.reserve(terms.size());
  for (const FoundTerm& term : terms) {
    One one{PostingReader(term.postings)};
    one.done = !one.reader.next();
    readers_.push_back(one);
  }
}

bool WordReader::seek(std::uint32_t document) {
  std::uint32_t nearest = UINT32_MAX;
  bool any = false;
  for (One& one : readers_) {
    while (!one.done && one.reader.document() < document) one.done = !one.reader.next();
    if (one.done) continue;
    nearest = std::min(nearest, one.reader.document());
    any = true;
  }
  document_ = nearest;
  return any;
}

void WordReader::positions(std::vector<std::uint32_t>& out) {
  out.clear();
  int terms = 0;
  for (One& one : readers_) {
    if (one.done || one.reader.document() != document_) continue;
    one.reader.append_positions(out);
    ++terms;
  }
  if (terms < 2) return;
  // A name and its first part stand at the same place.
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

Result<void> SegmentSearch::load(const std::vector<WordKey>& words) {
  Stemmer stemmer;
  for (const WordKey& word : words) {
    auto found = database_.find(info_, word.text, word.prefix,
                                word.positions ? Positions::kYes : Positions::kNo, keep_);
    if (!found) return found.error();
    if (!word.stem.empty()) {
      std::erase_if(*found,
                    [&](const FoundTerm& term) { return !stemmer.has_stem(term.term, word.stem); });
    }
    words_[word] = std::move(*found);
  }
  return {};
}

bool SegmentSearch::may_hold(const QueryGroup& group) const {
  for (const QueryTerm& term : group.any) {
    for (const TokenSequence& form : term.forms) {
      const std::vector<WordKey> words = words_of(form, term);
      if (std::all_of(words.begin(), words.end(),
                      [&](const WordKey& word) { return documents_with(word) > 0; })) {
        return true;
      }
    }
  }
  return false;
}

void SegmentSearch::mark_pages(const QueryGroup& group, std::vector<bool>& pages) const {
  for (const QueryTerm& term : group.any) {
    for (const TokenSequence& form : term.forms) {
      // A phrase is where its rarest word is.
      const std::vector<WordKey> words = words_of(form, term);
      const auto rarest =
          std::min_element(words.begin(), words.end(), [&](const WordKey& a, const WordKey& b) {
            return documents_with(a) < documents_with(b);
          });
      if (rarest == words.end()) continue;
      // A common word is on most pages, and its list is long.
      if (documents_with(*rarest) > std::ssize(pages)) {
        pages.assign(pages.size(), true);
        return;
      }
      each_document(*rarest, [&](std::uint32_t document, std::uint32_t) {
        pages[document / kDocumentsPerPage] = true;
      });
    }
  }
}

Result<void> SegmentSearch::load_facts(const Query& query) {
  facts_ = DocumentFacts(info_.documents);
  std::vector<bool> wanted(facts_.pages(), true);
  for (const QueryGroup& group : query.groups) {
    if (group.negated) continue;
    std::vector<bool> pages(facts_.pages(), false);
    mark_pages(group, pages);
    for (std::size_t i = 0; i < pages.size(); ++i) wanted[i] = wanted[i] && pages[i];
  }
  if (std::find(wanted.begin(), wanted.end(), false) == wanted.end()) {
    auto all = database_.facts(info_);
    if (!all) return all.error();
    facts_ = std::move(*all);
    return {};
  }
  for (std::uint32_t page = 0; page < facts_.pages(); ++page) {
    if (!wanted[page]) continue;
    if (auto read = database_.read_facts(info_.id, page, facts_); !read) return read;
  }
  return {};
}

Result<void> SegmentSearch::load_marks(const std::string& mark, bool prefix) {
  auto found = database_.find(info_, mark, prefix, Positions::kNo, keep_);
  if (!found) return found.error();
  FoundTerms& terms = marks_[mark[1]];
  terms.insert(terms.end(), found->begin(), found->end());
  return {};
}

const FoundTerms& SegmentSearch::marks(char kind) const {
  static const FoundTerms kNone;
  const auto found = marks_.find(kind);
  return found == marks_.end() ? kNone : found->second;
}

std::int64_t SegmentSearch::documents_with(const WordKey& word) const {
  std::int64_t count = 0;
  for (const FoundTerm& term : words_.at(word)) count += term.postings.documents;
  return count;
}

bool SegmentSearch::next_shared(std::vector<WordReader>& readers, std::uint32_t& document) {
  for (std::size_t agreed = 0; agreed < readers.size();) {
    agreed = 0;
    for (WordReader& reader : readers) {
      if (!reader.seek(document)) return false;
      if (reader.document() == document) ++agreed;
      document = reader.document();
    }
  }
  return true;
}

void SegmentSearch::keep_followed(std::vector<std::uint32_t>& ends,
                                  const std::vector<std::uint32_t>& next) {
  std::size_t kept = 0;
  auto at = next.begin();
  for (const std::uint32_t end : ends) {
    while (at != next.end() && *at <= end) ++at;
    if (at == next.end()) break;
    if (*at == end + 1) ends[kept++] = end + 1;
  }
  ends.resize(kept);
}

}  // namespace clew
