// SPDX-License-Identifier: MIT
//
// Where a password ends and where it stands: quotes within quotes, values beside their names,
// commands that read it from another. All values are invented.
#include <gtest/gtest.h>

#include "json/writer.h"
#include "redact/redactor.h"

namespace clew::redact {
namespace {

const Finder& finder() {
  static const Finder kFinder = std::move(*Finder::make());
  return kFinder;
}

const std::string kHead = std::string("hT7") + "wq2LmX";
const std::string kTail = std::string("9dRkV") + "4zPbN";

std::string as_json(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// The redacted copy of a line with this text.
std::string copy_of(std::string_view text) {
  const std::string line = "{\"text\":" + as_json(text) + "}";
  Redactor redactor(finder());
  redactor.collect_line(line);
  redactor.finish();
  return redactor.redact_line(line).value_or(line);
}

// A form with '<' for the first part of a password and '>' for the rest.
std::string filled(std::string form) {
  form.replace(form.find("<"), 1, kHead);
  form.replace(form.find(">"), 1, kTail);
  return form;
}

void expect_hidden(const std::string& form) {
  const std::string text = filled(form);
  const std::string outer = "{\"a\":" + as_json(text) + "}";
  for (const std::string& shown : {text, "first\n" + text + "\nlast", outer}) {
    const std::string copy = copy_of(shown);
    EXPECT_EQ(copy.find(kTail), std::string::npos) << copy;
    EXPECT_EQ(copy.find(kHead), std::string::npos) << copy;
  }
}

TEST(Borders, QuotesWithinQuotes) {
  for (const char* form :
       {R"({"password": "<\">"})", R"({"password": "<\">", "user": "app"})",
        R"(SMTP_PASSWORD="<\">")", R"(password = '<\'>')", R"(password: '<''>')",
        R"(export ADMIN_PASSWORD='<'\''>')", R"(export ADMIN_PASSWORD='<'"'"'>')",
        R"(password = "<"">")", R"x(connect("app", password="<\">", port=1))x"}) {
    expect_hidden(form);
  }
}

TEST(Borders, AnInnerQuoteEndsNothingElse) {
  const std::string copy = copy_of("{'password': '" + kHead + "', 'city': '', 'name': 'Ann'}");
  EXPECT_NE(copy.find("'city': '', 'name': 'Ann'"), std::string::npos) << copy;
  EXPECT_EQ(copy.find(kHead), std::string::npos) << copy;
  const std::string block = copy_of("password = '''" + kHead + "'''\nname = 'Ann'");
  EXPECT_NE(block.find("'''\\nname = 'Ann'"), std::string::npos) << block;
}

TEST(Borders, QuotesWithinLettersOnly) {
  const std::string tail = std::string("LKnVl") + "zegQw";
  for (const char* form : {R"({"password": "xHc\">"})", R"(export ADMIN_PASSWORD='xHc'\''>')",
                           "DB_PASSWORD=xHc`>", "postgres://u:x*c/>@h/db"}) {
    std::string text = form;
    text.replace(text.rfind('>'), 1, tail);
    const std::string copy = copy_of(text);
    EXPECT_EQ(copy.find(tail), std::string::npos) << copy;
  }
  for (const char* text : {R"(password: 'User\'sNewPassword')", R"(passwordHint = "Don\"tForget")",
                           "postgres://user:p***d@h/db"}) {
    EXPECT_TRUE(finder().find(text).empty()) << text;
  }
}

TEST(Borders, ValuesBesideTheirNames) {
  for (const char* form :
       {R"({"name":"DB_PASSWORD","value":"<>"})", R"({"Name": "DB_PASSWORD", "Value": "<>"})",
        "env:\n  - name: DB_PASSWORD\n    value: \"<>\"",
        "env:\n  - name: DB_PASSWORD\n    value: <>\n  - name: A",
        "variable \"db_password\" { default = \"<>\" }",
        "variable \"db_password\" {\n  type = string\n  sensitive = true\n  default = \"<>\"\n}"}) {
    expect_hidden(form);
  }
}

TEST(Borders, SignsOfAShell) {
  for (const char* form :
       {"DB_PASSWORD=<`>", "mysql --password=<\\ > -h db", "mysql --password=<\\ #> -h db",
        "echo <> | docker login -u a --password-stdin",
        "echo '<>' | docker login ghcr.io -u a --password-stdin",
        "echo \"<>\" | sudo -S apt update", "echo <> | sudo -S -k true",
        "printf '%s' '<>' | sudo -S id"}) {
    expect_hidden(form);
  }
}

TEST(Borders, SlashesInAddresses) {
  expect_hidden("postgres://app:</>@db.internal:5432/x");
  expect_hidden("mysql://app:</>@db.internal/x");
}

TEST(Borders, Sentences) {
  for (const char* form :
       {"密码是 <>", "密码：<>", "密码： <>", "パスワードは <> です", "パスワードは「<>」です",
        "das Passwort lautet <>", "Das Passwort ist <>", "pw is `<>`", "the pw is <>",
        "密码是 <&(>", "密码：<#>"}) {
    expect_hidden(form);
  }
}

TEST(Borders, TokensThatWereWrapped) {
  const std::string token = std::string("gh") + "p_PMq1wGmLjlUOtbRDeJoAjZkt0MMVU43kVfu4";
  for (const char* gap : {"\n", "\r\n    ", "\\\n", "\\\n  ", "**"}) {
    for (const std::size_t cut : std::vector<std::size_t>{6, 14, 22, 28}) {
      const std::string text = "use " + token.substr(0, cut) + gap + token.substr(cut) + " now";
      const std::string copy = copy_of(text);
      EXPECT_EQ(copy.find(token.substr(cut)), std::string::npos) << copy;
      EXPECT_NE(copy.find(" now"), std::string::npos) << copy;
    }
  }
  // Whole ones keep what stands in the next line.
  EXPECT_EQ(copy_of(token + "\nab12Cd34Ef\n" + token),
            R"({"text":"[github-token 1]\nab12Cd34Ef\n[github-token 1]"})");
}

TEST(Borders, WhatLooksLikeThem) {
  for (const char* text :
       {"postgres://db.internal:5432/app@v2x", "postgres://localhost:5432/a1?user=b@c.test",
        "https://registry.test:8080/@scope/pkg1@2.0.1",
        "echo $TOKEN1 | docker login --password-stdin", "echo \"$PASSWORD1\" | sudo -S true",
        "echo build42done | tee log",
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-secret1",
        "- name: DB_PASSWORD\n  value: ${DB_PASSWORD}",
        "variable \"db_password\" {\n  type = string\n}\nvariable \"region\" { default = "
        "\"eu-west-1\" }",
        "{\"name\":\"max_tokens\",\"value\":\"4096\"}", "the pw is set in config",
        "pwd is src1/app2", "DB_PASSWORD=`cat secret.txt`", "Das Passwort ist zu kurz"}) {
    EXPECT_TRUE(finder().find(text).empty()) << text;
  }
}

}  // namespace
}  // namespace clew::redact
