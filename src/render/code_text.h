// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "render/styled_text.h"

namespace clew {

// Paints code line by line: words of the language, texts, numbers, comments. It knows families of
// languages, not languages: what it does not know stays as it is, and nothing is lost.
class CodeText {
 public:
  // `language` as a fence of Markdown names it: "cpp", "python title=x"; empty: none.
  explicit CodeText(std::string_view language);

  // Takes a line that is safe for a terminal.
  StyledText line(std::string_view code);

 private:
  enum class Family { kNone, kSlashes, kHash, kDashes, kMarkup, kDiff };

  StyledText diff_line(std::string_view code) const;
  std::size_t comment_at(std::string_view code, std::size_t at, StyledText& out);
  static std::size_t text_end(std::string_view code, std::size_t at);

  Family family_ = Family::kNone;
  bool in_comment_ = false;  // between /* and */
};

}  // namespace clew
