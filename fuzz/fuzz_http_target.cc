// SPDX-License-Identifier: MIT
// Any bytes as a request target, as a body and as header fields: what is accepted is harmless, and
// what an operation is given passed its checks.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "engine/call/arguments.h"
#include "serve/call/access.h"
#include "serve/http/http_call.h"
#include "serve/http/reply.h"
#include "serve/http/target.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_target(const clew::Target& target) {
  require(target.path.starts_with('/') && clew::is_valid_utf8(target.path));
  require(target.path.find("//") == std::string::npos || target.path == "/");
  require((target.path + "/").find("/../") == std::string::npos);
  require((target.path + "/").find("/./") == std::string::npos);
  for (const char c : target.path) {
    require(c != '\\' && c != '\x7f' && static_cast<unsigned char>(c) >= 0x20);
  }
  require(target.query.size() <= clew::kMaxQueryFields);
  for (const auto& [name, value] : target.query) {
    require(clew::is_valid_utf8(name) && clew::is_valid_utf8(value));
    require(name.find('\0') == std::string::npos && value.find('\0') == std::string::npos);
  }
}

void check_call(const clew::Operation& operation, const clew::Result<clew::HttpCall>& call) {
  if (!call) return;
  require(call->operation == &operation && call->key().starts_with(operation.name));
  for (const auto& [name, values] : call->given) {
    require(!values.empty() || !name.empty());
    for (const std::string& value : values) require(value.find('\0') == std::string::npos);
  }
  const auto checked = clew::Arguments::check(operation, call->given);
  require(checked.has_value() || !checked.error().message.empty());
}

void check_headers(std::string_view text) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    const clew::ByteRange range = clew::parse_range(text, size);
    if (range.kind == clew::RangeKind::kPart)
      require(range.first <= range.last && range.last < size);
  }
  require(!clew::matches_etag("", text) || text.empty());
  clew::accepts_gzip(text);
  for (const auto cookie : clew::find_cookies(text, "clew_7373")) {
    require(cookie.find(';') == std::string_view::npos);
  }
  clew::AccessRules rules = clew::AccessRules::make("http", "127.0.0.1", 7373, {});
  rules.token = rules.cookie = std::string(64, 'a');
  clew::Credentials from;
  from.host = from.origin = std::string(text);
  from.cookie = from.authorization = from.subprotocols = std::string(text);
  const bool knows = text.find(rules.token) != std::string_view::npos;
  require(knows || !clew::find_proof(rules, from));
  require(clew::check_place(rules, from) != clew::Access::kAllowed);  // no host is an origin too
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_headers(text);
  const auto target = clew::parse_target(text);
  if (target) check_target(*target);
  for (const clew::Operation& operation : clew::operations()) {
    if (target) check_call(operation, clew::call_from_query(operation, *target));
    check_call(operation, clew::call_from_body(operation, text));
  }
  return 0;
}
