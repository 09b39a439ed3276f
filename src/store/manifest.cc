// SPDX-License-Identifier: MIT
#include "store/manifest.h"

#include <algorithm>

#include "base/byte_codec.h"
#include "store/checksum.h"

namespace clew {
namespace {

template <class Use, class Totals>
void visit_totals(Use& use, Totals& manifest) {
  use(manifest.next_file);
  use(manifest.next_segment);
  use(manifest.files);
  use(manifest.documents);
  use(manifest.file_sum);
  use(manifest.ledgers);
  use(manifest.branches);
}

template <class Use, class Segment>
void visit_segment(Use& use, Segment& segment) {
  use(segment.id);
  use(segment.documents);
  use(segment.tokens);
  use(segment.blocks);
}

template <class Use, class Roster>
void visit_roster(Use& use, Roster& roster) {
  use(roster.root);
  use(roster.parts);
  use(roster.sum);
}

}  // namespace

RosterTotals* Manifest::roster_of(std::string_view root) {
  const auto found = std::find_if(rosters.begin(), rosters.end(),
                                  [&](const RosterTotals& one) { return one.root == root; });
  return found == rosters.end() ? nullptr : &*found;
}

std::string encode_manifest(const Manifest& manifest) {
  std::string bytes;
  ByteWriter out(bytes);
  visit_totals(out, manifest);
  out(static_cast<std::uint32_t>(manifest.segments.size()));
  for (const SegmentInfo& segment : manifest.segments) visit_segment(out, segment);
  for (const RosterTotals& roster : manifest.rosters) visit_roster(out, roster);
  seal(bytes, Identity(Identity::Kind::kManifest));
  return bytes;
}

Result<Manifest> decode_manifest(std::string_view bytes) {
  const auto content = unseal(bytes, Identity(Identity::Kind::kManifest));
  if (!content) return content.error();
  ByteReader in(*content);
  Manifest manifest;
  visit_totals(in, manifest);
  std::uint32_t segments = 0;
  in(segments);
  for (std::uint32_t i = 0; i < segments && !in.failed(); ++i)
    visit_segment(in, manifest.segments.emplace_back());
  while (!in.failed() && !in.at_end()) visit_roster(in, manifest.rosters.emplace_back());
  if (in.failed()) return damaged_index("it does not say what is in it");
  return manifest;
}

}  // namespace clew
