// SPDX-License-Identifier: MIT
// Text as bytes of UTF-8. Nothing here requires its input to be valid: where code points are read,
// each maximal ill-formed part counts as one U+FFFD, as browsers and JSON parsers do it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

// --- UTF-8 and UTF-16 (text.cc) ---

// The code point at pos, which moves past it. Requires pos < text.size().
char32_t decode_utf8(std::string_view text, std::size_t& pos);

// Appends c; a surrogate or a number past U+10FFFF becomes U+FFFD.
void append_utf8(std::string& out, char32_t c);

bool is_valid_utf8(std::string_view text);

// Length as JavaScript's String.length counts it.
std::size_t utf16_length(std::string_view text);

// The longest prefix of at most n UTF-16 code units that splits no character: s.slice(0, n), but
// without the half of a pair at its end.
std::string_view cut_utf16(std::string_view text, std::size_t n);

// The longest prefix of at most n bytes that splits no character.
std::string_view cut_utf8(std::string_view text, std::size_t n);

// --- Letters of ASCII; all others stay as they are (text.cc) ---

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string ascii_lower(std::string_view text);
bool is_ascii(std::string_view text);

// As text.find(part) != npos, but several times as fast on long texts.
bool contains(std::string_view text, std::string_view part);

// --- Words of a shell (text_shell.cc) ---

// In single quotes, whatever it holds.
std::string shell_quoted(std::string_view text);
// As it is where a shell reads it so: letters, digits, "/._-+,:@%" and `also_plain`; else quoted.
std::string shell_word(std::string_view text, std::string_view also_plain = {});

// --- Whitespace as JavaScript's String.prototype.trim knows it (text.cc) ---

bool is_js_space(char32_t c);
std::string_view trim(std::string_view text);
bool is_blank(std::string_view text);

// Each run of whitespace becomes one space, none at the ends.
std::string one_line(std::string_view text);

// --- Terminal cells (text_width.cc) ---
//
// Widths follow current terminals: marks and controls 0, East Asian wide characters 2, and emoji 2,
// where flags, keycaps, skin tones, U+FE0F and joined sequences make one unit. What belongs
// together is never parted: Unicode's grapheme clusters, as utf8proc knows them.

// What the terminal shows as one unit: bytes [pos, end) in width cells.
struct Cluster {
  std::size_t end = 0;
  int width = 0;
};

// The cluster at pos. Requires pos < text.size().
Cluster next_cluster(std::string_view text, std::size_t pos);

int display_width(std::string_view text);

// The text itself when it fits, else its beginning and the ellipsis, together at most `cells` wide.
// Where not even the ellipsis fits, only the beginning.
std::string truncate_to_width(std::string_view text, int cells, std::string_view ellipsis = "…");

enum class Align { kLeft, kRight };

// Filled up with spaces to `cells`; a wider text stays as it is.
std::string pad_to_width(std::string_view text, int cells, Align align = Align::kLeft);

// Lines of at most `cells`, broken at newlines, else at spaces (which then vanish), between CJK
// characters, and within a word only where it is too long for a line. Indentation stays, spaces at
// the end of a line go, tabs become spaces up to the next multiple of 8. At least one line comes
// back. A single character wider than `cells` has a line to itself.
std::vector<std::string> wrap_to_width(std::string_view text, int cells);

// --- Hostile text (text_safe.cc) ---

// What may be written to a terminal: escape sequences, controls (all but newline and tab) and
// direction overrides are gone, and the rest is valid UTF-8. An escape sequence without an end
// loses its introducer only, so that it cannot hide what follows.
std::string terminal_safe(std::string_view text);

// The same without newlines and tabs: names, paths and ids, which could otherwise fake lines.
std::string terminal_line(std::string_view text);

}  // namespace clew
