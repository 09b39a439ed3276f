// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace clew {

// Which API response a line belongs to, as hashes of its ids: small, of one size, and the same on
// every machine and in every version, so that they can be stored. 128 bits of the message's id make
// two different ids with one hash a thing that does not happen by chance.
struct ResponseKey {
  std::uint64_t message = 0;       // of message.id, or of what stands in for it
  std::uint64_t message_more = 0;  // another 64 bits of the same
  std::uint64_t request = 0;       // of requestId; 0: there is none

  // clang-tidy 14 takes the zero that it makes up itself for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const ResponseKey&) const = default;
  bool same_message(const ResponseKey& other) const {
    return message == other.message && message_more == other.message_more;
  }
};

// What a line is known by.
struct ResponseIds {
  std::string_view message;  // message.id
  std::string_view request;  // requestId
  std::string_view uuid;     // of the line
  std::string_view file;     // path
  std::int64_t offset = 0;
  int call = 0;  // further calls inside one response (an advisor's) count from 1
};

// By message.id and requestId; by one of them where the other is missing; without both by the line:
// by its uuid, which copies keep, or by file and offset.
ResponseKey response_key(const ResponseIds& ids);

}  // namespace clew
