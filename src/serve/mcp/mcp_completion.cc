// SPDX-License-Identifier: MIT

#include "serve/mcp/mcp_completion.h"

#include <string>
#include <vector>

#include "base/text.h"
#include "engine/lists/list_answers.h"
#include "engine/usage/session_usage.h"
#include "serve/mcp/mcp_text.h"

namespace clew {
namespace {

constexpr std::size_t kMostValues = 100;  // the protocol's own limit

using Values = std::vector<std::string>;

Result<Values> matching_sessions(Engine& engine, std::string_view begun,
                                 const CallOptions& options) {
  auto listing = answer_of<list_answer>(engine, {{"all", {"true"}}}, options);
  if (!listing) return listing.error();
  const std::string_view id_begun = plain_session_id(begun);
  const std::string words = ascii_lower(begun);
  Values ids;
  for (const SessionRow& row : listing->list.sessions) {
    const FactsView facts = listing->facts_of(row);
    const bool titled = ascii_lower(short_name(facts)).find(words) != std::string::npos;
    if (facts.id.starts_with(id_begun) || titled) ids.push_back(short_line(facts.id));
  }
  return ids;
}

Result<Values> matching_projects(Engine& engine, std::string_view begun,
                                 const CallOptions& options) {
  auto projects = answer_of<open_projects>(engine, {}, options);
  if (!projects) return projects.error();
  const std::string wanted = ascii_lower(begun);
  Values keys;
  for (const Project& project : projects->projects) {
    const std::string& key = projects->list.folders[project.folder].key;
    if (ascii_lower(key).find(wanted) != std::string::npos) keys.push_back(short_line(key));
  }
  return keys;
}

}  // namespace

Result<void> write_completion(json::Writer& out, Engine& engine, json::Value params,
                              const CallOptions& options) {
  const std::string_view name = params["argument"]["name"].string_or("");
  const std::string_view begun = params["argument"]["value"].string_or("");
  if (!params["ref"].is_object() || name.empty())
    return Error{ErrorCode::kInvalid, "completion needs ref and argument"};
  Result<Values> values = Values{};
  if (name == "sessionId" || name == "id") {
    values = matching_sessions(engine, begun, options);
  } else if (name == "slug") {
    values = matching_projects(engine, begun, options);
  }
  if (!values) return values.error();
  out.key("completion").begin_object().key("values").begin_array();
  for (std::size_t i = 0; i < std::min(values->size(), kMostValues); ++i) out.value((*values)[i]);
  out.end_array().field("total", std::ssize(*values));
  out.field("hasMore", values->size() > kMostValues).end_object();
  return {};
}

}  // namespace clew
