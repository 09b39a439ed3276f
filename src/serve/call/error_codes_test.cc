// SPDX-License-Identifier: MIT
#include "serve/call/error_codes.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "serve/call/json_rpc.h"
#include "serve/call/problem.h"

namespace clew {
namespace {

TEST(ErrorCodes, EveryErrorHasANameInEveryProtocol) {
  std::set<int> statuses;
  for (int i = 0; i <= static_cast<int>(ErrorCode::kCancelled); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    const ErrorCodes codes = codes_of(code);
    EXPECT_TRUE(codes.http >= 400 && codes.http < 600) << i;
    EXPECT_TRUE(statuses.insert(codes.http).second) << i << ": pages tell errors by their status";
    EXPECT_EQ(reason_phrase(codes.http).find('<'), std::string_view::npos) << i;
    EXPECT_EQ(rpc_error({code, "why"}).code, codes.rpc) << i;
    EXPECT_TRUE(codes.rpc < -32000 && codes.rpc > -32900) << i;
    EXPECT_GE(codes.rsocket, rsocket::ErrorCode::kApplicationError) << i << ": of a stream";
  }
  const auto is_ours = [](ErrorCode code) { return codes_of(code).http >= 500; };
  EXPECT_FALSE(is_ours(ErrorCode::kNotFound) || is_ours(ErrorCode::kInvalid));
  EXPECT_TRUE(is_ours(ErrorCode::kIo));
}

// 411 among them, which a list of our own had forgotten.
TEST(Problem, StatusesThatAreSentHaveAPhrase) {
  for (const int status : {101, 200, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408,
                           409, 411, 413, 415, 416, 422, 426, 431, 500, 501, 503, 504}) {
    EXPECT_EQ(reason_phrase(status).find('<'), std::string_view::npos) << status;
  }
  EXPECT_EQ(problem_json(404, "no \"a\""),
            R"({"type":"about:blank","title":"Not Found","status":404,"detail":"no \"a\""})");
}

}  // namespace
}  // namespace clew
