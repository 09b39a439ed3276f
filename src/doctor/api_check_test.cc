// SPDX-License-Identifier: MIT
#include "doctor/api_check.h"

#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

// A PNG of one pixel, and one that says it is 9000 pixels wide.
constexpr std::string_view kPixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
constexpr std::string_view kWide =
    "iVBORw0KGgoAAAANSUhEUgAAIygAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

std::string user(std::string_view content) {
  return R"({"role":"user","content":)" + std::string(content) + "}";
}
std::string assistant(std::string_view content) {
  return R"({"role":"assistant","content":)" + std::string(content) + "}";
}
std::string call(std::string_view id) {
  return R"({"type":"tool_use","id":")" + std::string(id) + R"(","name":"Bash","input":{}})";
}
std::string result(std::string_view id) {
  return R"({"type":"tool_result","tool_use_id":")" + std::string(id) + R"(","content":"r"})";
}
std::string image(std::string_view type, std::string_view data) {
  return R"({"type":"image","source":{"type":"base64","media_type":")" + std::string(type) +
         R"(","data":")" + std::string(data) + R"("}})";
}

std::string body(std::string_view messages) {
  return R"({"messages":[)" + std::string(messages) + "]}";
}

// What the API would answer: the rule and the class of the first refusal, or nothing.
std::string first(std::string_view messages, const ApiRules& rules = {}) {
  const auto refusals = check_request(body(messages), rules);
  if (refusals.empty()) return "";
  return std::to_string(refusals[0].rule) + " " + std::string(name_of(refusals[0].defect)) + " " +
         refusals[0].message;
}
bool is(std::string_view start, std::string_view messages, const ApiRules& rules = {}) {
  const std::string got = first(messages, rules);
  if (got.starts_with(start)) return true;
  ADD_FAILURE() << "expected " << start << ", got " << (got.empty() ? "acceptance" : got);
  return false;
}

TEST(ApiCheck, TakesAnOrdinaryConversation) {
  EXPECT_EQ("",
            first(user(R"("hello")") + "," + assistant("[" + call("t1") + "," + call("t2") + "]") +
                  "," + user("[" + result("t1") + "," + result("t2") + "]") + "," +
                  assistant(R"([{"type":"text","text":"done"}])") + "," + user(R"("bye")")));
}

TEST(ApiCheck, CombinesNeighboursOfOneRole) {
  EXPECT_EQ("", first(user(R"("hello")") + "," + assistant("[" + call("t1") + "]") + "," +
                      user("[" + result("t1") + "]") + "," + user(R"("and")")));
}

TEST(ApiCheck, RefusesBodies) {
  is("1 F10", user(R"("hello")"), {.most_bytes = 5});
  is("2 D4 The request body is not valid JSON: no low surrogate", user(R"("a \ud83d b")"));
  is("2 D4", user(R"("a \udc00 b")"));
  is("2 D5 The request body is not valid JSON: unexpected end of data", user(R"("a \u0000 b")"));
  EXPECT_EQ("", first(user(R"("a \ud83d\ude00 \\ud83d \\u0000 b")")));
  EXPECT_EQ("D5", name_of(check_request("{").at(0).defect));
}

TEST(ApiCheck, CountsCacheMarks) {
  std::string blocks;
  for (int i = 0; i < 5; ++i) {
    blocks += std::string(i ? "," : "") +
              R"({"type":"text","text":"a","cache_control":{"type":"ephemeral"}})";
  }
  is("3 I2 A maximum of 4 blocks with cache_control may be provided. Found 5.",
     user("[" + blocks + "]"));
}

TEST(ApiCheck, ToolNamesAreUnique) {
  const auto refusals = check_request(
      R"({"messages":[{"role":"user","content":"a"}],"tools":[{"name":"A"},{"name":"A"}]})");
  ASSERT_EQ(1U, refusals.size());
  EXPECT_EQ(4, refusals[0].rule);
}

TEST(ApiCheck, RefusesMessages) {
  is("5 B13", "");
  is("5 B15", assistant(R"("hello")"));
  EXPECT_EQ("", first(assistant(R"("hello")"), {.first_is_user = false}));
  is("6 D3 messages.0: all messages must have non-empty content",
     user("[]") + "," + user(R"("a")"));
  is("6 D3", user(R"("")"));
  is("7 D1 messages: text content blocks must be non-empty",
     user(R"([{"type":"text","text":""}])"));
  is("7 D1 messages.0.content.0.text: cache_control cannot be set",
     user(R"([{"type":"text","text":"","cache_control":{"type":"ephemeral"}}])"));
  is("8 D2", user(R"([{"type":"text","text":" \n"}])"));
  is("7 D1",
     user(R"("a")") + "," + assistant("[" + call("t") + "]") + "," +
         user(
             R"([{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":""}]}])"));
  is("9 D15", user(R"("a")") + "," + assistant(R"("b")"), {.prefill = false});
}

