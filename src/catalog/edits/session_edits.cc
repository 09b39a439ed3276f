// SPDX-License-Identifier: MIT
#include "catalog/edits/session_edits.h"

#include "base/text.h"
#include "os/paths.h"
#include "transcript/label_lines.h"

namespace clew {
namespace {

// On a line of its own. (The SDK does not look whether the file ends within a line, and then its
// line is lost together with the one before.)
using LabelLine = std::string (*)(std::string_view session, std::string_view text);
Result<void> append_label(WritableFileSystem& files, const LiveRegistry& live,
                          const PathBelow& transcript, LabelLine line, std::string_view text) {
  const std::string id(stem(transcript.text()));
  if (auto free = check_not_running(live, id); !free) return free;
  return files.append(transcript, line(id, text) + "\n", AppendAt::kNewLine);
}

}  // namespace

Result<void> rename_session(WritableFileSystem& files, const LiveRegistry& live,
                            const PathBelow& transcript, std::string_view title) {
  title = trim(title);
  if (title.empty()) return Error{ErrorCode::kInvalid, "a title must not be empty"};
  return append_label(files, live, transcript, title_line, title);
}

// An empty line clears the title, in the official SDK and here.
Result<void> remove_title(WritableFileSystem& files, const LiveRegistry& live,
                          const PathBelow& transcript) {
  return append_label(files, live, transcript, title_line, {});
}

Result<void> tag_session(WritableFileSystem& files, const LiveRegistry& live,
                         const PathBelow& transcript, std::string_view tag) {
  return append_label(files, live, transcript, tag_line, trim(tag));
}

Result<void> check_not_running(const LiveRegistry& live, std::string_view session) {
  const LiveSession* running = live.find(session);
  if (running == nullptr) return {};
  const std::string process = "process " + std::to_string(running->pid);
  if (running->certain) {
    return Error{ErrorCode::kBusy, "session " + std::string(session) + " is running (" + process +
                                       ", " + std::string(name_of(running->status)) +
                                       "); end it first"};
  }
  return Error{ErrorCode::kBusy, "session " + std::string(session) + " may be running (" + process +
                                     ", which cannot be looked at from here); end it first"};
}

}  // namespace clew
