// SPDX-License-Identifier: MIT
#include "redact/passphrase.h"

#include <gtest/gtest.h>

#include "redact/finder.h"
#include "redact/test_finder.h"

namespace clew::redact {
namespace {

std::vector<std::string> secrets_of(std::string_view text) {
  EXPECT_TRUE(finder().may_hold(text)) << text;
  std::vector<std::string> out;
  for (const TextFinding& one : without_overlaps(finder().find(text))) out.push_back(one.secret);
  return out;
}

TEST(Passphrase, SentencesAreNone) {
  for (const char* text :
       {"Must be at least 8 characters", "Enter your password 2 times", "see RFC 7617",
        "SHA256 hashed", "Passwort 8 Zeichen", "${DB PASS 1}", "C:\\Users\\app1",
        "2024-01-05 10:00", "required | min:8 | max:64", "a1 b2 && c3", "^[a-z]\\d+$"}) {
    EXPECT_FALSE(is_passphrase(text)) << text;
  }
}

TEST(Passphrase, StandsWhereANameAndASignSaySo) {
  const std::string words = std::string("Kj7 hGf2") + " x9";
  for (const char* form :
       {"DB_PASSWORD=\"%\"", "DB_PASSWORD='%'", "password: \"%\"", "{\"password\":\"%\"}",
        "{\\\"password\\\": \\\"%\\\"}", "'password' => '%',", "define('DB_PASSWORD', '%');",
        "password = \"\"\"%\"\"\"", "ENV DB_PASSWORD=\"%\"", "$env:DB_PASSWORD = \"%\"",
        "Server=db;User Id=sa;Password=%;Database=x", "spring.datasource.password=%",
        "set PASSWORD=%", "mysql -u root -p'%' app", "sshpass -p '%' ssh x",
        "redis-cli -a '%' ping", "curl -u 'admin:%' https://x.test"}) {
    std::string text = form;
    text.replace(text.find('%'), 1, words);
    EXPECT_EQ(secrets_of(text), std::vector<std::string>{words}) << text;
  }
}

TEST(Passphrase, SignsOfQuotingBelongToIt) {
  EXPECT_EQ(secrets_of(R"("password": "say \"Fr0st\" twice")").size(), 1U);
  EXPECT_EQ(secrets_of(R"({"user":"app","password":"back\\slash9Q"})").size(), 1U);
  EXPECT_EQ(secrets_of("postgres://app:pa:ss@w0rd9@db:5432/app"),
            std::vector<std::string>{"pa:ss@w0rd9"});
  EXPECT_EQ(secrets_of("password: >-\n  Kj7hGf2kLp9Qw\n"),
            std::vector<std::string>{"Kj7hGf2kLp9Qw"});
  EXPECT_EQ(secrets_of("API_TOKEN=QWxhZGRpbjpvcGVu="),
            std::vector<std::string>{"QWxhZGRpbjpvcGVu="});
}

}  // namespace
}  // namespace clew::redact