TEST(ApiCheck, KnowsTheMembersOfBlocks) {
  is("9 D10 messages.0.content.0.text.extra: Extra inputs are not permitted",
     user(R"([{"type":"text","text":"a","extra":1}])"));
  is("9 D11 messages.0.content.0.text.text: Field required", user(R"([{"type":"text"}])"));
  is("9 D11", user(R"([{"text":"a"}])"));
  is("9 D11", user(R"([{"type":"image"}])"));
  is("9 D11", user(R"([{"type":"hologram"}])"), {.unknown_blocks = false});
  EXPECT_EQ("", first(user(R"([{"type":"hologram"}])")));
}

TEST(ApiCheck, KnowsIdsNamesAndInputs) {
  const auto turn = [](const std::string& block, const std::string& id) {
    return user(R"("a")") + "," + assistant("[" + block + "]") + "," + user("[" + result(id) + "]");
  };
  is("10 D8", turn(call("a.b"), "a.b"));
  is("11 D7",
     turn(R"({"type":"tool_use","id":"t","name":")" + std::string(201, 'x') + R"(","input":{}})",
          "t"));
  is("11 D7", turn(R"({"type":"tool_use","id":"t","name":"","input":{}})", "t"));
  is("11 D6", turn(R"({"type":"tool_use","id":"t","name":"B","input":"x"})", "t"));
  is("10 D9",
     user(R"("a")") + "," +
         assistant(R"([{"type":"server_tool_use","id":"call_1","name":"w","input":{}},)"
                   R"({"type":"web_search_tool_result","tool_use_id":"call_1","content":[]}])"));
}

TEST(ApiCheck, KnowsToolReferences) {
  const std::string messages =
      user(R"("a")") + "," + assistant("[" + call("t") + "]") + "," +
      user(
          R"([{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_reference","tool_name":"N"}]}])");
  EXPECT_EQ("", first(messages));  // nothing is known of tools
  const auto refusals =
      check_request(R"({"messages":[)" + messages + R"(],"tools":[{"name":"A"}]})");
  ASSERT_EQ(1U, refusals.size());
  EXPECT_EQ("Tool reference 'N' not found in available tools", refusals[0].message);
}

TEST(ApiCheck, PairsCallsAndResults) {
  const std::string hello = user(R"("a")") + ",";
  is("13 C4", hello + assistant("[" + call("t") + "," + call("t") + "]") + "," +
                  user("[" + result("t") + "]"));
  is("14 C1 messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
     "t",
     hello + assistant("[" + call("t") + "]") + "," + user(R"("b")"));
  is("14 C1", hello + assistant("[" + call("t") + "]") + "," + user(R"("b")") + "," +
                  assistant(R"("c")") + "," + user("[" + result("t") + "]"));
  is("15 C2 messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t",
     user("[" + result("t") + "]"));
  is("16 C3", hello + assistant("[" + call("t") + "]") + "," +
                  user("[" + result("t") + "," + result("t") + "]"));
}

TEST(ApiCheck, PairsServerTools) {
  const std::string hello = user(R"("a")") + ",";
  const std::string use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"advisor","input":{}})";
  const std::string answer =
      R"({"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  EXPECT_EQ("", first(hello + assistant("[" + use + "," + answer + "]")));
  is("18 C6 messages.3.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks",
     hello + assistant("[" + use + "]") + "," + user(R"("b")") + "," +
         assistant("[" + answer + "]"));
}

TEST(ApiCheck, TakesTextBehindACall) {
  EXPECT_EQ("", first(user(R"("a")") + "," +
                      assistant("[" + call("t") + R"(,{"type":"text","text":"b"}])") + "," +
                      user("[" + result("t") + "]")));
}

TEST(ApiCheck, KnowsThinking) {
  const auto think = [](std::string_view text, std::string_view signature) {
    return user(R"("a")") + "," +
           assistant(R"([{"type":"thinking","thinking":")" + std::string(text) +
                     R"(","signature":")" + std::string(signature) +
                     R"("},{"type":"text","text":"b"}])");
  };
  is("20 E1", think("hm", ""));
  is("21 E4", think("", ""));
  EXPECT_EQ("", first(think("", "s")));  // the normal form where thinking is not displayed
  EXPECT_EQ("", first(think("hm", "s")));
  is("23 E3",
     user(R"("a")") + "," + assistant("[" + call("t") + "]") + "," + user("[" + result("t") + "]"),
     {.manual_thinking = true});
}

TEST(ApiCheck, RefusesThinkingOfTwoResponsesInOneMessage) {
  json::Parser parser;
  const std::string thinking = R"([{"type":"thinking","thinking":"a","signature":"s"}])";
  RequestCheck check;
  check.begin_message(false);
  check.content(*parser.parse_copy(R"("hello")"), 0);
  check.begin_message(true, "msg_1");
  check.content(*parser.parse_copy(thinking), 1);
  check.begin_message(true, "msg_2");
  check.content(*parser.parse_copy(thinking), 2);
  const auto refusals = check.finish();
  ASSERT_EQ(1U, refusals.size());
  EXPECT_EQ(Defect::kE2, refusals[0].defect);
  EXPECT_EQ(2, refusals[0].place.entry);
}

