// SPDX-License-Identifier: MIT
#include "keep/forget.h"

#include <set>
#include <utility>
#include <variant>

#include "keep/keep_names.h"
#include "keep/pack_reader.h"
#include "keep/repack.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestForgotten = std::int64_t{1} << 30;
using IsMeant = std::function<bool(const KeptName&)>;

// The packs whose manifests name what is meant, and those that its bytes are in: also of lines that
// are not used any more.
Result<std::set<std::uint32_t>> packs_that_tell(const FileSystem& files, const KeptMachine& kept,
                                                const IsMeant& is_meant) {
  const PackReader reader(files, kept);
  std::set<std::uint32_t> packs;
  const auto take = [&](std::uint32_t here, const ManifestRecord& record) {
    const auto* gone = std::get_if<GoneRecord>(&record);
    if (gone != nullptr && is_meant(gone->name)) packs.insert(here);
    const auto* piece = std::get_if<PieceRecord>(&record);
    if (piece == nullptr || !is_meant(piece->name)) return;
    packs.insert(here);
    packs.merge(packs_of_piece(
        {.length = piece->length, .parts = piece->parts, .recipe = piece->recipe}, reader));
  };
  for (const auto& [number, pack] : kept.packs) {
    const auto text =
        read_file(files, join_path(kept.folder, manifest_name(number)), kLargestForgotten);
    if (!text) return text.error();
    // Bytes that no line speaks of are of a run that did not end, and may be anything.
    if (pack.file_size > pack.described() || !pack.whole) packs.insert(number);
    std::string_view rest = *text;
    std::int64_t line = 0;
    for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      const LineSeal seal{kept.cipher.get(), number, ++line};
      if (const auto record = read_manifest_line(rest.substr(0, end), seal)) take(number, *record);
      rest.remove_prefix(end + 1);
    }
  }
  return packs;
}

}  // namespace

Result<ForgetReport> forget_files(DurableFileSystem& files, const KeepPlace& place,
                                  const ForgetRequest& request, StopToken stop) {
  const IsMeant& is_meant = request.is_meant;
  const auto is_touched = [&](const KeptName& name) {
    return is_meant(name) || (request.is_edited && request.is_edited(name));
  };
  auto own = OwnKeep::open(files, place, OwnKeep::Missing::kStays);
  if (!own) return own.error();
  auto packs = packs_that_tell(files, own->kept(), is_touched);
  if (!packs) return packs.error();
  ForgetReport report;
  for (const auto& [name, versions] : own->kept().files) {
    if (!is_meant(name)) continue;
    ++report.files;
    for (const KeptVersion& version : versions) report.bytes += version.size();
  }
  report.packs = static_cast<std::int64_t>(packs->size());
  auto done =
      repack(files, *own, {std::move(*packs), is_meant, request.is_edited, request.drops}, stop);
  if (!done) return done.error();
  return report;
}

}  // namespace clew
