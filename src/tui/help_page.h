// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clew::tui {

// Every key, once: the help is made of it, and a test compares the manual with it.
struct KeyRow {
  std::string_view where;  // list, reader, tree, everywhere
  std::string_view keys;
  std::string_view what;
};
std::span<const KeyRow> key_rows();

// For a window of so many columns; the keys of the place that it was asked for in come first.
std::vector<std::string> help_lines(int columns, std::string_view where = "list");

}  // namespace clew::tui
