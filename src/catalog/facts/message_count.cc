// SPDX-License-Identifier: MIT
#include "catalog/facts/message_count.h"

#include "catalog/layout/transcript_file.h"
#include "transcript/seen_entries.h"

namespace clew {

Result<std::int64_t> count_messages(const FileSystem& files, const std::string& path) {
  const auto transcript = read_transcript(files, path, {.threads = 1});
  if (!transcript) return transcript.error();
  const Tree tree(*transcript);
  return std::ssize(shown_messages(MessageTree(tree), find_path(tree, RuleSet::k21)));
}

}  // namespace clew
