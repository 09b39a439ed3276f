// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <chrono>
#include <climits>
#include <unistd.h>
#include <utility>

#include "catalog/list/hidden_list.h"

namespace clew {
namespace {

std::string current_folder() {
  char buffer[PATH_MAX];
  return ::getcwd(buffer, sizeof buffer) ? std::string(buffer) : std::string();
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

Result<NamedSession> Engine::locate(const std::string& name) {
  NameOptions options;
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
  return find_session(files_, roots_.paths, name, options);
}

}  // namespace clew
