// SPDX-License-Identifier: MIT
#include "render/text_lines.h"

#include <string>

#include "base/text.h"
#include "render/styled_text.h"

namespace clew {

void fit_line(TextLines& out, const Style& style, std::string_view line, int hang) {
  if (display_width(terminal_safe(line)) <= style.width) return out.line(line);
  const std::string indent(static_cast<std::size_t>(hang), ' ');
  bool begun = false;
  for (const std::string& part : with_own_colors(line).wrap(style.width, style, hang)) {
    out.line(begun ? indent + part : part);
    begun = true;
  }
}

}  // namespace clew
