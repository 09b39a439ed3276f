// SPDX-License-Identifier: MIT
#include "store/checksum.h"

#include <cstring>

namespace clew {

void seal(std::string& bytes, const Identity& identity) {
  const std::uint64_t sum = identity.sum_of(bytes);
  char behind[sizeof sum];
  std::memcpy(behind, &sum, sizeof sum);
  bytes.append(behind, sizeof behind);
}

std::string sealed(std::string_view bytes, const Identity& identity) {
  std::string out;
  out.reserve(bytes.size() + sizeof(std::uint64_t));
  out = bytes;
  seal(out, identity);
  return out;
}

std::uint64_t seal_of(std::string_view sealed_bytes) {
  std::uint64_t sum = 0;
  if (sealed_bytes.size() < sizeof sum) return sum;
  std::memcpy(&sum, sealed_bytes.data() + sealed_bytes.size() - sizeof sum, sizeof sum);
  return sum;
}

Result<std::string_view> unseal(std::string_view bytes, const Identity& identity) {
  if (bytes.size() < sizeof(std::uint64_t)) return damaged_index("a part of it is missing");
  const std::string_view content = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  if (identity.sum_of(content) != seal_of(bytes)) return damaged_index("a checksum is wrong");
  return content;
}

}  // namespace clew
