// SPDX-License-Identifier: MIT
//
// What outsiders found to be missed: passwords without digits, tables, boxes, tags, codes of
// networks, members that name each other. All values are invented.
#include <gtest/gtest.h>

#include "json/writer.h"
#include "redact/redactor.h"
#include "redact/test_finder.h"

namespace clew::redact {
namespace {

std::string redacted_line(const std::string& line) {
  Redactor redactor(finder());
  redactor.collect_line(line);
  redactor.finish();
  return redactor.redact_line(line).value_or(line);
}
std::string redacted_text(std::string_view text) {
  return redacted_line("{\"text\":" + as_json(text) + "}");
}

void expect_gone(const std::string& text, const std::string& secret) {
  const std::string copy = redacted_text(text);
  EXPECT_EQ(copy.find(secret), std::string::npos) << copy;
}

TEST(LeftOver, PasswordsOfLettersAlone) {
  const std::string twice = std::string("orchard") + "orchard";
  const std::string long_one = std::string("maplebridge") + "lanternfog";
  const std::string random = std::string("qzvkx") + "jwtpd";
  const std::string words = std::string("maple bridge") + " lantern fog";
  for (const std::string& secret : {twice, long_one, random, words}) {
    for (const char* before : {"password: ", "Password: ", "the password is ", "my password was ",
                               "password is: ", "DB_PASSWORD=", "login ann\npassword: "}) {
      expect_gone(before + secret, secret);
      expect_gone("so, " + (before + secret) + "\nthen go", secret);
    }
    expect_gone("{\"password\": \"" + secret + "\"}", secret);
    expect_gone("password = '" + secret + "'", secret);
  }
}

TEST(LeftOver, SentencesAboutPasswordsStay) {
  for (const char* text : {"the password is stored in plain text",
                           "password: required",
                           "the password is incorrect",
                           "password: authentication",
                           "the password was changed yesterday evening",
                           "password is hashed using bcrypt",
                           "the password is never logged anywhere here",
                           "password: string",
                           "password: must contain one digit",
                           "password: misconfiguration",
                           "the password is correct horse sense",
                           "password = getpass()",
                           "password: process.env.X",
                           "password: internationalization",
                           "the password is wrong, try again later please",
                           "passwords are checked before every login attempt",
                           "password: encrypted",
                           "| Field | Required |\n|---|---|\n| password | yes |\n| token | no |",
                           "| password | string | the password of the user |",
                           "| Password |\n|---|\n| required |",
                           "| key | value |\n|---|---|\n| colour | red1green2 |"}) {
    EXPECT_TRUE(finder().find(text).empty()) << text;
  }
}

TEST(LeftOver, TokensCutByBordersAndTags) {
  for (const std::size_t cut : {8U, 14U, 22U}) {
    for (const char* gap : {" \xE2\x94\x82\n\xE2\x94\x82 ", "    \xE2\x94\x83\n\xE2\x94\x83  ",
                            " \xE2\x95\x91\r\n\xE2\x95\x91 ", " |\n| ", "<wbr>",
                            "</span><span class=\"n\">", "<b>", "<br/>"}) {
      const std::string text = "use " + kToken.substr(0, cut) + gap + kToken.substr(cut) + " now";
      expect_gone(text, kToken.substr(cut));
    }
  }
}

TEST(LeftOver, CellsOfTables) {
  for (const std::string& table :
       {"| name | value |\n|------|-------|\n| DB_PASSWORD | " + kPassword + " |\n",
        "| User | Password |\n|:---|---|\n| ann | " + kPassword + " |\n| bob | none |",
        "  | Host | `password` | Port |\n  | --- | --- | --- |\n  | db | `" + kPassword + "` | 1 |",
        "| API key | " + kToken + " |"}) {
    const std::string copy = redacted_text(table);
    EXPECT_EQ(copy.find(kPassword), std::string::npos) << copy;
    EXPECT_EQ(copy.find(kToken), std::string::npos) << copy;
    EXPECT_NE(copy.find("|"), std::string::npos);
  }
}

TEST(LeftOver, CodesOfNetworks) {
  const std::string secret = std::string("lampLight") + "River";
  expect_gone("WIFI:S:Orchard;T:WPA;P:" + secret + ";;", secret);
  expect_gone("WIFI:T:WPA;P:" + secret + ";S:Or\\;chard;H:true;;", secret);
  EXPECT_TRUE(finder().find("WIFI:S:Guests;T:nopass;;").empty());
}

TEST(LeftOver, MembersThatNameEachOther) {
  const std::string secret = std::string("hT7wq2LmX") + "9dRkV4";
  for (const std::string& line :
       {"{\"env\":[{\"name\":\"DB_PASSWORD\",\"value\":\"" + secret + "\"}]}",
        "{\"value\":\"" + secret + "\",\"name\":\"DB_PASSWORD\"}",
        "{\"input\":{\"key\":\"password\",\"value\":\"" + secret + "\"}}",
        "{\"a\":{\"name\":\"DB_PASSWORD\",\"type\":\"plain\",\"value\":\"" + secret + "\"}}"}) {
    const std::string copy = redacted_line(line);
    EXPECT_EQ(copy.find(secret), std::string::npos) << copy;
  }
}

}  // namespace
}  // namespace clew::redact
