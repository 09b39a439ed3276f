// SPDX-License-Identifier: MIT
//
// Facts as they lie in the file of the cache and in memory: records of a checksum, a length and
// the facts as bytes (facts_codec.h), one behind the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/facts/session_facts.h"

namespace clew {

// A record in bytes that somebody else holds.
struct FactsRecord {
  std::uint64_t checksum = 0;
  std::string_view facts;

  bool is_whole() const;  // the facts are what was written
};

// The first record of `bytes`, which then begin behind it. Nothing when they end within it.
std::optional<FactsRecord> take_record(std::string_view& bytes);

void append_record(std::string& out, std::string_view facts);

// Records that stay where they are as long as this lives.
class FactsRecords {
 public:
  // The facts of the new record.
  template <class Text>
  std::string_view add(const BasicFacts<Text>& facts);

  const std::vector<std::string>& chunks() const { return chunks_; }  // of whole records
  std::size_t bytes() const;

 private:
  std::string scratch_;
  std::vector<std::string> chunks_;  // none grows beyond what it has reserved
};

}  // namespace clew
