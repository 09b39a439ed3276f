// SPDX-License-Identifier: MIT
#include "engine/export/otlp_endpoint.h"

#include <chrono>
#include <thread>
#include <utility>

#include "json/value.h"
#include "os/http_post.h"

namespace clew {
namespace {

// Collectors take 64 MB or less; spans are sent as soon as there are this many bytes of them.
constexpr std::size_t kBatch = std::size_t{4} << 20;
constexpr int kTries = 4;

// What the conventions of OTLP/HTTP call worth another try.
bool is_busy(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

Result<void> check_answer(const HttpAnswer& answer, const std::string& url) {
  json::Parser parser;
  const auto body = parser.parse_copy(answer.body);
  if (answer.status != 200) {
    std::string why = "the collector at " + url + " answers " + std::to_string(answer.status);
    const std::string said(body ? (*body)["message"].string_or("") : "");
    return Error{ErrorCode::kIo, said.empty() ? why : why + ": " + said};
  }
  const json::Value partial = body ? (*body)["partialSuccess"] : json::Value();
  const std::string_view text = partial["rejectedSpans"].string_or("");
  const std::int64_t number = partial["rejectedSpans"].int_or(0);
  if (number > 0 || (!text.empty() && text != "0")) {
    const std::string count = text.empty() ? std::to_string(number) : std::string(text);
    return Error{ErrorCode::kIo, "the collector at " + url + " refused " + count + " spans: " +
                                     std::string(partial["errorMessage"].string_or(""))};
  }
  return {};
}

Result<void> send(const HttpUrl& url, const std::string& shown, const std::string& body) {
  for (int left = kTries;; --left) {
    auto answer = http_post(url, "application/json", body);
    if (!answer) return answer.error();
    if (!is_busy(answer->status) || left == 1) return check_answer(*answer, shown);
    std::this_thread::sleep_for(std::chrono::seconds(1 + kTries - left));
  }
}

}  // namespace

Result<SentSpans> send_to_endpoint(const Exported& exported, const std::string& text) {
  auto url = parse_http_url(text);
  if (!url) return url.error();
  if (url->path == "/") url->path = "/v1/traces";
  SentSpans sent{.url = "http://" + url->host + ":" + url->port + url->path};
  auto done = write_otlp_batches(exported, kBatch, [&](const std::string& batch, std::int64_t n) {
    sent.spans += n;
    return send(*url, sent.url, batch);
  });
  if (!done) return done.error();
  return sent;
}

}  // namespace clew
