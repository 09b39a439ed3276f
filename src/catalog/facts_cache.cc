// SPDX-License-Identifier: MIT
#include "catalog/facts_cache.h"

#include <cstring>
#include <utility>

#include "catalog/facts_codec.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargest = std::int64_t{256} << 20;

struct Heading {
  char magic[8] = {'c', 'l', 'e', 'w', 'f', 'a', 'c', 't'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t version = kFactsVersion;
};
struct RecordHead {
  std::uint64_t checksum = 0;
  std::uint64_t length = 0;
};

template <class T>
void append_raw(std::string& out, const T& value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

// Against accidents, not against malice. Eight bytes at a time.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U ^ bytes.size() ^ (std::uint64_t{kFactsVersion} << 40U);
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  };
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  mix(rest);
  return hash;
}

void append_record(std::string& out, std::string_view facts) {
  append_raw(out, RecordHead{checksum(facts), facts.size()});
  out += facts;
}

std::string heading() {
  std::string bytes;
  append_raw(bytes, Heading{});
  return bytes;
}

}  // namespace

FactsCache::FactsCache(const FileSystem& files, std::string path, TimeMs now)
    : files_(files), path_(std::move(path)), now_(now) {}

void FactsCache::load() const {
  std::call_once(loaded_, [this] {
    if (auto bytes = read_file(files_, path_, kLargest)) bytes_ = std::move(*bytes);
    parse();
    is_loaded_ = true;
  });
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

void FactsCache::parse() const {
  const std::string start = heading();
  if (!bytes_.starts_with(start)) return;
  std::string_view rest = std::string_view(bytes_).substr(start.size());
  index_.reserve(rest.size() / 512);
  while (rest.size() >= sizeof(RecordHead)) {
    RecordHead head;
    std::memcpy(&head, rest.data(), sizeof head);
    rest.remove_prefix(sizeof head);
    if (head.length > rest.size()) return;
    const std::string_view facts = rest.substr(0, head.length);
    const auto key = parse_facts_key(facts);
    if (!key || checksum(facts) != head.checksum) return;
    rest.remove_prefix(head.length);
    std::string_view& entry = index_[key->path];
    live_bytes_ += facts.size() - entry.size();
    entry = facts;
  }
  usable_ = rest.empty();
}

std::optional<SessionFacts> FactsCache::find(const std::string& path, const FileInfo& file) const {
  load();
  const auto entry = index_.find(path);
  if (entry == index_.end()) return std::nullopt;
  const auto key = parse_facts_key(entry->second);
  if (!key || !same_version(key->file, file)) return std::nullopt;
  return parse_facts(entry->second);
}

void FactsCache::put(const SessionFacts& facts) {
  if (may_change_unseen(facts.file, now_)) return;
  std::string bytes;
  append_facts(bytes, facts);
  const std::lock_guard lock(mutex_);
  append_record(added_, bytes);
}

Result<void> FactsCache::save(WritableFileSystem& files) {
  const std::lock_guard lock(mutex_);
  if (added_.empty()) return {};
  load();
  if (usable_ && bytes_.size() + added_.size() < 2 * (live_bytes_ + added_.size()) + (64U << 10)) {
    auto done = append_added(files);
    if (done || done.error().code != ErrorCode::kNotFound) return done;
  }
  return rewrite(files);
}

// Everything that still has a file, and what is new. The new is appended: what is written as a
// whole has to reach the disk first, which takes longer than a list, and records have checksums.
Result<void> FactsCache::rewrite(WritableFileSystem& files) {
  std::string bytes = heading();
  for (const auto& [path, facts] : index_) {
    if (files.stat(std::string(path))) append_record(bytes, facts);
  }
  if (auto made = files.create_directories(std::string(parent_path(path_))); !made) return made;
  if (auto written = files.write_file_atomic(path_, bytes); !written) return written;
  return append_added(files);
}

Result<void> FactsCache::append_added(WritableFileSystem& files) {
  const PathBelow folder{std::string(parent_path(path_))};
  const auto name = PlainName::from(base_name(path_));
  if (!name) return Error{ErrorCode::kInvalid, path_ + " is not the path of a file"};
  auto done = files.append(folder / *name, added_, AppendAt::kEnd);
  if (done) added_.clear();
  return done;
}

}  // namespace clew
