// SPDX-License-Identifier: MIT
#include "drive/session_links.h"

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {

Result<void> add_session_link(WritableFileSystem& files, const std::string& path,
                              const SessionLink& link) {
  json::Writer out;
  out.begin_object().field("from", link.from).field("prompt", link.prompt).field("to", link.to);
  out.field("time", link.time).end_object();
  const std::string line = out.text() + "\n";
  const PathBelow folder{std::string(parent_path(path))};
  if (auto made = files.create_directories(folder.text()); !made) return made;
  const auto name = PlainName::from(base_name(path));
  if (!name) return Error{ErrorCode::kInvalid, path + " is not the path of a file"};
  auto added = files.append(folder / *name, line, AppendAt::kNewLine);
  if (added || added.error().code != ErrorCode::kNotFound) return added;
  return files.create_file(folder / *name, line);
}

std::vector<SessionLink> read_session_links(const FileSystem& files, const std::string& path) {
  std::vector<SessionLink> links;
  const auto text = read_file(files, path, std::int64_t{16} << 20);
  if (!text) return links;
  json::Parser parser;
  for (std::size_t start = 0; start < text->size();) {
    const std::size_t end = std::min(text->find('\n', start), text->size());
    const auto line = parser.parse_copy(std::string_view(*text).substr(start, end - start));
    start = end + 1;
    if (!line || !(*line)["to"].is_string()) continue;
    links.push_back({std::string((*line)["from"].string_or("")),
                     std::string((*line)["prompt"].string_or("")),
                     std::string((*line)["to"].string_or("")), (*line)["time"].int_or(0)});
  }
  return links;
}

}  // namespace clew
