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
#include "catalog/session_files.h"
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

// Where the file with this id is in the list; the length of the list if it is not there.
std::size_t place_of(const std::vector<SearchedFile>& files, std::uint32_t id) {
  const auto file =
      std::lower_bound(files.begin(), files.end(), id,
                       [](const SearchedFile& a, std::uint32_t wanted) { return a.id < wanted; });
  const bool found = file != files.end() && file->id == id;
  return found ? static_cast<std::size_t>(file - files.begin()) : files.size();
}

// What all segments have in common while a query is answered.
struct SearchPlan {
  const Query& query;
  std::map<WordKey, float> idf = {};
  std::array<float, 256> lengths = {};     // how much less a word counts, by size of the document
  const std::vector<SearchedFile>& files;  // that count, by id
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

// Whether a segment can hold the group at all: one of its forms has all its words there.
bool may_hold(const SegmentSearch& search, const QueryGroup& group) {
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
      const std::vector<WordKey> words = words_of(form, term.prefix);
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
    const DocumentColumns& columns = search.columns();
    for (const QueryTerm& term : group.any) {
      each_match(search, term, [&](std::uint32_t document, std::uint32_t times, float weight) {
        std::uint8_t& state = state_[document];
        if (state != number && state != number + 1) return;
        state = static_cast<std::uint8_t>(number + 1);
        const float length = plan_.lengths[static_cast<std::uint8_t>(columns.sizes[document])];
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
    const DocumentColumns& columns = search.columns();
    hits.reserve(static_cast<std::size_t>(std::count(state_.begin(), state_.end(), wanted)));
    // The documents of a file are neighbours.
    std::uint32_t file = 0;
    std::size_t place = plan_.files.size();
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (state_[i] != wanted) continue;
      if (columns.files[i] != file) {
        file = columns.files[i];
        place = place_of(plan_.files, file);
      }
      if (place == plan_.files.size()) continue;  // dead, or of a file that was filtered out
      const auto kind = static_cast<std::uint8_t>(columns.kinds[i]);
      Passage passage;
      passage.role = role_of_document(kind);
      passage.error = is_error_document(kind);
      if (!column_filters_pass(passage, columns.seconds[i])) continue;
      SearchHit hit;
      hit.file = static_cast<std::uint32_t>(place);
      hit.role = passage.role;
      hit.second = columns.seconds[i];
      hit.score = std::max(scores_[i], 0.01F) * role_weight(passage.role) * recency_of(hit.second);
      // Until find_place: which document.
      hit.offset = static_cast<std::int64_t>(i);
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

  const SearchPlan& plan_;
  const Query& query_;
  std::vector<std::uint8_t> state_;  // of each document: how many groups it holds so far
  std::vector<float> scores_;
  std::int64_t last_day_ = -1;
  float last_recency_ = 0;
};

class IndexSearch {
 public:
  IndexSearch(IndexDatabase& database, const std::vector<SearchedFile>& files, const Query& query,
              TimeMs now)
      : database_(database), query_(query), plan_{query, {}, {}, files, now / 1000} {}

  Result<IndexSearchResult> run() {
    if (auto loaded = load_segments(); !loaded) return loaded.error();
    std::vector<std::vector<SearchHit>> hits(searches_.size());
    const int threads = threads_to_use();
    std::vector<Scorer> scorers(static_cast<std::size_t>(threads), Scorer(plan_));
    parallel_for(std::ssize(searches_), threads, [&](std::int64_t i, int worker) {
      const auto at = static_cast<std::size_t>(i);
      scorers[static_cast<std::size_t>(worker)].run(*searches_[at], hits[at]);
    });
    join(hits);
    name_sources();
    return std::move(result_);
  }

 private:
  // Up to here hits speak of all files; from here on only of those that have any, by path.
  void name_sources() {
    const std::vector<SearchedFile>& files = plan_.files;
    std::vector<bool> used(files.size(), false);
    for (const SearchHit& hit : result_.hits) used[hit.file] = true;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < files.size(); ++i) {
      if (used[i]) order.push_back(i);
    }
    std::vector<SourceFile> sources(order.size());
    std::vector<std::uint32_t> number(files.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const SearchedFile& file = files[order[i]];
      sources[i].path = join_path(file.folder, file.name);
      sources[i].session = file.session;
      sources[i].is_agent = is_agent_name(file.name);
      sources[i].info.size = file.size;
      number[order[i]] = static_cast<std::uint32_t>(i);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return sources[number[a]].path < sources[number[b]].path;
    });
    for (const std::uint32_t file : order) {
      result_.sources.push_back(std::move(sources[number[file]]));
      result_.ids.push_back(files[file].id);
      number[file] = static_cast<std::uint32_t>(result_.ids.size() - 1);
    }
    for (SearchHit& hit : result_.hits) hit.file = number[hit.file];
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
        return !group.negated && !may_hold(*search, group);
      });
    });
    for (const auto& search : searches_) {
      if (auto loaded = search->load_columns(); !loaded) return loaded;
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

  void join(const std::vector<std::vector<SearchHit>>& hits) {
    std::size_t count = 0;
    for (const auto& some : hits) count += some.size();
    result_.hits.reserve(count);
    for (const auto& some : hits) result_.hits.insert(result_.hits.end(), some.begin(), some.end());
  }

  IndexDatabase& database_;
  const Query& query_;
  SearchPlan plan_;
  std::vector<std::unique_ptr<SegmentSearch>> searches_;
  std::int64_t documents_ = 0;
  std::int64_t tokens_ = 0;
  IndexSearchResult result_;
};

std::vector<SearchedFile> by_id(std::vector<SearchedFile> files) {
  std::sort(files.begin(), files.end(),
            [](const SearchedFile& a, const SearchedFile& b) { return a.id < b.id; });
  return files;
}

}  // namespace

std::vector<SearchedFile> files_to_search(const std::vector<IndexedFile>& files,
                                          const std::vector<std::string>& roots,
                                          const Query& query) {
  const Filters filters(query);
  std::vector<SearchedFile> searched;
  for (const IndexedFile& file : files) {
    if (!is_below(file, roots)) continue;
    if (filters.asks_about_file() && !filters.file_passes(source_of(file, {}))) continue;
    searched.push_back({static_cast<std::uint32_t>(file.id), parent_path(file.path),
                        base_name(file.path), file.session, file.size});
  }
  return by_id(std::move(searched));
}

std::vector<SearchedFile> files_to_search(const Roster& roster) {
  std::vector<SearchedFile> searched;
  for (const RosterPart& part : roster.parts) {
    for (const RosterFile& file : part.files)
      searched.push_back({file.id, part.folder, file.name, file.session, file.size});
  }
  return by_id(std::move(searched));
}

Result<IndexSearchResult> search_index(IndexDatabase& database,
                                       const std::vector<SearchedFile>& files, const Query& query,
                                       TimeMs now) {
  return IndexSearch(database, files, query, now).run();
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
