// SPDX-License-Identifier: MIT
#include "team/shared_projects.h"

#include <algorithm>
#include <map>

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

using Lists = std::map<std::string, SharedList>;  // by the id of the store

SharedList list_of(const json::Value& value) {
  SharedList list;
  for (const json::Value one : value["shared"].elements()) {
    SharedProject project{.path = std::string(one["path"].string_or("")),
                          .visibility = std::string(one["visibility"].string_or("mine"))};
    for (const json::Value reader : one["readers"].elements()) {
      project.readers.emplace_back(reader.string_or(""));
    }
    project.redact = one["redact"].bool_or(true);
    if (!project.path.empty()) list.projects.push_back(std::move(project));
  }
  for (const json::Value session : value["withheld"].elements()) {
    list.withheld.emplace(session.string_or(""));
  }
  return list;
}

Result<Lists> read_lists(const FileSystem& files, const std::string& path) {
  Lists lists;
  const auto text = read_file(files, path, 16 << 20);
  if (!text && text.error().code == ErrorCode::kNotFound) return lists;
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || !value->is_object()) {
    return Error{ErrorCode::kCorrupt,
                 path +
                     " is damaged, so it is not known what is shared; nothing is sent. Mend it, "
                     "or move it away to begin anew"};
  }
  for (const auto [store, list] : (*value)["stores"].members()) {
    lists.emplace(store, list_of(list));
  }
  return lists;
}

void write_list(json::Writer& out, const SharedList& list) {
  out.begin_object().key("shared").begin_array();
  for (const SharedProject& project : list.projects) {
    out.begin_object().field("path", project.path).field("visibility", project.visibility);
    out.key("readers").begin_array();
    for (const std::string& reader : project.readers) out.value(reader);
    out.end_array().field("redact", project.redact).end_object();
  }
  out.end_array().key("withheld").begin_array();
  for (const std::string& session : list.withheld) out.value(session);
  out.end_array().end_object();
}

}  // namespace

const SharedProject* SharedList::find(std::string_view path) const {
  const auto found = std::find_if(projects.begin(), projects.end(),
                                  [&](const SharedProject& one) { return one.path == path; });
  return found == projects.end() ? nullptr : &*found;
}

Result<SharedList> read_shared_list(const FileSystem& files, const std::string& path,
                                    const std::string& store) {
  auto lists = read_lists(files, path);
  if (!lists) return lists.error();
  return std::move((*lists)[store]);
}

Result<void> write_shared_list(WritableFileSystem& files, const std::string& path,
                               const std::string& store, const SharedList& list) {
  auto lists = read_lists(files, path);
  if (!lists) return lists.error();
  (*lists)[store] = list;
  json::Writer out;
  out.begin_object().key("stores").begin_object();
  for (const auto& [id, one] : *lists) {
    out.key(id);
    write_list(out, one);
  }
  out.end_object().end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, out.take() + "\n");
}

}  // namespace clew
