// SPDX-License-Identifier: MIT

#include <algorithm>
#include <set>

#include "base/edit_distance.h"
#include "base/text.h"
#include "engine/lists/session_list.h"
#include "engine/search/recall.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

constexpr std::size_t kMostNear = 5;

bool look_alike(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  if (shorter < 4) return false;
  if (a.substr(0, 5) == b.substr(0, 5)) return true;
  const int most = shorter < 6 ? 1 : 2;
  return edit_distance(a, b, most + 1) <= most;
}

std::vector<std::string> similar_words(std::string_view text,
                                       const std::vector<std::string>& asked) {
  std::set<std::string> similar;
  for_each_token(text, [&](const Token& token) {
    for (const std::string& word : asked) {
      if (look_alike(token.text, word)) similar.emplace(token.text);
    }
  });
  return {similar.begin(), similar.end()};
}

// As the filters of a search take projects.
bool is_asked_for(const std::vector<std::string>& projects, std::string_view path,
                  std::string_view key) {
  return projects.empty() ||
         std::any_of(projects.begin(), projects.end(), [&](const std::string& asked) {
           return key == asked || ascii_lower(path).find(ascii_lower(asked)) != std::string::npos;
         });
}

}  // namespace

Result<std::vector<NearSession>> nearest_sessions(Engine& engine, const Arguments& arguments,
                                                  const std::vector<std::string>& words) {
  Arguments::Given given{{"all", {"true"}}, {"limit", {"0"}}};
  for (const char* name : {"since", "until", "timezone"}) {
    if (const auto value = arguments.maybe_text(name)) given[name] = {*value};
  }
  if (arguments.flag("hidden")) given["hidden"] = {"true"};
  const auto checked = Arguments::check(*find_operation("list"), given);
  if (!checked) return checked.error();
  const auto listing = open_session_list(engine, *checked);
  if (!listing) return listing.error();
  const std::vector<std::string> projects = arguments.list("project");
  std::vector<NearSession> near;
  for (const SessionRow& row : listing->list.sessions) {
    const FactsView facts = listing->facts_of(row);
    if (!is_asked_for(projects, facts.cwd, listing->list.folders[row.folder].key)) continue;
    const std::string name = short_name(facts);
    near.push_back({.id = std::string(facts.id),
                    .name = name,
                    .project = std::string(facts.cwd),
                    .updated = facts.updated_at(),
                    .words = similar_words(name + " " + std::string(facts.first_prompt), words)});
  }
  // Those with similar words; without any, the newest.
  std::stable_sort(near.begin(), near.end(), [](const NearSession& a, const NearSession& b) {
    return a.words.size() > b.words.size();
  });
  const auto alike = std::find_if(near.begin(), near.end(),
                                  [](const NearSession& one) { return one.words.empty(); });
  if (alike != near.begin()) near.erase(alike, near.end());
  if (near.size() > kMostNear) near.resize(kMostNear);
  return near;
}

}  // namespace clew
