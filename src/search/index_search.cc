// SPDX-License-Identifier: MIT
//
// Segment by segment, several at once: each group of the query marks the documents that hold it, in
// arrays as long as the segment has documents, so that "all of them" is counting. Lists are decoded
// as a whole: the longest of tree M (a word in every third document) takes 1 ms, which is why there
// are no skip lists, and why scoring everything is cheaper than deciding what not to score. What
// costs is reading lines, and that is done for what is shown only.
//
// Scores are BM25 (k1 1.2, b 0.75) times a weight for who speaks and a mild one for age.
#include "search/index_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "base/parallel.h"
#include "catalog/layout/session_files.h"
#include "ingest/indexer.h"
#include "os/paths.h"
#include "search/filters.h"
#include "search/segment_search.h"

namespace clew {
namespace {

using Kind = QueryFilter::Kind;

constexpr float kK1 = 1.2F;
constexpr float kB = 0.75F;
constexpr std::uint8_t kExcluded = 255;

// What all segments have in common while a query is answered.
struct SearchPlan {
  const Query& query;
  std::map<WordKey, float> idf = {};
  std::array<float, 256> lengths = {};  // how much less a word counts, by size of the document
  std::int64_t now_second = 0;
};

// Filters that the index holds as terms.
struct MarkFilter {
  Kind kind;
  char mark;
};
constexpr MarkFilter kMarkFilters[] = {{Kind::kTool, kToolMark},
                                       {Kind::kFile, kFileMark},
                                       {Kind::kModel, kModelMark},
                                       {Kind::kBranch, kBranchMark}};

// Finds and scores the documents of segments. One thread; its arrays are used again.
class Scorer {
 public:
  explicit Scorer(const SearchPlan& plan) : plan_(plan), query_(plan.query) {}

  void run(const SegmentSearch& search, std::vector<SearchHit>& hits) {
    const auto count = static_cast<std::size_t>(search.info().documents);
    state_.assign(count, 0);
    scores_.assign(count, 0.0F);
    std::uint8_t wanted = 0;
    for (const QueryGroup& group : query_.groups) {
      if (group.negated) continue;
      mark_group(search, group, wanted);
      ++wanted;
    }
    for (const QueryGroup& group : query_.groups) {
      if (group.negated) exclude_group(search, group);
    }
    for (const MarkFilter& filter : kMarkFilters) apply_marks(search, filter, wanted);
    collect(search, wanted, hits);
  }

