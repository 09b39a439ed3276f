// SPDX-License-Identifier: MIT

#include "serve/call/problem.h"

#include <boost/beast/http/status.hpp>

#include "json/writer.h"

namespace clew {

std::string_view reason_phrase(int status) {
  namespace http = boost::beast::http;
  const auto phrase = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return {phrase.data(), phrase.size()};
}

std::string problem_json(int status, std::string_view detail) {
  json::Writer out;
  out.begin_object().field("type", "about:blank").field("title", reason_phrase(status));
  out.field("status", status).field("detail", detail).end_object();
  return out.take();
}

}  // namespace clew
