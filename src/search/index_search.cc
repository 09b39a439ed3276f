// SPDX-License-Identifier: MIT
//
// Segment by segment: each group of the query marks the documents that hold it, in arrays as long
// as the segment has documents, so that "all of them" is counting. Lists are decoded as a whole:
// the longest of tree M (a word in every third document) takes 1 ms, which is why there are no skip
// lists, and why scoring everything is cheaper than deciding what not to score. What costs is
// reading lines, and that is done for what is shown only.
//
// Scores are BM25 (k1 1.2, b 0.75) times a weight for who speaks and a mild one for age.
#include "search/index_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

#include "ingest/indexer.h"
#include "search/filters.h"

namespace clew {
namespace {

using Kind = QueryFilter::Kind;

constexpr float kK1 = 1.2F;
constexpr float kB = 0.75F;
constexpr std::uint8_t kExcluded = 255;

struct WordKey {
  std::string text;
  bool prefix = false;
  bool positions = false;
  bool operator<(const WordKey& other) const {
    return std::tie(text, prefix, positions) < std::tie(other.text, other.prefix, other.positions);
  }
};

// Where a word is, in one segment.
struct WordDocuments {
  FoundTerms terms;
};

class SegmentSearch {
 public:
  SegmentSearch(IndexDatabase& database, const SegmentInfo& info)
      : database_(database), info_(info) {}
  SegmentSearch(const SegmentSearch&) = delete;  // words_ points into keep_
  SegmentSearch& operator=(const SegmentSearch&) = delete;

  const SegmentInfo& info() const { return info_; }

  Result<void> load(const std::vector<WordKey>& words) {
    for (const WordKey& word : words) {
      auto found = database_.find(info_.id, word.text, word.prefix,
                                  word.positions ? Positions::kYes : Positions::kNo, keep_);
      if (!found) return found.error();
      words_[word].terms = std::move(*found);
    }
    return {};
  }

  std::int64_t documents_with(const WordKey& word) const {
    std::int64_t count = 0;
    for (const FoundTerm& term : words_.at(word).terms) count += term.postings.documents;
    return count;
  }

  template <class Visit>
  void each_document(const WordKey& word, const Visit& visit) const {
    for (const FoundTerm& term : words_.at(word).terms) {
      PostingReader reader(term.postings);
      while (reader.next()) {
        if (reader.document() < info_.documents) visit(reader.document(), reader.count());
      }
    }
  }

  // Documents that hold the words in a row, and how often. Positions are looked at only in
  // documents that hold all of the words.
  template <class Visit>
  void each_phrase(const std::vector<WordKey>& words, const Visit& visit) const {
    std::vector<std::uint32_t> shared = documents_of(words.front());
    for (std::size_t i = 1; i < words.size() && !shared.empty(); ++i) {
      const std::vector<std::uint32_t> other = documents_of(words[i]);
      std::vector<std::uint32_t> both;
      std::set_intersection(shared.begin(), shared.end(), other.begin(), other.end(),
                            std::back_inserter(both));
      shared = std::move(both);
    }
    if (shared.empty()) return;
    // Where the phrase as far as it was looked at ends, in each document.
    PositionLists ends = positions_in(words.front(), shared);
    for (std::size_t i = 1; i < words.size(); ++i)
      ends = followed_by(ends, positions_in(words[i], shared));
    for (std::size_t d = 0; d < shared.size(); ++d) {
      if (ends.count(d) > 0) visit(shared[d], ends.count(d));
    }
  }

 private:
  // Lists of ascending positions, one for each of some documents, behind each other.
  struct PositionLists {
    std::vector<std::uint32_t> positions;
    std::vector<std::uint32_t> ends;  // by document

    std::uint32_t begin(std::size_t d) const { return d == 0 ? 0 : ends[d - 1]; }
    std::uint32_t count(std::size_t d) const { return ends[d] - begin(d); }
    void close() { ends.push_back(static_cast<std::uint32_t>(positions.size())); }
  };

  // Of `next` those that stand right behind one of `first`.
  static PositionLists followed_by(const PositionLists& first, const PositionLists& next) {
    PositionLists out;
    out.ends.reserve(first.ends.size());
    for (std::size_t d = 0; d < first.ends.size(); ++d) {
      std::uint32_t at = next.begin(d);
      for (std::uint32_t i = first.begin(d); i < first.ends[d]; ++i) {
        const std::uint32_t wanted = first.positions[i] + 1;
        while (at < next.ends[d] && next.positions[at] < wanted) ++at;
        if (at == next.ends[d]) break;
        if (next.positions[at] == wanted) out.positions.push_back(wanted);
      }
      out.close();
    }
    return out;
  }

