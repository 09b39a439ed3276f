// SPDX-License-Identifier: MIT
// How many terminal cells a single code point takes. What a whole text takes is in text.h, since
// code points join: use that.
#pragma once

namespace clew {

// 0 for controls, marks and format characters, 2 for East Asian wide characters and emoji, else 1.
int code_point_width(char32_t c);

// Extended_Pictographic: may be turned into an emoji by U+FE0F, and be joined by U+200D.
bool is_pictograph(char32_t c);

}  // namespace clew
