// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <unistd.h>

#include <chrono>
#include <climits>
#include <utility>

#include "catalog/session_names.h"
#include "os/paths.h"

namespace clew {
namespace {

// $XDG_..._HOME/clew when that is an absolute path, else its place below the home folder.
std::string own_dir(const std::string& variable, std::string_view below_home) {
  const auto configured = environment(variable);
  if (configured && configured->starts_with('/')) return join_path(*configured, "clew");
  const auto home = home_directory();
  return home ? join_path(*home, below_home, "clew") : std::string();
}

std::string current_folder() {
  char buffer[PATH_MAX];
  return ::getcwd(buffer, sizeof buffer) ? std::string(buffer) : std::string();
}

}  // namespace

EngineOptions EngineOptions::from_environment(std::vector<std::string> roots) {
  EngineOptions options;
  options.roots = std::move(roots);
  options.environment = RootEnvironment::of_process();
  options.cache_dir = own_dir("XDG_CACHE_HOME", ".cache");
  options.data_dir = own_dir("XDG_DATA_HOME", ".local/share");
  options.folder = current_folder();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  options.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return options;
}

Engine::Engine(WritableFileSystem& files, EngineOptions options)
    : files_(files), options_(std::move(options)),
      roots_(find_roots(files, options_.roots, options_.environment)) {}

Result<std::unique_ptr<Session>> Engine::open_session(const std::string& name) {
  auto session = open_any_file(name);
  if (!session) return session;
  if (auto checked = (*session)->check_has_lines(); !checked) return checked.error();
  return session;
}

Result<std::unique_ptr<Session>> Engine::open_any_file(const std::string& name) {
  auto path = find_session(name);
  if (!path) return path.error();
  return Session::open(files_, *path);
}

Result<std::string> Engine::find_session(const std::string& name) {
  NameOptions options;
  options.current_project = options_.folder;
  auto found = clew::find_session(files_, roots_.paths, name, options);
  if (!found) return found.error();
  return found->path;
}

}  // namespace clew
