// SPDX-License-Identifier: MIT

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

#include "base/text.h"
#include "engine/read/resume_command.h"
#include "serve/mcp/mcp_budget.h"
#include "serve/mcp/mcp_scope.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kSnippetBytes = 600;
constexpr std::int64_t kMostHits = 1000;  // how far pages go

McpHit hit_of(const Engine& engine, const SearchViewHit& found) {
  const ShownHit& hit = found.hit;
  return {.session = short_line(hit.session),
          .uuid = short_line(hit.uuid),
          .title = clean_text(found.called.name, kTitleBytes),
          .role = hit.selected.hit.role,
          .time = hit.time,
          .snippet = clean_text(hit.snippet.text, kSnippetBytes),
          .branch = found.branch,
          .score = hit.selected.hit.score,
          .resume = resume_command(engine, found.file->info, found.file->path, found.file->project,
                                   hit.session)};
}

void give(Arguments::Given& given, const char* name, std::string_view text) {
  if (!text.empty()) given[name] = {std::string(text)};
}
void give(Arguments::Given& given, const McpTimes& times) {
  give(given, "since", times.since);
  give(given, "until", times.until);
}

// Where a search has no cursor of its own, ours is the number of items before.
Result<std::int64_t> items_before(std::string_view cursor) {
  std::int64_t skip = 0;
  if (cursor.empty()) return skip;
  const char* last = cursor.data() + cursor.size();
  const auto [end, error] = std::from_chars(cursor.data(), last, skip);
  if (error != std::errc() || end != last || skip < 0 || skip > kMostHits) {
    return invalid("cursor: not one of ours");
  }
  return skip;
}

// How many hits there are in all projects, for who found none in the scope.
Result<std::int64_t> hits_outside(const ToolContext& context, Arguments::Given given,
                                  const McpScope& scope) {
  if (scope.is_everything()) return 0;
  given.erase("project");
  given["limit"] = {"1"};
  auto found = answer_of<search_view>(context.engine, given, context.options);
  if (!found) return found.error();
  return found->total;
}

template <class Input>
Result<McpHits> search_page(const ToolContext& context, Arguments::Given given,
                            const Input& input) {
  const auto before = items_before(input.cursor);
  if (!before) return before.error();
  const std::int64_t skip = *before;
  const std::int64_t limit = input.limit.value;
  given["limit"] = {std::to_string(skip + limit + 1)};
  const McpScope scope(context, input.project);
  scope.give_projects(given);
  auto found = answer_of<search_view>(context.engine, given, context.options);
  if (!found) return found.error();
  McpHits page;
  page.where.scope = scope.name();
  if (found->total == 0) {
    auto outside = hits_outside(context, std::move(given), scope);
    if (!outside) return outside.error();
    page.where.outside = *outside;
  }
  page.total = found->total;
  const auto seen = std::ssize(found->hits);
  AnswerBudget budget(input.max_chars);
  std::int64_t next = std::min(skip, seen);
  const std::int64_t end = std::min(skip + limit, seen);
  bool some_of_session = false;
  for (; next < end; ++next) {
    const SearchViewHit& one = found->hits[static_cast<std::size_t>(next)];
    McpHit hit = hit_of(context.engine, one);
    if (!budget.takes(hit)) break;
    page.hits.push_back(std::move(hit));
    some_of_session = some_of_session || one.hit.selected.more > 0;
  }
  page.cut = cut_by_budget(static_cast<std::size_t>(end - next), "of the hits asked for",
                           input.max_chars, "nextCursor gives them");
  if (page.cut.empty() && some_of_session) {
    page.cut = "of each session only the best hits; session:ID in the query gives all of one";
  }
  if (next < seen && next < kMostHits) page.next_cursor = std::to_string(next);
  return page;
}

// The characters as an exact term of the query language, which has no way to write a backslash at
// the end of one.
Result<std::string> exact_query(std::string_view pattern) {
  if (!pattern.ends_with('\\')) {
    std::string exact = "=\"";
    for (const char c : pattern) exact += c == '"' ? "\\\"" : std::string(1, c);
    return exact + "\"";
  }
  std::string regex = "/";
  for (const char c : pattern) {
    if (std::string_view(R"(\/.[]{}()*+?^$|)").find(c) != std::string_view::npos) regex += '\\';
    regex += c;
  }
  return regex + "/";
}

Result<std::string> regex_query(std::string_view pattern, bool ignore_case) {
  std::string regex = "/";
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (i + 1 == pattern.size())
        return Error{ErrorCode::kInvalid, "the pattern ends with a single \\"};
      regex += pattern[i++];
    } else if (pattern[i] == '/') {
      regex += '\\';
    }
    regex += pattern[i];
  }
  return regex + (ignore_case ? "/i" : "/");
}

}  // namespace

Result<McpHits> tool_search_sessions(const ToolContext& context, const SearchSessionsInput& input) {
  Arguments::Given given;
  give(given, "query", input.query);
  give(given, "branch", input.branch);
  give(given, "model", input.model);
  if (input.role) give(given, "role", name_of(*input.role));
  give(given, "tool", input.tool);
  give(given, input.times);
  return search_page(context, std::move(given), input);
}

