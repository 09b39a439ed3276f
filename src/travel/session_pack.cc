// SPDX-License-Identifier: MIT
#include "travel/session_pack.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "os/paths.h"
#include "travel/sha256.h"

namespace clew {
namespace {

constexpr std::uint64_t kMostTimes = 1000;  // what a pack holds of its own size

Error not_as_packed(std::string_view why) {
  return {ErrorCode::kCorrupt, "it is damaged, or was changed: " + std::string(why)};
}

Result<void> write_file(const FileSystem& files, const std::string& root, const PackedFile& file,
                        TarWriter& out, StopToken stop) {
  const std::string path = resolve_path(root, file.place);
  auto opened = files.open(path);
  if (!opened) return opened.error();
  if (auto begun = out.begin_file(file.place, file.size, file.modified); !begun) return begun;
  Sha256 hash;
  auto done = each_part(**opened, file.size, [&](std::string_view part) -> Result<void> {
    if (stop.is_stopped()) return stopped_error();
    hash.add(part);
    return out.write(part);
  });
  if (!done) return with_context(path, done.error());
  if (hash.hex() == file.sha256) return {};
  return Error{ErrorCode::kBusy, path + " was changed while it was packed; try again"};
}

Result<std::string> read_manifest_text(TarReader& reader) {
  auto first = reader.next();
  if (!first) return first.error();
  if (!*first || (*first)->name != PackManifest::kName || (*first)->size > PackManifest::kLargest) {
    return Error{ErrorCode::kInvalid, "it does not begin with a manifest"};
  }
  std::string text;
  for (;;) {
    auto part = reader.read();
    if (!part) return part.error();
    if (part->empty()) return text;
    text += *part;
    if (text.size() > PackManifest::kLargest) return not_as_packed("its manifest is too long");
  }
}

}  // namespace

std::uint64_t most_in_pack(std::uint64_t pack_size) {
  constexpr std::uint64_t kAlways = 64 << 20;
  return kAlways + std::min(pack_size, std::uint64_t{1} << 40) * kMostTimes;
}

std::string filler_for_pack(std::uint64_t pack_size, std::uint64_t holds) {
  if (holds <= most_in_pack(pack_size)) return {};
  constexpr std::uint32_t kSkippable = 0x184D2A50;  // the magic number of such a frame
  const std::uint64_t missing = (holds - most_in_pack(pack_size)) / kMostTimes + 1;
  std::string frame;
  for (const std::uint32_t number : {kSkippable, static_cast<std::uint32_t>(missing)}) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      frame.push_back(static_cast<char>((number >> shift) & 0xFFU));
    }
  }
  frame.append(missing, '\0');
  return frame;
}

Result<void> measure_files(const FileSystem& files, const std::string& root, PackedSession& session,
                           StopToken stop) {
  for (PackedFile& file : session.files) {
    const std::string path = resolve_path(root, file.place);
    if (!is_valid_utf8(file.place)) {
      return Error{ErrorCode::kUnsupported, path + " has a name that is no UTF-8"};
    }
    auto opened = files.open(path);
    if (!opened) return opened.error();
    const auto info = (*opened)->info();
    if (!info) return info.error();
    file.size = static_cast<std::uint64_t>(info->size);
    file.modified = info->mtime_ns / 1'000'000;
    Sha256 hash;
    auto done = each_part(**opened, file.size, [&](std::string_view part) -> Result<void> {
      if (stop.is_stopped()) return stopped_error();
      hash.add(part);
      return {};
    });
    if (!done) return with_context(path, done.error());
    file.sha256 = hash.hex();
  }
  return {};
}

Result<void> write_pack(const FileSystem& files, const PackManifest& manifest,
                        const std::vector<std::string>& roots, const TarWriter::Take& take,
                        StopToken stop) {
  TarWriter out(take);
  const std::string text = pack_manifest_text(manifest);
  if (auto done = out.begin_file(PackManifest::kName, text.size(), manifest.packed); !done) {
    return done;
  }
  if (auto done = out.write(text); !done) return done;
  for (std::size_t i = 0; i < manifest.sessions.size(); ++i) {
    for (const PackedFile& file : manifest.sessions[i].files) {
      if (auto done = write_file(files, roots[i], file, out, stop); !done) return done;
    }
  }
  return out.finish();
}

Result<SessionPackReader> SessionPackReader::open(const RandomAccessFile& file) {
  const auto info = file.info();
  if (!info) return info.error();
  auto reader = TarReader::open(file);
  if (!reader) return reader.error();
  auto text = read_manifest_text(**reader);
  if (!text) return text.error();
  auto manifest = read_pack_manifest(*text);
  if (!manifest) return manifest.error();
  if (manifest->bytes() > most_in_pack(static_cast<std::uint64_t>(info->size))) {
    return Error{ErrorCode::kInvalid,
                 "it says that it holds " + std::to_string(manifest->bytes()) +
                     " bytes, which is more than a file of its size can be trusted to hold"};
  }
  return SessionPackReader(std::move(*reader), std::move(*manifest));
}

Result<void> SessionPackReader::read_files(const Handlers& handlers, StopToken stop) {
  for (const PackedSession& session : manifest_.sessions) {
    for (const PackedFile& file : session.files) {
      if (auto done = read_file(file, handlers, stop); !done) return done;
    }
  }
  auto more = reader_->next();
  if (!more) return more.error();
  if (*more) return not_as_packed((*more)->name + " is not in its manifest");
  return {};
}

Result<void> SessionPackReader::read_file(const PackedFile& file, const Handlers& handlers,
                                          StopToken stop) {
  auto entry = reader_->next();
  if (!entry) return entry.error();
  if (!*entry) return not_as_packed(file.place + " is missing");
  if ((*entry)->name != file.place) {
    return not_as_packed((*entry)->name + " comes where its manifest has " + file.place);
  }
  if ((*entry)->size != file.size) return not_as_packed(file.place + " has another size");
  if (auto begun = handlers.begin(file); !begun) return begun;
  Sha256 hash;
  for (std::uint64_t count = 0;;) {
    if (stop.is_stopped()) return stopped_error();
    auto part = reader_->read();
    if (!part) return part.error();
    count += part->size();
    if (count > file.size || (part->empty() && count != file.size)) {
      return not_as_packed(file.place + " has another size");
    }
    if (part->empty()) break;
    hash.add(*part);
    if (auto taken = handlers.take(*part); !taken) return taken;
  }
  if (hash.hex() != file.sha256) return not_as_packed(file.place + " has another hash");
  return handlers.end();
}

}  // namespace clew