TEST(ApiCheck, LooksAtPictures) {
  const auto with = [](std::string_view type, std::string_view data) {
    return user("[" + image(type, data) + "]");
  };
  EXPECT_EQ("", first(with("image/png", kPixel)));
  is("25 F6", with("image/bmp", kPixel));
  is("25 F5", with("image/jpeg", kPixel));
  is("26 F7", with("image/png", "AAAA"));
  is("26 F7", with("image/png", "not base64!"));
  is("27 F1", with("image/png",
                   std::string(kPixel.substr(0, 76)) + std::string(5'242'880, 'A') + "SUVORK5C"));
  is("27 F2", with("image/png", kWide));
}

TEST(ApiCheck, CountsPictures) {
  std::string many = image("image/png", kPixel);
  for (int i = 0; i < 30; ++i) many += "," + image("image/png", kPixel);
  EXPECT_EQ("", first(user("[" + many + "]")));
  is("28 F4 Too much media: 0 document pages + 31 images > 30", user("[" + many + "]"),
     {.most_media = 30});
}

TEST(ApiCheck, LooksAtDocuments) {
  const auto with = [](std::string_view data) {
    return user(
        R"([{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
        std::string(data) + R"("}}])");
  };
  // %PDF-1.4 <</Type/Pages/Count 3>> %%EOF
  EXPECT_EQ("", first(with("JVBERi0xLjQgPDwvVHlwZS9QYWdlcy9Db3VudCAzPj4gJSVFT0Y=")));
  is("29 F9", with("JVBERi0xLjQgL0VuY3J5cHQgJSVFT0Yg"));  // %PDF-1.4 /Encrypt %%EOF
  is("29 F9", with("AAAA"));
  // The same with 150 pages.
  is("29 F8", with("JVBERi0xLjQgPDwvVHlwZS9QYWdlcy9Db3VudCAxNTA+PiAlJUVPRg=="));
}

TEST(ApiCheck, EstimatesTokens) {
  is("30 G1 prompt is too long", user(R"("a long text of many words")"), {.window = 3});
}

TEST(ApiCheck, ReplacesBadEscapes) {
  EXPECT_EQ(R"("a \ufffd \ufffd \\u0000 \ud83d\ude00")",
            replace_bad_escapes(R"("a \ud83d \u0000 \\u0000 \ud83d\ude00")"));
  EXPECT_EQ("\\", replace_bad_escapes("\\"));
}

TEST(ApiCheck, ResultsStandBeforeOtherWords) {
  const std::string words = R"({"type":"text","text":"by the way"})";
  const std::string asked = user(R"("hello")") + "," + assistant("[" + call("t1") + "]") + ",";
  is("17 C5 messages.1: `tool_use` ids were found without `tool_result` blocks",
     asked + user("[" + words + "," + result("t1") + "]"));
  EXPECT_EQ("", first(asked + user("[" + result("t1") + "," + words + "]")));
}

TEST(ApiCheck, AnAnswerAtTheEndMustNotEndBlank) {
  is("9 D15 messages: final assistant content cannot end with trailing whitespace",
     user(R"("a")") + "," + assistant(R"([{"type":"text","text":"b "}])"));
  EXPECT_EQ("", first(user(R"("a")") + "," + assistant(R"([{"type":"text","text":"b "}])") + "," +
                      user(R"("c")")));
}

TEST(ApiCheck, CountsThePixelsOfPictures) {
  // 9000 x 1 pixels are 12 tokens; the bytes of a picture are none.
  const std::string picture = user("[" + image("image/png", kWide) + "]");
  const auto tokens = [&](std::int64_t window) {
    for (const ApiRefusal& one : check_request(body(picture), {.window = window})) {
      if (one.rule == 30) return one.message;
    }
    return std::string();
  };
  EXPECT_NE("", tokens(1));
  EXPECT_EQ("", tokens(60));
}

TEST(ApiCheck, KnowsItsOwnSignatures) {
  const std::string hello = user(R"("hello")");
  const auto thought = [](const std::string& text, const std::string& signature) {
    return assistant(R"([{"type":"thinking","thinking":")" + text + R"(","signature":")" +
                     signature + R"("},{"type":"text","text":"hi"}])");
  };
  const std::string good = sign_thinking(prefix_of_request(body(hello)), "hm");
  const ApiRules own{.own_signatures = true};
  const ApiRules bound{.own_signatures = true, .prefix_binding = true};
  const std::string after = "," + user(R"("bye")");
  EXPECT_EQ("", first(hello + "," + thought("hm", good) + after, bound));
  is("20 E1", hello + "," + thought("hm", "made-up") + after, own);
  is("20 E1", hello + "," + thought("changed", good) + after, own);
  // Behind another prompt: only where blocks are bound.
  const std::string other = user(R"("good day")");
  EXPECT_EQ("", first(other + "," + thought("hm", good) + after, own));
  is("24 E5", other + "," + thought("hm", good) + after, bound);
  // Marks of the cache, and the form of a text, are no difference.
  const std::string marked =
      user(R"([{"type":"text","text":"hello","cache_control":{"type":"ephemeral"}}])");
  EXPECT_EQ("", first(marked + "," + thought("hm", good) + after, bound));
}

}  // namespace
}  // namespace clew
