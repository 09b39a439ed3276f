// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <chrono>
#include <climits>
#include <optional>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "catalog/beside/prompt_history.h"
#include "catalog/list/hidden_list.h"

namespace clew {
namespace {

std::string current_folder() {
  char buffer[PATH_MAX];
  return ::getcwd(buffer, sizeof buffer) ? std::string(buffer) : std::string();
}

// What is left of a session whose transcript is gone, when that is what was named.
std::optional<Error> ghost_error(const FileSystem& files, const std::vector<std::string>& roots,
                                 std::string_view name) {
  constexpr std::size_t kShortest = 4;
  if (name.starts_with("claude:")) name.remove_prefix(7);
  const bool may_be_id = name.find_first_not_of("0123456789abcdefABCDEF-") == name.npos;
  if (name.size() < kShortest || !may_be_id) return std::nullopt;
  PromptFilter filter;
  filter.session = ascii_lower(name);
  const std::vector<GhostSession> ghosts = find_ghosts(files, roots, filter).ghosts;
  if (ghosts.empty()) return std::nullopt;
  const GhostSession& ghost = ghosts.front();
  const std::size_t count = ghost.prompts.size();
  std::string message =
      "the transcript of session " + ghost.id + " is gone: all that is left of it " +
      (count == 1 ? "is one prompt" : "are " + std::to_string(count) + " prompts") + ", typed on " +
      format_local(ghost.first);
  if (count > 1) message += " to " + format_local(ghost.last);
  if (!ghost.project.empty()) message += " in " + terminal_line(ghost.project);
  message += "; `clew prompts --session " + shell_word(name) + "` shows " +
             (ghosts.size() == 1 ? (count == 1 ? "it" : "them") : "its and those of others");
  return Error{ErrorCode::kNotFound, message};
}

}  // namespace

EngineOptions EngineOptions::from_environment(std::vector<std::string> roots) {
  EngineOptions options;
  options.roots = std::move(roots);
  options.environment = RootEnvironment::of_process();
  options.own = find_own_paths().value_or(OwnPaths{});
  options.folder = current_folder();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  options.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return options;
}

Engine::Engine(WritableFileSystem& files, EngineOptions options, EngineServices services)
    : files_(files),
      options_(std::move(options)),
      services_(services),
      roots_(find_roots(files, options_.roots, options_.environment)) {}

Result<NamedSession> Engine::locate(const std::string& name, Hidden hidden_ones) {
  NameOptions options;
  options.finds_hidden = hidden_ones == Hidden::kByAnyName;
  options.by_path = options_.by_path;
  options.current_project = options_.folder;
  // "@1" counts rows of the list, in which hidden sessions are not; nor are they suggested.
  auto hidden = hidden_filter(files_, options_.own.hidden());
  if (!hidden && name.starts_with('@')) return hidden.error();
  if (hidden) {
    options.scope.is_hidden = std::move(*hidden);
  } else {  // what cannot be known may be hidden
    options.scope.is_hidden = [](const FactsView&, const ProjectFolder&) { return true; };
  }
  auto session = find_session(files_, roots_.paths, name, options);
  if (session || session.error().code != ErrorCode::kNotFound) return session;
  const auto ghost = ghost_error(files_, roots_.paths, name);
  return ghost ? Result<NamedSession>(*ghost) : session;
}

}  // namespace clew