  std::vector<std::uint32_t> documents_of(const WordKey& word) const {
    std::vector<std::uint32_t> documents;
    each_document(word,
                  [&](std::uint32_t document, std::uint32_t) { documents.push_back(document); });
    if (words_.at(word).terms.size() > 1) {
      std::sort(documents.begin(), documents.end());
      documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    }
    return documents;
  }

  // Where the word stands in each of these documents; of a prefix, all its words together.
  PositionLists positions_in(const WordKey& word,
                             const std::vector<std::uint32_t>& documents) const {
    const FoundTerms& terms = words_.at(word).terms;
    if (terms.size() == 1) return positions_of(terms.front(), documents);
    std::vector<PositionLists> each;
    for (const FoundTerm& term : terms) each.push_back(positions_of(term, documents));
    PositionLists all;
    for (std::size_t d = 0; d < documents.size(); ++d) {
      const auto from = static_cast<std::ptrdiff_t>(all.positions.size());
      for (const PositionLists& one : each) {
        all.positions.insert(all.positions.end(), one.positions.begin() + one.begin(d),
                             one.positions.begin() + one.ends[d]);
      }
      // A name and its first part stand at the same place.
      std::sort(all.positions.begin() + from, all.positions.end());
      all.positions.erase(std::unique(all.positions.begin() + from, all.positions.end()),
                          all.positions.end());
      all.close();
    }
    return all;
  }

  static PositionLists positions_of(const FoundTerm& term,
                                    const std::vector<std::uint32_t>& documents) {
    PositionLists lists;
    lists.ends.reserve(documents.size());
    PostingReader reader(term.postings);
    while (lists.ends.size() < documents.size() && reader.next()) {
      while (lists.ends.size() < documents.size() &&
             documents[lists.ends.size()] < reader.document())
        lists.close();
      if (lists.ends.size() < documents.size() &&
          documents[lists.ends.size()] == reader.document()) {
        reader.append_positions(lists.positions);
        lists.close();
      } else {
        reader.skip_positions();
      }
    }
    while (lists.ends.size() < documents.size()) lists.close();
    return lists;
  }

  IndexDatabase& database_;
  SegmentInfo info_;
  std::map<WordKey, WordDocuments> words_;
  std::deque<std::string> keep_;
};

std::vector<WordKey> words_of(const TokenSequence& form, bool prefix) {
  std::vector<WordKey> words;
  for (std::size_t i = 0; i < form.size(); ++i) {
    words.push_back({form[i], prefix && i + 1 == form.size(), form.size() > 1});
  }
  return words;
}

class IndexSearch {
 public:
  IndexSearch(IndexDatabase& database, const Query& query, TimeMs now)
      : database_(database), query_(query), filters_(query), now_second_(now / 1000) {}

  Result<IndexSearchResult> run(const std::vector<IndexedFile>& files,
                                const std::vector<std::string>& roots) {
    take_files(files, roots);
    auto segments = database_.segments();
    if (!segments) return segments.error();
    std::vector<WordKey> words = all_words();
    std::deque<SegmentSearch> searches;
    for (const SegmentInfo& segment : *segments) {
      SegmentSearch& search = searches.emplace_back(database_, segment);
      if (auto loaded = search.load(words); !loaded) return loaded.error();
      documents_ += segment.documents;
      tokens_ += segment.tokens;
    }
    for (const WordKey& word : words) {
      std::int64_t count = 0;
      for (const SegmentSearch& search : searches) count += search.documents_with(word);
      const auto n = static_cast<float>(documents_);
      const auto df = static_cast<float>(std::min(count, documents_));
      idf_[word] = std::log(1.0F + (n - df + 0.5F) / (df + 0.5F));
    }
    set_lengths();
    for (const SegmentSearch& search : searches) {
      if (auto done = search_segment(search); !done) return done.error();
    }
    return std::move(result_);
  }

 private:
  void take_files(const std::vector<IndexedFile>& files, const std::vector<std::string>& roots) {
    for (const IndexedFile& file : files) {
      if (std::find(roots.begin(), roots.end(), file.root) == roots.end()) continue;
      SourceFile source;
      source.path = file.path;
      source.root = file.root;
      source.key = file.key;
      source.session = file.session;
      source.project = file.project;
      source.is_agent = file.is_agent;
      source.info.size = file.size;
      if (!filters_.file_passes(source)) continue;
      source_of_[static_cast<std::uint32_t>(file.id)] =
          static_cast<std::uint32_t>(result_.sources.size());
      result_.sources.push_back(std::move(source));
      result_.ids.push_back(file.id);
    }
  }

