// SPDX-License-Identifier: MIT

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

#include "base/text.h"
#include "json/writer.h"
#include "serve/mcp_text.h"
#include "serve/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kTitleBytes = 200;
constexpr std::size_t kSnippetBytes = 600;
constexpr std::int64_t kMostHits = 1000;  // how far pages go

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

void write_hit(json::Writer& out, json::Value hit) {
  const std::string_view id = hit["session"].string_or("");
  out.begin_object().field("sessionId", terminal_line(id));
  write_line_or_null(out, "messageUuid", hit["uuid"]);
  write_clean(out, "title", hit["title"], kTitleBytes);
  out.field("role", hit["role"].string_or(""));
  write_line_or_null(out, "timestamp", hit["timestamp"]);
  out.field("snippet", clean_text(hit["snippet"]["text"].string_or(""), kSnippetBytes));
  out.field("branch", hit["branch"].string_or("unknown")).field("score", hit["score"].number_or(0));
  out.field("resumeCommand", resume_command("", id)).end_object();
}

void take(const ToolInput& input, std::initializer_list<const char*> names,
          Arguments::Given& given) {
  for (const char* name : names) {
    const std::string_view text = input.text(name);
    if (!text.empty()) given[name] = {std::string(text)};
  }
}

// A page of hits. The search has no cursor of its own; ours is the number of hits before.
Result<std::string> search_page(const ToolInput& input, Arguments::Given given) {
  std::int64_t skip = 0;
  if (const std::string_view cursor = input.text("cursor"); !cursor.empty()) {
    const char* last = cursor.data() + cursor.size();
    const auto [end, error] = std::from_chars(cursor.data(), last, skip);
    if (error != std::errc() || end != last || skip < 0 || skip > kMostHits) {
      return invalid("cursor: not one of ours");
    }
  }
  const std::int64_t limit = input.limit(10, 50);
  given["limit"] = {std::to_string(skip + limit + 1)};
  json::Writer out;
  out.begin_object().key("hits").begin_array();
  std::int64_t seen = 0;
  std::int64_t taken = 0;
  const auto take_hit = [&](json::Value hit) {
    if (seen++ < skip || taken >= limit || out.text().size() > kLargestToolAnswer - 4096) {
      return true;
    }
    write_hit(out, hit);
    ++taken;
    return true;
  };
  auto rest = each_element(input.engine, "search", given, input.options, "hits", take_hit);
  if (!rest) return rest.error();
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  out.end_array().field("total", answer ? (*answer)["total"].int_or(seen) : seen);
  if (skip + taken < seen && skip + taken < kMostHits) {
    out.field("nextCursor", std::to_string(skip + taken));
  }
  out.end_object();
  return out.take();
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

Result<std::string> tool_search_sessions(const ToolInput& input) {
  Arguments::Given given;
  take(input, {"query", "project", "branch", "model", "role", "tool", "after", "before"}, given);
  return search_page(input, std::move(given));
}

Result<std::string> tool_search_content(const ToolInput& input) {
  Arguments::Given given;
  take(input, {"project", "role", "after", "before"}, given);
  const std::string_view pattern = input.text("pattern");
  const bool is_regex = input.text("mode") == "regex";
  auto query = is_regex ? regex_query(pattern, input.arguments["ignoreCase"].bool_or(false))
                        : exact_query(pattern);
  if (!query) return query.error();
  given["query"] = {std::move(*query)};
  return search_page(input, std::move(given));
}

Result<std::string> tool_usage_summary(const ToolInput& input) {
  Arguments::Given given;
  take(input, {"project", "model"}, given);
  const std::string_view kind = input.text("groupBy").empty() ? "daily" : input.text("groupBy");
  given["kind"] = {std::string(kind)};
  if (!input.text("after").empty()) given["since"] = {std::string(input.text("after"))};
  if (!input.text("before").empty()) given["until"] = {std::string(input.text("before"))};
  const std::size_t limit = static_cast<std::size_t>(input.limit(50, 200));
  // The newest days and the dearest sessions stand last or first; keep the end of what is by time.
  std::vector<std::string> rows;
  auto rest =
      each_element(input.engine, "usage", given, input.options, "rows", [&rows](json::Value row) {
        rows.push_back(row.to_json());
        return true;
      });
  if (!rest) return rest.error();
  const std::size_t count = rows.size();
  const bool by_time = kind == "daily" || kind == "weekly" || kind == "monthly";
  if (count > limit) {
    by_time ? rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(limit))
            : rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(limit), rows.end());
  }
  json::Writer out;
  out.begin_object().field("groupBy", kind).key("rows").begin_array();
  std::size_t written = 0;
  for (const std::string& row : rows) {
    if (out.text().size() + row.size() > kLargestToolAnswer - 8192) break;
    out.raw(row);
    ++written;
  }
  out.end_array();
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  const json::Value totals = answer ? (*answer)["totals"] : json::Value();
  out.raw_field("totals", totals.is_object() ? totals.to_json() : "{}");
  out.field("rowCount", count).field("truncated", written < count).end_object();
  return out.take();
}

Result<std::string> tool_file_history(const ToolInput& input) {
  struct Touched {
    std::string title, last_at, last_uuid, last_what;
    std::int64_t touches = 0;
  };
  std::map<std::string, Touched> sessions;
  Arguments::Given given{{"file", {std::string(input.text("path"))}},
                         {"limit", {"10000"}},
                         {"per-session", {"10000"}},
                         {"sort", {"time"}}};
  take(input, {"project"}, given);
  auto rest =
      each_element(input.engine, "search", given, input.options, "hits", [&](json::Value hit) {
        Touched& touched = sessions[terminal_line(hit["session"].string_or(""))];
        ++touched.touches;
        if (hit["timestamp"].string_or("") > touched.last_at) {
          touched.last_at = hit["timestamp"].string_or("");
          touched.last_uuid = hit["uuid"].string_or("");
          touched.last_what = clean_text(hit["snippet"]["text"].string_or(""), 200);
        }
        if (touched.title.empty()) {
          touched.title = clean_text(hit["title"].string_or(""), kTitleBytes);
        }
        return true;
      });
  if (!rest) return rest.error();
  std::vector<std::pair<std::string, Touched>> order(sessions.begin(), sessions.end());
  std::sort(order.begin(), order.end(), [](const auto& left, const auto& right) {
    return left.second.last_at > right.second.last_at;
  });
  const std::size_t limit = static_cast<std::size_t>(input.limit(20, 50));
  json::Writer out;
  out.begin_object().field("path", clean_text(input.text("path"), 1000));
  out.field("total", order.size()).key("sessions").begin_array();
  for (std::size_t i = 0; i < std::min(limit, order.size()); ++i) {
    const auto& [id, touched] = order[i];
    out.begin_object().field("sessionId", id).field("title", touched.title);
    out.field("touches", touched.touches).key("lastAt");
    touched.last_at.empty() ? out.null() : out.value(touched.last_at);
    out.key("last").begin_object().field("uuid", touched.last_uuid);
    out.field("what", touched.last_what).end_object();
    out.field("resumeCommand", resume_command("", id)).end_object();
  }
  out.end_array().end_object();
  return out.take();
}

}  // namespace clew
