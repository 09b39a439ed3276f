// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <chrono>
#include <climits>
#include <unistd.h>
#include <utility>

#include "catalog/hidden_list.h"

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

Result<SharedSession> Engine::open_session(const std::string& name) {
  auto named = locate(name);
  if (!named) return named.error();
  return open_session(*named);
}

Result<SharedSession> Engine::open_session(const NamedSession& named) {
  auto session = open_file(named.path);
  if (!session) return session;
  if (auto checked = (*session)->check_has_lines(); !checked) return checked.error();
  return session;
}

Result<SharedSession> Engine::open_any_file(const std::string& name) {
  auto named = locate(name);
  if (!named) return named.error();
  return open_file(named->path);
}

Result<SharedSession> Engine::open_file(const std::string& path) {
  // Others may use the session after us: only the reading of it is ours to stop.
  const FileSystem& lasting = files_.base();
  auto session = services_.sessions ? services_.sessions->open(lasting, path, &files_.stop())
                                    : Session::open(lasting, path, &files_.stop());
  if (session && files_.stop().is_stopped()) return stopped_error();
  return session;
}

Result<NamedSession> Engine::locate(const std::string& name) {
  NameOptions options;
  options.by_path = options_.by_path;
  options.current_project = options_.folder;
  // "@1" counts rows of the list, in which hidden sessions are not.
  if (name.starts_with('@')) {
    auto hidden = hidden_filter(files_, options_.own.hidden());
    if (!hidden) return hidden.error();
    options.scope.is_hidden = std::move(*hidden);
  }
  return find_session(files_, roots_.paths, name, options);
}

}  // namespace clew
