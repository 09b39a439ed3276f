// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace clew {

// Shows a link in the user's browser. What is named to the browser stands in the list of processes
// for all to see: the link may hold a login code, which only a program of the same user can redeem,
// never the token itself. Where nobody can tell whose program that is (knows_tcp_peers()), the
// browser is led through a file in `private_folder` instead. False: there is no browser, or no
// screen to show it on.
bool open_browser(const std::string& link, const std::string& private_folder);

// A page that leads to the link at once.
std::string leading_page(const std::string& link);

}  // namespace clew
