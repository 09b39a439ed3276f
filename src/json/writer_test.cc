// SPDX-License-Identifier: MIT

#include "json/writer.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "json/value.h"

namespace clew::json {
namespace {

TEST(Writer, PutsCommasWhereTheyBelong) {
  Writer w;
  w.begin_object();
  w.field("a", 1).field("b", "x").key("c").begin_array().value(1).value(true).null().end_array();
  w.key("d").begin_object().end_object().raw_field("e", "[1,2]").field("f", 2.5);
  w.end_object();
  EXPECT_EQ(w.take(), R"({"a":1,"b":"x","c":[1,true,null],"d":{},"e":[1,2],"f":2.5})");
}

TEST(Writer, TakesPiecesOfOneText) {
  Writer w;
  w.begin_array().value(1);
  std::string all = w.take();
  w.value(2).end_array();
  all += w.take();
  EXPECT_EQ(all, "[1,2]");
}

TEST(Writer, WhatItWritesReadsBackTheSame) {
  std::string every;
  for (int c = 1; c < 0x80; ++c) every += static_cast<char>(c);
  every += "\xC2\x80 \xE2\x80\xA8 \xF0\x9F\x98\x80";
  Writer w;
  w.value(every);
  Parser parser;
  auto back = parser.parse_copy(w.text());
  ASSERT_TRUE(back) << w.text();
  EXPECT_EQ(back->string_or(""), every);
}

// Eight bytes are looked at together: no place among them may make a difference.
TEST(Writer, EscapesEveryByteAtEveryPlace) {
  for (int c = 0; c < 0x80; ++c) {
    std::string alone;
    append_quoted(alone, std::string(1, static_cast<char>(c)));
    const std::string escaped = alone.substr(1, alone.size() - 2);
    EXPECT_EQ(escaped.size() == 1, c >= 0x20 && c != '"' && c != '\\' && c != 0x7F) << c;
    for (std::size_t place = 0; place < 20; ++place) {
      std::string text(20, '!');
      text[place] = static_cast<char>(c);
      std::string out;
      append_quoted(out, text);
      EXPECT_EQ(out, '"' + std::string(place, '!') + escaped + std::string(19 - place, '!') + '"')
          << c << " at " << place;
    }
  }
}

TEST(Writer, KeepsUtf8AndMendsTheRestAtEveryPlace) {
  for (std::size_t place = 0; place < 20; ++place) {
    const std::string before(place, '-');
    for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
             {"\xE4\xB8\xAD\xE6\x96\x87", "\xE4\xB8\xAD\xE6\x96\x87"},
             {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
             {"\xC2\xA0", "\xC2\xA0"},
             {"\xEF\xBF\xBD", "\xEF\xBF\xBD"},
             {"\xC2\x9B", "\\u009b"},
             {"\xE4\xB8", "\xEF\xBF\xBD"},
             {"\xFF\"", "\xEF\xBF\xBD\\\""}}) {
      std::string out;
      append_quoted(out, std::string(before).append(text).append("end"));
      EXPECT_EQ(out, std::string("\"").append(before).append(wanted).append("end\""));
    }
  }
}

TEST(Writer, NeverWritesInvalidJson) {
  Writer w;
  w.begin_array().value("a\xFF").value(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(w.text(), "[\"a\xEF\xBF\xBD\",null]");
}

}  // namespace
}  // namespace clew::json
