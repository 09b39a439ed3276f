// SPDX-License-Identifier: MIT
//
// For tests only: one small invented session for every class that has a repair, and more where a
// class has several forms.
#pragma once

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "doctor/test_patient.h"

namespace clew {

struct Broken {
  std::string_view id;
  std::string bytes{};
  DoctorLimits limits{};
  std::set<Defect> only{};
  std::string leaf{};
  std::string (*make)() = nullptr;  // the bytes, where they are many
  std::set<std::string> changed{};  // texts that the repair cannot keep as they were
};

inline void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.id; }

namespace broken {

inline constexpr std::string_view kPixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+"
    "A8AAQUBAScY42YAAAAASUVORK5CYII=";
// The same, which says that it is 9000 and 3000 pixels wide.
inline constexpr std::string_view kWide =
    "iVBORw0KGgoAAAANSUhEUgAAIygAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
inline constexpr std::string_view kBroad =
    "iVBORw0KGgoAAAANSUhEUgAAC7gAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
  }
  return out;
}

inline std::string image(std::string_view type, std::string_view data) {
  return R"({"type":"image","source":{"type":"base64","media_type":")" + std::string(type) +
         R"(","data":")" + std::string(data) + R"("}})";
}
inline std::string document(std::string_view bytes) {
  return R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
         base64(bytes) + R"("}})";
}

// A line with this content between a prompt and an answer.
inline std::string with_user(const std::string& content) {
  return test_file(
      R"(
    u1 < - user session:s "first words"
    a1 < u1 assistant session:s "an answer"
    {"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[)" +
      content + R"(]}}
    a2 < u2 assistant session:s "last words"
  )");
}
inline std::string with_assistant(const std::string& content,
                                  const std::string& result = "result:t1") {
  return test_file(
      R"(
    u1 < - user session:s "first words"
    {"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[)" +
      content + R"(]}}
    r1 < a1 user session:s )" +
      result + R"(
    a2 < r1 assistant session:s "last words"
  )");
}
inline std::string with_result(const std::string& content) {
  return test_file(
      R"(
    u1 < - user session:s "first words"
    a1 < u1 assistant session:s call:t1
    {"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":)" +
      content + R"(}]}}
    a2 < r1 assistant session:s "last words"
  )");
}
inline constexpr std::string_view kCall = R"({"type":"tool_use","id":"t1","name":"B","input":{}})";

// A conversation that ends with an error of the API.
inline std::string ending_with(std::string_view error) {
  return test_file(R"(
    u1 < - user session:s "first words"
    a1 < u1 assistant session:s id:m1 signed
    a2 < a1 assistant session:s id:m1 call:t1
    r1 < a2 user session:s result:t1
    e1 < r1 assistant session:s error model:<synthetic> ")" +
                   std::string(error) + "\"\n");
}

inline const std::string kTalk = test_file(R"(
  u1 < - user session:s "first words"
  a1 < u1 assistant session:s "an answer"
)");
inline const std::string kNext =
    R"({"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-01-05T12:00:05Z","sessionId":"s","message":{"role":"user","content":"last words"}})";

inline std::string utf16(const std::string& text) {
  std::string out = "\xFF\xFE";
  for (const char c : text) out += std::string{c, '\0'};
  return out;
}

inline std::string many(std::string_view block, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + std::string(block);
  return out;
}

inline std::string long_results() {
  std::string notation = "u0 < - user session:s \"first words\"\n";
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    notation += "a" + n + " < " + (i == 0 ? "u0" : "r" + std::to_string(i - 1)) +
                " assistant session:s call:t" + n + "\n";
    notation +=
        R"({"type":"user","sessionId":"s","uuid":"r)" + n + R"(","parentUuid":"a)" + n +
        R"(","timestamp":"2026-01-05T13:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)" +
        n + R"(","content":")" + std::string(5000, 'x') + "\"}]}}\n";
  }
  return notation +
         "e1 < r29 @9999 assistant session:s error model:<synthetic> \"Prompt is too long\"";
}

