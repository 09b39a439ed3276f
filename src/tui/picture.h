// SPDX-License-Identifier: MIT
//
// Pictures in a terminal that has the graphics protocol of kitty, as cells of text: the terminal is
// given a picture once, and cells with a placeholder say which part of it they show. So pictures
// scroll, are cut off and are painted over like all other text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew::tui {

// Pixels of a cell; none: the terminal shows no pictures.
struct CellSize {
  int width = 0;
  int height = 0;
  bool operator==(const CellSize&) const = default;
  bool any() const { return width > 0 && height > 0; }
};

struct Picture {
  std::uint32_t id = 0;  // 24 bits, never 0
  int columns = 0;
  int rows = 0;
  std::string data;  // PNG in base64, nothing else
};

// A picture that can be shown, in at most so many columns; `key` names it. Nothing when the data is
// no PNG, is damaged where its size stands, holds anything but base64, or is too large.
std::optional<Picture> make_picture(std::string_view base64, std::string_view key, CellSize cell,
                                    int columns);

// What gives it to the terminal.
std::string transmission_of(const Picture& picture);
// What takes it from there.
std::string removal_of(std::uint32_t id);
// One row of it, with the look that says which picture it is.
std::string row_of(const Picture& picture, int row);

inline constexpr char32_t kPlaceholder = 0x10eeee;
// Asks whether there is this protocol; the answer is an APC that begins with "Gi=31;OK".
inline constexpr std::string_view kPictureQuestion = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
inline constexpr std::string_view kPictureAnswer = "_Gi=31;OK";

}  // namespace clew::tui
