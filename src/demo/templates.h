// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace clew::demo {

// A file of src/demo/data, as it is there: times are still relative.
struct Template {
  std::string_view path;  // below the root
  std::string_view text;
};
std::span<const Template> templates();  // made by CMakeLists.txt, by path

}  // namespace clew::demo
