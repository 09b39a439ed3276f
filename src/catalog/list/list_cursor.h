// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace clew {

// The place of a session in a list whose larger values come first. A page begins after a place and
// not at a number, so that sessions that appear or change between two pages shift nothing.
struct ListPlace {
  std::int64_t value = 0;  // what the list is sorted by
  std::string id;
  std::string key;
  std::string root;
};

// Compares as the list is sorted. Borrows its texts. (~ turns the order around and, unlike a minus
// sign, knows no number it cannot turn.)
using ListSortKey = std::tuple<std::int64_t, std::string_view, std::string_view, std::string_view>;
inline ListSortKey sort_key(std::int64_t value, std::string_view id, std::string_view key,
                            std::string_view root) {
  return {~value, id, key, root};
}

// Letters, digits, "-" and "_". `order` names the order of the list.
std::string to_cursor(char order, const ListPlace& place);

// Nothing when it is no cursor, or one for another order.
std::optional<ListPlace> from_cursor(char order, std::string_view cursor);

}  // namespace clew
