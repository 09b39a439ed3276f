// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace clew::redact {

// What somebody wants hidden beyond the table, and what not.
struct Options {
  std::vector<std::string> literals{};     // texts of their own
  std::vector<std::string> expressions{};  // of RE2
  std::vector<std::string> off{};          // kinds that are not looked for
  // Off unless asked for: these are no secrets, but say who and where somebody is.
  bool emails = false;
  bool addresses = false;  // of computers, IPv4 and IPv6
  bool homes = false;      // the user's name in paths of homes
  bool hosts = false;      // names of computers

  bool operator==(const Options&) const = default;
};

}  // namespace clew::redact
