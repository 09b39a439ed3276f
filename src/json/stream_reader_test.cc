// SPDX-License-Identifier: MIT

#include "json/stream_reader.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "json/condensed.h"

namespace clew::json {
namespace {

// The text as a stream reader understands it, fed `size` bytes at a time.
Result<std::string> streamed(std::string_view text, std::size_t size) {
  Condenser all({.longest_text = text.size() + 8, .most = 4 * text.size() + 8});
  StreamReader reader(all);
  while (!text.empty()) {
    const std::string piece(text.substr(0, size));  // of its own, so that sanitizers see its end
    text.remove_prefix(piece.size());
    if (auto fed = reader.feed(piece); !fed) return fed.error();
  }
  if (auto done = reader.finish(); !done) return done.error();
  Parser parser;
  const std::string taken = all.take();
  auto root = parser.parse_copy(taken);
  EXPECT_TRUE(root) << taken;
  return root ? root->to_json() : "?";
}

void expect_same(std::string_view text) {
  Parser parser;
  auto whole = parser.parse_copy(text);
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, text.size() + 1}) {
    auto pieces = streamed(text, size);
    ASSERT_EQ(whole.has_value(), pieces.has_value()) << text << " in pieces of " << size;
    if (whole) {
      EXPECT_EQ(whole->to_json(), *pieces) << text;
    } else {
      EXPECT_EQ(whole.error().code, pieces.error().code) << text;
    }
  }
}

const char* const kTexts[] = {
    "",
    " ",
    "null",
    " true ",
    "false",
    "nul",
    "nullx",
    "truefalse",
    "{}",
    "[]",
    "[1,]",
    "[,1]",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{1:2}",
    "[1 2]",
    "[}",
    "{]",
    "[1]]",
    "[1] x",
    "[[[{\"a\":[]}]]]",
    "0",
    "-0",
    "01",
    "-",
    "+1",
    "1.",
    ".5",
    "1.5e",
    "1.5e+",
    "1.5e+10",
    "1E5",
    "1e5.5",
    "0x1",
    "[1e999,-1e999,123456789012345678901234567890,0.0000001]",
    R"({"a":"b","c":[1,2.5,-3,true,false,null,"x"],"d":{"e":{}}})",
    R"("\"\\\/\b\f\n\r\t")",
    R"("\u00e9\u4e2d\ud83d\ude00")",
    R"("\ud83d")",
    R"("\ud83dx")",
    R"("\ud83d\n")",
    R"("\ud83d\ud83d\ude00")",
    R"("\ude00\ud83d")",
    R"("\u12")",
    R"("\u12g4")",
    R"("\x")",
    R"("\)",
    R"("abc)",
    R"("abc\"})",
    "\"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80 and a longer text that fills a register\"",
    "\"\xC3\"",
    "\"\xE4\xB8\"",
    "\"\xE4\xB8x\"",
    "\"\xF0\x9F\x98\"",
    "\"\xED\xA0\x80\"",
    "\"\x80\xBF\xFF\"",
    "\"\xEF\xBF\xBD\"",
    "\xC3\xA9",
    "\"a\nb\"",
    "\"a\x01\"",
    "{\"k\xC3\xA9\\ud83d\\ude00y\":1}",
    "\t{ \"a\" :\r\n[ 1 , 2 ] , \"b\" : { } }\n",
};

TEST(StreamReader, AgreesWithTheParser) {
  for (const char* text : kTexts) expect_same(text);
}

// A character that is cut at the end of one piece is joined with the beginning of the next; there
// another one may be cut, at whatever distance.
TEST(StreamReader, AgreesWithTheParserWhereverItIsCut) {
  for (const std::string unit :
       {R"(\ud83d\ude00)", R"(\n)", "\xF0\x9F\x98\x80", "\xC2\xA9x", "\xE0\xA4\x95x"}) {
    std::string text = "\"";
    while (text.size() < 200) text += unit;
    text += '"';
    Parser parser;
    const auto whole = parser.parse_copy(text);
    ASSERT_TRUE(whole);
    for (std::size_t size = 1; size < 80; ++size) {
      EXPECT_EQ(*streamed(text, size), whole->to_json()) << size;
    }
  }
}

