// SPDX-License-Identifier: MIT
#include "catalog/tool_results.h"

#include "catalog/contained_path.h"
#include "os/paths.h"

namespace clew {

Result<std::string> find_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name) {
  const std::string folder = join_path(parent_path(transcript), stem(transcript), "tool-results");
  // A path of Windows, too: the transcript may come from there.
  const std::string last(name.substr(name.find_last_of("/\\") + 1));  // npos + 1 == 0
  Result<std::string> first = path_inside(files, folder, last);
  if (first || first.error().code == ErrorCode::kInvalid) return first;
  for (const char* ending : {".txt", ".json"}) {
    auto path = path_inside(files, folder, last + ending);
    if (path) return path;
  }
  return first;
}

Result<std::string> read_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name, std::int64_t max_bytes) {
  auto path = find_tool_result(files, transcript, name);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

}  // namespace clew
