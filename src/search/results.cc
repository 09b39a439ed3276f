// SPDX-License-Identifier: MIT
#include "search/results.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "base/parallel.h"
#include "ingest/giant_line.h"
#include "jsonl/line_ranges.h"
#include "search/passage_matcher.h"

namespace clew {
namespace {

// Equal ones in the order of files and lines, so that answers are the same every time.
bool comes_first(const SearchHit& a, const SearchHit& b, SearchSort sort) {
  if (sort == SearchSort::kTime && a.second != b.second) return a.second > b.second;
  if (sort == SearchSort::kRank && a.score != b.score) return a.score > b.score;
  if (a.file != b.file) return a.file < b.file;
  return a.offset != b.offset ? a.offset < b.offset : a.part < b.part;
}

}  // namespace

std::vector<SelectedHit> select_hits(const std::vector<SearchHit>& hits,
                                     const std::vector<TranscriptFile>& sources,
                                     const SelectOptions& options) {
  struct Group {
    std::size_t best = 0;  // index into hits
    std::int64_t count = 0;
  };
  // Files that do not say whose they are stand for themselves.
  std::unordered_map<std::string_view, std::uint32_t> names;
  std::vector<std::uint32_t> group_of(sources.size(), UINT32_MAX);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    std::uint32_t& group = group_of[hits[i].file];
    if (group == UINT32_MAX) {
      const TranscriptFile& source = sources[hits[i].file];
      const std::string_view name = source.session.empty() ? source.path : source.session;
      group = names.try_emplace(name, static_cast<std::uint32_t>(groups.size())).first->second;
      if (group == groups.size()) groups.push_back({i, 0});
    }
    Group& one = groups[group];
    ++one.count;
    if (comes_first(hits[i], hits[one.best], options.sort)) one.best = i;
  }

  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(options.limit, 0));
  const auto each = static_cast<std::size_t>(std::max<std::int64_t>(options.per_session, 1));
  std::vector<std::uint32_t> order(groups.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const std::size_t kept = std::min(limit, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      return comes_first(hits[groups[a].best], hits[groups[b].best], options.sort);
                    });
  order.resize(kept);

  std::vector<std::vector<SearchHit>> members(groups.size());
  std::vector<bool> chosen(groups.size(), false);
  for (const std::uint32_t group : order) chosen[group] = true;
  for (const SearchHit& hit : hits) {
    const std::uint32_t group = group_of[hit.file];
    if (chosen[group]) members[group].push_back(hit);
  }
  std::vector<SelectedHit> selected;
  for (const std::uint32_t group : order) {
    const std::size_t take = std::min({each, members[group].size(), limit - selected.size()});
    if (take == 0) break;
    std::partial_sort(
        members[group].begin(), members[group].begin() + static_cast<std::ptrdiff_t>(take),
        members[group].end(),
        [&](const SearchHit& a, const SearchHit& b) { return comes_first(a, b, options.sort); });
    for (std::size_t i = 0; i < take; ++i) selected.push_back({members[group][i], 0});
    selected.back().more = groups[group].count - static_cast<std::int64_t>(take);
  }
  return selected;
}

namespace {

// Reads lines again. One thread.
class HitReader {
 public:
  explicit HitReader(PassageMatcher matcher) : matcher_(std::move(matcher)) {}

  // Nothing when the hit no longer matches.
  std::optional<ShownHit> read(const FileSystem& files, const TranscriptFile& source,
                               const SelectedHit& one, std::size_t snippet_size) {
    auto file = files.open(source.path);
    if (!file) return std::nullopt;
    PassageReader reader;
    if (one.hit.length > kMaxSearchedLine)
      return read_giant(**file, source, one, snippet_size, reader);
    auto line = read_line_at(**file, one.hit.offset, one.hit.length);
    if (!line) return std::nullopt;
    const auto value = parser_.parse(*line);
    if (!value) return std::nullopt;
    const std::vector<Passage>& passages = reader.read(LineFields(*value));
    if (one.hit.part >= passages.size()) return std::nullopt;
    return shown(passages[one.hit.part], reader.line(), source, one, snippet_size);
  }

 private:
  std::optional<ShownHit> read_giant(const RandomAccessFile& file, const TranscriptFile& source,
                                     const SelectedHit& one, std::size_t snippet_size,
                                     PassageReader& reader) {
    std::optional<ShownHit> hit;
    const auto giant = GiantLine::open(file, one.hit.offset, one.hit.length, reader);
    if (!giant) return hit;
    const auto read = giant->each_passage([&](const Passage& passage, std::size_t part) {
      if (part == one.hit.part) hit = shown(passage, reader.line(), source, one, snippet_size);
    });
    return read ? hit : std::nullopt;
  }

  std::optional<ShownHit> shown(const Passage& passage, const PassageLine& line,
                                const TranscriptFile& source, const SelectedHit& one,
                                std::size_t snippet_size) {
    if (!matcher_.matches(passage.text)) return std::nullopt;
    ShownHit hit;
    hit.selected = one;
    hit.uuid = line.uuid;
    hit.session = source.session.empty() ? std::string(line.session) : source.session;
    hit.tool = passage.tool;
    hit.time = line.time;
    hit.error = passage.error;
    hit.snippet = make_snippet(passage.text, matcher_.marks(), snippet_size);
    return hit;
  }

  PassageMatcher matcher_;
  json::Parser parser_;
};

}  // namespace

std::vector<ShownHit> read_hits(const FileSystem& files, const std::vector<TranscriptFile>& sources,
                                const Query& query, const std::vector<SelectedHit>& selected,
                                std::size_t snippet_size, StopToken stop) {
  constexpr std::int64_t kHitsPerThread = 8;
  const int threads = threads_for(std::ssize(selected), kHitsPerThread);
  std::vector<std::unique_ptr<HitReader>> readers;
  readers.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i)
    readers.push_back(std::make_unique<HitReader>(PassageMatcher(query, stop)));
  // The longest line first: it may take as long as all others.
  std::vector<std::size_t> order(selected.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return selected[a].hit.length > selected[b].hit.length;
  });
  std::vector<std::optional<ShownHit>> read(selected.size());
  parallel_for(
      std::ssize(selected), threads,
      [&](std::int64_t i, int worker) {
        const std::size_t at = order[static_cast<std::size_t>(i)];
        read[at] = readers[static_cast<std::size_t>(worker)]->read(
            files, sources[selected[at].hit.file], selected[at], snippet_size);
      },
      stop);
  std::vector<ShownHit> shown;
  for (std::optional<ShownHit>& hit : read) {
    if (hit) shown.push_back(std::move(*hit));
  }
  return shown;
}

}  // namespace clew
