// SPDX-License-Identifier: MIT
#include "redact/layer.h"

#include <gtest/gtest.h>

namespace clew::redact {
namespace {

std::string_view source_of(const Layer& layer, std::string_view source, std::string_view part) {
  const std::size_t at = layer.text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return layer.to_source({at, at + part.size()}).of(source);
}

TEST(Layer, EscapesLeadBackToTheirBytes) {
  const std::string_view source = R"(a\n\u0073ecret\/x \ud83d\ude00z \q)";
  const auto layer = unescaped(source);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->text, "a\nsecret/x \xF0\x9F\x98\x80z \\q");
  EXPECT_EQ(source_of(*layer, source, "secret/"), R"(\u0073ecret\/)");
  EXPECT_EQ(source_of(*layer, source, "z"), "z");
  // A part of a character is the whole of its escape.
  EXPECT_EQ(source_of(*layer, source, "\x9F\x98"), R"(\ud83d\ude00)");
  EXPECT_FALSE(unescaped("nothing here"));
  EXPECT_FALSE(unescaped(R"(C:\qux \)"));
}

TEST(Layer, PercentSignsLeadBack) {
  const std::string_view source = "a%3Db%2Fc 100% %zz %41";
  const auto layer = percent_decoded(source);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->text, "a=b/c 100% %zz A");
  EXPECT_EQ(source_of(*layer, source, "b/c"), "b%2Fc");
  EXPECT_FALSE(percent_decoded("100% sure"));
}

TEST(Layer, Base64OfTextIsDecodedLineByLine) {
  // "user=frost bell in the orchard at night" and so on, wrapped.
  const std::string source =
      "     1→dXNlcj1mcm9zdCBiZWxsIGluIHRoZSBvcmNoYXJkIGF0IG5pZ2h0IGFuZCBzb21l\n"
      "     2→b25lIGVsc2U=\nend";
  const auto layers = base64_decoded(source);
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].text, "user=frost bell in the orchard at night and someone else");
  EXPECT_EQ(source_of(layers[0], source, "else"), "b25lIGVsc2U");
  EXPECT_TRUE(base64_decoded("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ").empty());
  EXPECT_TRUE(base64_decoded("AbstractProviderPasswordContextFactory").empty());
}

TEST(Layer, PrefixesOfLines) {
  EXPECT_EQ(line_prefix("    12→abc"), 9U);
  EXPECT_EQ(line_prefix("+abc"), 1U);
  EXPECT_EQ(line_prefix("  abc"), 2U);
  EXPECT_EQ(line_prefix("abc"), 0U);
}

}  // namespace
}  // namespace clew::redact
