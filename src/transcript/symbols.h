// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace clew {

// A short text stored once: uuids, ids, model names. Symbols are small and dense, so a table over
// all symbols is a plain vector.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = 0;  // absent, null or empty

// Owns the texts of its symbols. The views it hands out live as long as the table. A copy shares
// the texts with its original; after that each grows by itself, also in different threads.
class SymbolTable {
 public:
  SymbolTable();
  SymbolTable(const SymbolTable&) = default;
  SymbolTable& operator=(const SymbolTable&) = default;
  SymbolTable(SymbolTable&&) noexcept = default;
  SymbolTable& operator=(SymbolTable&&) noexcept = default;

  Symbol intern(std::string_view text);
  Symbol find(std::string_view text) const;  // kNoSymbol if never interned
  std::string_view text(Symbol symbol) const;
  std::size_t size() const { return texts_.size(); }
  // Gives back what only finding needs: half the memory beside the texts. The next intern() builds
  // it again, and until then find() looks through all of them.
  void rest();

 private:
  // Texts, one behind the other. Bytes before `used` never change.
  struct Chunk {
    explicit Chunk(std::size_t bytes);
    const std::unique_ptr<char[]> bytes;
    const std::size_t size;
    std::atomic<std::size_t> used{0};
  };

  const char* store(std::string_view text);
  char* claim(std::size_t size);
  void wake();
  std::size_t slot_of(std::string_view text, std::uint64_t hash) const;
  void fill_slots(std::size_t count);

  std::vector<const char*> texts_;     // each begins with its length, as store() writes it
  std::vector<std::uint32_t> hashes_;  // by symbol
  std::vector<Symbol> slots_;          // open addressing, power of two, at most three quarters full
  std::vector<std::shared_ptr<Chunk>> chunks_;
  std::size_t end_ = 0;  // of our own texts in the last chunk; a copy may have gone on behind it
};

}  // namespace clew
