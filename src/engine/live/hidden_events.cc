// SPDX-License-Identifier: MIT

#include "engine/live/hidden_events.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "catalog/layout/layout.h"
#include "catalog/list/hidden_list.h"
#include "os/paths.h"

namespace clew {
namespace {

// The name of the project's folder that a transcript lies in.
std::string_view key_of(std::string_view file) {
  const bool of_subagent = !session_above(file).empty();
  return base_name(parent_path(of_subagent ? parent_path(parent_path(file)) : file));
}

class HiddenEvents {
 public:
  HiddenEvents(const FileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}

  bool hides(const EventHead& event) {
    if (event.session.empty() && event.project.empty() && event.file.empty()) return false;
    const std::lock_guard lock(mutex_);
    if (!look()) return true;
    if (list_.sessions.contains(event.session) || list_.projects.contains(event.project))
      return true;
    return !list_.projects.empty() &&
           (list_.hides_project(event.project) ||
            (!event.file.empty() && list_.hides_project(key_of(event.file))));
  }

 private:
  // Reads the list, when it is another than before. False: it cannot be read.
  bool look() {
    const auto info = files_.stat(path_);
    if (!info) {
      list_ = {};
      seen_.reset();
      return info.error().code == ErrorCode::kNotFound;
    }
    if (seen_ && same_version(*seen_, *info)) return true;
    auto list = read_hidden_list(files_, path_);
    if (!list) return false;
    list_ = std::move(*list);
    seen_ = *info;
    return true;
  }

  const FileSystem& files_;
  const std::string path_;
  std::mutex mutex_;  // guards what follows
  HiddenList list_;
  std::optional<FileInfo> seen_;
};

}  // namespace

std::function<bool(const EventHead&)> hidden_events(const FileSystem& files, std::string path) {
  return [hidden = std::make_shared<HiddenEvents>(files, std::move(path))](const EventHead& event) {
    return hidden->hides(event);
  };
}

}  // namespace clew
