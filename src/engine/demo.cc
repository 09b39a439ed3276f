// SPDX-License-Identifier: MIT

#include "engine/demo.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/demo_root.h"
#include "os/paths.h"

namespace clew {
namespace {

// Says that a folder is ours to write into, and lists what was written, so that a later version of
// the demo can take away what it no longer has.
constexpr char kMarker[] = ".clew-demo";
constexpr std::string_view kMarkerHead =
    "This folder was made by `clew demo`. Everything in it is invented.\n"
    "Running `clew demo` again writes these files anew:\n";
constexpr std::int64_t kMaxMarker = 1 << 20;

demo::Root tell_everything(TimeMs now) {
  demo::Root root;
  root.now = now;
  demo::tell_orchard(root);
  demo::tell_tide_clock(root);
  demo::tell_lens(root);
  demo::tell_teahouse(root);
  demo::add_state(root);
  // The file times then have the order of the stories.
  std::stable_sort(root.files.begin(), root.files.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  return root;
}

std::vector<std::string> listed_in(std::string_view marker) {
  std::vector<std::string> paths;
  if (!marker.starts_with(kMarkerHead)) return paths;
  marker.remove_prefix(kMarkerHead.size());
  while (!marker.empty()) {
    const std::size_t end = std::min(marker.find('\n'), marker.size());
    const std::string_view path = marker.substr(0, end);
    if (!path.empty()) paths.emplace_back(path);
    marker.remove_prefix(std::min(end + 1, marker.size()));
  }
  return paths;
}

// What an earlier demo wrote; an error if the folder is somebody's.
Result<std::vector<std::string>> earlier_files(const WritableFileSystem& files,
                                               const std::string& folder) {
  auto entries = files.list(folder);
  if (!entries) return entries.error();
  if (entries->empty()) return std::vector<std::string>{};
  const bool ours = std::any_of(entries->begin(), entries->end(),
                                [](const DirEntry& entry) { return entry.name == kMarker; });
  if (!ours) {
    return Error{ErrorCode::kInvalid,
                 folder + " is not empty and was not made by `clew demo`: name another folder"};
  }
  auto marker = read_file(files, join_path(folder, kMarker), kMaxMarker);
  if (!marker) return marker.error();
  return listed_in(*marker);
}

Result<void> write_files(WritableFileSystem& files, const std::string& folder,
                         const demo::Root& root) {
  std::set<std::string> made;
  for (const demo::DemoFile& file : root.files) {
    const std::string path = resolve_path(folder, file.path);
    std::string parent(parent_path(path));
    if (made.insert(parent).second) {
      if (auto done = files.create_directories(parent); !done) return done;
    }
    if (auto done = files.write_file_atomic(path, file.bytes); !done) return done;
  }
  return {};
}

}  // namespace

Result<void> write_demo(WritableFileSystem& files, const DemoOptions& options) {
  if (auto done = files.create_directories(options.folder); !done) return done;
  auto earlier = earlier_files(files, options.folder);
  if (!earlier) return earlier.error();
  const demo::Root root = tell_everything(options.now);
  std::set<std::string> current;
  for (const demo::DemoFile& file : root.files) current.insert(file.path);
  for (const std::string& path : *earlier) {
    if (current.count(path) > 0) continue;
    const auto place = PathBelow::parse(options.folder, resolve_path(options.folder, path));
    if (!place) continue;  // not one of ours
    auto removed = files.remove(*place);
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  }
  std::string marker(kMarkerHead);
  for (const std::string& path : current) marker += path + "\n";
  // First, so that a demo that was cut short counts as one.
  if (auto done = files.write_file_atomic(join_path(options.folder, kMarker), marker); !done) {
    return done;
  }
  return write_files(files, options.folder, root);
}

}  // namespace clew
