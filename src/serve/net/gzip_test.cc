// SPDX-License-Identifier: MIT

#include "serve/net/gzip.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Gzip, GivesBackWhatItGot) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 1000);
  for (const std::string& one : {std::string(), std::string("a"), text}) {
    EXPECT_EQ(gunzip(gzip(one), one.size() + 1), one);
  }
}

TEST(Gzip, PiecesCanBeReadAsTheyCome) {
  GzipStream stream;
  std::string all = stream.add("first ", false, true);
  EXPECT_FALSE(all.empty());
  all += stream.add("", false, true);
  all += stream.add("second", false, false);
  all += stream.add("", true);
  EXPECT_EQ(gunzip(all, 100), "first second");
}

TEST(Gzip, DamageAndTooMuchAreNothing) {
  const std::string good = gzip(std::string(100'000, 'x'));
  EXPECT_EQ(gunzip(good, 1000), "");
  EXPECT_EQ(gunzip(good.substr(0, good.size() / 2), 1'000'000), "");
  EXPECT_EQ(gunzip("", 10), "");
}

}  // namespace
}  // namespace clew
