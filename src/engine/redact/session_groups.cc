// SPDX-License-Identifier: MIT
#include "engine/redact/session_groups.h"

#include <map>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/kept_places.h"

namespace clew {
namespace {

// Subagents of an older CLI lie beside the transcripts and say themselves whose they are.
std::string recorded_session(const FileSystem& files, const std::string& file,
                             const std::string& path) {
  if (!has_lines(file) || is_typed_prompts(file)) return {};
  const auto facts = FactsReader().read(files, path);
  return facts ? std::string(facts->recorded_id) : std::string();
}

}  // namespace

std::vector<SessionGroup> group_by_session(const FileSystem& files, const std::string& root) {
  std::map<std::string, SessionGroup> groups;
  for (const RootFile& file : find_root_files(files, root).files) {
    const std::string path = root + "/" + file.file;
    std::string id = session_of_file(file.file);
    if (id.empty()) id = recorded_session(files, file.file, path);
    SessionGroup& group = groups[id.empty() ? file.file : id];
    group.id = id;
    if (const ProjectPlace place = project_place(file.file); !place.key.empty())
      group.project = place.key;
    group.sources.push_back({path, file.file, has_lines(file.file)});
    group.infos.push_back(file.info);
    group.bytes += file.info.size;
  }
  std::vector<SessionGroup> out;
  out.reserve(groups.size());
  for (auto& [name, group] : groups) out.push_back(std::move(group));
  return out;
}

}  // namespace clew
