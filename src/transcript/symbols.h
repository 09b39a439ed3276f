// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace clew {

// A short text stored once: uuids, ids, model names. Symbols are small and dense, so a table over
// all symbols is a plain vector.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = 0;  // absent, null or empty

// Owns the texts of its symbols. The views it hands out live as long as the table.
class SymbolTable {
 public:
  SymbolTable();
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
  const char* store(std::string_view text);
  void wake();
  std::size_t slot_of(std::string_view text, std::uint64_t hash) const;
  void fill_slots(std::size_t count);

  std::vector<const char*> texts_;     // each begins with its length, as store() writes it
  std::vector<std::uint32_t> hashes_;  // by symbol
  std::vector<Symbol> slots_;          // open addressing, power of two, at most three quarters full
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  std::size_t free_size_ = 0;
};

}  // namespace clew
