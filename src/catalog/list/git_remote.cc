// SPDX-License-Identifier: MIT
#include "catalog/list/git_remote.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/list/git_worktrees.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kSchemeEnd = "://";

// "[remote "origin"]": origin.
std::optional<std::string_view> remote_section(std::string_view line) {
  constexpr std::string_view kStart = "[remote \"";
  constexpr std::string_view kEnd = "\"]";
  const std::size_t end = line.rfind(kEnd);
  if (!line.starts_with(kStart) || end == std::string_view::npos || end < kStart.size()) {
    return std::nullopt;
  }
  return line.substr(kStart.size(), end - kStart.size());
}

// The address of "origin", else of the first remote there is.
std::string remote_address(std::string_view config) {
  std::string first;
  std::optional<std::string_view> section;
  while (!config.empty()) {
    const std::size_t end = std::min(config.find('\n'), config.size());
    const std::string_view line = trim(config.substr(0, end));
    config.remove_prefix(std::min(end + 1, config.size()));
    if (line.starts_with('[')) section = remote_section(line);
    const std::size_t equals = line.find('=');
    if (!section || equals == std::string_view::npos || trim(line.substr(0, equals)) != "url") {
      continue;
    }
    std::string address(trim(line.substr(equals + 1)));
    if (*section == "origin") return address;
    if (first.empty()) first = address;
  }
  return first;
}

// "user:password@host:22": host, when the port is the usual one.
std::string host_of(std::string_view authority) {
  authority.remove_prefix(std::min(authority.rfind('@') + 1, authority.size()));
  for (const std::string_view usual : {":22", ":443", ":80", ":9418"}) {
    if (authority.ends_with(usual)) authority.remove_suffix(usual.size());
  }
  return ascii_lower(authority);
}

}  // namespace

std::optional<std::string> remote_name(std::string_view address) {
  std::string_view authority;
  std::string_view path;
  if (const std::size_t scheme = address.find(kSchemeEnd); scheme != std::string_view::npos) {
    if (address.starts_with("file:")) return std::nullopt;
    const std::string_view rest = address.substr(scheme + kSchemeEnd.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    authority = rest.substr(0, slash);
    path = rest.substr(slash);
  } else {  // host:path, unless a slash comes first
    const std::size_t colon = address.find(':');
    if (colon == std::string_view::npos || colon > address.find('/')) return std::nullopt;
    authority = address.substr(0, colon);
    path = address.substr(colon + 1);
  }
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  const std::string host = host_of(authority);
  if (host.empty() || path.empty() || !is_valid_utf8(address)) return std::nullopt;
  return host + "/" + std::string(path);
}

std::optional<RepositoryCopy> find_copy(const FileSystem& files, const std::string& folder) {
  constexpr std::int64_t kLargest = 1 << 20;
  const auto repository = find_repository(files, folder);
  const auto real = files.real_path(folder);
  if (!repository || !real) return std::nullopt;
  const auto config = read_file(files, join_path(repository->common_dir, "config"), kLargest);
  if (!config) return std::nullopt;
  auto remote = remote_name(remote_address(*config));
  if (!remote) return std::nullopt;
  RepositoryCopy copy{std::move(*remote), repository->top, {}};
  if (real->size() > copy.top.size()) copy.below = real->substr(copy.top.size());
  while (copy.below.starts_with('/')) copy.below.erase(0, 1);
  return copy;
}

}  // namespace clew
