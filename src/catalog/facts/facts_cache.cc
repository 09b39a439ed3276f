// SPDX-License-Identifier: MIT
#include "catalog/facts/facts_cache.h"

#include <cstring>
#include <span>
#include <utility>

#include "base/hash.h"
#include "catalog/facts/facts_codec.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestCache = std::int64_t{256} << 20;

struct Heading {
  char magic[8] = {'c', 'l', 'e', 'w', 'f', 'a', 'c', 't'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t version = kFactsVersion;
};

std::string heading() {
  const Heading heading;
  char bytes[sizeof heading];
  std::memcpy(bytes, &heading, sizeof heading);
  return {bytes, sizeof bytes};
}

}  // namespace

FactsCache::FactsCache(const FileSystem& files, std::string path, TimeMs now)
    : files_(files), path_(std::move(path)), now_(now) {}

void FactsCache::load() const {
  std::call_once(loaded_, [this] {
    read();
    parse();
    is_loaded_ = true;
  });
}

// The file may be large, and most of it is not looked at: it is appended to or replaced, never cut.
void FactsCache::read() const {
  const auto file = files_.open(path_);
  if (!file) return;
  const auto info = (*file)->info();
  if (!info || info->size > kLargestCache) return;
  const auto size = static_cast<std::size_t>(info->size);
  bytes_ = (*file)->in_place(size);
  if (bytes_ != nullptr) {
    size_ = size;
    return;
  }
  auto copy = std::make_unique_for_overwrite<char[]>(size);
  const auto count = (*file)->read_at(0, std::span(copy.get(), size));
  if (count) size_ = *count;
  bytes_ = std::move(copy);
}

std::size_t FactsCache::size() const {
  load();
  return index_.size();
}

bool FactsCache::is_worth_asking(std::int64_t bytes) const {
  constexpr std::int64_t kCheaper = 4;  // to read a byte of the cache than one of a transcript
  constexpr std::int64_t kSmall = 1 << 20;
  if (is_loaded_) return true;
  const auto info = files_.stat(path_);
  return !info || info->size < kSmall || bytes > info->size / kCheaper;
}

FactsRecord FactsCache::record_at(std::uint32_t offset) const {
  std::string_view rest = bytes().substr(offset);
  return take_record(rest).value_or(FactsRecord{});
}

void FactsCache::parse() const {
  const std::string start = heading();
  if (!bytes().starts_with(start)) return;
  std::string_view rest = bytes().substr(start.size());
  while (!rest.empty()) {
    const auto offset = static_cast<std::uint32_t>(size_ - rest.size());
    const auto record = take_record(rest);
    const auto key = record ? parse_facts_key(record->facts) : std::nullopt;
    if (!key) return;
    const auto before = index_.put(hash_bytes(key->path), offset, [&](std::uint32_t other) {
      return parse_facts_key(record_at(other).facts)->path == key->path;
    });
    live_bytes_ += record->facts.size();
    if (before) live_bytes_ -= record_at(*before).facts.size();
  }
  usable_ = true;
}

std::optional<FactsRecord> FactsCache::record_of(std::string_view path) const {
  load();
  const auto offset = index_.find(hash_bytes(path), [&](std::uint32_t other) {
    return parse_facts_key(record_at(other).facts)->path == path;
  });
  return offset ? std::optional(record_at(*offset)) : std::nullopt;
}

std::optional<std::string_view> FactsCache::find(std::string_view path,
                                                 const FileInfo& file) const {
  const auto record = record_of(path);
  if (!record || !same_version(parse_facts_key(record->facts)->file, file) || !record->is_whole())
    return std::nullopt;
  return record->facts;
}

std::optional<std::string_view> FactsCache::find_last(std::string_view path) const {
  const auto record = record_of(path);
  if (!record || !record->is_whole()) return std::nullopt;
  return record->facts;
}

void FactsCache::put(std::shared_ptr<const FactsRecords> records) {
  const std::lock_guard lock(mutex_);
  if (!records->chunks().empty()) added_.push_back(std::move(records));
}

Result<void> FactsCache::save(WritableFileSystem& files) {
  const std::lock_guard lock(mutex_);
  if (added_.empty()) return {};
  load();
  std::size_t added = 0;
  for (const auto& records : added_) added += records->bytes();
  if (usable_ && size_ + added < 2 * (live_bytes_ + added) + (64U << 10)) {
    auto done = append_added(files);
    if (done || done.error().code != ErrorCode::kNotFound) return done;
  }
  return rewrite(files);
}

// Everything that still has a file, and what is new. The new is appended: what is written as a
// whole has to reach the disk first, which takes longer than a list, and records have checksums.
Result<void> FactsCache::rewrite(WritableFileSystem& files) {
  std::string bytes = heading();
  index_.for_each([&](std::uint32_t offset) {
    const FactsRecord record = record_at(offset);
    const std::string path(parse_facts_key(record.facts)->path);
    if (record.is_whole() && files.stat(path)) append_record(bytes, record.facts);
  });
  if (auto made = files.create_directories(std::string(parent_path(path_))); !made) return made;
  if (auto written = files.write_file_atomic(path_, bytes); !written) return written;
  return append_added(files);
}

Result<void> FactsCache::append_added(WritableFileSystem& files) {
  const PathBelow folder{std::string(parent_path(path_))};
  const auto name = PlainName::from(base_name(path_));
  if (!name) return Error{ErrorCode::kInvalid, path_ + " is not the path of a file"};
  for (const auto& records : added_) {
    for (const std::string& chunk : records->chunks()) {
      if (auto done = files.append(folder / *name, chunk, AppendAt::kEnd); !done) return done;
    }
  }
  added_.clear();
  return {};
}

}  // namespace clew
