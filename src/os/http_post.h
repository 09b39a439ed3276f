// SPDX-License-Identifier: MIT
//
// One request to a server that a person named. Without encryption: for collectors on this machine
// or in the same network.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

struct HttpUrl {
  std::string host;
  std::string port;
  std::string path;
};

// "http://host[:port][/path]". Anything else, https too, is an error that says what to do.
Result<HttpUrl> parse_http_url(std::string_view text);

struct HttpAnswer {
  int status = 0;
  std::string body;
};

// From the connection to the end of the answer, of which a megabyte is taken, `patience` is all the
// time there is (looking the name up not counted).
Result<HttpAnswer> http_post(const HttpUrl& url, std::string_view content_type,
                             std::string_view body,
                             std::chrono::milliseconds patience = std::chrono::seconds(30));

}  // namespace clew
