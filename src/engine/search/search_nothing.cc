// SPDX-License-Identifier: MIT

#include "engine/search/search_nothing.h"

#include <algorithm>

#include "catalog/beside/tool_results.h"
#include "engine/search/matches.h"
#include "engine/search/search_index.h"
#include "search/index_search.h"

namespace clew {
namespace {

// Without those that are hidden.
Result<std::int64_t> count_hits(Engine& engine, const Arguments& arguments, const Query& query,
                                bool ask_index) {
  auto found = ask_index ? index_matches(engine, query, search_index) : file_matches(engine, query);
  if (!found) return found.error();
  if (auto left = leave_out_hidden(engine, arguments, *found); !left) return left.error();
  return std::ssize(found->hits);
}

std::string text_of(const QueryGroup& group) {
  std::string text;
  for (const QueryTerm& term : group.any) text += (text.empty() ? "" : " OR ") + term.text;
  return text;
}

// How often each of the words is there.
Result<void> count_words(Engine& engine, const Arguments& arguments, const Query& query,
                         NothingFound& why) {
  constexpr std::size_t kMost = 6;
  if (query.groups.size() < 2 || query.groups.size() > kMost) return {};
  for (const QueryGroup& group : query.groups) {
    if (group.negated) continue;
    auto counted = count_hits(engine, arguments, Query{{group}, {}}, true);
    if (!counted) return counted.error();
    why.words.emplace_back(text_of(group), *counted);
  }
  if (why.words.size() < 2) why.words.clear();
  return {};
}

}  // namespace

Result<NothingFound> why_nothing(Engine& engine, const Arguments& arguments,
                                 const SearchView& view) {
  NothingFound why;
  const auto sources = find_sources(engine);
  why.no_sessions = sources.files.empty();
  if (why.no_sessions) return why;
  why.stored_outputs = std::any_of(
      sources.files.begin(), sources.files.end(),
      [&](const TranscriptFile& source) { return has_tool_results(engine.files(), source.path); });
  auto query = search_query(engine, arguments);
  if (!query) return query.error();
  why.not_filters = query->filter_like_terms();
  why.hidden = view.hidden;
  if (why.hidden > 0) return why;
  why.only_filters = query->groups.empty();
  if (!query->filters.empty() && !why.only_filters) {
    query->filters.clear();
    auto counted = count_hits(engine, arguments, *query, view.used_index);
    if (!counted) return counted.error();
    why.without_filters = *counted;
    if (why.without_filters > 0) return why;
  }
  if (!view.used_index) return why;
  if (auto words = count_words(engine, arguments, *query, why); !words) return words.error();
  return why;
}

}  // namespace clew
