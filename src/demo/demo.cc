// SPDX-License-Identifier: MIT

#include "demo/demo.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "demo/relative_times.h"
#include "demo/templates.h"
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

struct FilledFile {
  DemoFile file;
  std::string text;
};

std::vector<FilledFile> filled_files(TimeMs now) {
  std::vector<FilledFile> files;
  for (const demo::Template& source : demo::templates()) {
    demo::FilledText filled = demo::fill_times(source.text, now);
    files.push_back({{std::string(source.path), filled.newest}, std::move(filled.text)});
  }
  std::stable_sort(files.begin(), files.end(), [](const FilledFile& a, const FilledFile& b) {
    return a.file.newest < b.file.newest;
  });
  return files;
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

// Takes away what the demo no longer has.
Result<void> remove_others(WritableFileSystem& files, const std::string& folder,
                           const std::vector<std::string>& earlier,
                           const std::set<std::string>& current) {
  for (const std::string& path : earlier) {
    if (current.count(path) > 0) continue;
    const auto place = PathBelow::parse(folder, resolve_path(folder, path));
    if (!place) continue;  // not one of ours
    auto removed = files.remove(*place);
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  }
  return {};
}

Result<void> write_marker(WritableFileSystem& files, const std::string& folder,
                          const std::set<std::string>& current) {
  std::string marker(kMarkerHead);
  for (const std::string& path : current) marker += path + "\n";
  return files.write_file_atomic(join_path(folder, kMarker), marker);
}

Result<void> write_files(WritableFileSystem& files, const std::string& folder,
                         const std::vector<FilledFile>& filled) {
  std::set<std::string> made;
  for (const auto& [file, text] : filled) {
    const std::string path = resolve_path(folder, file.path);
    std::string parent(parent_path(path));
    if (made.insert(parent).second) {
      if (auto done = files.create_directories(parent); !done) return done;
    }
    if (auto done = files.write_file_atomic(path, text); !done) return done;
  }
  return {};
}

}  // namespace

Result<std::vector<DemoFile>> write_demo(WritableFileSystem& files, const DemoOptions& options) {
  const std::string& folder = options.folder;
  if (auto done = files.create_directories(folder); !done) return done.error();
  auto earlier = earlier_files(files, folder);
  if (!earlier) return earlier.error();
  const std::vector<FilledFile> filled = filled_files(options.now);
  std::set<std::string> current;
  for (const FilledFile& one : filled) current.insert(one.file.path);
  if (auto done = remove_others(files, folder, *earlier, current); !done) return done.error();
  // Before the files, so that a demo that was cut short counts as one.
  if (auto done = write_marker(files, folder, current); !done) return done.error();
  if (auto done = write_files(files, folder, filled); !done) return done.error();
  std::vector<DemoFile> written;
  written.reserve(filled.size());
  for (const FilledFile& one : filled) written.push_back(one.file);
  return written;
}

}  // namespace clew
