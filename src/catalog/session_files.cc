// SPDX-License-Identifier: MIT
#include "catalog/session_files.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

// What can be seen in one folder, collected apart so that folders can be read side by side.
struct Seen {
  std::vector<SessionFile> files;
  Findings findings;
};

void report(Findings& findings, const std::string& path, const Error& error) {
  const auto kind =
      error.code == ErrorCode::kNotFound ? Finding::Kind::kVanished : Finding::Kind::kUnreadable;
  findings.push_back({kind, path, error.message});
}

void add_agents_below(const FileSystem& files, const std::string& path, std::size_t folder,
                      int depth, Seen& seen) {
  auto entries = files.list(path);
  if (!entries) {
    if (entries.error().code != ErrorCode::kNotFound) report(seen.findings, path, entries.error());
    return;
  }
  for (const DirEntry& entry : *entries) {
    const std::string child = join_path(path, entry.name);
    if (entry.kind == FileKind::kDirectory && depth > 0) {
      add_agents_below(files, child, folder, depth - 1, seen);
    } else if (is_agent_name(entry.name) && extension(entry.name) == ".jsonl") {
      seen.files.push_back({.path = child,
                            .id = std::string(stem(entry.name)),
                            .folder = folder,
                            .is_agent = true,
                            .is_link = entry.kind == FileKind::kSymlink});
    }
  }
}

Seen read_folder(const FileSystem& files, const ProjectFolder& folder, std::size_t index,
                 Agents agents) {
  Seen seen;
  auto entries = files.list(folder.path);
  if (!entries) {
    report(seen.findings, folder.path, entries.error());
    return seen;
  }
  std::vector<PlainName> session_folders;
  for (const DirEntry& entry : *entries) {
    if (entry.kind == FileKind::kDirectory) {
      // What a move between disks was making when it was cut short.
      if (is_temporary_name(entry.name)) continue;
      session_folders.push_back(entry.name);
    } else if (extension(entry.name) == ".jsonl") {
      const auto id = session_id_of(entry.name);
      if (!id) {
        const std::string path = join_path(folder.path, entry.name);
        seen.findings.push_back({Finding::Kind::kNotAnId, path,
                                 path + " has a name that is not a session id: it is left alone"});
        continue;
      }
      const bool is_agent = is_agent_name(*id);
      if (is_agent && agents == Agents::kLeaveOut) continue;
      seen.files.push_back({.path = join_path(folder.path, entry.name),
                            .id = id->text(),
                            .folder = index,
                            .is_agent = is_agent,
                            .is_link = entry.kind == FileKind::kSymlink});
    }
  }
  std::sort(session_folders.begin(), session_folders.end());
  for (SessionFile& file : seen.files) {
    file.has_folder = std::binary_search(session_folders.begin(), session_folders.end(), file.id,
                                         std::less<std::string_view>());
  }
  if (agents == Agents::kInclude) {
    // <session>/subagents/ and <session>/subagents/workflows/<id>/
    for (const PlainName& name : session_folders) {
      add_agents_below(files, join_path(folder.path, name, "subagents"), index, 2, seen);
    }
  }
  std::sort(seen.files.begin(), seen.files.end(),
            [](const SessionFile& a, const SessionFile& b) { return a.path < b.path; });
  return seen;
}

// What stat() says of a name that list() gave. Empty message: a regular file.
Finding judge(const SessionFile& file, const Result<FileInfo>& info) {
  if (!info) {
    Findings one;
    report(one, file.path, info.error());
    if (file.is_link) one.front().kind = Finding::Kind::kBrokenLink;
    return one.front();
  }
  if (info->kind == FileKind::kRegular) return {};
  return {Finding::Kind::kUnreadable, file.path, file.path + " is not a regular file"};
}

// Looks at files that lie in one folder; `verdicts` are theirs.
void look_into_folder(const FileSystem& files, std::span<SessionFile> some,
                      std::span<Finding> verdicts) {
  std::vector<std::string_view> names;
  names.reserve(some.size());
  for (const SessionFile& file : some) names.push_back(base_name(file.path));
  const auto look = files.look(std::string(parent_path(some.front().path)), names);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const bool seen = look && look->entries[i];
    // Why something cannot be looked at is told by its path alone.
    const auto info = seen ? Result<FileInfo>(*look->entries[i]) : files.stat(some[i].path);
    verdicts[i] = judge(some[i], info);
    if (info) some[i].info = *info;
  }
}

