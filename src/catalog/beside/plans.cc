// SPDX-License-Identifier: MIT
#include "catalog/beside/plans.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/layout/contained_path.h"
#include "catalog/layout/layout.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kPlanEnding = ".md";
constexpr std::int64_t kLargestPlan = std::int64_t{16} << 20U;

std::string title_of(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (line.starts_with('#')) line.remove_prefix(1);
    line = trim(line);
    if (!line.empty()) return std::string(cut_utf8(line, kLongest));
  }
  return {};
}

void add_plans(const FileSystem& files, const std::string& root, Plans& found) {
  const std::string folder = join_path(root, kPlansFolder);
  for (const DirEntry& entry : entries_inside(files, folder, folder, found.findings)) {
    const std::string_view name = entry.name;
    if (!name.ends_with(kPlanEnding)) continue;
    Plan plan;
    plan.slug = name.substr(0, name.size() - kPlanEnding.size());
    plan.root = root;
    plan.path = join_path(folder, entry.name);
    const auto text = read_plan(files, root, plan.slug);
    const auto info = files.stat(plan.path);
    if (!text || !info) {
      found.findings.push_back(
          {Finding::Kind::kUnreadable, plan.path, (text ? info.error() : text.error()).message});
      continue;
    }
    plan.title = title_of(*text);
    plan.file = *info;
    found.plans.push_back(std::move(plan));
  }
}

void add_timelines(const FileSystem& files, const ProjectFolder& folder, Plans& found) {
  const std::string path = join_path(folder.path, kTimelinesFolder);
  for (const DirEntry& entry : entries_inside(files, folder.path, path, found.findings)) {
    if (entry.kind != FileKind::kDirectory) continue;
    Timeline timeline{entry.name.text(), folder.key, join_path(path, entry.name), {}};
    if (const auto info = files.stat(timeline.path)) timeline.file = *info;
    found.timelines.push_back(std::move(timeline));
  }
}

}  // namespace

Plans find_plans(const FileSystem& files, const std::vector<std::string>& roots) {
  Plans found;
  for (const std::string& root : roots) add_plans(files, root, found);
  for (const ProjectFolder& folder : find_project_folders(files, roots).folders) {
    add_timelines(files, folder, found);
  }
  const auto newest = [](const auto& a, const auto& b) {
    return a.file.mtime_ns != b.file.mtime_ns ? a.file.mtime_ns > b.file.mtime_ns : a.path < b.path;
  };
  std::sort(found.plans.begin(), found.plans.end(), newest);
  std::sort(found.timelines.begin(), found.timelines.end(), newest);
  return found;
}

std::optional<std::string> plan_file(const FileSystem& files, const std::string& root,
                                     std::string_view slug) {
  const auto name =
      slug.empty() ? std::nullopt : PlainName::from(std::string(slug) + std::string(kPlanEnding));
  if (!name) return std::nullopt;
  std::string path = join_path(root, kPlansFolder, *name);
  const auto info = files.stat(path);
  if (!info || info->kind != FileKind::kRegular) return std::nullopt;
  return path;
}

Result<std::string> read_plan(const FileSystem& files, const std::string& root,
                              std::string_view slug) {
  const auto name = PlainName::from(std::string(slug) + std::string(kPlanEnding));
  if (!name) {
    return Error{ErrorCode::kInvalid, "\"" + std::string(slug) + "\" is not the name of a plan"};
  }
  return read_inside(files, join_path(root, kPlansFolder), *name, kLargestPlan);
}

std::optional<std::string> timeline_folder(const FileSystem& files, const std::string& transcript) {
  const auto id = session_id_of(transcript);
  if (!id) return std::nullopt;
  const std::string project(parent_path(transcript));
  std::string folder = join_path(project, kTimelinesFolder, *id);
  const auto info = files.stat(folder);
  if (!info || info->kind != FileKind::kDirectory) return std::nullopt;
  const auto plain = is_without_links(files, project, folder);
  if (!plain || !*plain) return std::nullopt;
  return folder;
}

}  // namespace clew
