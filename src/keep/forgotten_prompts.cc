// SPDX-License-Identifier: MIT
#include "keep/forgotten_prompts.h"

#include <algorithm>

#include "base/uuid.h"
#include "catalog/layout/kept_places.h"
#include "json/value.h"
#include "os/paths.h"
#include "os/text_file.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestHistory = std::int64_t{1} << 30;

}  // namespace

bool is_prompt_of(std::string_view line, const std::set<std::string>& sessions) {
  thread_local json::Parser parser;
  const auto prompt = parser.parse_copy(line);
  return prompt && sessions.contains(std::string((*prompt)["sessionId"].string_or("")));
}

Result<ForgottenPrompts> ForgottenPrompts::read(const FileSystem& files, const std::string& path) {
  const auto text = read_file(files, path, kLargestHistory);
  if (!text && text.error().code == ErrorCode::kNotFound) return ForgottenPrompts();
  if (!text) return text.error();
  ForgottenPrompts forgotten;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (is_uuid(line)) forgotten.sessions_.emplace(line);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return forgotten;
}

Result<void> ForgottenPrompts::remember(WritableFileSystem& files, const std::string& path,
                                        const std::set<std::string>& sessions) {
  sessions_.insert(sessions.begin(), sessions.end());
  std::string text;
  for (const std::string& session : sessions_) text += session + "\n";
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, text);
}

bool ForgottenPrompts::concerns(std::string_view file) const {
  return !sessions_.empty() && is_typed_prompts(file);
}

Result<std::unique_ptr<RandomAccessFile>> ForgottenPrompts::open(const FileSystem& files,
                                                                 const std::string& path) const {
  const auto info = files.stat(path);
  if (!info) return info.error();
  const auto text = read_file(files, path, kLargestHistory);
  if (!text) return text.error();
  return std::unique_ptr<RandomAccessFile>(std::make_unique<TextFile>(
      without_lines(*text, [this](std::string_view line) { return is_prompt_of(line, sessions_); }),
      *info));
}

}  // namespace clew
