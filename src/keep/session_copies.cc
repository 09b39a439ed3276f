// SPDX-License-Identifier: MIT
#include "keep/session_copies.h"

#include <algorithm>

#include "catalog/layout/file_mark.h"
#include "catalog/layout/kept_places.h"
#include "keep/kept_file.h"

namespace clew {
namespace {

// "projects/<key>/<session>.jsonl"
bool is_transcript(std::string_view file, std::string_view session) {
  return file.starts_with("projects/") && std::count(file.begin(), file.end(), '/') == 2 &&
         file.ends_with(std::string(session) + ".jsonl");
}

}  // namespace

bool begins_with(const KeptVersion& longer, const PackReader& packs, const KeptVersion& shorter) {
  const std::uint64_t size = shorter.size();
  if (size > longer.size()) return false;
  const std::uint64_t mark = shorter.pieces.back().mark;
  for (const KeptPiece& piece : longer.pieces) {
    if (piece.end() == size) return piece.mark == mark;
  }
  const KeptFileReader reader(longer, packs, {.size = static_cast<std::int64_t>(longer.size())});
  const auto found = mark_before(reader, static_cast<std::int64_t>(size));
  return found && *found == mark;
}

namespace {

// The same, but by every byte where that takes a moment only: who cut a file may have changed what
// is left, and does not want the rest back.
bool was_cut_from(const KeptVersion& longer, const PackReader& packs, const KeptVersion& shorter) {
  constexpr std::uint64_t kMuch = std::uint64_t{8} << 20;
  if (!begins_with(longer, packs, shorter)) return false;
  if (shorter.size() > kMuch) return true;
  const KeptFileReader reader(longer, packs, {.size = static_cast<std::int64_t>(longer.size())});
  const auto same = holds_version(reader, shorter);
  return same && *same;
}

}  // namespace

const KeptVersion& fullest_version(const std::vector<KeptVersion>& versions,
                                   const PackReader& packs) {
  const KeptVersion* fullest = &versions.back();
  for (auto earlier = versions.rbegin() + 1; earlier != versions.rend(); ++earlier) {
    if (earlier->size() > fullest->size() && was_cut_from(*earlier, packs, *fullest)) {
      fullest = &*earlier;
    }
  }
  return *fullest;
}

void SessionCopies::add(const KeptMachine& machine, const PackReader& packs) {
  for (const auto& [name, versions] : machine.files) {
    const std::string session = session_of_file(name.file);
    if (session.empty() || !is_transcript(name.file, session) || versions.back().deleted) continue;
    const Copy copy{&machine, &packs, &fullest_version(versions, packs)};
    std::vector<Copy>& others = copies_[session];
    const bool covered = std::any_of(others.begin(), others.end(), [&](const Copy& other) {
      return other.machine != &machine && begins_with(*other.version, *other.packs, *copy.version);
    });
    if (covered) {
      covered_.emplace(&machine, session);
      continue;
    }
    std::erase_if(others, [&](const Copy& other) {
      if (other.machine == &machine || !begins_with(*copy.version, *copy.packs, *other.version))
        return false;
      covered_.emplace(other.machine, session);
      return true;
    });
    others.push_back(copy);
  }
}

bool SessionCopies::is_covered(const KeptMachine& machine, const KeptName& file) const {
  return !covered_.empty() && covered_.contains({&machine, session_of_file(file.file)});
}

}  // namespace clew