// Thirty turns of 5,000 bytes each: results of tools, or prompts.
inline std::string long_talk(bool results) {
  std::string notation;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    const std::string up = i == 0 ? "-" : "b" + std::to_string(i - 1);
    const std::string filler(5000, 'x');
    if (!results) {
      notation += "p" + n + " < " + up + " user session:s \"prompt " + n + " " + filler + "\"\n";
      notation += "b" + n + " < p" + n + " assistant session:s \"answer " + n + "\"\n";
      continue;
    }
    notation += "p" + n + " < " + up + " user session:s \"prompt " + n + "\"\n";
    notation += "a" + n + " < p" + n + " assistant session:s call:t" + n + "\n";
    notation +=
        R"({"type":"user","sessionId":"s","uuid":"r)" + n + R"(","parentUuid":"a)" + n +
        R"(","timestamp":"2026-01-05T13:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)" +
        n + R"(","content":")" + filler + "\"}]}}\n";
    notation += "b" + n + " < r" + n + " assistant session:s \"answer " + n + "\"\n";
  }
  return test_file(notation);
}

inline std::vector<Broken> lines() {
  const std::string array =
      "[" + kTalk.substr(0, kTalk.find('\n')) + "," + kTalk.substr(kTalk.find('\n') + 1) + "]";
  return {
      {"A1", kTalk + kNext.substr(0, 60)},
      {"A2", kTalk + std::string(20, '\0') + kNext + "\n"},
      // Inside a record, which is whole without them.
      {"A2", kTalk + kNext.substr(0, 40) + std::string(20, '\0') + kNext.substr(40) + "\n"},
      {"A3", kTalk + kNext.substr(0, 40) + kNext + "\n"},
      {"A4", kTalk.substr(0, kTalk.size() - 1) + kNext + "\n"},
      {"A5", kTalk + kNext.substr(40) + "\n" + kNext + "\n"},
      {"A6", kTalk + kNext.substr(0, 50) + "\n" + kNext + "\n"},
      {"A7", "\xEF\xBB\xBF" + kTalk},
      {"A7", utf16(kTalk)},
      {"A8", array},
  };
}

