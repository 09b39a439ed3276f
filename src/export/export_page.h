// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace clew {

// The script and the style of exported HTML files, built from web/ as the page is. Empty when the
// program was built without Node.
struct ExportPage {
  std::string_view script;
  std::string_view style;
  std::string_view script_hash;  // "sha256-…", for the policy that lets them in
  std::string_view style_hash;
};
ExportPage export_page();

}  // namespace clew
