// SPDX-License-Identifier: MIT
#include "catalog/list/session_marks.h"

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {

Result<SessionMarks> read_session_marks(const FileSystem& files, const std::string& path) {
  constexpr std::int64_t kLargest = std::int64_t{64} << 20;
  SessionMarks marks;
  const auto text = read_file(files, path, kLargest);
  if (!text && text.error().code == ErrorCode::kNotFound) return marks;
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || !value->is_object()) {
    return Error{ErrorCode::kCorrupt, path +
                                          " is damaged, so pins and remarks are not known; "
                                          "repair it, or move it away to start with none"};
  }
  for (const json::Value id : (*value)["pinned"].elements()) {
    if (id.is_string()) marks.pinned.emplace(id.string_or(""));
  }
  for (const auto& [id, remark] : (*value)["remarks"].members()) {
    if (remark.is_string()) marks.remarks.emplace(id, remark.string_or(""));
  }
  return marks;
}

Result<void> write_session_marks(WritableFileSystem& files, const std::string& path,
                                 const SessionMarks& marks) {
  json::Writer writer;
  writer.begin_object().key("pinned").begin_array();
  for (const std::string& id : marks.pinned) writer.value(id);
  writer.end_array().key("remarks").begin_object();
  for (const auto& [id, remark] : marks.remarks) writer.key(id).value(remark);
  writer.end_object().end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, writer.text() + "\n");
}

}  // namespace clew
