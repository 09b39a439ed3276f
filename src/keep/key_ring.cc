// SPDX-License-Identifier: MIT
#include "keep/key_ring.h"

#include "base/text.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 20;

}  // namespace

// One line for each: "folder key machine".
Result<KeyRing> KeyRing::read(const FileSystem& files, const std::string& path) {
  KeyRing ring;
  auto text = read_file(files, path, kLargest);
  if (!text && text.error().code == ErrorCode::kNotFound) return ring;
  if (!text) return text.error();
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t first = line.find(' ');
    const std::size_t second = first == line.npos ? first : line.find(' ', first + 1);
    const auto key = second == line.npos
                         ? std::nullopt
                         : KeepKey::from_hex(line.substr(first + 1, second - first - 1));
    if (!key) return Error{ErrorCode::kCorrupt, path + " does not hold keys of a keep"};
    ring.add(std::string(line.substr(0, first)), {*key, std::string(line.substr(second + 1))});
  }
  return ring;
}

Result<void> KeyRing::write(WritableFileSystem& files, const std::string& path) const {
  std::string text;
  for (const auto& [folder, key] : keys_) {
    text += folder + " " + key.key.hex() + " " + key.machine + "\n";
  }
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, text);
}

const LockedKey* KeyRing::find(std::string_view folder) const {
  const auto found = keys_.find(folder);
  return found == keys_.end() ? nullptr : &found->second;
}

}  // namespace clew
