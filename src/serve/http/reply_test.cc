// SPDX-License-Identifier: MIT

#include "serve/http/reply.h"

#include <gtest/gtest.h>

#include "serve/http/response_cache.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

Reply page() {
  Reply reply;
  reply.type = "text/html; charset=utf-8";
  reply.body = "<!doctype html>";
  reply.tagged = true;
  return reply;
}

std::string head_of(Reply reply, const RequestForm& form) {
  Wire wire;
  to_wire(std::move(reply), form, wire);
  return wire.head;
}

TEST(Reply, APageHasItsPolicy) {
  const std::string head = head_of(page(), {});
  EXPECT_NE(head.find("Content-Security-Policy: default-src 'none'; script-src 'self'"),
            std::string::npos)
      << head;
  EXPECT_NE(head.find("X-Frame-Options: DENY"), std::string::npos);
}

// A browser takes the fields of a 304 in place of those it kept: a page that was reloaded would run
// under the policy for answers without scripts.
TEST(Reply, APageThatDidNotChangeKeepsItsPolicy) {
  RequestForm form;
  form.if_none_match = etag_of(page().body);
  const std::string head = head_of(page(), form);
  EXPECT_TRUE(head.starts_with("HTTP/1.1 304 ")) << head;
  EXPECT_EQ(head.find("Content-Security-Policy"), std::string::npos) << head;
  EXPECT_NE(head.find("ETag: " + form.if_none_match), std::string::npos) << head;
}

TEST(Reply, AnAnswerRunsNothing) {
  Reply reply;
  reply.body = "{}";
  EXPECT_NE(head_of(reply, {}).find("Content-Security-Policy: default-src 'none'; frame-ancestors"),
            std::string::npos);
}

TEST(Reply, RangesLieInsideTheContent) {
  const auto part = [](std::string_view header, std::size_t size) {
    const ByteRange range = parse_range(header, size);
    return range.kind == RangeKind::kPart
               ? std::to_string(range.first) + "-" + std::to_string(range.last)
           : range.kind == RangeKind::kNone ? "all"
                                            : "none";
  };
  EXPECT_EQ(part("bytes=0-9", 100), "0-9");
  EXPECT_EQ(part("bytes=90-200", 100), "90-99");
  EXPECT_EQ(part("bytes=95-", 100), "95-99");
  EXPECT_EQ(part("bytes=-5", 100), "95-99");
  EXPECT_EQ(part("bytes=-500", 100), "0-99");
  EXPECT_EQ(part("bytes=100-", 100), "none");
  EXPECT_EQ(part("bytes=-0", 100), "none");
  EXPECT_EQ(part("bytes=0-", 0), "none");
  for (const char* text : {"", "bytes", "bytes=", "bytes=5-3", "bytes=a-b", "lines=0-9",
                           "bytes=0-1,5-6", "bytes=99999999999999999999-"}) {
    EXPECT_EQ(part(text, 100), "all") << text;
  }
}

TEST(Reply, KnowsWhoTakesGzip) {
  EXPECT_TRUE(accepts_gzip("gzip"));
  EXPECT_TRUE(accepts_gzip("br, gzip;q=0.5"));
  EXPECT_TRUE(accepts_gzip("*"));
  EXPECT_FALSE(accepts_gzip(""));
  EXPECT_FALSE(accepts_gzip("br"));
  EXPECT_FALSE(accepts_gzip("gzip;q=0"));
}

TEST(Reply, TagsDifferWithContent) {
  EXPECT_EQ(etag_of("abc"), etag_of("abc"));
  EXPECT_NE(etag_of("abc"), etag_of("abd"));
  EXPECT_NE(etag_of(std::string(8, '\0')), etag_of(std::string(16, '\0')));
  EXPECT_TRUE(matches_etag("\"x\", W/\"y\"", "\"y\""));
  EXPECT_TRUE(matches_etag("*", "\"y\""));
  EXPECT_FALSE(matches_etag("\"x\"", "\"y\""));
  EXPECT_FALSE(matches_etag("", "\"y\""));
}

