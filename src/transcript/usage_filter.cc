// SPDX-License-Identifier: MIT
//
// Nine of ten bytes of a transcript are read only to be passed over, so this decides how fast usage
// is. memmem() does 2 GB/s on such text; this looks at three bytes of each of 64 places at once and
// does 8 (x86-64 without AVX), which is little beside the copy out of the page cache. The
// compiler's vector types are used, not a processor's own, so that it is the same source
// everywhere.
#include "transcript/usage_filter.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace clew {
namespace {

constexpr std::string_view kMember = "\"usage\"";
constexpr std::string_view kCostState = "{\"type\":\"cost-state\"";
constexpr std::size_t kFarthest = 4;  // the last byte looked at from a place: the g of "usage"

constexpr std::size_t kLanes = 16;
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
using Words = std::uint64_t __attribute__((vector_size(kLanes)));

inline Bytes load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

constexpr Bytes all(char c) {
  const auto b = static_cast<std::uint8_t>(c);
  return Bytes{b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b};
}

// Not 0 where "usage" or the escape of a letter (\u006x, \u007x) may begin.
inline Bytes candidates(const char* at) {
  const Bytes first = load(at);
  const Bytes second = load(at + 1);
  const Bytes fifth = load(at + kFarthest);
  const auto member = (first == all('"')) & (fifth == all('g'));
  const auto escape = (first == all('\\')) & ((fifth & all('\xFE')) == all('6'));
  return reinterpret_cast<Bytes>((second == all('u')) & (member | escape));
}

bool begins_here(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(kMember)) return true;
  return rest.size() > kFarthest && rest.starts_with("\\u00") &&
         (rest[kFarthest] == '6' || rest[kFarthest] == '7');
}

bool begins_within(std::string_view text, std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to; ++at) {
    if ((text[at] == '"' || text[at] == '\\') && begins_here(text, at)) return true;
  }
  return false;
}

}  // namespace

bool may_hold_usage(std::string_view line) {
  constexpr std::size_t kStep = 4 * kLanes;
  std::size_t at = 0;
  for (; at + kStep + kFarthest <= line.size(); at += kStep) {
    const char* const place = line.data() + at;
    const Bytes any = candidates(place) | candidates(place + kLanes) |
                      candidates(place + 2 * kLanes) | candidates(place + 3 * kLanes);
    const auto words = reinterpret_cast<Words>(any);
    if ((words[0] | words[1]) != 0 && begins_within(line, at, at + kStep)) return true;
  }
  return begins_within(line, at, line.size()) || line.starts_with(kCostState);
}

}  // namespace clew