 private:
  template <class Visit>
  void each_match(const SegmentSearch& search, const QueryTerm& term, const Visit& visit) const {
    for (const TokenSequence& form : term.forms) {
      const std::vector<WordKey> words = words_of(form, term);
      float weight = 0;
      for (const WordKey& word : words) weight += plan_.idf.at(word);
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

  void mark_group(const SegmentSearch& search, const QueryGroup& group, std::uint8_t number) {
    const DocumentFacts& facts = search.facts();
    for (const QueryTerm& term : group.any) {
      each_match(search, term, [&](std::uint32_t document, std::uint32_t times, float weight) {
        std::uint8_t& state = state_[document];
        if (state != number && state != number + 1) return;
        // Where another group is not.
        if (!facts.has(document / kDocumentsPerPage)) return;
        state = static_cast<std::uint8_t>(number + 1);
        const float length = plan_.lengths[facts.size(document)];
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

  void apply_marks(const SegmentSearch& search, const MarkFilter& row, std::uint8_t& wanted) {
    bool positive = false;
    for (const QueryFilter& filter : query_.filters) {
      if (filter.kind != row.kind) continue;
      positive = positive || !filter.negated;
      for (const FoundTerm& term : search.marks(row.mark)) {
        if (!mark_matches(filter, std::string_view(term.term).substr(2))) continue;
        PostingReader reader(term.postings);
        while (reader.next()) {
          if (reader.document() >= search.info().documents) continue;
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

  void collect(const SegmentSearch& search, std::uint8_t wanted, std::vector<SearchHit>& hits) {
    const DocumentFacts& facts = search.facts();
    hits.reserve(static_cast<std::size_t>(std::count(state_.begin(), state_.end(), wanted)));
    for (std::uint32_t i = 0; i < state_.size(); ++i) {
      if (state_[i] != wanted) continue;
      Passage passage;
      passage.role = role_of_document(facts.kind(i));
      passage.error = is_error_document(facts.kind(i));
      if (!fact_filters_pass(passage, facts.second(i))) continue;
      SearchHit hit;
      hit.file = facts.file(i);
      hit.role = passage.role;
      hit.second = facts.second(i);
      hit.score = std::max(scores_[i], 0.01F) * role_weight(passage.role) * recency_of(hit.second);
      // Until find_place: which document.
      hit.offset = i;
      hit.length = -search.info().id;
      hits.push_back(hit);
    }
  }

  // Neighbours are of about the same time.
  float recency_of(std::int64_t second) {
    const std::int64_t day = days_ago(second, plan_.now_second);
    if (day != last_day_) {
      last_day_ = day;
      last_recency_ = recency(second, plan_.now_second);
    }
    return last_recency_;
  }

  bool fact_filters_pass(const Passage& passage, std::uint32_t second) const {
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
        case Kind::kSince:
          passes = second != 0 && second >= std::max<TimeMs>(filter.time, 0) / 1000;
          break;
        case Kind::kUntil:
          passes = second != 0 && second < std::max<TimeMs>(filter.time, 0) / 1000;
          break;
        default:
          continue;
      }
      if (passes == filter.negated) return false;
    }
    return !role_asked || role_passed;
  }

  const SearchPlan& plan_;
  const Query& query_;
  std::vector<std::uint8_t> state_;  // of each document: how many groups it holds so far
  std::vector<float> scores_;
  std::int64_t last_day_ = -1;
  float last_recency_ = 0;
};

class IndexSearch {
 public:
  IndexSearch(IndexDatabase& database, const Query& query, TimeMs now)
      : database_(database), query_(query), plan_{query, {}, {}, now / 1000} {}

  Result<std::vector<SearchHit>> run() {
    if (auto loaded = load_segments(); !loaded) return loaded.error();
    std::vector<std::vector<SearchHit>> hits(searches_.size());
    const int threads = threads_to_use();
    std::vector<Scorer> scorers(static_cast<std::size_t>(threads), Scorer(plan_));
    parallel_for(std::ssize(searches_), threads, [&](std::int64_t i, int worker) {
      const auto at = static_cast<std::size_t>(i);
      scorers[static_cast<std::size_t>(worker)].run(*searches_[at], hits[at]);
    });
    return joined(hits);
  }

 private:
  std::vector<WordKey> all_words() const {
    std::vector<WordKey> words;
    for (const QueryGroup& group : query_.groups) {
      for (const QueryTerm& term : group.any) {
        for (const TokenSequence& form : term.forms) {
          for (WordKey& word : words_of(form, term)) words.push_back(std::move(word));
        }
      }
    }
    std::sort(words.begin(), words.end());
    const auto same = [](const WordKey& a, const WordKey& b) { return !(a < b) && !(b < a); };
    words.erase(std::unique(words.begin(), words.end(), same), words.end());
    return words;
  }

  // All that is asked of the database. Segments that cannot hold the query are left out.
  Result<void> load_segments() {
    auto segments = database_.segments();
    if (!segments) return segments.error();
    const std::vector<WordKey> words = all_words();
    for (const SegmentInfo& segment : *segments) {
      searches_.push_back(std::make_unique<SegmentSearch>(database_, segment));
      if (auto loaded = searches_.back()->load(words); !loaded) return loaded;
      documents_ += segment.documents;
      tokens_ += segment.tokens;
    }
    set_weights(words);
    set_lengths();
    std::erase_if(searches_, [&](const auto& search) {
      return std::any_of(query_.groups.begin(), query_.groups.end(), [&](const QueryGroup& group) {
        return !group.negated && !search->may_hold(group);
      });
    });
    for (const auto& search : searches_) {
      if (auto loaded = search->load_facts(query_); !loaded) return loaded;
      if (auto loaded = load_marks(*search); !loaded) return loaded;
    }
    return {};
  }

  // A file is asked for by one term; of the others there are few, and all are compared.
  Result<void> load_marks(SegmentSearch& search) const {
    for (const MarkFilter& row : kMarkFilters) {
      if (!query_.has(row.kind)) continue;
      if (row.kind != Kind::kFile) {
        if (auto loaded = search.load_marks(filter_term(row.mark, ""), true); !loaded)
          return loaded;
        continue;
      }
      for (const QueryFilter& filter : query_.filters) {
        if (filter.kind != Kind::kFile) continue;
        const std::string mark = filter_term(row.mark, file_filter_key(filter.value));
        if (auto loaded = search.load_marks(mark, false); !loaded) return loaded;
      }
    }
    return {};
  }

  void set_weights(const std::vector<WordKey>& words) {
    for (const WordKey& word : words) {
      std::int64_t count = 0;
      for (const auto& search : searches_) count += search->documents_with(word);
      const auto n = static_cast<float>(documents_);
      const auto df = static_cast<float>(std::min(count, documents_));
      plan_.idf[word] = std::log(1.0F + (n - df + 0.5F) / (df + 0.5F));
    }
  }

  void set_lengths() {
    const float average =
        std::max(1.0F, static_cast<float>(tokens_) /
                           static_cast<float>(std::max<std::int64_t>(documents_, 1)));
    for (std::size_t size = 0; size < plan_.lengths.size(); ++size) {
      const float length = words_of_size_class(static_cast<std::uint8_t>(size));
      plan_.lengths[size] = kK1 * (1 - kB + kB * length / average);
    }
  }

  // A thread is not worth starting for a rare word.
  int threads_to_use() const {
    constexpr std::int64_t kPostingsPerThread = 20'000;
    std::int64_t postings = 0;
    for (const auto& search : searches_) {
      for (const auto& [word, idf] : plan_.idf) postings += search->documents_with(word);
    }
    return threads_for(postings, kPostingsPerThread,
                       std::min<std::int64_t>(default_threads(), std::ssize(searches_)));
  }

  static std::vector<SearchHit> joined(const std::vector<std::vector<SearchHit>>& hits) {
    std::size_t count = 0;
    for (const auto& some : hits) count += some.size();
    std::vector<SearchHit> all;
    all.reserve(count);
    for (const auto& some : hits) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

  IndexDatabase& database_;
  const Query& query_;
  SearchPlan plan_;
  std::vector<std::unique_ptr<SegmentSearch>> searches_;
  std::int64_t documents_ = 0;
  std::int64_t tokens_ = 0;
};

// Where `id` is in the ascending list; its length when it is not there.
std::uint32_t place_of(const std::vector<std::uint32_t>& ids, std::uint32_t id) {
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  return static_cast<std::uint32_t>((found != ids.end() && *found == id ? found : ids.end()) -
                                    ids.begin());
}

// The files that have hits, ascending. Those of a file are neighbours.
std::vector<std::uint32_t> files_of(const std::vector<SearchHit>& hits) {
  std::vector<std::uint32_t> ids;
  for (const SearchHit& hit : hits) {
    if (ids.empty() || ids.back() != hit.file) ids.push_back(hit.file);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// A file that has hits. Small, because it is sorted.
struct NamedFile {
  std::string path;
  const RosterPart* part = nullptr;
  const RosterFile* file = nullptr;
  std::uint32_t place = 0;  // among the ids of such files
};

TranscriptFile source_of(NamedFile named) {
  TranscriptFile source;
  source.path = std::move(named.path);
  source.root = named.part->root;
  source.key = project_key_in(source.root, named.part->folder);
  source.session = named.file->session;
  source.is_agent = is_agent_name(named.file->name);
  source.info.size = named.file->size;
  return source;
}

}  // namespace

Roster files_to_search(const std::vector<IndexedFile>& files, const std::vector<std::string>& roots,
                       const Query& query) {
  const Filters filters(query);
  Roster roster;
  for (const IndexedFile& file : files) {
    if (!is_below(file, roots)) continue;
    if (filters.asks_about_file() && !filters.file_passes(source_of(file, {}))) continue;
    const std::string_view folder = parent_path(file.path);
    if (roster.parts.empty() || roster.parts.back().folder != folder)
      roster.parts.push_back({.folder = folder, .files = {}, .root = file.root()});
    roster.parts.back().files.push_back(roster_file(file));
  }
  return roster;
}

Result<std::vector<SearchHit>> search_index(IndexDatabase& database, const Query& query,
                                            TimeMs now) {
  return IndexSearch(database, query, now).run();
}

IndexSearchResult name_files(std::vector<SearchHit> hits, const Roster& files) {
  const std::vector<std::uint32_t> ids = files_of(hits);
  std::vector<NamedFile> named;
  named.reserve(ids.size());
  for (const RosterPart& part : files.parts) {
    for (const RosterFile& file : part.files) {
      const std::uint32_t place = place_of(ids, file.id);
      if (place < ids.size())
        named.push_back({resolve_path(part.folder, file.name), &part, &file, place});
    }
  }
  std::sort(named.begin(), named.end(),
            [](const NamedFile& a, const NamedFile& b) { return a.path < b.path; });
  IndexSearchResult result;
  result.sources.reserve(named.size());
  result.ids.reserve(named.size());
  constexpr std::uint32_t kNone = UINT32_MAX;  // dead, or of a file that was filtered out
  std::vector<std::uint32_t> numbers(ids.size(), kNone);
  for (NamedFile& one : named) {
    numbers[one.place] = static_cast<std::uint32_t>(result.sources.size());
    result.ids.push_back(one.file->id);
    result.sources.push_back(source_of(std::move(one)));
  }
  std::uint32_t last = 0;
  std::uint32_t number = kNone;
  for (SearchHit& hit : hits) {
    if (hit.file != last) {
      last = hit.file;
      number = numbers[place_of(ids, last)];
    }
    hit.file = number;
  }
  std::erase_if(hits, [](const SearchHit& hit) { return hit.file == kNone; });
  result.hits = std::move(hits);
  return result;
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
