// SPDX-License-Identifier: MIT
#include "usage/response_key.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

ResponseKey key(std::string_view message, std::string_view request, std::string_view uuid = "",
                std::string_view file = "/f", std::int64_t offset = 0, int call = 0) {
  return response_key({message, request, uuid, file, offset, call});
}

TEST(ResponseKey, IsByMessageAndRequest) {
  EXPECT_EQ(key("m", "r", "u1", "/a", 1), key("m", "r", "u2", "/b", 2));
  EXPECT_NE(key("m", "r"), key("m", "s"));
  EXPECT_NE(key("m", "r"), key("n", "r"));
  EXPECT_NE(key("m", "r"), key("m", ""));
  EXPECT_TRUE(key("m", "r").same_message(key("m", "")));
  EXPECT_EQ(key("m", "").request, 0U);
}

TEST(ResponseKey, FallsBackStepByStep) {
  EXPECT_EQ(key("", "r", "u1"), key("", "r", "u2"));
  EXPECT_EQ(key("", "", "u", "/a", 1), key("", "", "u", "/b", 2));
  EXPECT_NE(key("", "", "", "/a", 1), key("", "", "", "/a", 2));
  EXPECT_NE(key("", "", "", "/a", 1), key("", "", "", "/b", 1));
  // A text means something else in each place.
  EXPECT_FALSE(key("x", "").same_message(key("", "x")));
  EXPECT_FALSE(key("x", "").same_message(key("", "", "x")));
}

TEST(ResponseKey, KeepsFurtherCallsApart) {
  EXPECT_NE(key("m", "r", "", "", 0, 0), key("m", "r", "", "", 0, 1));
  EXPECT_NE(key("m", "r", "", "", 0, 1), key("m", "r", "", "", 0, 2));
}

// Stored by indexes: may change only together with kLedgerVersion.
TEST(ResponseKey, IsTheSameForEver) {
  const ResponseKey known = key("msg_01XFDUDYJgAACzvnptvVoYEL", "req_018EeWyXxfu5pfWkrYcMdjWG");
  EXPECT_EQ(known.message, 1826685681876898578U);
  EXPECT_EQ(known.message_more, 155608069792820841U);
  EXPECT_EQ(known.request, 5631485430142910343U);
}

TEST(ResponseKey, ScattersSimilarIds) {
  std::set<std::uint64_t> first;
  std::set<std::uint64_t> second;
  std::set<std::uint64_t> requests;
  for (int i = 0; i < 50'000; ++i) {
    const std::string id = "msg_" + std::to_string(i);
    const ResponseKey one = key(id, id);
    first.insert(one.message);
    second.insert(one.message_more);
    requests.insert(one.request);
  }
  EXPECT_EQ(first.size(), 50'000U);
  EXPECT_EQ(second.size(), 50'000U);
  EXPECT_EQ(requests.size(), 50'000U);
  // All bits take part.
  std::uint64_t ones = 0;
  std::uint64_t zeros = 0;
  for (const std::uint64_t hash : first) {
    ones |= hash;
    zeros |= ~hash;
  }
  EXPECT_EQ(ones & zeros, ~std::uint64_t{0});
}

}  // namespace
}  // namespace clew
