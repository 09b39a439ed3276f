// SPDX-License-Identifier: MIT
#include "os/paths.h"

#include <cerrno>
#include <cstdlib>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace clew {
namespace {

std::string_view without_trailing_slashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string join_path(std::string_view folder, NameView name) {
  return folder.empty() ? std::string(name.text()) : resolve_path(folder, name.text());
}

std::string resolve_path(std::string_view folder, std::string_view path) {
  if (path.starts_with('/') || folder.empty()) return std::string(path);
  folder = without_trailing_slashes(folder);
  std::string joined;
  joined.reserve(folder.size() + 1 + path.size());
  joined = folder;
  if (path.empty()) return joined;
  if (joined.back() != '/') joined += '/';
  return joined.append(path);
}

std::string_view base_name(std::string_view path) {
  path = without_trailing_slashes(path);
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view parent_path(std::string_view path) {
  path = without_trailing_slashes(path);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return without_trailing_slashes(path.substr(0, slash == 0 ? 1 : slash));
}

std::string_view extension(std::string_view path) {
  const std::string_view name = base_name(path);
  return name.substr(stem(name).size());
}

std::string_view stem(std::string_view path) {
  const std::string_view name = base_name(path);
  if (name == "..") return name;
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

std::optional<std::string> home_directory() {
  if (auto home = environment("HOME"); home && home->starts_with('/')) return home;
  std::vector<char> buffer(1024);
  struct passwd entry {};
  struct passwd* found = nullptr;
  while (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == ERANGE) {
    buffer.resize(buffer.size() * 2);
  }
  if (found == nullptr || entry.pw_dir == nullptr || entry.pw_dir[0] != '/') return std::nullopt;
  return std::string(entry.pw_dir);
}

std::optional<std::string> executable_in_path(const std::string& name) {
  return executable_in_path(name, environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin"));
}

std::optional<std::string> executable_in_path(const std::string& name, std::string_view path_list) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    return is_executable_file(name) ? std::optional(name) : std::nullopt;
  }
  while (!path_list.empty()) {
    const size_t colon = path_list.find(':');
    const std::string_view folder = path_list.substr(0, colon);
    path_list.remove_prefix(colon == std::string_view::npos ? path_list.size() : colon + 1);
    if (!folder.starts_with('/')) continue;
    std::string candidate = resolve_path(folder, name);
    if (is_executable_file(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace clew
