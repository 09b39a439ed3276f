// SPDX-License-Identifier: MIT
#include "catalog/list/hidden_list.h"

#include <algorithm>

#include "catalog/layout/project_key.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

void take(const json::Value& list, HiddenList::Names& names) {
  for (const json::Value name : list.elements()) {
    if (name.is_string()) names.emplace(name.string_or(""));
  }
}

void put(json::Writer& writer, std::string_view key, const HiddenList::Names& names) {
  writer.key(key).begin_array();
  for (const std::string& name : names) writer.value(name);
  writer.end_array();
}

}  // namespace

bool HiddenList::hides(const FactsView& facts, const ProjectFolder& folder) const {
  if (sessions.contains(facts.id)) return true;
  // What a hidden session had done by others.
  if (facts.subagent == SubagentSign::kFileName && sessions.contains(facts.recorded_id))
    return true;
  return projects.contains(facts.cwd) || hides_project(folder.key);
}

bool HiddenList::hides_project(std::string_view key) const {
  return std::any_of(projects.begin(), projects.end(),
                     [&](const std::string& path) { return is_key_of(key, path); });
}

Result<HiddenList> read_hidden_list(const FileSystem& files, const std::string& path) {
  HiddenList list;
  const auto text = read_file(files, path, 64 << 20);
  if (!text && text.error().code == ErrorCode::kNotFound) return list;
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || !value->is_object()) {
    return Error{ErrorCode::kCorrupt,
                 path +
                     " is damaged, so it is not known what is hidden; "
                     "repair it, or move it away to start with nothing hidden"};
  }
  take((*value)["sessions"], list.sessions);
  take((*value)["projects"], list.projects);
  return list;
}

Result<std::function<bool(const FactsView&, const ProjectFolder&)>> hidden_filter(
    const FileSystem& files, const std::string& path) {
  auto list = read_hidden_list(files, path);
  if (!list) return list.error();
  return std::function<bool(const FactsView&, const ProjectFolder&)>(
      [hidden = std::move(*list)](const FactsView& facts, const ProjectFolder& folder) {
        return hidden.hides(facts, folder);
      });
}

Result<void> write_hidden_list(WritableFileSystem& files, const std::string& path,
                               const HiddenList& list) {
  json::Writer writer;
  writer.begin_object();
  put(writer, "sessions", list.sessions);
  put(writer, "projects", list.projects);
  writer.end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, writer.text() + "\n");
}

}  // namespace clew
