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

// POSTs a JSON object. kNotFound when nobody answers there; who answers must be of our own user.
Result<LocalAnswer> ask_local_server(const std::string& socket_path, std::string_view path,
                                     std::string_view body, std::chrono::seconds patience);

// A whole answer of HTTP/1.1, up to its end.
Result<LocalAnswer> read_http_answer(std::string_view bytes);

// A code for a link that opens the page once (login_codes.h).
Result<std::string> request_login_code(const std::string& socket_path);

}  // namespace clew
