// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Sessions that a person made the keep forget. What was typed in them stands in a file that is of
// all sessions and stays on the disk: it is kept without those lines from then on.
class ForgottenPrompts {
 public:
  ForgottenPrompts() = default;
  explicit ForgottenPrompts(std::set<std::string> sessions) : sessions_(std::move(sessions)) {}

  // A file of ids, one in each line. No file: nothing is forgotten.
  static Result<ForgottenPrompts> read(const FileSystem& files, const std::string& path);
  // With these, too. Written before anything is removed, so that nothing comes back meanwhile.
  Result<void> remember(WritableFileSystem& files, const std::string& path,
                        const std::set<std::string>& sessions);

  // Whether the file, named as below its root, is kept without some of its lines.
  bool concerns(std::string_view file) const;
  // The file as it is kept.
  Result<std::unique_ptr<RandomAccessFile>> open(const FileSystem& files,
                                                 const std::string& path) const;

 private:
  std::set<std::string> sessions_;
};

// Whether a line of typed prompts is of one of these sessions.
bool is_prompt_of(std::string_view line, const std::set<std::string>& sessions);
// The text without the lines of which this says so.
template <class Drops>
std::string without_lines(std::string_view text, const Drops& drops) {
  std::string left;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::string_view whole = text.substr(0, line.size() + 1);
    if (!drops(line)) left += whole;
    text.remove_prefix(whole.size());
  }
  return left;
}

}  // namespace clew
