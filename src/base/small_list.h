// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace clew {

// A list that nearly always holds no more than `kHere` values, and then no memory of its own. For
// lists of which there are a million at once, where std::vector would take thrice the space.
template <class T, std::uint32_t kHere = 2>
class SmallList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallList() = default;
  SmallList(const SmallList& other) {
    for (const T& value : other) push_back(value);
  }
  SmallList(SmallList&& other) noexcept { swap(other); }
  SmallList& operator=(SmallList other) noexcept {
    swap(other);
    return *this;
  }
  ~SmallList() {
    if (is_elsewhere()) delete[] values_.elsewhere;
  }

  void push_back(const T& value) {
    if (size_ == capacity_) grow();
    data()[size_++] = value;
  }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return is_elsewhere() ? values_.elsewhere : values_.here; }
  const T* end() const { return begin() + size_; }
  const T& front() const { return *begin(); }
  const T& back() const { return end()[-1]; }
  const T& operator[](std::size_t i) const { return begin()[i]; }
  operator std::span<const T>() const { return {begin(), size_}; }

 private:
  bool is_elsewhere() const { return capacity_ > kHere; }
  T* data() { return is_elsewhere() ? values_.elsewhere : values_.here; }

  void grow() {
    T* more = new T[std::size_t{capacity_} * 2];
    std::copy(begin(), end(), more);
    if (is_elsewhere()) delete[] values_.elsewhere;
    values_.elsewhere = more;
    capacity_ *= 2;
  }

  void swap(SmallList& other) {
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(values_.raw, other.values_.raw);
  }

  static constexpr std::size_t kBytes = std::max(kHere * sizeof(T), sizeof(T*));
  struct Raw {
    alignas(T*) unsigned char bytes[kBytes];
  };

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kHere;
  union Values {
    T here[kHere];
    T* elsewhere;
    Raw raw{};
  } values_;
};

}  // namespace clew
