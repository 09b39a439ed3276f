// SPDX-License-Identifier: MIT
//
// One request to a server that a person named, with TLS where the address says https: then the
// server has to prove with a certificate that it is the one.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

struct HttpUrl {
  std::string host;
  std::string port;
  std::string path;
  bool tls = false;

  std::string text() const;
};

// "http://host[:port][/path]", or https. Anything else is an error that says what to do.
Result<HttpUrl> parse_http_url(std::string_view text);

// A field of the head: a name of letters, digits and dashes, and a value without control
// characters.
struct HttpField {
  std::string name;
  std::string value;

  bool is_valid() const;
};

struct HttpPost {
  std::string_view content_type;
  std::string_view body;
  std::vector<HttpField> fields{};  // more of them; valid ones
};

struct HttpAnswer {
  int status = 0;
  std::string body;
};

// From the connection to the end of the answer, of which a megabyte is taken, `patience` is all the
// time there is (looking the name up not counted).
Result<HttpAnswer> http_post(const HttpUrl& url, const HttpPost& post,
                             std::chrono::milliseconds patience = std::chrono::seconds(30));

}  // namespace clew