inline std::vector<Broken> tree() {
  const std::string compacted = R"(
    u1 < - user session:s "first words"
    a1 < u1 assistant session:s "an answer"
    c1 < - system session:s sub:compact_boundary logical:a1
    k1 < c1 user session:s summary "so far"
    a2 < k1 assistant session:s "continues"
    u2 < a1 user session:s "before it"
    a3 < u2 assistant session:s "last words"
  )";
  return {
      {"B1", test_file(R"(
        u1 < - @0 user session:s "first words"
        a1 < u1 @1 assistant session:s "an answer"
        u2 < gone @60 user session:s "again"
        a2 < u2 @61 assistant session:s "last words")")},
      // An answer and a result that hang on nothing.
      {"B1", test_file(R"(
        u1 < - @0 user session:s "first words"
        a1 < u1 @1 assistant session:s "an answer"
        u2 < a1 @60 user session:s "again"
        a2 < - @61 assistant session:s "more"
        u3 < a2 @62 user session:s "on"
        a3 < u3 @63 assistant session:s "last words")")},
      {"B1", test_file(R"(
        u1 < - @0 user session:s "first words"
        a1 < u1 @1 assistant session:s call:t1
        r1 < - @60 user session:s result:t1
        a2 < r1 @61 assistant session:s "last words")")},
      // A message that is its own parent, and two that are each other's.
      {"B2", test_file(R"(
        u1 < - @0 user session:s "first words"
        a1 < u1 @1 assistant session:s "an answer"
        u2 < u2 @60 user session:s "again"
        a2 < u2 @61 assistant session:s "last words")")},
      {"B2", test_file(R"(
        u1 < - @0 user session:s "first words"
        a1 < u1 @1 assistant session:s "an answer"
        u2 < a2 @60 user session:s "again"
        a2 < u2 @61 assistant session:s "last words")")},
      {"B2",
       test_file("u1 < a1 @0 user session:s \"first\"\n a1 < u1 @1 assistant session:s \"b\"")},
      {"B3", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "an answer"
        a1 < u1 assistant session:s "an answer")")},
      {"B3", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "an answer"
        a1 < u1 assistant session:s "another answer"
        u2 < a1 user session:s "last words")")},
      {"B4", test_file(R"(
        {"type":"user","uuid":"u1","parentUuid":null,"version":"2.1.60","sessionId":"s","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"first words"}}
        a1 < u1 assistant session:s id:m1 call:t1
        a2 < a1 assistant session:s id:m1 call:t2
        {"type":"user","uuid":"r1","parentUuid":"a1","version":"2.1.60","sessionId":"s","timestamp":"2026-01-05T12:00:03Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"one result"}]}}
        {"type":"user","uuid":"r2","parentUuid":"a2","version":"2.1.60","sessionId":"s","timestamp":"2026-01-05T12:00:04Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"other result"}]}}
        a3 < r2 assistant session:s "last words")")},
      {"B5", test_file(R"(
        u1 < - user session:s "first words"
        {"type":"progress","uuid":"p1","parentUuid":"u1","sessionId":"s","timestamp":"2026-01-05T12:00:01Z"}
        a1 < p1 assistant session:s "last words")")},
      {"B6", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "the answer"
        s1 < u1 system session:s sub:stop_hook_summary
        u2 < s1 user session:s "next"
        a2 < u2 assistant session:s "last words")")},
      {.id = "B7",
       .bytes = test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "an answer"
        u2 < a1 user session:s "left"
        a2 < u2 assistant session:s "left answer"
        last-prompt a2
        u3 < a1 user session:s "right"
        a3 < u3 assistant session:s "right answer")"),
       .leaf = "a3",
       .changed = {"left", "left answer"}},
      {.id = "B8",
       .bytes = test_file(compacted),
       .only = {Defect::kB8},
       .changed = {"first words", "an answer"}},
      {.id = "B9", .bytes = test_file(compacted), .limits = {.big_file = 100}},
      {"B10", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "an answer"
        c1 < - system session:s sub:compact_boundary logical:a1
        k1 < c1 user session:s summary "so far"
        a1 < u1 assistant session:s "an answer"
        a2 < k1 assistant session:s "last words")")},
      {"B12", test_file("u1 < - user session:s \"first\"\n a1 < u1 @- assistant session:s \"b\"")},
      {"B13",
       test_file("u1 < - user session:s side \"first\"\n a1 < u1 assistant session:s side \"b\"")},
      {"B14", test_file("u1 < - user session:s \"first words\"\n last-prompt null explicit")},
      {"B15",
       test_file("a1 < - assistant session:s \"b\"\n u1 < a1 user session:s \"last words\"")},
  };
}

inline std::vector<Broken> calls() {
  const std::string name(70, 'n');
  return {
      {"C1", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        u2 < a1 user session:s "never mind"
        a2 < u2 assistant session:s "last words")")},
      {"C2", test_file(R"(
        u1 < - user session:s "first words"
        r1 < u1 user session:s result:t9
        a1 < r1 assistant session:s "last words")")},
      {"C3", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        r1 < a1 user session:s result:t1
        r2 < r1 user session:s result:t1
        a2 < r2 assistant session:s "last words")")},
      {"C4", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        r1 < a1 user session:s result:t1
        a2 < r1 assistant session:s call:t1
        r2 < a2 user session:s result:t1
        a3 < r2 assistant session:s "last words")")},
      {"C5", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        u2 < a1 user session:s "wait"
        a2 < u2 assistant session:s "yes?"
        r1 < a2 user session:s result:t1
        a3 < r1 assistant session:s "last words")")},
      // In one line, behind words.
      {"C5", with_assistant(std::string(kCall), "\"by the way\" result:t1")},
      {.id = "C6", .bytes = test_file(R"(
        u1 < - user session:s "first words"
        {"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"advisor","input":{}}]}}
        u2 < a1 user session:s "meanwhile"
        {"type":"assistant","uuid":"a2","parentUuid":"u2","sessionId":"s","timestamp":"2026-01-05T12:00:03Z","message":{"id":"m2","role":"assistant","model":"claude-opus-4-5","content":[{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":"wise"},{"type":"text","text":"ok"}]}})")},
      {"C7", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        {"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"tool_reference","tool_name":"X"}]}]}}
        e1 < r1 assistant session:s error model:<synthetic> "Tool reference 'X' not found in available tools")")},
      {"C8",
       with_result(R"([{"type":"text","text":"kept"},{"type":"tool_reference","tool_name":")" +
                   name + R"("}])")},
  };
}

inline std::vector<Broken> blocks() {
  const std::string call_start = R"({"type":"tool_use","id":"t1","name":"B","input":)";
  return {
      {"D1", with_user(R"({"type":"text","text":""},{"type":"text","text":"see"})")},
      {"D1", with_result(R"([{"type":"text","text":""}])")},
      {"D2", with_user(R"({"type":"text","text":" \n"},{"type":"text","text":"see"})")},
      {"D3", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s "an answer"
        {"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[]}}
        a2 < u2 assistant session:s "last words")")},
      {.id = "D4",
       .bytes = with_result(R"("half \ud83d of it")"),
       .changed = {"half \xEF\xBF\xBD of it"}},
      {.id = "D5",
       .bytes = with_result(R"("cut \u0000 here")"),
       .changed = {std::string("cut \0 here", 10)}},
      {"D6", with_assistant(call_start + R"("{\"a\":1}"})")},
      {"D6", with_assistant(call_start + R"(["a"]})")},
      {"D7", with_assistant(R"({"type":"tool_use","id":"t1","name":")" + std::string(300, 'x') +
                            R"(","input":{}})")},
      {"D7", with_assistant(R"({"type":"tool_use","id":"t1","name":"","input":{}})")},
      {"D8",
       with_assistant(R"({"type":"tool_use","id":"t.1:x","name":"B","input":{}})", "result:t.1:x")},
      {"D8", with_assistant(R"({"type":"tool_use","id":"","name":"B","input":{}})", "result:")},
      {"D9",
       with_assistant(
           R"({"type":"server_tool_use","id":"call_1","name":"w","input":{}},{"type":"web_search_tool_result","tool_use_id":"call_1","content":[]},)" +
           std::string(kCall))},
      {.id = "D10", .bytes = with_assistant(call_start + R"({},"text":"x"})"), .changed = {"x"}},
      {"D11", with_assistant(R"({"type":"text"},)" + std::string(kCall))},
      // Inside a result, which stays.
      {"D11", with_result(R"([{"type":"text"},{"type":"text","text":"kept"}])")},
      {"D11", with_result(R"([{"type":"image"},{"type":"text","text":"kept"}])")},
      {"D12", test_file(R"(
        u1 < - user session:s "first words"
        {"type":"attachment","uuid":"x1","parentUuid":"u1","sessionId":"s","timestamp":"2026-01-05T12:00:01Z","attachment":{"names":3}}
        a1 < x1 assistant session:s "last words")")},
      {"D13", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1=Edit
        {"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","toolUseResult":{"oldString":null},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"edited"}]}}
        a2 < r1 assistant session:s "last words")")},
      {"D14", test_file(R"(
        u1 < - user session:s "first words"
        {"type":"assistant","uuid":"e1","parentUuid":"u1","version":"1.0.80","isApiErrorMessage":true,"sessionId":"s","timestamp":"2026-01-05T12:00:01Z","message":{"id":"x","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"API Error"}]}}
        u2 < e1 user session:s "again"
        a1 < u2 assistant session:s "last words")")},
  };
}

inline std::vector<Broken> thinking() {
  const std::string call(kCall);
  return {
      {"E1", with_assistant(R"({"type":"thinking","thinking":"a","signature":""},)" + call)},
      {"E2", ending_with("messages.1.content.0: `thinking` or `redacted_thinking` blocks in the "
                         "latest assistant message cannot be modified.")},
      {"E3", ending_with("messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, "
                         "but found `tool_use`.")},
      {"E4", with_assistant(R"({"type":"thinking","thinking":"","signature":""},)" + call)},
      // In a prompt, where it cannot be at all.
      {"E4",
       with_user(R"({"type":"thinking","thinking":"","signature":""},{"type":"text","text":"s"})")},
      {"E1",
       with_user(
           R"({"type":"thinking","thinking":"a","signature":""},{"type":"text","text":"s"})")},
      {"E5", ending_with("Invalid `signature` in `thinking` block. The block is bound to a "
                         "different conversation.")},
      {"E6", test_file(R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s id:m1 request:q1 signed
        a2 < a1 assistant session:s id:m1 request:q1 call:t1
        r1 < a2 user session:s result:t1
        a3 < r1 assistant session:s id:m1 request:q2 "last words")")},
      {"E7", test_file(R"(
        {"type":"user","uuid":"u1","parentUuid":null,"version":"2.0.73","sessionId":"s","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"first words"}}
        {"type":"assistant","uuid":"a1","parentUuid":"u1","version":"2.0.73","sessionId":"s","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"thinking","thinking":"hm","signature":"s"}]}}
        u2 < a1 user session:s "again"
        a2 < u2 assistant session:s "last words")")},
  };
}

inline std::string too_large() {
  return std::string(kPixel.substr(0, 76)) + std::string(5'242'880, 'A') + "SUVORK5C";
}

inline std::vector<Broken> media() {
  std::string pages = "%PDF-1.4\n";
  for (int i = 0; i < 101; ++i) pages += "<< /Type /Page >>\n";
  DoctorLimits few;
  few.api.most_bytes = 200;
  DoctorLimits less_text;
  less_text.api.most_bytes = 120'000;
  DoctorLimits few_media;
  few_media.api.most_media = 5;
  return {
      {.id = "F1", .make = [] { return with_user(image("image/png", too_large())); }},
      {"F2", with_user(image("image/png", kWide))},
      {"F3", with_user(many(image("image/png", kPixel), 20) + "," + image("image/png", kBroad))},
      {.id = "F4", .bytes = with_user(many(image("image/png", kPixel), 8)), .limits = few_media},
      {"F5", with_user(image("image/jpeg", kPixel))},
      {"F6", with_user(image("image/svg+xml", kPixel))},
      {"F7", with_user(image("image/png", "AAAA"))},
      {"F7", with_result("[" + image("image/png", "AAAA") + R"(,{"type":"text","text":"seen"}])")},
      {"F8", with_user(document(pages + "%%EOF"))},
      {"F9", with_user(document("%PDF-1.4\n<< /Encrypt 1 0 R >>\n%%EOF"))},
      {.id = "F10", .bytes = with_user(image("image/png", kPixel)), .limits = few},
      // Of text alone: results are shortened, and where there are none the rest is compacted.
      {.id = "F10",
       .bytes = long_talk(true),
       .limits = less_text,
       .changed = {std::string(5000, 'x')}},
      {.id = "F10", .bytes = long_talk(false), .limits = less_text},
  };
}

inline std::vector<Broken> sizes() {
  const std::string filler(5000, 'x');
  DoctorLimits small_window;
  small_window.api.window = 30'000;
  return {
      {.id = "G1", .bytes = test_file(long_results()), .changed = {filler}},
      {.id = "G1", .bytes = long_talk(true), .limits = small_window, .changed = {filler}},
      {.id = "G1", .bytes = long_talk(false), .limits = small_window},
      {.id = "G3",
       .bytes = test_file(R"(
        u1 < - user session:s "first words"
        {"type":"progress","uuid":"p1","parentUuid":"u1","sessionId":"s","data":")" +
                          filler + R"("}
        a1 < u1 assistant session:s "last words")"),
       .limits = {.bloat = 1000}},
      {.id = "G4",
       .bytes = test_file("u1 < - user session:s \"first words\"\n" +
                          many("snapshot u1 of:u1 file:a.c=x@1\n", 1) +
                          [] {
                            std::string more;
                            for (int i = 0; i < 20; ++i)
                              more += "snapshot u1 of:u1 file:a.c=x@1 update\n";
                            return more;
                          }() +
                          "a1 < u1 assistant session:s \"last words\""),
       .limits = {.bloat = 1000}},
      {.id = "G6",
       .bytes = test_file(
           R"(
        u1 < - user session:s "first words"
        a1 < u1 assistant session:s call:t1
        {"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-01-05T12:00:02Z","toolUseResult":{"stdout":")" +
           filler +
           R"("},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"printed"}]}}
        a2 < r1 assistant session:s "last words")"),
       .limits = {.giant_line = 3000}},
  };
}

}  // namespace broken

inline std::vector<Broken> all_broken() {
  using namespace broken;
  std::vector<Broken> all;
  for (const auto& part : {lines, tree, calls, blocks, thinking, media, sizes}) {
    for (Broken& one : part()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace clew
