// SPDX-License-Identifier: MIT
#include "store/roster.h"

#include "base/byte_codec.h"

namespace clew {
namespace {

template <class Use, class Part>
void visit_folder(Use& use, Part& part) {
  use(part.device);
  use(part.inode);
  use(part.mtime_ns);
}

template <class Use, class File>
void visit_file(Use& use, File& file) {
  use(file.name);
  use(file.session);
  use(file.id);
  use(file.device);
  use(file.inode);
  use(file.size);
  use(file.mtime_ns);
  use(file.skipped);
}

}  // namespace

std::string encode_part(const RosterPart& part) {
  std::string bytes;
  ByteWriter out(bytes);
  visit_folder(out, part);
  for (const RosterFile& file : part.files) visit_file(out, file);
  return bytes;
}

std::optional<RosterPart> decode_part(std::string_view folder, std::string_view bytes) {
  ByteReader in(bytes);
  RosterPart part;
  part.folder = folder;
  visit_folder(in, part);
  constexpr std::size_t kLeastFile = 52;
  part.files.reserve(bytes.size() / kLeastFile);
  while (!in.at_end()) {
    if (in.failed()) return std::nullopt;
    visit_file(in, part.files.emplace_back());
  }
  return part;
}

}  // namespace clew
