// SPDX-License-Identifier: MIT
//
// For tests only: invented lines of transcripts.
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "json/writer.h"

namespace clew::test {

inline constexpr const char* kId1 = "11111111-1111-4111-8111-111111111111";
inline constexpr const char* kId2 = "22222222-2222-4222-8222-222222222222";
inline constexpr const char* kId3 = "33333333-3333-4333-8333-333333333333";

// A session id for each number from 0 to 999.
inline std::string uuid(int number) {
  return "00000000-0000-4000-8000-" + std::to_string(100'000'000'000 + number);
}

inline std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// `more` is further members, each with a comma before it: R"(,"isMeta":true)".
inline std::string user(std::string_view text, std::string_view more = "") {
  return R"({"parentUuid":null,"isSidechain":false,"cwd":"/work/app","version":"2.1.90",)"
         R"("gitBranch":"main","timestamp":"2026-03-01T10:00:00.000Z","sessionId":"s",)"
         R"("type":"user","message":{"role":"user","content":)" +
         quoted(text) + "}" + std::string(more) + "}\n";
}

// For `more`: when the line was written, in seconds after some time in 2026.
inline std::string at(int second) {
  return R"(,"timestamp":)" + test::quoted(format_iso(1'770'000'000'000 + TimeMs{second} * 1000));
}

inline std::string assistant(std::string_view text, std::string_view more = "") {
  return R"({"parentUuid":"p","isSidechain":false,"cwd":"/work/app","version":"2.1.90",)"
         R"("gitBranch":"main","timestamp":"2026-03-01T10:00:09.000Z","sessionId":"s",)"
         R"("type":"assistant","message":{"role":"assistant","model":"claude-x",)"
         R"("content":[{"type":"text","text":)" +
         quoted(text) + "}]}" + std::string(more) + "}\n";
}

inline std::string custom_title(std::string_view title) {
  return R"({"type":"custom-title","customTitle":)" + quoted(title) +
         R"(,"sessionId":"s"})"
         "\n";
}

inline std::string tag(std::string_view text) {
  return R"({"type":"tag","tag":)" + quoted(text) +
         R"(,"sessionId":"s"})"
         "\n";
}

}  // namespace clew::test
