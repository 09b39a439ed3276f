// SPDX-License-Identifier: MIT
#include "keep/key_ring.h"

#include <algorithm>

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestKeyRing = std::int64_t{1} << 20;

}  // namespace

// One line of JSON for each.
Result<KeyRing> KeyRing::read(const FileSystem& files, const std::string& path) {
  KeyRing ring;
  auto text = read_file(files, path, kLargestKeyRing);
  if (!text && text.error().code == ErrorCode::kNotFound) return ring;
  if (!text) return text.error();
  json::Parser parser;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const auto root = parser.parse_copy(line);
    const auto key = root ? KeepKey::from_hex((*root)["key"].string_or("")) : std::nullopt;
    if (!key) return Error{ErrorCode::kCorrupt, path + " does not hold keys of a keep"};
    ring.add(std::string((*root)["folder"].string_or("")),
             {*key, std::string((*root)["machine"].string_or("")),
              std::string((*root)["lock"].string_or(""))});
  }
  return ring;
}

Result<void> KeyRing::write(WritableFileSystem& files, const std::string& path) const {
  std::string text;
  for (const auto& [folder, key] : keys_) {
    json::Writer line;
    line.begin_object().field("folder", folder).field("key", key.key.hex());
    line.field("machine", key.machine).field("lock", key.lock).end_object();
    text += line.take() + "\n";
  }
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, text);
}

const LockedKey* KeyRing::find(std::string_view folder) const {
  const auto found = keys_.find(folder);
  return found == keys_.end() ? nullptr : &found->second;
}

}  // namespace clew
