// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

// The key of what one machine keeps.
struct KeepKey {
  std::array<std::uint8_t, 32> bytes{};

  static KeepKey make();  // at random
  static std::optional<KeepKey> from_hex(std::string_view hex);
  std::string hex() const;
  friend bool operator==(const KeepKey&, const KeepKey&) = default;
};

// Seals bytes so that who stores them can neither read nor change them (XChaCha20-Poly1305 of
// libsodium). What is sealed is bound to the place it is for: elsewhere it does not open.
class KeepCipher {
 public:
  explicit KeepCipher(const KeepKey& key) : key_(key) {}

  const KeepKey& key() const { return key_; }

  std::string seal(std::string_view bytes, std::string_view place) const;
  // kCorrupt: of another key or place, or changed.
  Result<std::string> open(std::string_view sealed, std::string_view place) const;

  // A line of text as a line of letters. Its length tells only roughly how long it was.
  std::string seal_line(std::string_view line, std::string_view place) const;
  Result<std::string> open_line(std::string_view sealed, std::string_view place) const;

 private:
  KeepKey key_;
};

// Bytes to add so that a size tells little: at most an eighth of it, and never less than it takes
// to hide which of many short lines it is.
std::size_t padding_for(std::size_t size);

}  // namespace clew
