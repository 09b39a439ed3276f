// SPDX-License-Identifier: MIT

#include "transcript/symbols.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hash.h"

namespace clew {
namespace {

// The first is small: a thousand followed sessions have a table each.
constexpr std::size_t kFirstChunk = 1 << 12;
constexpr std::size_t kChunk = 1 << 16;
constexpr std::size_t kFirstSlots = 1 << 8;

// Before each text stands its length: one byte, or this mark and eight.
constexpr unsigned char kLong = 0xff;

std::uint32_t upper_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

SymbolTable::SymbolTable() : texts_(1, ""), hashes_(1), slots_(kFirstSlots, kNoSymbol) {}

std::string_view SymbolTable::text(Symbol symbol) const {
  const char* at = texts_[symbol];
  const auto length = static_cast<unsigned char>(*at++);
  if (length != kLong) return {at, length};
  std::size_t size = 0;
  std::memcpy(&size, at, sizeof(size));
  return {at + sizeof(size), size};
}

std::size_t SymbolTable::slot_of(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != kNoSymbol) {
    const Symbol symbol = slots_[slot];
    if (hashes_[symbol] == upper_half(hash) && this->text(symbol) == text) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

Symbol SymbolTable::find(std::string_view text) const {
  if (text.empty()) return kNoSymbol;
  if (!slots_.empty()) return slots_[slot_of(text, hash_bytes(text))];
  for (Symbol symbol = 1; symbol < texts_.size(); ++symbol) {
    if (this->text(symbol) == text) return symbol;
  }
  return kNoSymbol;
}

Symbol SymbolTable::intern(std::string_view text) {
  if (text.empty()) return kNoSymbol;
  if (slots_.empty()) wake();
  const std::uint64_t hash = hash_bytes(text);
  const std::size_t slot = slot_of(text, hash);
  if (slots_[slot] != kNoSymbol) return slots_[slot];
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.push_back(store(text));
  hashes_.push_back(upper_half(hash));
  slots_[slot] = symbol;
  if (texts_.size() * 4 > slots_.size() * 3) fill_slots(slots_.size() * 2);
  return symbol;
}

SymbolTable::Chunk::Chunk(std::size_t count)
    : bytes(std::make_unique_for_overwrite<char[]>(count)), size(count) {}

// Room for a text: behind our last one, unless it is taken by a copy of this table.
char* SymbolTable::claim(std::size_t size) {
  std::size_t expected = end_;
  if (chunks_.empty() || size > chunks_.back()->size - end_ ||
      !chunks_.back()->used.compare_exchange_strong(expected, end_ + size)) {
    chunks_.push_back(
        std::make_shared<Chunk>(std::max(chunks_.empty() ? kFirstChunk : kChunk, size)));
    chunks_.back()->used = size;
    end_ = 0;
  }
  char* const room = chunks_.back()->bytes.get() + end_;
  end_ += size;
  return room;
}

const char* SymbolTable::store(std::string_view text) {
  const bool is_long = text.size() >= kLong;
  char* const room = claim(1 + (is_long ? sizeof(text.size()) : 0) + text.size());
  char* at = room;
  const auto write = [&](const void* bytes, std::size_t count) {
    std::memcpy(at, bytes, count);
    at += count;
  };
  const auto length = is_long ? kLong : static_cast<unsigned char>(text.size());
  const std::size_t long_length = text.size();
  write(&length, 1);
  if (is_long) write(&long_length, sizeof(long_length));
  write(text.data(), text.size());
  return room;
}

void SymbolTable::fill_slots(std::size_t count) {
  slots_.assign(count, kNoSymbol);
  for (Symbol symbol = 1; symbol < texts_.size(); ++symbol) {
    slots_[slot_of(text(symbol), hash_bytes(text(symbol)))] = symbol;
  }
}

void SymbolTable::rest() {
  std::vector<std::uint32_t>().swap(hashes_);
  std::vector<Symbol>().swap(slots_);
  texts_.shrink_to_fit();
}

void SymbolTable::wake() {
  hashes_.reserve(texts_.size());
  for (Symbol symbol = 0; symbol < texts_.size(); ++symbol) {
    hashes_.push_back(upper_half(hash_bytes(text(symbol))));
  }
  fill_slots(std::max(kFirstSlots, std::bit_ceil(texts_.size() * 2)));
}

}  // namespace clew
