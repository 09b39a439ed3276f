// SPDX-License-Identifier: MIT
#include "engine/export/otlp_endpoint.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "base/hex_digit.h"
#include "base/text.h"
#include "json/value.h"
#include "os/http_post.h"
#include "os/paths.h"

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

// What cannot be decoded stays.
std::string without_percent_signs(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
    if (low < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

// "name=value,name=value", values with percent signs, as all senders of OpenTelemetry read it.
Result<std::vector<HttpField>> fields_of_environment() {
  constexpr const char* kName = "OTEL_EXPORTER_OTLP_HEADERS";
  std::vector<HttpField> fields;
  const std::string text = environment(kName).value_or("");
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view one = trim(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (one.empty()) continue;
    const std::size_t equals = std::min(one.find('='), one.size());
    HttpField field{std::string(trim(one.substr(0, equals))),
                    without_percent_signs(trim(one.substr(std::min(equals + 1, one.size()))))};
    // What stands there is mostly a key: it is not repeated.
    if (equals == one.size() || !field.is_valid()) {
      return Error{ErrorCode::kInvalid,
                   std::string("$") + kName + " has to be NAME=VALUE, several with commas"};
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

Result<void> send(const HttpUrl& url, const HttpPost& post, const std::string& shown) {
  for (int left = kTries;; --left) {
    auto answer = http_post(url, post);
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
  const auto fields = fields_of_environment();
  if (!fields) return fields.error();
  SentSpans sent{.url = url->text()};
  auto done = write_otlp_batches(exported, kBatch, [&](const std::string& batch, std::int64_t n) {
    sent.spans += n;
    return send(*url, {"application/json", batch, *fields}, sent.url);
  });
  if (!done) return done.error();
  return sent;
}

}  // namespace clew
