// SPDX-License-Identifier: MIT
//
// The server of this user that runs, asked by other commands over its unix socket.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

struct LocalAnswer {
  int status = 0;  // of HTTP
  std::string body;
};

// POSTs a JSON object and waits for the whole answer, `patience` in all. kNotFound when nobody
// listens there; who answers must be of our own user. A torn answer is an error.
Result<LocalAnswer> ask_local_server(const std::string& socket_path, std::string_view path,
                                     std::string_view body, std::chrono::milliseconds patience);

// A code for a link that opens the page once (login_codes.h).
Result<std::string> request_login_code(const std::string& socket_path);

}  // namespace clew
