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
  use(file.id);
  use(file.inode);
  use(file.size);
  use(file.mtime_ns);
  use(file.ctime_ns);
}

// Every query reads all of it, and most of it would be said twice: a session is the beginning of
// its file's name, subagents have the session of the one before, all are on one device.
enum class Session : std::uint8_t { kOfName, kAsBefore, kText };

void write_file(ByteWriter& out, const RosterFile& file, const RosterFile& before,
                std::uint64_t device) {
  out(file.name);
  if (file.name.starts_with(file.session)) {
    out(Session::kOfName);
    out(static_cast<std::uint32_t>(file.session.size()));
  } else if (file.session == before.session) {
    out(Session::kAsBefore);
  } else {
    out(Session::kText);
    out(file.session);
  }
  visit_file(out, file);
  out(file.device != device);
  if (file.device != device) out(file.device);
  out(file.skipped != 0);
  if (file.skipped != 0) out(file.skipped);
}

RosterFile read_file(ByteReader& in, const RosterFile& before, std::uint64_t device) {
  RosterFile file;
  in(file.name);
  Session form{};
  in(form);
  if (form == Session::kOfName) {
    std::uint32_t size = 0;
    in(size);
    file.session = file.name.substr(0, size);
  } else if (form == Session::kAsBefore) {
    file.session = before.session;
  } else {
    in(file.session);
  }
  visit_file(in, file);
  file.device = device;
  bool more = false;
  in(more);
  if (more) in(file.device);
  in(more);
  if (more) in(file.skipped);
  return file;
}

}  // namespace

std::string encode_part(const RosterPart& part) {
  std::string bytes;
  ByteWriter out(bytes);
  visit_folder(out, part);
  RosterFile before;
  for (const RosterFile& file : part.files) {
    write_file(out, file, before, part.device);
    before = file;
  }
  return bytes;
}

std::optional<RosterPart> decode_part(std::string_view folder, std::string_view bytes) {
  ByteReader in(bytes);
  RosterPart part;
  part.folder = folder;
  visit_folder(in, part);
  constexpr std::size_t kUsualFile = 83;
  part.files.reserve(bytes.size() / kUsualFile + 1);
  RosterFile before;
  while (!in.at_end()) {
    before = read_file(in, before, part.device);
    if (in.failed()) return std::nullopt;
    part.files.push_back(before);
  }
  return part;
}

}  // namespace clew
