// SPDX-License-Identifier: MIT
#include "redact/secret_name.h"

#include <gtest/gtest.h>

namespace clew::redact {
namespace {

TEST(SecretName, WordsOfNames) {
  EXPECT_EQ(words_of("awsSecretAccessKey"),
            (std::vector<std::string>{"aws", "secret", "access", "key"}));
  EXPECT_EQ(words_of("X-API-Key"), (std::vector<std::string>{"x", "api", "key"}));
}

TEST(SecretName, NamesThatPromiseASecret) {
  for (const char* name :
       {"password", "DB_PASSWORD", "keystore_pass", "adminPwd", "MYSQL_ROOT_PASSWORD"}) {
    EXPECT_EQ(promise_of(name), Promise::kPassword) << name;
  }
  for (const char* name : {"api_key", "SERVICE_TOKEN", "clientSecret", "--twilio-auth-token",
                           "ALGOLIA_ADMIN_KEY", "GH_PAT", "apiKey2", "STRIPE_KEY"}) {
    EXPECT_EQ(promise_of(name), Promise::kToken) << name;
  }
}

TEST(SecretName, NamesThatDoNot) {
  for (const char* name :
       {"token_type", "PASSWORD_RESET_TIMEOUT", "SECRET_NAME", "API_TOKEN_FILE", "API_KEY_HEADER",
        "idempotency_key", "max_tokens", "public_key", "next_page_token", "PASS", "author",
        "keyboard", "cache_key", "sessionId"}) {
    EXPECT_EQ(promise_of(name), Promise::kNothing) << name;
  }
}

}  // namespace
}  // namespace clew::redact
