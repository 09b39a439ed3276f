// SPDX-License-Identifier: MIT
#include "base/letter_case.h"

#include <utf8proc.h>

#include "base/text.h"

namespace clew {

std::string lower_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = decode_utf8(text, pos);
    append_utf8(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
  }
  return out;
}

}  // namespace clew
