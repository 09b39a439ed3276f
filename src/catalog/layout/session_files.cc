// SPDX-License-Identifier: MIT
#include "catalog/layout/session_files.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "catalog/layout/contained_path.h"
#include "catalog/layout/layout.h"
#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

// What can be seen in one folder, collected apart so that folders can be read side by side.
struct Seen {
  std::vector<SessionFile> files;
  std::int64_t agents = 0;  // left out
  Findings findings;        // of names
  Findings verdicts;        // of what stands behind them
};

void report(Findings& findings, const std::string& path, const Error& error) {
  const auto kind =
      error.code == ErrorCode::kNotFound ? Finding::Kind::kVanished : Finding::Kind::kUnreadable;
  findings.push_back({kind, path, error.message});
}

void add_agent(SessionFile file, Agents agents, Seen& seen) {
  if (agents == Agents::kInclude) return seen.files.push_back(std::move(file));
  ++seen.agents;
}

void add_agents_below(const FileSystem& files, const ProjectFolder& project,
                      const std::string& path, std::size_t folder, int depth, Agents agents,
                      Seen& seen) {
  for (const DirEntry& entry : entries_inside(files, project.path, path, seen.findings)) {
    const std::string child = join_path(path, entry.name);
    if (entry.kind == FileKind::kDirectory && depth > 0) {
      add_agents_below(files, project, child, folder, depth - 1, agents, seen);
    } else if (is_agent_name(entry.name) && is_transcript_name(entry.name)) {
      add_agent(
          {.path = child, .id = std::string(stem(entry.name)), .folder = folder, .is_agent = true},
          agents, seen);
    }
  }
}

// What stat() says of a name that list() gave; nothing: it is a regular file.
std::optional<Finding> judge(const SessionFile& file, const Result<FileInfo>& info) {
  if (!info) {
    Findings one;
    report(one, file.path, info.error());
    if (file.is_link) one.front().kind = Finding::Kind::kBrokenLink;
    return std::move(one.front());
  }
  if (info->kind == FileKind::kRegular) return std::nullopt;
  return Finding{Finding::Kind::kUnreadable, file.path, file.path + " is not a regular file"};
}

// Looks at files that lie in one folder. Those that are none lose their path.
void look_into_folder(const FileSystem& files, std::string_view folder, std::span<SessionFile> some,
                      Findings& verdicts) {
  std::vector<std::string_view> names;
  names.reserve(some.size());
  for (const SessionFile& file : some) {
    names.push_back(std::string_view(file.path).substr(folder.size() + 1));
  }
  const auto look = files.look(std::string(folder), names);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const bool seen = look && look->entries[i];
    // Why something cannot be looked at is told by its path alone.
    const auto info = seen ? Result<FileInfo>(*look->entries[i]) : files.stat(some[i].path);
    if (info) some[i].info = *info;
    if (auto verdict = judge(some[i], info)) {
      verdicts.push_back(std::move(*verdict));
      some[i].path.clear();
    }
  }
}

bool lies_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && path.find('/', folder.size()) == folder.size() &&
         path.find('/', folder.size() + 1) == std::string_view::npos;
}

// Looks at every file and drops those that are none.
void look_at_files(const FileSystem& files, Seen& seen) {
  const std::span all(seen.files);
  for (std::size_t start = 0; start < all.size();) {
    const std::string folder(parent_path(all[start].path));
    std::size_t end = start + 1;
    while (end < all.size() && lies_in(all[end].path, folder)) ++end;
    look_into_folder(files, folder, all.subspan(start, end - start), seen.verdicts);
    start = end;
  }
  std::erase_if(seen.files, [](const SessionFile& file) { return file.path.empty(); });
}

// The transcript of this name, if it is one that is wanted.
void add_transcript(const ProjectFolder& folder, std::size_t index, const DirEntry& entry,
                    Agents agents, Seen& seen) {
  const std::string_view name = entry.name;
  const std::string_view id = stem(name);
  if (!PlainName::is_plain(id)) {
    const std::string path = join_path(folder.path, entry.name);
    seen.findings.push_back({Finding::Kind::kNotAnId, path,
                             path + " has a name that is not a session id: it is left alone"});
    return;
  }
  SessionFile file{.path = join_path(folder.path, entry.name),
                   .id = std::string(id),
                   .folder = index,
                   .is_agent = is_agent_name(id),
                   .is_link = entry.kind == FileKind::kSymlink};
  if (file.is_agent) return add_agent(std::move(file), agents, seen);
  seen.files.push_back(std::move(file));
}

Seen read_folder(const FileSystem& files, const ProjectFolder& folder, std::size_t index,
                 Agents agents) {
  Seen seen;
  auto entries = files.list(folder.path);
  if (!entries) {
    report(seen.findings, folder.path, entries.error());
    return seen;
  }
  std::sort(entries->begin(), entries->end(),
            [](const DirEntry& a, const DirEntry& b) { return a.name < b.name; });
  seen.files.reserve(entries->size());
  std::vector<PlainName> session_folders;
  for (const DirEntry& entry : *entries) {
    if (entry.kind == FileKind::kDirectory) {
      // What a move between disks was making when it was cut short.
      if (!is_temporary_name(entry.name)) session_folders.push_back(entry.name);
    } else if (is_transcript_name(entry.name)) {
      add_transcript(folder, index, entry, agents, seen);
    }
  }
  for (SessionFile& file : seen.files) {
    file.has_folder = std::binary_search(session_folders.begin(), session_folders.end(), file.id,
                                         std::less<std::string_view>());
  }
  if (agents != Agents::kLeaveOut) {
    // <session>/subagents/ and <session>/subagents/workflows/<id>/
    for (const PlainName& name : session_folders) {
      const std::string below = join_path(folder.path, name, kSubagentsFolder);
      add_agents_below(files, folder, below, index, 2, agents, seen);
    }
  }
  if (agents == Agents::kInclude) {
    std::sort(seen.files.begin(), seen.files.end(),
              [](const SessionFile& a, const SessionFile& b) { return a.path < b.path; });
  }
  look_at_files(files, seen);
  return seen;
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

TranscriptFile transcript_file(std::string path, const std::string& root, const std::string& key,
                               const FileInfo& info) {
  TranscriptFile file;
  file.is_agent = is_agent_name(base_name(path));
  file.session = file.is_agent ? session_above(path) : stem(path);
  file.path = std::move(path);
  file.root = root;
  file.key = key;
  file.info = info;
  return file;
}

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
    const std::string projects = join_path(root, kProjectsFolder);
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
    found.agents += one.agents;
    std::move(one.files.begin(), one.files.end(), std::back_inserter(found.files));
    std::move(one.findings.begin(), one.findings.end(), std::back_inserter(found.findings));
  }
  for (Seen& one : seen) {
    std::move(one.verdicts.begin(), one.verdicts.end(), std::back_inserter(found.findings));
  }
}

SessionFiles find_session_files(const FileSystem& files, const std::vector<std::string>& roots,
                                const FindOptions& options) {
  SessionFiles found = find_project_folders(files, roots);
  find_files_in_folders(files, options, found);
  return found;
}

}  // namespace clew
