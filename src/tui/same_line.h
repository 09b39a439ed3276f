// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace clew::tui {

// A message's lines are made anew for another width, or with more or less of it folded: the line of
// `now` that has what line `line` of `before` began with. Where that is no longer shown, the next
// line that is; where none is, the first. Looks do not count.
int same_line(const std::vector<std::string>& before, int line,
              const std::vector<std::string>& now);

}  // namespace clew::tui
