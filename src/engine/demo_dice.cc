// SPDX-License-Identifier: MIT

#include "engine/demo_dice.h"

namespace clew::demo {
namespace {

std::string letters_of(Dice& dice, std::string_view alphabet, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    const auto last = static_cast<std::int64_t>(alphabet.size()) - 1;
    out += alphabet[static_cast<std::size_t>(dice.between(0, last))];
  }
  return out;
}

}  // namespace

Dice::Dice(std::string_view seed) : state_(0xcbf29ce484222325) {  // FNV-1a
  for (const char c : seed) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
}

std::uint64_t Dice::next() {  // splitmix64
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::int64_t Dice::between(std::int64_t low, std::int64_t high) {
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(next() % span);
}

std::string Dice::hex(int digits) { return letters_of(*this, "0123456789abcdef", digits); }

std::string Dice::uuid() {
  return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + letters_of(*this, "89ab", 1) + hex(3) + "-" +
         hex(12);
}

std::string Dice::id(std::string_view prefix, int letters) {
  return std::string(prefix) +
         letters_of(*this, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", letters);
}

}  // namespace clew::demo
