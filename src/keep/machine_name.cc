// SPDX-License-Identifier: MIT
#include "keep/machine_name.h"

#include <algorithm>
#include <unistd.h>

#include "base/uuid.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::size_t kLongest = 100;
constexpr std::size_t kNameDigits = 8;

// Plain letters in any file system.
bool fits(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }

}  // namespace

bool is_machine_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongest && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), fits);
}

Result<std::string> read_machine_name(const FileSystem& files, const std::string& file) {
  auto text = read_file(files, file, kLongest + 1);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::string();
  if (!text) return text;
  if (text->ends_with('\n')) text->pop_back();
  if (is_machine_name(*text)) return text;
  return Error{ErrorCode::kCorrupt,
               file + " does not hold the name of a machine; without that file a new one is made"};
}

Result<std::string> make_machine_name(WritableFileSystem& files, const std::string& file,
                                      std::string_view host) {
  auto known = read_machine_name(files, file);
  if (!known || !known->empty()) return known;
  std::string name;
  for (const char c : host.substr(0, host.find('.'))) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (fits(lower) && !(name.empty() && lower == '-')) name.push_back(lower);
  }
  if (name.empty()) name = "machine";
  name = name.substr(0, kLongest / 2) + "-" + make_uuid().substr(0, kNameDigits);
  const std::string folder(parent_path(file));
  const auto place = PathBelow::parse(folder, file);
  if (!place) return Error{ErrorCode::kInvalid, file + " is no place for a file"};
  if (auto made = files.create_directories(folder); !made) return made.error();
  auto written = files.create_file(*place, name + "\n");
  if (!written && written.error().code == ErrorCode::kInvalid) {  // another process was faster
    return read_machine_name(files, file);
  }
  if (!written) return written.error();
  return name;
}

std::string host_name() {
  char buffer[256] = {};
  return ::gethostname(buffer, sizeof buffer - 1) == 0 ? std::string(buffer) : std::string();
}

}  // namespace clew
