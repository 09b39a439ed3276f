// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/facts/session_facts.h"

namespace clew {

// To be raised whenever facts are found by other rules, or written otherwise: caches of the number
// before are then not believed any more.
inline constexpr std::uint32_t kFactsVersion = 7;

// Facts as bytes for our own cache: numbers as this machine has them, texts with their length, and
// the path first.
template <class Text>
void append_facts(std::string& out, const BasicFacts<Text>& facts);

// Nothing when the bytes are not what append_facts writes. Borrows them.
std::optional<FactsView> parse_facts(std::string_view bytes);

// Only what a cache looks up by.
struct FactsKey {
  std::string_view path;  // into the bytes
  FileInfo file;
};
std::optional<FactsKey> parse_facts_key(std::string_view bytes);

}  // namespace clew
