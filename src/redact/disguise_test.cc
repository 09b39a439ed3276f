// SPDX-License-Identifier: MIT
//
// Secrets that are whole only where they are shown: what was between their characters is dropped by
// terminals, by Markdown, by a browser.
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/writer.h"
#include "redact/layer.h"
#include "redact/redactor.h"
#include "redact/test_finder.h"

namespace clew::redact {
namespace {

const std::vector<std::string> kUnseen = {"\x1b[0m",
                                          "\x1b[1;31m",
                                          "\x1b[38;5;12m\x1b[K",
                                          "\x1b]8;;http://x.test\x07",
                                          "\x1b(B",
                                          "\xC2\x9B"
                                          "0m",
                                          "\r",
                                          "\x01",
                                          "\x7f",
                                          "\u00AD",
                                          "\u200B",
                                          "\u200C",
                                          "\u200D",
                                          "\u2060",
                                          "\u202A",
                                          "\uFEFF",
                                          "\uFE0F",
                                          "\u034F",
                                          "\u3164",
                                          "\U000E0041",
                                          "\U000E0101"};

// What a redacted copy of these lines shows.
std::string shown_of(const std::vector<std::string>& lines) {
  Redactor redactor(finder());
  for (const std::string& line : lines) redactor.collect_line(line);
  redactor.finish();
  std::string out;
  json::Parser parser;
  for (const std::string& line : lines) {
    const std::string copy = redactor.redact_line(line).value_or(line);
    const auto value = parser.parse_copy(copy);
    EXPECT_TRUE(value) << copy;
    if (value) out += std::string((*value)["text"].string_or("")) + "\n";
  }
  const auto layer = shown(out);
  return layer ? layer->text : out;
}

TEST(Disguise, NothingUnseenHidesASecret) {
  for (const std::string& unseen : kUnseen) {
    for (const std::size_t cut : std::vector<std::size_t>{2, 4, 5, 12, 30}) {
      const std::string text = "see " + kToken.substr(0, cut) + unseen + kToken.substr(cut) + " ok";
      EXPECT_TRUE(finder().may_hold(text)) << as_json(text);
      const std::string line = "{\"text\":" + as_json(text) + "}";
      EXPECT_EQ(shown_of({line}), "see [github-token 1] ok\n") << line;
      if (unseen == "\r") continue;  // where it stands in nested JSON it cannot be told from a path
      const std::string nested = "{\"text\":" + as_json(line) + "}";
      EXPECT_EQ(shown_of({nested}).find(kToken.substr(cut)), std::string::npos) << nested;
    }
  }
}

TEST(Disguise, EveryCharacterApart) {
  for (const std::string& unseen : kUnseen) {
    std::string text = "key ";
    for (const char c : kToken) text += std::string(1, c) + unseen;
    text += " ok";
    EXPECT_EQ(shown_of({"{\"text\":" + as_json(text) + "}"}), "key [github-token 1] ok\n")
        << as_json(text);
  }
}

TEST(Disguise, PrintedOverAndMarkedUp) {
  std::string bold;
  std::string underlined;
  std::string entities;
  std::string marked;
  for (const char c : kToken) {
    bold += std::string(1, c) + "\b" + c;
    underlined += std::string("_\b") + c;
    entities += "&#" + std::to_string(static_cast<int>(c)) + ";";
    marked += c == '_' ? "\\_" : std::string(1, c);
  }
  for (const std::string& text : {bold, underlined, entities, marked}) {
    EXPECT_EQ(shown_of({"{\"text\":" + as_json(text) + "}"}), "[github-token 1]\n")
        << as_json(text);
  }
}

TEST(Disguise, NamesAndTheirValuesInColours) {
  for (const std::string& text : std::vector<std::string>{
           "DB_PASS\x1b[0mWORD=" + kPassword,
           "\x1b[33mDB_PASSWORD\x1b[0m=\x1b[32m" + kPassword + "\x1b[0m",
           "password: \x1b[32m" + kPassword, "password\x1b[0m: \x1b[1mFrost\x1b[22m.bell4711",
           "DB_PASSWORD=Frost\xE2\x80\x8B.bell4711"}) {
    EXPECT_EQ(shown_of({"{\"text\":" + as_json(text) + "}"}).find("bell4711"), std::string::npos)
        << as_json(text);
  }
}

TEST(Disguise, CopiesOfWhatAnotherLineTells) {
  const std::string tells = R"({"text":"DB_PASSWORD=)" + kPassword + "\"}";
  for (const std::string& unseen : kUnseen) {
    const std::string copy =
        "{\"text\":" + as_json("it was Frost" + unseen + ".bell4711, right?") + "}";
    EXPECT_EQ(shown_of({tells, copy}), "DB_PASSWORD=[password 1]\nit was [password 1], right?\n")
        << copy;
  }
}

TEST(Disguise, ColoursAloneAreNoReasonToLook) {
  std::vector<std::size_t> places;
  for (const std::string_view line :
       {R"({"text":"\u001b[32m✓\u001b[39m renders the list \u001b[90m(3 ms)\u001b[39m"})",
        R"({"text":"it’s — “fine” … 👍️ C:\\repo\\foo \r\n next"})",
        R"({"text":"\u001b[1mPASS\u001b[22m src/x.test.ts"})"}) {
    finder().candidates(line, places);
    EXPECT_TRUE(places.empty()) << line;
  }
}

}  // namespace
}  // namespace clew::redact
