// SPDX-License-Identifier: MIT

#include "serve/http/reply.h"

#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "serve/call/problem.h"
#include "serve/http/response_cache.h"
#include "serve/net/gzip.h"

namespace clew {
namespace {

constexpr std::string_view kApiPolicy = "default-src 'none'; frame-ancestors 'none'";
// Nothing from elsewhere, nothing inline: what a transcript smuggles into the page stays text.
constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

void add_field(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  head += value;
  head += "\r\n";
}

void add_safety_fields(std::string& head, std::string_view type) {
  add_field(head, "X-Content-Type-Options", "nosniff");
  add_field(head, "Referrer-Policy", "no-referrer");
  add_field(head, "Cross-Origin-Resource-Policy", "same-origin");
  if (type.starts_with("text/html")) {
    add_field(head, "Cross-Origin-Opener-Policy", "same-origin");
    add_field(head, "X-Frame-Options", "DENY");
    add_field(head, "Content-Security-Policy", kPagePolicy);
  } else {
    add_field(head, "Content-Security-Policy", kApiPolicy);
  }
}

std::string begin_head(int status, std::string_view type, const Fields& fields,
                       const RequestForm& form) {
  std::string head = form.http_1_1 ? "HTTP/1.1 " : "HTTP/1.0 ";
  head += std::to_string(status);
  head += ' ';
  head += reason_phrase(status);
  head += "\r\n";
  if (!type.empty()) add_field(head, "Content-Type", type);
  // The fields of a 304 replace those that the browser kept; what it kept is right.
  if (status != 304) add_safety_fields(head, type);
  for (const auto& [name, value] : fields) add_field(head, name, value);
  if (!form.keep_alive) {
    add_field(head, "Connection", "close");
  } else if (!form.http_1_1) {
    add_field(head, "Connection", "keep-alive");
  }
  return head;
}

// The next item of a comma-separated list.
std::string_view next_item(std::string_view& list) {
  const std::size_t comma = list.find(',');
  const std::string_view item = trim(list.substr(0, comma));
  list.remove_prefix(comma == list.npos ? list.size() : comma + 1);
  return item;
}

std::optional<std::size_t> parse_size(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Turns the reply into the part asked for. True when it did: a part is never compressed.
bool apply_range(Reply& reply, std::size_t whole, const RequestForm& form, std::string_view etag) {
  if (form.range.empty()) return false;
  // Parts of two versions must not be put together: a weak tag is not enough for that.
  const bool same = form.if_range == etag && !etag.starts_with("W/");
  if (!form.if_range.empty() && !same) return false;
  const ByteRange range = parse_range(form.range, whole);
  const std::string size = std::to_string(whole);
  if (range.kind == RangeKind::kPart) {
    reply.status = 206;
    reply.fields.emplace_back("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                                   std::to_string(range.last) + "/" + size);
    reply.part = {range.first, range.last - range.first + 1};
  } else if (range.kind == RangeKind::kUnsatisfiable) {
    reply = problem_reply(416, "the range lies outside of the content");
    reply.fields.emplace_back("Content-Range", "bytes */" + size);
  }
  return range.kind != RangeKind::kNone;
}

// Answers a conditional request, or with a part. True when the body must stay as it is.
bool apply_conditions(Reply& reply, const RequestForm& form) {
  const bool tagged = reply.tagged || reply.cached;
  if (!tagged || reply.status != 200) return false;
  const std::string etag = reply.cached ? reply.cached->etag() : etag_of(reply.body);
  const std::size_t size = reply.cached ? reply.cached->plain().size() : reply.body.size();
  const bool compressed = size > kWorthCompressing && accepts_gzip(form.accept_encoding);
  const bool unchanged = matches_etag(form.if_none_match, etag);
  bool part = false;
  if (unchanged) {
    reply.status = 304;
    reply.body.clear();
    reply.cached = nullptr;
  } else {
    part = apply_range(reply, size, form, etag);
  }
  if (reply.status != 416) {
    reply.fields.emplace_back("ETag", etag_as_sent(etag, compressed && !part));
    reply.fields.emplace_back("Accept-Ranges", "bytes");
  }
  return unchanged || part;
}

}  // namespace

Reply problem_reply(int status, std::string_view detail) {
  Reply reply;
  reply.status = status;
  reply.type = "application/problem+json";
  reply.body = problem_json(status, detail) + "\n";
  reply.cache = "no-store";
  return reply;
}

void to_wire(Reply reply, const RequestForm& form, Wire& wire) {
  const bool as_it_is = apply_conditions(reply, form);
  reply.fields.emplace_back("Cache-Control", reply.cache);
  const std::size_t size = reply.cached ? reply.cached->plain().size() : reply.body.size();
  wire.own_body = std::move(reply.body);
  wire.cached = reply.cached;
  wire.body = wire.cached ? std::string_view(wire.cached->plain()) : wire.own_body;
  // Of what is shared by many answers, a part must not be a copy for each.
  if (reply.part) wire.body = wire.body.substr(reply.part->first, reply.part->second);
  if (size > kWorthCompressing && !as_it_is) {
    reply.fields.emplace_back("Vary", "Accept-Encoding");
    if (accepts_gzip(form.accept_encoding)) {
      if (wire.cached) {
        wire.body = wire.cached->gzipped();
      } else {
        wire.own_body = gzip(wire.own_body);
        wire.body = wire.own_body;
      }
      reply.fields.emplace_back("Content-Encoding", "gzip");
    }
  }
  const bool bodiless = reply.status == 304 || reply.status == 204;
  wire.head = begin_head(reply.status, bodiless ? "" : reply.type, reply.fields, form);
  if (!bodiless) add_field(wire.head, "Content-Length", std::to_string(wire.body.size()));
  wire.head += "\r\n";
  if (form.head_only) wire.body = {};
}

std::string stream_head(std::string_view type, const Fields& fields, const RequestForm& form,
                        bool gzip) {
  std::string head = begin_head(200, type, fields, form);
  if (gzip) add_field(head, "Content-Encoding", "gzip");
  if (form.http_1_1) add_field(head, "Transfer-Encoding", "chunked");
  head += "\r\n";
  return head;
}

std::string chunk(std::string_view bytes) {
  char size[2 * sizeof(std::size_t)];
  const auto end = std::to_chars(size, size + sizeof size, bytes.size(), 16).ptr;
  std::string out(size, end);
  out.reserve(out.size() + bytes.size() + 4);
  out += "\r\n";
  out += bytes;
  out += "\r\n";
  return out;
}

bool accepts_gzip(std::string_view list) {
  while (!list.empty()) {
    const std::string_view item = next_item(list);
    const std::size_t semicolon = item.find(';');
    const std::string_view name = trim(item.substr(0, semicolon));
    if (name != "gzip" && name != "*") continue;
    if (semicolon == item.npos) return true;
    const std::string_view weight = trim(item.substr(semicolon + 1));
    return weight != "q=0" && weight != "q=0.0" && weight != "q=0.00" && weight != "q=0.000";
  }
  return false;
}

std::string etag_of(std::string_view body) {
  // Not against an attacker, who would only fool his own cache.
  const Hash128 hash = hash_bytes_128(body);
  return fmt::format("\"{:x}{:016x}\"", hash.high, hash.low);
}

std::string etag_as_sent(std::string_view etag, bool compressed) {
  return (compressed && !etag.starts_with("W/") ? "W/" : "") + std::string(etag);
}

bool matches_etag(std::string_view list, std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  while (!list.empty()) {
    std::string_view item = next_item(list);
    if (item == "*") return true;
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == etag) return true;
  }
  return false;
}

ByteRange parse_range(std::string_view header, std::size_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!header.starts_with(kUnit)) return {};
  header = trim(header.substr(kUnit.size()));
  const std::size_t dash = header.find('-');
  // Several ranges are allowed to be answered with everything.
  if (dash == header.npos || header.find(',') != header.npos) return {};
  const std::string_view from = trim(header.substr(0, dash));
  const std::string_view to = trim(header.substr(dash + 1));
  if (from.empty()) {
    const auto count = parse_size(to);
    if (!count) return {};
    if (*count == 0 || size == 0) return {RangeKind::kUnsatisfiable};
    return {RangeKind::kPart, *count < size ? size - *count : 0, size - 1};
  }
  const auto first = parse_size(from);
  const auto last = to.empty() ? std::optional<std::size_t>(SIZE_MAX) : parse_size(to);
  if (!first || !last || *last < *first) return {};
  if (*first >= size) return {RangeKind::kUnsatisfiable};
  return {RangeKind::kPart, *first, *last < size ? *last : size - 1};
}

}  // namespace clew
