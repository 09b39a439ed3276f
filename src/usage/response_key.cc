// SPDX-License-Identifier: MIT
#include "usage/response_key.h"

#include <string>

#include "base/hash.h"

namespace clew {
namespace {

// What an id is, since the same text means something else in each place.
enum Kind : std::uint64_t { kMessage, kRequest, kLine, kPlace };

}  // namespace

ResponseKey response_key(const ResponseIds& ids) {
  const bool by_message = !ids.message.empty();
  const bool by_request = !ids.request.empty();
  const bool by_uuid = !ids.uuid.empty();
  const Kind kind = by_message ? kMessage : by_request ? kRequest : by_uuid ? kLine : kPlace;
  std::string place;
  if (kind == kPlace) place = std::to_string(ids.offset).append(" ").append(ids.file);
  const std::string_view id = by_message   ? ids.message
                              : by_request ? ids.request
                              : by_uuid    ? ids.uuid
                                           : place;
  const Hash128 message = hash_bytes_128(id, kind | static_cast<std::uint64_t>(ids.call) << 8U);
  ResponseKey key{message.low, message.high, 0};
  if (by_request) {
    key.request = hash_bytes(ids.request);
    if (key.request == 0) key.request = 1;
  }
  return key;
}

}  // namespace clew
