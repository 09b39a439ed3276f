// SPDX-License-Identifier: MIT
//
// `clew serve` for other commands that need its page.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "cli/output.h"

namespace clew {

// What a person wants to see of the server at once.
struct FirstPage {
  std::string route = {};    // "/s/ID?at=UUID"; empty: where the page begins
  std::string session = {};  // of the route: the server must know it by this name ...
  std::string file = {};     // ... as this transcript
  bool browser = false;
  bool instead_of_server = false;  // one that runs already is all that is needed
  bool starts_none = false;        // where none runs, that is an error
};

// Serves as the parameters of `serve` say; where a server runs, only opens its page.
Result<Outcome> serve_page(const Invocation& invocation, const Arguments& arguments,
                           const FirstPage& page, Output& out);

}  // namespace clew
