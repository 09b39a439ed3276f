// SPDX-License-Identifier: MIT
#include "catalog/list/local_folders.h"

#include <map>
#include <utility>

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

// Machine and folder there, to the folder here.
using Folders = std::map<std::pair<std::string, std::string>, std::string>;

std::string string_of(json::Value value) { return std::string(value.string_or("")); }

Result<Folders> read_folders(const FileSystem& files, const std::string& path) {
  Folders folders;
  const auto text = read_file(files, path, 16 << 20);
  if (!text && text.error().code == ErrorCode::kNotFound) return folders;
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || !(*value)["folders"].is_array()) {
    return Error{ErrorCode::kCorrupt, path +
                                          " is damaged, so it is not known which folders stand for "
                                          "those of other machines; repair it, or move it away"};
  }
  for (const json::Value one : (*value)["folders"].elements()) {
    folders[{string_of(one["machine"]), string_of(one["there"])}] = string_of(one["here"]);
  }
  return folders;
}

}  // namespace

Result<std::string> find_local_folder(const FileSystem& files, const std::string& path,
                                      const FarProject& project) {
  const auto folders = read_folders(files, path);
  if (!folders) return folders.error();
  const auto found = folders->find({project.machine, project.folder});
  return found == folders->end() ? std::string() : found->second;
}

Result<void> remember_local_folder(WritableFileSystem& files, const std::string& path,
                                   const FarProject& project, const std::string& folder) {
  auto folders = read_folders(files, path);
  if (!folders) return folders.error();
  std::string& known = (*folders)[{project.machine, project.folder}];
  if (known == folder) return {};
  known = folder;
  json::Writer writer;
  writer.begin_object().key("folders").begin_array();
  for (const auto& [there, here] : *folders) {
    writer.begin_object().field("machine", there.first).field("there", there.second);
    writer.field("here", here).end_object();
  }
  writer.end_array().end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, writer.text() + "\n");
}

}  // namespace clew
