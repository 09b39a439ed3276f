// SPDX-License-Identifier: MIT
//
// What search and index answer.
#pragma once

#include <array>

#include "base/text.h"
#include "engine/lists/list_answers.h"
#include "engine/search/search_index.h"
#include "engine/search/search_view.h"

namespace clew {

// Marks count as JavaScript counts, so that text.slice(start, end) is what was found.
template <>
inline constexpr auto kDescription<Snippet> = describe(
    "Snippet", "text around hits", field("text", "a part of what was found", &Snippet::text),
    field("marks", "begin and end of each hit in it, as JavaScript counts",
          [](const Snippet& snippet) {
            return MappedList(snippet.marks, [&snippet](const TextMark& mark) {
              const std::string_view text = snippet.text;
              return std::array<std::size_t, 2>{utf16_length(text.substr(0, mark.begin)),
                                                utf16_length(text.substr(0, mark.end))};
            });
          }));

template <>
inline constexpr auto kDescription<SearchViewHit> = describe(
    "Hit", "a hit",
    field("session", "the session's id", through(&SearchViewHit::hit, &ShownHit::session)),
    field("uuid", "the line", or_null(through(&SearchViewHit::hit, &ShownHit::uuid))),
    field("role", "whose text it is",
          [](const SearchViewHit& one) { return one.hit.selected.hit.role; }),
    field_if_any("tool", "the tool, of a call", through(&SearchViewHit::hit, &ShownHit::tool)),
    field("timestamp", "of the line", as_time(through(&SearchViewHit::hit, &ShownHit::time))),
    field("snippet", "the text around it", through(&SearchViewHit::hit, &ShownHit::snippet)),
    field("score", "how good it is",
          [](const SearchViewHit& one) { return static_cast<double>(one.hit.selected.hit.score); }),
    field("branch", "where in the session", &SearchViewHit::branch),
    field("error", "it is an error of a tool", through(&SearchViewHit::hit, &ShownHit::error)),
    field("file", "the transcript",
          [](const SearchViewHit& one) -> const std::string& { return one.file->path; }),
    field("offset", "where its line begins, in bytes",
          [](const SearchViewHit& one) { return one.hit.selected.hit.offset; }),
    field("title", "the session's title",
          or_null(through(&SearchViewHit::called, &SessionName::title))),
    field("name", "a short name of the session",
          through(&SearchViewHit::called, &SessionName::name)),
    field_if_any("project", "the folder that the session worked in",
                 through(&SearchViewHit::called, &SessionName::folder)),
    field("moreInSession", "further hits in the same session",
          [](const SearchViewHit& one) { return one.hit.selected.more; }),
    field("open", "the command that shows it", &SearchViewHit::open));

template <>
inline constexpr auto kDescription<SearchView> = describe(
    "SearchResult", "what was found",
    field("hits", "what was found, best first", &SearchView::hits),
    field("total", "hits in all", &SearchView::total),
    field("sessions", "sessions with hits", &SearchView::sessions),
    field("index", "an index was used", &SearchView::used_index),
    field("fresh", "it knew all files", &SearchView::fresh),
    field("behind", "files it did not know", &SearchView::behind),
    field("skippedLines", "lines that could not be searched", &SearchView::skipped_lines),
    field("loose", "words of the query whose signs were not looked for", &SearchView::loose),
    field("findings", kFindingsHelp, &SearchView::findings),
    field("tookMs", "milliseconds", &SearchView::took_ms));
inline bool holds_nothing(const SearchView& view) { return view.total == 0; }

// What was asked of the index: its state, a check, its end, or to be brought up to date.
struct IndexAnswer {
  std::string path;
  std::optional<IndexStatus> status;
  std::optional<IndexReport> built;
  bool verified = false;
  bool dropped = false;

  // A member of the state, or of the report on the building.
  template <class T>
  constexpr std::optional<T> of(T IndexStatus::*member) const {
    return status ? std::optional(*status.*member) : std::nullopt;
  }
  template <class T>
  constexpr std::optional<T> of(T IndexReport::*member) const {
    return built ? std::optional(*built.*member) : std::nullopt;
  }
  template <class T>
  constexpr std::optional<T> of(T IndexOutcome::*member) const {
    return built ? std::optional(built->outcome.*member) : std::nullopt;
  }
};
Result<IndexAnswer> index_answer(Engine& engine, const Arguments& arguments);

// Of a member that both have.
template <class T>
constexpr auto of_either(T IndexStatus::*one, T IndexReport::*other) {
  return [one, other](const IndexAnswer& a) { return a.status ? a.of(one) : a.of(other); };
}
template <class T>
constexpr auto of_index(T member) {
  return [member](const IndexAnswer& a) { return a.of(member); };
}

template <>
inline constexpr auto kDescription<IndexAnswer> = describe(
    "IndexReport", "the index", field("path", "where the index lies", &IndexAnswer::path),
    field_if_any("files", "transcripts in it", of_either(&IndexStatus::files, &IndexReport::files)),
    field_if_any("passages", "texts in it",
                 of_either(&IndexStatus::documents, &IndexReport::documents)),
    field_if_any("bytes", "its size", of_either(&IndexStatus::bytes, &IndexReport::bytes)),
    field_if_any("exists", "status: it is there", of_index(&IndexStatus::exists)),
    field_if_any("segments", "status: its parts", of_index(&IndexStatus::segments)),
    field_if_any("fresh", "status: it knows all files",
                 [](const IndexAnswer& a) {
                   return a.status ? std::optional(a.status->behind == 0) : std::nullopt;
                 }),
    field_if_any("behind", "status: files it does not know", of_index(&IndexStatus::behind)),
    field_if_any("behindBytes", "status: their size", of_index(&IndexStatus::behind_bytes)),
    field_if_any("dead", "status: share of the texts whose files are gone",
                 of_index(&IndexStatus::dead)),
    field_if_any("ok", "verify: it is in order", &IndexAnswer::verified),
    field_if_any("dropped", "drop: it was removed", &IndexAnswer::dropped),
    field_if_any("added", "build: new files", of_index(&IndexOutcome::added)),
    field_if_any("grown", "build: files that grew", of_index(&IndexOutcome::grown)),
    field_if_any("rewritten", "build: files that changed otherwise",
                 of_index(&IndexOutcome::rewritten)),
    field_if_any("moved", "build: files with a new name", of_index(&IndexOutcome::moved)),
    field_if_any("gone", "build: files that are gone", of_index(&IndexOutcome::gone)),
    field_if_any("readBytes", "build: bytes that were read", of_index(&IndexOutcome::bytes)),
    field_if_any("findings", "build, status: what is wrong in the files read, or in the index",
                 [](const IndexAnswer& a) -> const Findings* {
                   if (a.built) return &a.built->outcome.findings;
                   return a.status ? &a.status->findings : nullptr;
                 }),
    field_if_any("tookMs", "build: milliseconds", of_index(&IndexReport::took_ms)));
inline bool holds_nothing(const IndexAnswer& answer) {
  return answer.status && !answer.status->exists;
}

}  // namespace clew