  std::vector<WordKey> all_words() const {
    std::vector<WordKey> words;
    for (const QueryGroup& group : query_.groups) {
      for (const QueryTerm& term : group.any) {
        for (const TokenSequence& form : term.forms) {
          for (WordKey& word : words_of(form, term.prefix)) words.push_back(std::move(word));
        }
      }
    }
    std::sort(words.begin(), words.end());
    const auto same = [](const WordKey& a, const WordKey& b) { return !(a < b) && !(b < a); };
    words.erase(std::unique(words.begin(), words.end(), same), words.end());
    return words;
  }

  // Whether a segment can hold the group at all: one of its forms has all its words there.
  static bool may_hold(const SegmentSearch& search, const QueryGroup& group) {
    for (const QueryTerm& term : group.any) {
      for (const TokenSequence& form : term.forms) {
        const std::vector<WordKey> words = words_of(form, term.prefix);
        if (std::all_of(words.begin(), words.end(),
                        [&](const WordKey& word) { return search.documents_with(word) > 0; })) {
          return true;
        }
      }
    }
    return false;
  }

  Result<void> search_segment(const SegmentSearch& search) {
    for (const QueryGroup& group : query_.groups) {
      if (!group.negated && !may_hold(search, group)) return {};
    }
    const auto count = static_cast<std::size_t>(search.info().documents);
    state_.assign(count, 0);
    scores_.assign(count, 0.0F);
    auto columns = database_.columns(search.info());
    if (!columns) return columns.error();
    std::uint8_t wanted = 0;
    for (const QueryGroup& group : query_.groups) {
      if (group.negated) continue;
      mark_group(search, group, wanted, *columns);
      ++wanted;
    }
    for (const QueryGroup& group : query_.groups) {
      if (group.negated) exclude_group(search, group);
    }
    if (auto done = apply_marks(search.info(), wanted); !done) return done;
    collect(search.info(), *columns, wanted);
    return {};
  }

  template <class Visit>
  void each_match(const SegmentSearch& search, const QueryTerm& term, const Visit& visit) const {
    for (const TokenSequence& form : term.forms) {
      const std::vector<WordKey> words = words_of(form, term.prefix);
      float weight = 0;
      for (const WordKey& word : words) weight += idf_.at(word);
      const auto with_weight = [&](std::uint32_t document, std::uint32_t times) {
        visit(document, times, weight);
      };
      if (words.size() == 1) {
        search.each_document(words.front(), with_weight);
      } else {
        search.each_phrase(words, with_weight);
      }
    }
  }

  // How much less a word counts in a long document, by its size class.
  void set_lengths() {
    const float average =
        std::max(1.0F, static_cast<float>(tokens_) /
                           static_cast<float>(std::max<std::int64_t>(documents_, 1)));
    for (std::size_t size = 0; size < lengths_.size(); ++size) {
      const float length = words_of_size_class(static_cast<std::uint8_t>(size));
      lengths_[size] = kK1 * (1 - kB + kB * length / average);
    }
  }

  void mark_group(const SegmentSearch& search, const QueryGroup& group, std::uint8_t number,
                  const DocumentColumns& columns) {
    for (const QueryTerm& term : group.any) {
      each_match(search, term, [&](std::uint32_t document, std::uint32_t times, float weight) {
        std::uint8_t& state = state_[document];
        if (state != number && state != number + 1) return;
        state = static_cast<std::uint8_t>(number + 1);
        const float length = lengths_[static_cast<std::uint8_t>(columns.sizes[document])];
        const auto count = static_cast<float>(times);
        scores_[document] += weight * count * (kK1 + 1) / (count + length);
      });
    }
  }

  void exclude_group(const SegmentSearch& search, const QueryGroup& group) {
    for (const QueryTerm& term : group.any) {
      each_match(search, term, [&](std::uint32_t document, std::uint32_t, float) {
        state_[document] = kExcluded;
      });
    }
  }

  // Filters that the index holds as terms.
  Result<void> apply_marks(const SegmentInfo& segment, std::uint8_t& wanted) {
    struct Row {
      Kind kind;
      char mark;
    };
    for (const Row row : {Row{Kind::kTool, kToolMark}, Row{Kind::kFile, kFileMark},
                          Row{Kind::kModel, kModelMark}, Row{Kind::kBranch, kBranchMark}}) {
      if (!query_.has(row.kind)) continue;
      std::deque<std::string> keep;
      // A file is asked for by one term; of the others there are few, and all are compared.
      std::vector<FoundTerm> terms;
      for (const QueryFilter& filter : query_.filters) {
        if (filter.kind != Kind::kFile || row.kind != Kind::kFile) continue;
        auto found =
            database_.find(segment.id, filter_term(row.mark, file_filter_key(filter.value)), false,
                           Positions::kNo, keep);
        if (!found) return found.error();
        terms.insert(terms.end(), found->begin(), found->end());
      }
      if (row.kind != Kind::kFile) {
        auto found =
            database_.find(segment.id, filter_term(row.mark, ""), true, Positions::kNo, keep);
        if (!found) return found.error();
        terms = std::move(*found);
      }
      bool positive = false;
      for (const QueryFilter& filter : query_.filters) {
        if (filter.kind != row.kind) continue;
        positive = positive || !filter.negated;
        for (const FoundTerm& term : terms) {
          if (!mark_matches(filter, std::string_view(term.term).substr(2))) continue;
          PostingReader reader(term.postings);
          while (reader.next()) {
            if (reader.document() >= segment.documents) continue;
            std::uint8_t& state = state_[reader.document()];
            if (filter.negated)
              state = kExcluded;
            else if (state == wanted)
              state = static_cast<std::uint8_t>(wanted + 1);
          }
        }
      }
      if (positive) ++wanted;
    }
    return {};
  }

