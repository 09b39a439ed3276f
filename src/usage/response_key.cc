// SPDX-License-Identifier: MIT
#include "usage/response_key.h"

#include <bit>
#include <cstring>

namespace clew {
namespace {

// Two lanes that see every word in different ways and each other, then a strong final mix. Not made
// to withstand somebody who looks for collisions: whoever writes the transcripts could as well
// write other numbers.
class Hasher {
 public:
  explicit Hasher(std::uint64_t seed) : a_(seed ^ 0x9E3779B97F4A7C15U), b_(~seed * kOdd) {}

  void add(std::string_view text) {
    add_word(text.size());
    while (text.size() >= sizeof(std::uint64_t)) {
      add_word(word(text.data(), sizeof(std::uint64_t)));
      text.remove_prefix(sizeof(std::uint64_t));
    }
    if (!text.empty()) add_word(word(text.data(), text.size()));
  }
  void add_word(std::uint64_t word) {
    a_ = std::rotl((a_ ^ word) * 0xA0761D6478BD642FU, 29) + b_;
    b_ = std::rotl((b_ + word) * kOdd, 41) ^ a_;
  }
  std::uint64_t first() const { return mix(a_ + std::rotl(b_, 17)); }
  std::uint64_t second() const { return mix(b_ ^ (a_ * kOdd)); }

 private:
  static constexpr std::uint64_t kOdd = 0xE7037ED1A0B428DBU;

  static std::uint64_t word(const char* bytes, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, size);
    if constexpr (std::endian::native == std::endian::big) value = swapped(value);
    return value;
  }
  static std::uint64_t swapped(std::uint64_t value) {
    std::uint64_t out = 0;
    for (int i = 0; i < 8; ++i) out = out << 8U | (value >> static_cast<unsigned>(8 * i) & 0xFFU);
    return out;
  }
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30U) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27U) * 0x94D049BB133111EBU;
    return x ^ x >> 31U;
  }

  std::uint64_t a_;
  std::uint64_t b_;
};

enum Kind : std::uint64_t { kText, kMessage, kRequest, kLine, kPlace };

}  // namespace

std::uint64_t hash_text(std::string_view text) {
  Hasher hasher(kText);
  hasher.add(text);
  return hasher.first();
}

ResponseKey response_key(const ResponseIds& ids) {
  const bool by_message = !ids.message.empty();
  const bool by_request = !ids.request.empty();
  const bool by_uuid = !ids.uuid.empty();
  Hasher hasher(by_message ? kMessage : by_request ? kRequest : by_uuid ? kLine : kPlace);
  if (by_message || by_request || by_uuid) {
    hasher.add(by_message ? ids.message : by_request ? ids.request : ids.uuid);
  } else {
    hasher.add(ids.file);
    hasher.add_word(static_cast<std::uint64_t>(ids.offset));
  }
  if (ids.call != 0) hasher.add_word(static_cast<std::uint64_t>(ids.call));
  ResponseKey key{hasher.first(), hasher.second(), 0};
  if (by_request) {
    key.request = hash_text(ids.request);
    if (key.request == 0) key.request = 1;
  }
  return key;
}

}  // namespace clew
