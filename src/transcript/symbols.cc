// SPDX-License-Identifier: MIT

#include "transcript/symbols.h"

#include <cstring>
#include <functional>

namespace clew {
namespace {

// The first is small: a thousand followed sessions have a table each.
constexpr std::size_t kFirstChunk = 1 << 12;
constexpr std::size_t kChunk = 1 << 16;
constexpr std::size_t kFirstSlots = 1 << 8;

std::uint64_t hash_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

}  // namespace

SymbolTable::SymbolTable() : texts_(1), hashes_(1), slots_(kFirstSlots, kNoSymbol) {}

std::size_t SymbolTable::slot_of(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != kNoSymbol) {
    const Symbol symbol = slots_[slot];
    if (hashes_[symbol] == static_cast<std::uint32_t>(hash >> 32) && texts_[symbol] == text) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

Symbol SymbolTable::find(std::string_view text) const {
  return text.empty() ? kNoSymbol : slots_[slot_of(text, hash_of(text))];
}

Symbol SymbolTable::intern(std::string_view text) {
  if (text.empty()) return kNoSymbol;
  const std::uint64_t hash = hash_of(text);
  const std::size_t slot = slot_of(text, hash);
  if (slots_[slot] != kNoSymbol) return slots_[slot];
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.push_back(store(text));
  hashes_.push_back(static_cast<std::uint32_t>(hash >> 32));
  slots_[slot] = symbol;
  if (texts_.size() * 4 > slots_.size() * 3) grow();
  return symbol;
}

std::string_view SymbolTable::store(std::string_view text) {
  if (text.size() > free_size_) {
    free_size_ = std::max(chunks_.empty() ? kFirstChunk : kChunk, text.size());
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(free_size_));
    free_ = chunks_.back().get();
  }
  std::memcpy(free_, text.data(), text.size());
  const std::string_view stored(free_, text.size());
  free_ += text.size();
  free_size_ -= text.size();
  return stored;
}

void SymbolTable::grow() {
  slots_.assign(slots_.size() * 2, kNoSymbol);
  for (Symbol symbol = 1; symbol < texts_.size(); ++symbol) {
    slots_[slot_of(texts_[symbol], hash_of(texts_[symbol]))] = symbol;
  }
}

}  // namespace clew
