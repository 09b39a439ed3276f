// SPDX-License-Identifier: MIT

#include "transcript/symbols.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(SymbolTable, GivesEachTextOneSymbol) {
  SymbolTable table;
  const Symbol a = table.intern("a");
  const Symbol b = table.intern("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(table.intern(std::string("a")), a);
  EXPECT_EQ(table.text(a), "a");
  EXPECT_EQ(table.text(b), "b");
  EXPECT_EQ(table.find("b"), b);
  EXPECT_EQ(table.size(), 3u);  // with the symbol of nothing
}

TEST(SymbolTable, HasNoSymbolForNothing) {
  SymbolTable table;
  EXPECT_EQ(table.intern(""), kNoSymbol);
  EXPECT_EQ(table.find(""), kNoSymbol);
  EXPECT_EQ(table.find("never seen"), kNoSymbol);
  EXPECT_EQ(table.text(kNoSymbol), "");
  EXPECT_EQ(table.size(), 1u);
}

TEST(SymbolTable, KeepsBytesAsTheyAre) {
  using std::string_literals::operator""s;
  SymbolTable table;
  for (const std::string& text :
       {"a\0b"s, "a\0c"s, "\xff\xfe"s, "名前"s, "A"s, "a"s, " a"s, std::string(254, 's'),
        std::string(255, 'l'), std::string(256, 'l')}) {
    EXPECT_EQ(table.text(table.intern(text)), text);
  }
  EXPECT_EQ(table.size(), 11u);
}

TEST(SymbolTable, KeepsManyTextsAndLongOnesInPlace) {
  SymbolTable table;
  std::vector<std::string_view> views;
  std::vector<std::string> texts;
  for (int i = 0; i < 20000; ++i) {
    texts.push_back(std::string(static_cast<std::size_t>(i % 50 == 0 ? 70000 / (i + 1) : 3), 'x') +
                    std::to_string(i));
    const Symbol symbol = table.intern(texts.back());
    ASSERT_EQ(symbol, static_cast<Symbol>(i + 1));  // dense
    views.push_back(table.text(symbol));
  }
  const std::string huge(200000, 'h');
  EXPECT_EQ(table.text(table.intern(huge)), huge);
  SymbolTable moved = std::move(table);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(views[i], texts[i]);
    ASSERT_EQ(moved.find(texts[i]), static_cast<Symbol>(i + 1));
  }
}

TEST(SymbolTable, FindsAndAddsAfterARest) {
  SymbolTable table;
  std::vector<std::string> texts;
  for (int i = 0; i < 3000; ++i) {
    texts.push_back(std::string(static_cast<std::size_t>(i % 300), 'y') + std::to_string(i));
    table.intern(texts.back());
  }
  table.rest();
  EXPECT_EQ(table.find(texts[2999]), 3000u);
  EXPECT_EQ(table.find("never seen"), kNoSymbol);
  EXPECT_EQ(table.text(257), texts[256]);
  EXPECT_EQ(table.intern("new"), 3001u) << "and all others are known again";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(table.intern(texts[i]), static_cast<Symbol>(i + 1));
  }
  EXPECT_EQ(table.size(), 3002u);
}

}  // namespace
}  // namespace clew
