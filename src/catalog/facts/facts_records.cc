// SPDX-License-Identifier: MIT
#include "catalog/facts/facts_records.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "catalog/facts/facts_codec.h"

namespace clew {
namespace {

struct RecordHead {
  std::uint64_t checksum = 0;
  std::uint64_t length = 0;
};

std::uint64_t checksum(std::string_view facts) {
  return hash_bytes(facts, std::uint64_t{kFactsVersion} << 40U);
}

}  // namespace

bool FactsRecord::is_whole() const { return checksum == clew::checksum(facts); }

std::optional<FactsRecord> take_record(std::string_view& bytes) {
  RecordHead head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.length > bytes.size() - sizeof head) return std::nullopt;
  const FactsRecord record{head.checksum, bytes.substr(sizeof head, head.length)};
  bytes.remove_prefix(sizeof head + head.length);
  return record;
}

void append_record(std::string& out, std::string_view facts) {
  const RecordHead head{checksum(facts), facts.size()};
  char bytes[sizeof head];
  std::memcpy(bytes, &head, sizeof head);
  out.append(bytes, sizeof head);
  out += facts;
}

template <class Text>
std::string_view FactsRecords::add(const BasicFacts<Text>& facts) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  scratch_.clear();
  append_facts(scratch_, facts);
  const std::size_t size = sizeof(RecordHead) + scratch_.size();
  if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < size) {
    chunks_.emplace_back().reserve(std::max(kChunk, size));
  }
  append_record(chunks_.back(), scratch_);
  return std::string_view(chunks_.back()).substr(chunks_.back().size() - scratch_.size());
}

template std::string_view FactsRecords::add(const SessionFacts& facts);
template std::string_view FactsRecords::add(const FactsView& facts);

std::size_t FactsRecords::bytes() const {
  std::size_t sum = 0;
  for (const std::string& chunk : chunks_) sum += chunk.size();
  return sum;
}

}  // namespace clew
