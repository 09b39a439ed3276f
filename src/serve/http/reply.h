// SPDX-License-Identifier: MIT
//
// Answers as bytes: heads with the fields that keep a browser safe, conditional and partial
// answers, compression. Pure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clew {

// The fields of a request that decide about the form of its answer.
struct RequestForm {
  bool head_only = false;  // HEAD
  bool keep_alive = true;
  bool http_1_1 = true;
  std::string if_none_match;
  std::string range;
  std::string if_range;
  std::string accept_encoding;
};

class CachedBody;  // response_cache.h

using Fields = std::vector<std::pair<std::string, std::string>>;

// A whole answer.
struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string cache = "private, no-cache";
  bool tagged = false;  // has an ETag, and If-None-Match and Range are honoured
  std::shared_ptr<const CachedBody> cached = nullptr;            // instead of `body`; tagged
  std::optional<std::pair<std::size_t, std::size_t>> part = {};  // of it: first byte and size
  Fields fields = {};
};

Reply problem_reply(int status, std::string_view detail);

// The bytes to send. Not to be moved: `body` may point into it.
struct Wire {
  std::string head;
  std::string own_body;
  std::shared_ptr<const CachedBody> cached = nullptr;  // keeps what `body` points to
  std::string_view body;
};
void to_wire(Reply reply, const RequestForm& form, Wire& wire);

// The head of an answer whose length is not known yet: chunked, or up to the end of the connection
// where the client knows no chunks. `gzip`: the caller compresses.
std::string stream_head(std::string_view type, const Fields& fields, const RequestForm& form,
                        bool gzip);
std::string chunk(std::string_view bytes);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

bool accepts_gzip(std::string_view accept_encoding);
inline constexpr std::size_t kWorthCompressing = 1024;

// A strong tag of the content, with its quotes.
std::string etag_of(std::string_view body);
// The tag of an answer as it goes out: a strong one stands for these bytes, so what is compressed,
// each time perhaps a little differently, has a weak one.
std::string etag_as_sent(std::string_view etag, bool compressed);
// Whether the tag is in the list; both may be weak.
bool matches_etag(std::string_view if_none_match, std::string_view etag);

// [first, last] of a body of `size` bytes, for a header with one satisfiable range of bytes.
enum class RangeKind { kNone, kPart, kUnsatisfiable };
struct ByteRange {
  RangeKind kind = RangeKind::kNone;  // kNone: send all
  std::size_t first = 0;
  std::size_t last = 0;
};
ByteRange parse_range(std::string_view header, std::size_t size);

}  // namespace clew
