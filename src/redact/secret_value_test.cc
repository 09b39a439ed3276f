// SPDX-License-Identifier: MIT
#include "redact/secret_value.h"

#include <gtest/gtest.h>

namespace clew::redact {
namespace {

TEST(SecretValue, PlaceholdersAndCode) {
  for (const char* value :
       {"<your-token>", "${DB_PASSWORD}", "xxxxxxxxxxxx", "changeme", "your-api-key-here",
        "sk-ant-...", "****", "{{ secrets.KEY }}", "$TOKEN", "REPLACE_ME"}) {
    EXPECT_EQ(strength(value), Strength::kNone) << value;
  }
  for (const char* value :
       {"process.env.API_KEY", "settings.api_key", "v.optional(v.string())",
        "/run/secrets/api_token", "orders/prod/db", "p9.value", "x-api-key",
        "https://example.com/a1b2c3", "2026-01-31", "getSecretValueFromStore"}) {
    EXPECT_EQ(strength(value), Strength::kNone) << value;
  }
}

TEST(SecretValue, WhatPeopleAndMachinesMake) {
  EXPECT_GE(strength("Frost.bell4711"), Strength::kWeak);
  EXPECT_GE(strength("qOQdP8XlDi"), Strength::kWeak);
  EXPECT_EQ(strength("0c525c75f29d2fcbe35f7eec8d7124fc"), Strength::kStrong);
  EXPECT_EQ(strength("pGIem/Z8F0nG7MNeKyPoceMvKYI9z/iad6AbNMJv"), Strength::kStrong);
}

TEST(SecretValue, PasswordsMayHaveTheSignsOfCode) {
  for (const char* value : {"N2kHD9(FSUu7Q", "ksQcH-Ewd:g2a]", "x1<Y3VB>pYDo", "q=9Fh~2Kd#sL"}) {
    EXPECT_TRUE(is_made_up(value)) << value;
  }
  for (const char* value :
       {"load(keyName1)", "keys[Index0]", "cfg.Get(keys[0])", "Vault::Read2", "name=Value1x",
        "<Your-Token1>", "{{Secret.Key1}}", "https://Example.org/a1", "getValue1()"}) {
    EXPECT_FALSE(is_made_up(value)) << value;
  }
}

TEST(SecretValue, OnlyDistinctOnesAreReplacedEverywhere) {
  EXPECT_FALSE(is_distinct("postgres"));
  EXPECT_FALSE(is_distinct("hunter2"));
  EXPECT_TRUE(is_distinct("Frost.bell4711"));
}

}  // namespace
}  // namespace clew::redact
