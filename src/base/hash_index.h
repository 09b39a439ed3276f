// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clew {

// Finds numbers by the hash of what they stand for. It holds eight bytes for each and no keys: who
// looks something up has the keys and compares them. The largest number is not for use. Several
// threads may look up at a time.
class HashIndex {
 public:
  std::size_t size() const { return size_; }

  // The number with this hash for which is_it(number) is true.
  template <class IsIt>
  std::optional<std::uint32_t> find(std::uint64_t hash, const IsIt& is_it) const {
    const Slot* const slot = slots_.empty() ? nullptr : &slots_[place_of(hash, is_it)];
    if (slot == nullptr || slot->is_free()) return std::nullopt;
    return slot->number;
  }

  // Puts a number into the place of the one that find() would give, which it returns, or adds it.
  template <class IsIt>
  std::optional<std::uint32_t> put(std::uint64_t hash, std::uint32_t number, const IsIt& is_it) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(hash, is_it)];
    const Slot before = slot;
    slot = {tag_of(hash), number};
    if (!before.is_free()) return before.number;
    ++size_;
    return std::nullopt;
  }

  template <class Use>
  void for_each(const Use& use) const {
    for (const Slot& slot : slots_) {
      if (!slot.is_free()) use(slot.number);
    }
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  struct Slot {
    std::uint32_t tag = 0;  // of the hash; says where the slot belongs, also after growing
    std::uint32_t number = kFree;

    bool is_free() const { return number == kFree; }
  };

  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
  }

  // Of the number looked for, or of the free slot where it would be.
  template <class IsIt>
  std::size_t place_of(std::uint64_t hash, const IsIt& is_it) const {
    const std::uint32_t tag = tag_of(hash);
    std::size_t at = tag & (slots_.size() - 1);
    while (!slots_[at].is_free() && !(slots_[at].tag == tag && is_it(slots_[at].number))) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void grow() {
    std::vector<Slot> old(std::max<std::size_t>(2 * slots_.size(), 16));
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.is_free()) continue;
      std::size_t at = slot.tag & (slots_.size() - 1);
      while (!slots_[at].is_free()) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two of them, at most half of them used
  std::size_t size_ = 0;
};

}  // namespace clew
