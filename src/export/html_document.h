// SPDX-License-Identifier: MIT
//
// One HTML file that needs nothing else: the page's own components, and what they show as JSON in
// elements that nothing runs. What comes from a transcript stands in such JSON and in the title,
// and nowhere else; a policy in the file lets in the one script and the one style by their hashes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "export/exported.h"

namespace clew {

class HtmlDocument {
 public:
  explicit HtmlDocument(const AppendText& append) : append_(append) {}

  // An error when this program has no page for it.
  Result<void> begin(std::string_view title);
  // `id` is ours, `json` of anybody.
  Result<void> add(std::string_view id, std::string_view json);
  Result<void> end();

 private:
  const AppendText& append_;
};

// JSON that cannot end the element it stands in.
std::string script_safe(std::string_view json);

}  // namespace clew