// Looks at every file and drops those that are none.
void look_at_files(const FileSystem& files, int threads, SessionFiles& found) {
  std::vector<Finding> verdicts(found.files.size());
  std::vector<std::size_t> starts;  // of runs of files that lie in one folder
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    if (i == 0 || parent_path(found.files[i].path) != parent_path(found.files[i - 1].path)) {
      starts.push_back(i);
    }
  }
  parallel_for(static_cast<int64_t>(starts.size()), threads, [&](int64_t run, int) {
    const auto at = static_cast<std::size_t>(run);
    const std::size_t end = at + 1 < starts.size() ? starts[at + 1] : found.files.size();
    const std::size_t count = end - starts[at];
    look_into_folder(files, std::span(found.files).subspan(starts[at], count),
                     std::span(verdicts).subspan(starts[at], count));
  });
  std::vector<SessionFile> kept;
  kept.reserve(found.files.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].message.empty()) {
      kept.push_back(std::move(found.files[i]));
    } else {
      found.findings.push_back(std::move(verdicts[i]));
    }
  }
  found.files = std::move(kept);
}

using KnownFolders = std::set<std::pair<uint64_t, uint64_t>>;  // device and inode

void add_folder(const FileSystem& files, ProjectFolder folder, KnownFolders& known,
                SessionFiles& found) {
  const auto info = files.stat(folder.path);
  if (!info) {
    found.findings.push_back({Finding::Kind::kBrokenLink, folder.path, info.error().message});
  } else if (info->kind == FileKind::kDirectory) {
    if (known.emplace(info->device, info->inode).second) {
      found.folders.push_back(std::move(folder));
    } else {
      found.findings.push_back({Finding::Kind::kSameFolderTwice, folder.path,
                                folder.path + " is another name of a folder already read"});
    }
  }
}

}  // namespace

std::optional<PlainName> session_id_of(std::string_view transcript) {
  return PlainName::from(stem(transcript));
}

std::optional<std::string> session_folder(std::string_view transcript) {
  const auto id = session_id_of(transcript);
  if (!id) return std::nullopt;
  return join_path(parent_path(transcript), *id);
}

SessionFiles find_project_folders(const FileSystem& files, const std::vector<std::string>& roots) {
  SessionFiles found;
  KnownFolders known;
  for (const std::string& root : roots) {
    const std::string projects = join_path(root, "projects");
    auto entries = files.list(projects);
    if (!entries) {
      // A root without projects is one in which no session was ever started.
      if (entries.error().code != ErrorCode::kNotFound) {
        report(found.findings, projects, entries.error());
      }
      continue;
    }
    // Folders before links, so that of two names the real one stays.
    std::sort(entries->begin(), entries->end(), [](const DirEntry& a, const DirEntry& b) {
      return a.kind != b.kind ? a.kind == FileKind::kDirectory : a.name < b.name;
    });
    for (const DirEntry& entry : *entries) {
      if (entry.kind != FileKind::kDirectory && entry.kind != FileKind::kSymlink) continue;
      add_folder(files, {root, entry.name.text(), join_path(projects, entry.name)}, known, found);
    }
  }
  return found;
}

void find_files_in_folders(const FileSystem& files, const FindOptions& options,
                           SessionFiles& found) {
  std::vector<Seen> seen(found.folders.size());
  parallel_for(static_cast<int64_t>(seen.size()), options.threads, [&](int64_t i, int) {
    const auto index = static_cast<std::size_t>(i);
    seen[index] = read_folder(files, found.folders[index], index, options.agents);
  });
  std::size_t count = 0;
  for (const Seen& one : seen) count += one.files.size();
  found.files.reserve(count);
  for (Seen& one : seen) {
    std::move(one.files.begin(), one.files.end(), std::back_inserter(found.files));
    std::move(one.findings.begin(), one.findings.end(), std::back_inserter(found.findings));
  }
  look_at_files(files, options.threads, found);
}

SessionFiles find_session_files(const FileSystem& files, const std::vector<std::string>& roots,
                                const FindOptions& options) {
  SessionFiles found = find_project_folders(files, roots);
  find_files_in_folders(files, options, found);
  return found;
}

}  // namespace clew