TEST(Reply, SendsACachedBodyWithoutCopying) {
  Reply reply;
  reply.cached = std::make_shared<CachedBody>(std::string(5000, 'x'));
  const CachedBody* body = reply.cached.get();
  Wire wire;
  to_wire(reply, {}, wire);
  EXPECT_EQ(wire.body.data(), body->plain().data());
  RequestForm zipped;
  zipped.accept_encoding = "gzip";
  to_wire(reply, zipped, wire);
  EXPECT_EQ(wire.body.data(), body->gzipped().data());
  EXPECT_NE(wire.head.find("Content-Encoding: gzip"), std::string::npos);
  RequestForm part;
  part.range = "bytes=1-3";
  part.accept_encoding = "gzip";
  to_wire(reply, part, wire);
  EXPECT_EQ(wire.body, "xxx");
  EXPECT_EQ(wire.body.data(), body->plain().data() + 1) << "500 strangers, 500 copies";
  EXPECT_EQ(wire.head.find("Content-Encoding"), std::string::npos);
}

// A strong tag stands for bytes, and the compressed ones are others.
TEST(Reply, OnlyPlainBytesHaveAStrongTag) {
  Reply reply;
  reply.cached = std::make_shared<CachedBody>(std::string(5000, 'x'));
  const std::string tag = reply.cached->etag();
  RequestForm plain;
  RequestForm zipped;
  zipped.accept_encoding = "gzip";
  EXPECT_NE(head_of(reply, plain).find("ETag: " + tag), std::string::npos);
  EXPECT_NE(head_of(reply, zipped).find("ETag: W/" + tag), std::string::npos);
  for (RequestForm again : {plain, zipped}) {
    for (const std::string& held : {tag, "W/" + tag}) {
      again.if_none_match = held;
      EXPECT_TRUE(head_of(reply, again).starts_with("HTTP/1.1 304 ")) << held;
    }
  }
  RequestForm part = zipped;
  part.range = "bytes=1-3";
  part.if_range = tag;
  EXPECT_TRUE(head_of(reply, part).starts_with("HTTP/1.1 206 "));
  EXPECT_NE(head_of(reply, part).find("ETag: " + tag), std::string::npos);
  part.if_range = "W/" + tag;
  EXPECT_TRUE(head_of(reply, part).starts_with("HTTP/1.1 200 ")) << "parts of two encodings";
  EXPECT_NE(head_of(reply, part).find("ETag: W/" + tag), std::string::npos);
}

TEST(ResponseCache, HoldsForAMomentAndNotBeyondAnEvent) {
  ResponseCache cache;
  const auto now = ResponseCache::Clock::now();
  const auto body = std::make_shared<CachedBody>("answer");
  cache.put("key", 5, now, body);
  EXPECT_EQ(cache.find("key", 5, now), body);
  EXPECT_EQ(cache.find("other", 5, now), nullptr);
  EXPECT_EQ(cache.find("key", 6, now), nullptr) << "something happened";
  cache.put("key", 6, now, body);
  EXPECT_EQ(cache.find("key", 6, now + ResponseCache::kLifetime), nullptr) << "too old";
  cache.put("key", 6, now, body);
  cache.clear();
  EXPECT_EQ(cache.find("key", 6, now), nullptr);
}

TEST(ResponseCache, IsBounded) {
  ResponseCache cache;
  const auto now = ResponseCache::Clock::now();
  const auto large = std::make_shared<CachedBody>(std::string(ResponseCache::kMaxBytes / 4, 'x'));
  int kept = 0;
  for (int i = 0; i < 20; ++i) cache.put(std::to_string(i), 1, now, large);
  for (int i = 0; i < 20; ++i) kept += cache.find(std::to_string(i), 1, now) != nullptr;
  EXPECT_GE(kept, 1);
  EXPECT_LE(kept, 4);
  cache.put("huge", 1, now,
            std::make_shared<CachedBody>(std::string(ResponseCache::kMaxBytes, 'x')));
  EXPECT_EQ(cache.find("huge", 1, now), nullptr);
}

}  // namespace
}  // namespace clew
