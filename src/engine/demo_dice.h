// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew::demo {

// Ids and small numbers that look random and are always the same for one seed.
class Dice {
 public:
  explicit Dice(std::string_view seed);

  std::int64_t between(std::int64_t low, std::int64_t high);  // both can come
  std::string hex(int digits);
  std::string uuid();                                    // version 4
  std::string id(std::string_view prefix, int letters);  // "msg_01" and so many letters

 private:
  std::uint64_t next();

  std::uint64_t state_;
};

}  // namespace clew::demo