TEST(StreamReader, AgreesWithTheParserOnDamage) {
  std::mt19937 dice(14);
  const std::string alphabet = "{}[]\",:\\u0123456789abcdefDC-+.eE \n\xC3\xA9\xF0\x9F\x98\x80";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = kTexts[dice() % std::size(kTexts)];
    for (auto changes = dice() % 4; changes > 0; --changes) {
      const std::size_t at = dice() % (text.size() + 1);
      if (dice() % 2 == 0 && at < text.size()) {
        text.erase(at, 1);
      } else {
        text.insert(at, 1, alphabet[dice() % alphabet.size()]);
      }
    }
    expect_same(text);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StreamReader, NestingEndsWhereTheParserEndsIt) {
  for (const std::size_t depth : {kMaxDepth - 2, kMaxDepth - 1, kMaxDepth, kMaxDepth + 1}) {
    std::string objects = "{}";
    for (std::size_t i = 1; i < depth; ++i) objects = "{\"a\":" + objects + "}";
    expect_same(std::string(depth, '[') + std::string(depth, ']'));
    expect_same(std::string(depth, '[') + "1" + std::string(depth, ']'));
    expect_same(std::string(depth, '[') + "\"a\"" + std::string(depth, ']'));
    expect_same(objects);
  }
}

struct Counts : StreamHandler {
  void on_begin(Kind) override {}
  void on_end(Kind) override {}
  void on_key(std::string_view name) override { longest_key = std::max(longest_key, name.size()); }
  void on_text(std::string_view piece, bool last) override {
    text += piece.size();
    ends += last ? 1 : 0;
    longest_piece = std::max(longest_piece, piece.size());
  }
  void on_scalar(Kind kind, std::string_view) override { nulls += kind == Kind::kNull ? 1 : 0; }
  std::size_t text = 0;
  std::size_t ends = 0;
  std::size_t longest_piece = 0;
  std::size_t longest_key = 0;
  std::size_t nulls = 0;
};

TEST(StreamReader, HoldsNothingThatIsLarge) {
  constexpr std::size_t kPiece = 1000;
  constexpr std::size_t kPieces = 2000;
  Counts counts;
  StreamReader reader(counts);
  const std::string letters(kPiece, 'a');
  const std::string digits(kPiece, '7');
  ASSERT_TRUE(reader.feed("{\""));
  for (std::size_t i = 0; i < kPieces; ++i) ASSERT_TRUE(reader.feed(letters));
  ASSERT_TRUE(reader.feed("\":\""));
  for (std::size_t i = 0; i < kPieces; ++i) ASSERT_TRUE(reader.feed(letters));
  ASSERT_TRUE(reader.feed("\",\"n\":"));
  for (std::size_t i = 0; i < kPieces; ++i) ASSERT_TRUE(reader.feed(digits));
  ASSERT_TRUE(reader.feed("}"));
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(counts.text, kPiece * kPieces);
  EXPECT_EQ(counts.ends, 1U);
  EXPECT_EQ(counts.longest_piece, kPiece);
  EXPECT_EQ(counts.longest_key, StreamReader::kLongestKey);
  EXPECT_EQ(counts.nulls, 1U);
}

TEST(StreamReader, SaysWhatItMended) {
  Counts counts;
  StreamReader reader(counts);
  ASSERT_TRUE(reader.feed("[\"\\ud83d\",\"\xFF\"]"));
  ASSERT_TRUE(reader.finish());
  EXPECT_TRUE(reader.repairs().lone_surrogate);
  EXPECT_TRUE(reader.repairs().invalid_utf8);
}

}  // namespace
}  // namespace clew::json
