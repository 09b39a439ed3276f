// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew {

// Seven bits a byte, the low ones first.
inline void append_varint(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out.push_back(static_cast<char>(number | 0x80U));
    number >>= 7U;
  }
  out.push_back(static_cast<char>(number));
}

// Reads from bytes that may be damaged: past the end, and for what is no number, it gives 0 and
// is no longer good.
class VarintReader {
 public:
  explicit VarintReader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && at_ != end_; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return number;
    }
    fail();
    return 0;
  }
  std::string_view bytes(std::uint64_t size) {
    if (size > left()) {
      fail();
      return {};
    }
    const std::string_view taken(at_, static_cast<std::size_t>(size));
    at_ += size;
    return taken;
  }
  void fail() {
    good_ = false;
    at_ = end_;
  }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  bool good() const { return good_; }

 private:
  const char* at_;
  const char* end_;
  bool good_ = true;
};

}  // namespace clew
