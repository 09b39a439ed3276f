// SPDX-License-Identifier: MIT

#include "serve/reply.h"

#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

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

}  // namespace
}  // namespace clew
