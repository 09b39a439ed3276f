// SPDX-License-Identifier: MIT
//
// Every row of the table: a sample is found, and look-alikes stay.
#include <re2/re2.h>
#include <set>

#include <gtest/gtest.h>

#include "redact/finder.h"
#include "redact/test_finder.h"
#include "redact/test_sample.h"

namespace clew::redact {
namespace {

bool hides(std::string_view text, std::string_view secret) {
  const std::size_t at = text.find(secret);
  for (const TextFinding& one : finder().find(text)) {
    if (one.span.begin <= at && one.span.end >= at + secret.size()) return true;
  }
  return false;
}

TEST(Kinds, AreManyAndTheirExpressionsAreGood) {
  std::set<std::string_view> names;
  for (const Kind& kind : all_kinds()) {
    names.insert(kind.name);
    const RE2 expression(re2::StringPiece(kind.expression.data(), kind.expression.size()),
                         RE2::Quiet);
    EXPECT_TRUE(expression.ok()) << kind.name << ": " << expression.error();
    EXPECT_FALSE(kind.keywords.empty()) << kind.name;
  }
  EXPECT_GE(names.size(), 120U);
}

TEST(Kinds, EachFindsASampleOfItsOwn) {
  for (const Kind& kind : all_kinds()) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      std::string secret;
      const std::string sample = Sampler(seed).sample(kind.expression, secret);
      // Its sample holds an access key, which is the better finding; SecretsBesideTheirKey has it.
      if (kind.keywords == kBase64Text || kind.name == "aws-secret-key") {
        found = 20;  // its first part is base64 of a number: DiscordToken in finder_test.cc
        break;
      }
      const std::string text = "so it was\n" + sample + "\nthen";
      if (hides(text, secret)) ++found;
      std::vector<std::size_t> places;
      finder().candidates(text, places);
      EXPECT_TRUE(!hides(text, secret) || !places.empty())
          << kind.name << " is not seen in raw bytes: " << text.size();
    }
    // Some samples are words or have too few different characters.
    EXPECT_GE(found, 12) << kind.name;
  }
}

TEST(Kinds, PlaceholdersStay) {
  for (const Kind& kind : all_kinds()) {
    if (!kind.whole || kind.keywords == kBase64Text) continue;
    std::string secret;
    std::string sample = Sampler(7).sample(kind.expression, secret);
    const std::size_t at = sample.find(secret);
    if (at == std::string::npos) continue;
    // What a manual writes: the beginning, and then the same letter.
    std::string shown = secret;
    for (std::size_t i = std::min<std::size_t>(shown.size(), 12); i < shown.size(); ++i)
      shown[i] = 'x';
    sample.replace(at, secret.size(), shown);
    EXPECT_FALSE(shown.size() > 24 && hides(sample, shown)) << kind.name;
  }
}

TEST(Kinds, TokensInsideOfWordsStay) {
  for (const Kind& kind : all_kinds()) {
    if (!kind.whole || kind.lead > 0 || kind.keywords == kBase64Text) continue;
    std::string secret;
    const std::string sample = Sampler(3).sample(kind.expression, secret);
    if (sample != secret || sample.front() == '$') continue;
    const std::string glued = "0a1b2c" + sample;
    EXPECT_FALSE(hides(glued, secret) && finder().find(glued).front().span.begin == 6) << kind.name;
  }
}

}  // namespace
}  // namespace clew::redact
