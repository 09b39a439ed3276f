// SPDX-License-Identifier: MIT
#include "catalog/list/list_cursor.h"

#include <charconv>
#include <system_error>

namespace clew {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// base64url without padding (RFC 4648, section 5).
std::string to_base64url(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kDigits[(bits >> (count - 6)) & 63U];
  }
  if (count > 0) text += kDigits[(bits << (6 - count)) & 63U];
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : text) {
    const std::size_t value = kDigits.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 255U);
  }
  return bytes;
}

// The part before the next NUL, which no name on disk can contain; the rest stays in `text`.
std::string_view take_part(std::string_view& text) {
  const std::size_t end = text.find('\0');
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

}  // namespace

std::string to_cursor(char order, const ListPlace& place) {
  std::string bytes(1, order);
  bytes += std::to_string(place.value);
  for (const std::string* part : {&place.id, &place.key, &place.root}) {
    bytes += '\0';
    bytes += *part;
  }
  return to_base64url(bytes);
}

std::optional<ListPlace> from_cursor(char order, std::string_view cursor) {
  const auto bytes = from_base64url(cursor);
  if (!bytes || bytes->empty() || bytes->front() != order) return std::nullopt;
  std::string_view rest = std::string_view(*bytes).substr(1);
  const std::string_view number = take_part(rest);
  ListPlace place;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, place.value);
  if (error != std::errc() || stop != end) return std::nullopt;
  place.id = take_part(rest);
  place.key = take_part(rest);
  place.root = rest;
  return place;
}

}  // namespace clew
