// SPDX-License-Identifier: MIT
#include "store/tokenizer.h"

#include <gtest/gtest.h>

#include "store/word_characters.h"

namespace clew {
namespace {

// "word@position", wholes with a star.
std::string cut(std::string_view text) {
  std::string out;
  for_each_token(text, [&](const Token& token) {
    if (!out.empty()) out += ' ';
    out += std::string(token.text) + "@" + std::to_string(token.position);
    if (token.whole) out += '*';
  });
  return out;
}

std::string forms(std::string_view text) {
  std::string out;
  for (const TokenSequence& form : query_forms(text)) {
    if (!out.empty()) out += " | ";
    for (std::size_t i = 0; i < form.size(); ++i) out += (i == 0 ? "" : " ") + form[i];
  }
  return out;
}

TEST(Tokenizer, Words) {
  EXPECT_EQ(cut(""), "");
  EXPECT_EQ(cut("  -- "), "");
  EXPECT_EQ(cut("Race condition, in the POOL!"), "race@0 condition@1 in@2 the@3 pool@4");
  EXPECT_EQ(cut("don't"), "don@0 t@1");
  EXPECT_EQ(cut("utf8 3.14"), "utf8@0 3@1 14@2");
}

TEST(Tokenizer, Identifiers) {
  EXPECT_EQ(cut("parseMessageTree"), "parsemessagetree@0* parse@0 message@1 tree@2");
  EXPECT_EQ(cut("parse_message_tree"), "parse@0 message@1 tree@2");
  EXPECT_EQ(cut("HTTPServer2x"), "httpserver2x@0* http@0 server@1 server2x@1");
  EXPECT_EQ(cut("HTTPServer2Go"), "httpserver2go@0* http@0 server@1 server2@1 go@2");
  EXPECT_EQ(cut("Server2 sha256"), "server2@0 sha256@1") << "no names of several parts";
  EXPECT_EQ(cut("HistoryJsonlLoader.kt"), "historyjsonlloader@0* history@0 jsonl@1 loader@2 kt@3");
  EXPECT_EQ(cut("/src/x.cc"), "src@0 x@1 cc@2");
  EXPECT_EQ(cut("Title CAPS"), "title@0 caps@1");
  EXPECT_EQ(cut("aB"), "ab@0* a@0 b@1");
  EXPECT_EQ(cut("IDs"), "ids@0* i@0 ds@1");
  EXPECT_EQ(cut("aBcDeFgHiJkLmNoP z"), "abcdefghijklmnop@0 z@1") << "encoded data, not a name";
}

TEST(Tokenizer, FormsOfAQuery) {
  EXPECT_EQ(forms("--"), "");
  EXPECT_EQ(forms("parseMessageTree"), "parse message tree | parsemessagetree");
  EXPECT_EQ(forms("parsemessagetree"), "parsemessagetree");
  EXPECT_EQ(forms("src/Main.kt"), "src main kt");
  EXPECT_EQ(forms("aB x cD"), "a b x c d | ab x c d | a b x cd | ab x cd");
  EXPECT_EQ(forms("HTTPServer2Go"), "http server2 go | httpserver2go");
  EXPECT_EQ(forms("2.1.325"), "2 1 325 | v2 1 325");
  EXPECT_EQ(forms("v2.1 2 3"), "v2 1 2 3");
  EXPECT_EQ(query_forms("aB aB aB aB aB").size(), 8U);
}

TEST(Tokenizer, OtherScripts) {
  EXPECT_EQ(cut("Übergröße"), "übergröße@0");
  EXPECT_EQ(cut("ПРИВЕТ Мир"), "привет@0 мир@1");
  EXPECT_EQ(cut("竞态条件"), "竞@0 态@1 条@2 件@3");
  EXPECT_EQ(cut("用parseTree函数"), "用@0 parsetree@1* parse@1 tree@2 函@3 数@4");
  EXPECT_EQ(cut("テスト한국"), "テ@0 ス@1 ト@2 한@3 국@4");
  EXPECT_EQ(cut("go 🚀 now — ok"), "go@0 🚀@1 now@2 ok@3");
  EXPECT_EQ(cut("naïveFoo"), "naïvefoo@0") << "only ASCII names have parts";
  EXPECT_EQ(cut("\xFF\xFEword\xC3"), "word@0");
}

TEST(Tokenizer, OneCharacterWrittenInTwoWays) {
  EXPECT_EQ(cut("cafe\u0301"), cut("caf\u00E9"));
  EXPECT_EQ(cut("CAFE\u0301s"), "caf\u00E9s@0");
  EXPECT_EQ(cut("\u212Bngstrom"), cut("A\u030Angstrom"));
  EXPECT_EQ(cut("e\u0302\u0301"), cut("\u1EBF"));
  EXPECT_EQ(cut("a\u0327\u0301"), cut("\u00E1\u0327"));
  EXPECT_EQ(cut("\u304B\u3099"), cut("\u304C")) << "kana";
  EXPECT_EQ(cut("\u1112\u1161\u11AB\u1100\u116E\u11A8"), "한@0 국@1");
  EXPECT_EQ(cut("\u0915\u093C"), cut("\u0958"));
  EXPECT_EQ(cut("\uF900"), cut("\u8C48"));
  EXPECT_EQ(cut("か\u0301x"), "か@0 \u0301x@1") << "marks that are no part of it";
  const std::string word = "cafe\u0301 x";
  for_each_token(word, [&](const Token& token) {
    EXPECT_EQ(token.position == 0 ? "cafe\u0301" : "x",
              word.substr(token.begin, token.end - token.begin));
  });
}

TEST(Tokenizer, FoldingNeverMakesAscii) {
  for (char32_t c = 0x80; c < 0x30000; ++c) {
    ASSERT_GE(canonical(c), 0x80U) << static_cast<unsigned>(c);
    ASSERT_GE(fold_character(c), 0x80U) << static_cast<unsigned>(c);
    ASSERT_EQ(fold_character(fold_character(c)), fold_character(c)) << static_cast<unsigned>(c);
  }
}

TEST(Tokenizer, LongWordsAreCut) {
  const std::string word(200, 'x');
  EXPECT_EQ(forms(word), std::string(64, 'x'));
  const std::string wide = "ж" + std::string(200, 'x');
  EXPECT_EQ(forms(wide).size(), 64U);
}

TEST(Tokenizer, PlacesPointIntoTheSource) {
  const std::string text = "see parseTree 用 end";
  std::string seen;
  for_each_token(text, [&](const Token& token) {
    seen += text.substr(token.begin, token.end - token.begin) + "|";
  });
  EXPECT_EQ(seen, "see|parseTree|parse|Tree|用|end|");
}

}  // namespace
}  // namespace clew
