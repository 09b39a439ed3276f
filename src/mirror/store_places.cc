// SPDX-License-Identifier: MIT
#include "mirror/store_places.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "catalog/layout/layout.h"

namespace clew {
namespace {

constexpr NameView kJournals = "batches";
constexpr NameView kSummaries = "summaries";
constexpr NameView kLockFolder = "locks";

PlainName with_ending(const PlainName& name, std::string_view ending) {
  return *PlainName::from(name.text() + std::string(ending));
}

}  // namespace

PathBelow StorePlaces::projects() const { return PathBelow(folder_) / kProjectsFolder; }

PathBelow StorePlaces::project(const PlainName& name) const { return projects() / name; }

PathBelow StorePlaces::transcript(const TranscriptKey& key) const {
  const StoreKey& session = key.session();
  if (key.is_main()) {
    return project(session.project_name()) / *transcript_name(session.session_name());
  }
  PathBelow place = session_folder(session);
  for (std::size_t i = 0; i + 1 < key.steps().size(); ++i) place = place / key.steps()[i];
  return place / *transcript_name(key.steps().back());
}

PathBelow StorePlaces::session_folder(const StoreKey& key) const {
  return project(key.project_name()) / key.session_name();
}

PathBelow StorePlaces::all_journals() const { return PathBelow(folder_) / kJournals; }

PathBelow StorePlaces::journals(const PlainName& project) const { return all_journals() / project; }

PathBelow StorePlaces::journal(const StoreKey& key) const {
  return journals(key.project_name()) / with_ending(key.session_name(), ".log");
}

PathBelow StorePlaces::summary(const StoreKey& key) const {
  return PathBelow(folder_) / kSummaries / key.project_name() /
         with_ending(key.session_name(), ".json");
}

PathBelow StorePlaces::lock(std::size_t number) const {
  return PathBelow(folder_) / kLockFolder / *PlainName::from(fmt::format("{:02x}", number));
}

std::size_t StorePlaces::lock_of(const StoreKey& key) {
  return hash_bytes(key.session(), hash_bytes(key.project())) % kLocks;
}

}  // namespace clew
