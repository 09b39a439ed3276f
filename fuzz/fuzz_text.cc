// SPDX-License-Identifier: MIT
// Any bytes: what reaches the terminal is safe, and widths add up.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool has_control(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = clew::decode_utf8(text, pos);
    if ((c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0)) return true;
  }
  return false;
}

void check_safe(std::string_view text) {
  const std::string safe = clew::terminal_safe(text);
  require(clew::is_valid_utf8(safe));
  require(!has_control(safe));
  require(clew::terminal_safe(safe) == safe);
}

void check_width(std::string_view text, int cells) {
  require(clew::display_width(clew::truncate_to_width(text, cells)) <= cells);
  require(clew::display_width(clew::pad_to_width(text, cells)) >= cells);
  // A single wide character may need more than there is.
  for (const std::string& line : clew::wrap_to_width(text, cells)) {
    require(clew::display_width(line) <= std::max(cells, 2));
  }
}

void check_views(std::string_view text, std::size_t n) {
  require(clew::utf16_length(clew::cut_utf16(text, n)) <= n);
  require(clew::utf16_length(text) <= text.size());
  require(clew::trim(clew::trim(text)) == clew::trim(text));
  require(clew::is_blank(text) == clew::trim(text).empty());
  require(clew::one_line(text).empty() == clew::is_blank(text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const int cells = data[0] % 100;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  check_safe(text);
  check_width(text, cells);
  check_views(text, data[0]);
  return 0;
}