Result<McpHits> tool_search_content(const ToolContext& context, const SearchContentInput& input) {
  Arguments::Given given;
  if (input.role) give(given, "role", name_of(*input.role));
  give(given, input.times);
  auto query = input.mode.text == "regex" ? regex_query(input.pattern, input.ignore_case)
                                          : exact_query(input.pattern);
  if (!query) return query.error();
  given["query"] = {std::move(*query)};
  return search_page(context, std::move(given), input);
}

namespace {

// At most `limit` rows, those that fit beside the totals; of what is by time the newest, which
// stand last.
std::vector<UsageRow> fitting_rows(const UsageAnswer& answer, const std::vector<UsageRow>& rows,
                                   bool by_time, std::size_t limit, const MaxChars& most) {
  AnswerBudget budget(most);
  (void)budget.takes(UsageTotals{&answer});
  std::vector<UsageRow> kept;
  for (std::size_t i = 0; i < std::min(limit, rows.size()); ++i) {
    const UsageRow& row = rows[by_time ? rows.size() - 1 - i : i];
    if (!budget.takes(row)) break;
    kept.push_back(row);
  }
  if (by_time) std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace

Result<McpUsage> tool_usage_summary(const ToolContext& context, const UsageSummaryInput& input) {
  Arguments::Given given;
  const std::string_view kind = input.group_by.text;
  give(given, "kind", kind);
  give(given, "project", input.project);
  give(given, "model", input.model);
  give(given, input.times);
  auto answer = answer_of<usage_answer>(context.engine, given, context.options);
  if (!answer) return answer.error();
  McpUsage usage;
  usage.answer = std::make_shared<const UsageAnswer>(std::move(*answer));
  std::vector<UsageRow> rows = counted_rows(*usage.answer).value_or(std::vector<UsageRow>());
  usage.row_count = rows.size();
  const bool by_time = kind == "daily" || kind == "weekly" || kind == "monthly";
  usage.rows = fitting_rows(*usage.answer, rows, by_time,
                            static_cast<std::size_t>(input.limit.value), input.max_chars);
  if (usage.rows.size() < rows.size()) {
    usage.cut = std::to_string(rows.size() - usage.rows.size()) +
                " rows are left out; limit (at most 200) and maxChars (at most " +
                std::to_string(kLargestAnswer) + ") give more, since and until others";
  }
  return usage;
}

namespace {

McpFileHistory history_page(std::map<std::string, McpTouched>&& sessions, std::size_t before,
                            const FileHistoryInput& input) {
  std::vector<McpTouched> all;
  all.reserve(sessions.size());
  for (auto& [id, touched] : sessions) all.push_back(std::move(touched));
  std::stable_sort(all.begin(), all.end(), [](const McpTouched& left, const McpTouched& right) {
    return left.last_time > right.last_time;
  });
  McpFileHistory page;
  page.path = clean_text(input.path, 1000);
  page.total = all.size();
  AnswerBudget budget(input.max_chars);
  std::size_t next = std::min(before, all.size());
  const std::size_t end = std::min(next + static_cast<std::size_t>(input.limit.value), all.size());
  for (; next < end && budget.takes(all[next]); ++next) page.sessions.push_back(all[next]);
  if (next < all.size()) page.next_cursor = std::to_string(next);
  page.cut = cut_by_budget(end - next, "of the sessions asked for", input.max_chars,
                           "nextCursor gives them");
  return page;
}

}  // namespace

Result<McpFileHistory> tool_file_history(const ToolContext& context,
                                         const FileHistoryInput& input) {
  const auto before = items_before(input.cursor);
  if (!before) return before.error();
  Arguments::Given given{
      {"file", {input.path}}, {"limit", {"10000"}}, {"per-session", {"10000"}}, {"sort", {"time"}}};
  const McpScope scope(context, input.project);
  scope.give_projects(given);
  auto found = answer_of<search_view>(context.engine, given, context.options);
  if (!found) return found.error();
  McpLookedAt where{scope.name()};
  if (found->total == 0) {
    auto outside = hits_outside(context, std::move(given), scope);
    if (!outside) return outside.error();
    where.outside = *outside;
  }
  std::map<std::string, McpTouched> sessions;
  for (const SearchViewHit& one : found->hits) {
    McpTouched& touched = sessions[one.hit.session];
    if (++touched.touches == 1) {
      touched.id = short_line(one.hit.session);
      touched.resume = resume_command(context.engine, one.file->info, one.file->path,
                                      one.file->project, one.hit.session);
    }
    if (one.hit.time > touched.last_time) {
      touched.last_time = one.hit.time;
      touched.last = {short_line(one.hit.uuid), clean_text(one.hit.snippet.text, 200)};
    }
    if (touched.title.empty()) touched.title = clean_text(one.called.name, kTitleBytes);
  }
  McpFileHistory page = history_page(std::move(sessions), static_cast<std::size_t>(*before), input);
  page.where = std::move(where);
  return page;
}

}  // namespace clew
