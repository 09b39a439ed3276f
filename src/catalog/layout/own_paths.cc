// SPDX-License-Identifier: MIT
#include "catalog/layout/own_paths.h"

#include "os/paths.h"

namespace clew {
namespace {

std::optional<std::string> folder_of(const std::optional<std::string>& variable,
                                     const std::optional<std::string>& home, NameView below_home) {
  if (variable && variable->starts_with('/')) return join_path(*variable, "clew");
  if (!home) return std::nullopt;
  return join_path(*home, below_home, "clew");
}

}  // namespace

std::string OwnPaths::facts_cache() const { return join_path(cache, "facts-v1"); }
std::string OwnPaths::hidden() const { return join_path(data, "hidden.json"); }
std::string OwnPaths::marks() const { return join_path(data, "marks.json"); }
std::string OwnPaths::trash() const { return join_path(data, "trash"); }
std::string OwnPaths::workspaces() const { return join_path(data, "workspaces"); }
std::string OwnPaths::keep() const { return join_path(data, "keep"); }
std::string OwnPaths::machine() const { return join_path(data, "machine"); }
std::string OwnPaths::keep_keys() const { return join_path(data, "keep-keys"); }
std::string OwnPaths::forgotten() const { return join_path(data, "keep-forgotten"); }
std::string OwnPaths::chunks() const { return join_path(cache, "keep-chunks"); }
std::string OwnPaths::redact() const { return join_path(data, "redact.json"); }
std::string OwnPaths::session_store() const { return join_path(data, "session-store"); }
std::string OwnPaths::links() const { return join_path(data, "links.jsonl"); }
std::string OwnPaths::folders() const { return join_path(data, "folders.json"); }
std::string OwnPaths::team() const { return join_path(data, "team"); }
std::string OwnPaths::team_shared() const { return join_path(data, "team-shared.json"); }
std::string OwnPaths::team_sent() const { return join_path(cache, "team-sent"); }

std::optional<OwnPaths> find_own_paths(const std::optional<std::string>& xdg_cache,
                                       const std::optional<std::string>& xdg_data,
                                       const std::optional<std::string>& home) {
  const auto cache = folder_of(xdg_cache, home, ".cache");
  const auto data = folder_of(xdg_data, home, ".local/share");
  if (!cache || !data) return std::nullopt;
  return OwnPaths{*cache, *data};
}

std::optional<OwnPaths> find_own_paths() {
  return find_own_paths(environment("XDG_CACHE_HOME"), environment("XDG_DATA_HOME"),
                        home_directory());
}

}  // namespace clew
