// SPDX-License-Identifier: MIT

#include "json/writer.h"

#include <gtest/gtest.h>

#include <limits>

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

TEST(Writer, NeverWritesInvalidJson) {
  Writer w;
  w.begin_array().value("a\xFF").value(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(w.text(), "[\"a\xEF\xBF\xBD\",null]");
}

}  // namespace
}  // namespace clew::json
