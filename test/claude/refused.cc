// SPDX-License-Identifier: MIT
//
// What the Messages API would refuse of a request, for stub.py: requests come one a line, and for
// each a line goes out, {} or {"rule":14,"message":"..."}.
#include <iostream>
#include <string>

#include "doctor/api_check.h"
#include "json/writer.h"

int main() {
  std::string body;
  while (std::getline(std::cin, body)) {
    const auto refusals = clew::check_request(body);
    clew::json::Writer out;
    out.begin_object();
    if (!refusals.empty()) {
      out.field("rule", refusals.front().rule).field("message", refusals.front().message);
    }
    out.end_object();
    std::cout << out.take() << std::endl;
  }
  return 0;
}