  static bool mark_matches(const QueryFilter& filter, std::string_view value) {
    switch (filter.kind) {
      case Kind::kTool:
        return tool_matches(filter.value, value);
      case Kind::kModel:
        return model_matches(filter.value, value);
      case Kind::kBranch:
        return branch_matches(filter.value, value);
      default:
        return file_filter_key(filter.value) == value;
    }
  }

  void collect(const SegmentInfo& segment, const DocumentColumns& columns, std::uint8_t wanted) {
    // The documents of a file are neighbours.
    std::uint32_t file = 0;
    auto source = source_of_.end();
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (state_[i] != wanted) continue;
      if (columns.files[i] != file) {
        file = columns.files[i];
        source = source_of_.find(file);
      }
      if (source == source_of_.end()) continue;  // dead, or of a file that was filtered out
      const auto kind = static_cast<std::uint8_t>(columns.kinds[i]);
      Passage passage;
      passage.role = role_of_document(kind);
      passage.error = is_error_document(kind);
      if (!column_filters_pass(passage, columns.seconds[i])) continue;
      SearchHit hit;
      hit.file = source->second;
      hit.role = passage.role;
      hit.second = columns.seconds[i];
      hit.score = std::max(scores_[i], 0.01F) * role_weight(passage.role) * recency_of(hit.second);
      // Until find_place: which document.
      hit.offset = static_cast<std::int64_t>(i);
      hit.length = -segment.id;
      result_.hits.push_back(hit);
    }
  }

  // Neighbours are of about the same time.
  float recency_of(std::int64_t second) {
    const std::int64_t day = days_ago(second, now_second_);
    if (day != last_day_) {
      last_day_ = day;
      last_recency_ = recency(second, now_second_);
    }
    return last_recency_;
  }

  bool column_filters_pass(const Passage& passage, std::uint32_t second) const {
    bool role_asked = false;
    bool role_passed = false;
    for (const QueryFilter& filter : query_.filters) {
      bool passes = true;
      switch (filter.kind) {
        case Kind::kRole:
          passes = filter.value == name_of(passage.role);
          if (!filter.negated) {
            role_asked = true;
            role_passed = role_passed || passes;
            continue;
          }
          break;
        case Kind::kError:
          passes = passage.error;
          break;
        case Kind::kAfter:
          passes = second != 0 && second >= std::max<TimeMs>(filter.time, 0) / 1000;
          break;
        case Kind::kBefore:
          passes = second != 0 && second < std::max<TimeMs>(filter.time, 0) / 1000;
          break;
        default:
          continue;
      }
      if (passes == filter.negated) return false;
    }
    return !role_asked || role_passed;
  }

  IndexDatabase& database_;
  const Query& query_;
  Filters filters_;
  std::int64_t now_second_;
  std::int64_t documents_ = 0;
  std::int64_t tokens_ = 0;
  std::map<WordKey, float> idf_;
  std::unordered_map<std::uint32_t, std::uint32_t> source_of_;
  std::vector<std::uint8_t> state_;  // of each document: how many groups it holds so far
  std::vector<float> scores_;
  std::array<float, 256> lengths_{};
  std::int64_t last_day_ = -1;
  float last_recency_ = 0;
  IndexSearchResult result_;
};

}  // namespace

Result<IndexSearchResult> search_index(IndexDatabase& database,
                                       const std::vector<IndexedFile>& files,
                                       const std::vector<std::string>& roots, const Query& query,
                                       TimeMs now) {
  return IndexSearch(database, query, now).run(files, roots);
}

Result<void> find_place(IndexDatabase& database, SearchHit& hit) {
  if (hit.length > 0) return {};
  auto place = database.place(-hit.length, static_cast<std::uint32_t>(hit.offset));
  if (!place) return place.error();
  hit.offset = place->offset;
  hit.length = place->length;
  hit.part = place->part;
  return {};
}

}  // namespace clew
