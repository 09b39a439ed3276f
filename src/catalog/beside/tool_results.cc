// SPDX-License-Identifier: MIT
#include "catalog/beside/tool_results.h"

#include "catalog/layout/contained_path.h"
#include "catalog/layout/session_files.h"
#include "os/paths.h"

namespace clew {

Result<std::string> find_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name) {
  const auto own = session_folder(transcript);
  // A path of Windows, too: the transcript may come from there.
  const auto last = PlainName::from(name.substr(name.find_last_of("/\\") + 1));  // npos + 1 == 0
  if (!own || !last) {
    return Error{ErrorCode::kInvalid, "\"" + std::string(name) + "\" names no result of a tool"};
  }
  const std::string folder = join_path(*own, "tool-results");
  if (const auto plain = is_without_links(files, std::string(parent_path(transcript)), folder)) {
    if (!*plain) return Error{ErrorCode::kInvalid, folder + " is a link: it is not followed"};
  }
  Result<std::string> first = path_inside(files, folder, *last);
  if (first || first.error().code == ErrorCode::kInvalid) return first;
  for (const char* ending : {".txt", ".json"}) {
    const auto with_ending = PlainName::from(last->text() + ending);
    if (!with_ending) continue;
    auto path = path_inside(files, folder, *with_ending);
    if (path) return path;
  }
  return first;
}

bool has_tool_results(const FileSystem& files, const std::string& transcript) {
  const auto own = session_folder(transcript);
  return own && files.stat(join_path(*own, "tool-results")).has_value();
}

Result<std::string> read_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name, std::int64_t max_bytes) {
  auto path = find_tool_result(files, transcript, name);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

}  // namespace clew
