// SPDX-License-Identifier: MIT
//
// What tells a secret beside its shape. All values are invented here and put together at run time.
#include "redact/finder.h"

#include <gtest/gtest.h>

#include "redact/test_finder.h"

namespace clew::redact {
namespace {

std::vector<std::string> secrets(std::string_view text, std::string_view name = {}) {
  std::vector<std::string> out;
  for (const TextFinding& one : without_overlaps(finder().find(text, name)))
    out.push_back(one.secret);
  return out;
}

using Secrets = std::vector<std::string>;

const std::string kHexToken = std::string("0c525c75f29d2fcb") + "e35f7eec8d7124fc";

TEST(Finder, AssignmentsOfAllKinds) {
  for (const char* form :
       {"DB_PASSWORD=%", "db_password: %", "export DB_PASSWORD='%'", "\"dbPassword\": \"%\",",
        "password => '%'", "--db-password %", "<password>%</password>",
        "{\\\"password\\\":\\\"%\\\"}", "+password = \"%\"", "ENV DB_PASSWORD %",
        "const password: string = '%';", "(\"password\", \"%\")", "?password=%&sort=asc",
        "password: % (the same one)"}) {
    std::string text = form;
    text.replace(text.find('%'), 1, kPassword);
    EXPECT_EQ(secrets(text), Secrets{kPassword}) << text;
  }
}

TEST(Finder, PasswordsWithTheSignsOfCode) {
  const std::string password = std::string("Fb(4]x=") + "K7<q~2W";
  for (const char* form :
       {"DB_PASSWORD=%", "A=1\nexport DB_PASSWORD=%\nB=2", "DB_PASSWORD=\"%\"",
        "{\"user\":\"app\",\"password\":\"%\"}", "password: '%'", "the wiki password is %"}) {
    std::string text = form;
    text.replace(text.find('%'), 1, password);
    EXPECT_EQ(secrets(text), Secrets{password}) << text;
    EXPECT_TRUE(finder().may_hold(text)) << text;
  }
  EXPECT_EQ(secrets(password, "password"), Secrets{password});
  EXPECT_TRUE(secrets("password = load(keyName1)").empty());
}

TEST(Finder, NamesOfTwoWordsAndInOtherSurroundings) {
  const std::string word = std::string("C3J2k7XDCG") + "2L9QmlZG";
  for (const char* form :
       {"here is the api key: %", "API key = %", "pw: %", "**Password:** %", "**Password**: %",
        "Password - %", "token → %", "Kennwort: %", "новый пароль %",
        "<property name=\"password\" value=\"%\"/>", "page.getByLabel('Password').fill('%')",
        "REDISCLI_AUTH=% redis-cli", "keytool -storepass % -list",
        "ConvertTo-SecureString '%' -AsPlainText", "sqlcmd -S h -U sa -P %"}) {
    std::string text = form;
    text.replace(text.find('%'), 1, word);
    EXPECT_EQ(secrets(text), Secrets{word}) << text;
    EXPECT_TRUE(finder().may_hold(text)) << text;
  }
  EXPECT_TRUE(secrets("the primary key: user_id2 of the table").empty());
}

TEST(Finder, HeadersAndCookies) {
  EXPECT_EQ(secrets("-H \"Authorization: Bearer " + kHexToken + "\""), Secrets{kHexToken});
  EXPECT_EQ(secrets("X-Api-Key: " + kHexToken), Secrets{kHexToken});
  EXPECT_EQ(secrets("Cookie: theme=dark; session=" + kHexToken + "; lang=en"), Secrets{kHexToken});
  EXPECT_TRUE(secrets("Bearer tokens are rotated every night").empty());
  EXPECT_TRUE(secrets("the cookie banner hides the footer").empty());
}

TEST(Finder, Sentences) {
  EXPECT_EQ(secrets("the staging password is " + kPassword + "."), Secrets{kPassword});
  EXPECT_EQ(secrets("the password for the wiki was changed to " + kPassword), Secrets{kPassword});
  EXPECT_EQ(secrets("use " + kPassword + " as the password"), Secrets{kPassword});
  EXPECT_EQ(secrets("密码是" + kPassword), Secrets{kPassword});
  EXPECT_TRUE(secrets("the secret is to keep functions small").empty());
  EXPECT_TRUE(secrets("Password must be at least 12 characters long").empty());
}

TEST(Finder, Addresses) {
  EXPECT_EQ(secrets("postgresql://app:" + kPassword + "@pg.internal:5432/x"), Secrets{kPassword});
  EXPECT_EQ(secrets("https://ci:" + kPassword + "@pypi.test/simple"), Secrets{kPassword});
  EXPECT_TRUE(secrets("redis://user:****@host:6379/0 mysql://u:${DB_PASSWORD}@h/x "
                      "ssh://git@git.test:2222/a.git")
                  .empty());
}

TEST(Finder, DiscordTokens) {
  // Base64 of a number, then two random parts.
  const std::string token =
      std::string("NTM1MTg3NTc1MTk0ODU5MzUz") + ".eGoP2K." + "9SuSxhBS7KCoPPsignNN3tBOiovhqAs0fAWi";
  EXPECT_EQ(secrets("run it with " + token), Secrets{token});
}

TEST(Finder, SecretsBesideTheirKey) {
  const std::string id = std::string("AK") + "IAIQ7VSNLEDR6CKGBJ";
  const std::string secret = "pGIem/Z8F0nG7MNeKyPoceMv" + std::string("KYI9z/iad6AbNMJv");
  EXPECT_EQ(secrets("id,secret\n" + id + "," + secret + "\n"), (Secrets{id, secret}));
}

TEST(Finder, Encodings) {
  const std::string token = std::string("gh") + "p_PMq1wGmLjlUOtbRDeJoAjZkt0MMVU43kVfu4";
  EXPECT_EQ(secrets("a\\n" + token + "\\nb"), Secrets{token});
  EXPECT_EQ(secrets("\x1b[32m" + token + "\x1b[0m"), Secrets{token});
  EXPECT_EQ(secrets("token_" + token), Secrets{token});
  EXPECT_EQ(secrets("x=3D" + token), Secrets{token});
  EXPECT_EQ(secrets("\\x22" + token + "\\x22"), Secrets{token});
  EXPECT_EQ(secrets("GET /x?h=Bearer%20" + token + "%26a"), Secrets{token});
  EXPECT_EQ(secrets("c=https%3A%2F%2Fx%3Fpassword%3D" + std::string("Ab%252Fcd12X%252Fef9") +
                    "%26lang%3Den"),
            Secrets{"Ab/cd12X/ef9"});
  EXPECT_EQ(secrets("echo TE9HPWluZm8KREJfUEFTU1dPUkQ9RnJvc3QuYmVsbDQ3MTEK | base64 -d"),
            Secrets{kPassword});
  std::string hidden;
  for (const char c : token) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
    hidden += code;
  }
  EXPECT_EQ(secrets("{\"a\":\"" + hidden + "\"}"), Secrets{token});
}

TEST(Finder, KeyBlocks) {
  std::string key;
  for (int i = 0; i < 4; ++i)
    key += "MIIEpAIBAAKCAQEAJzDtduST6lYLJ1QLITN8xkD/FLkzsFRLwRTzpMJAnrfHpY/e\n";
  const std::string head = std::string("-----BEGIN RSA ") + "PRIVATE KEY-----\n";
  const std::string tail = std::string("-----END RSA ") + "PRIVATE KEY-----\n";
  EXPECT_EQ(finder().find(head + key + tail).size(), 1U);
  EXPECT_EQ(finder().find(head + key).size(), 1U);  // cut
  EXPECT_EQ(finder().find(key + tail).size(), 1U);
  EXPECT_TRUE(
      finder().find("-----BEGIN PUBLIC KEY-----\n" + key + "-----END PUBLIC KEY-----\n").empty());
  std::string numbered;
  for (const char* line : {"     1→", "     2→"}) numbered += line + key.substr(0, 65);
  // In source code, in a box, commented out, behind grep's file names.
  for (const auto& [before, after] :
       {std::pair("\"", "\\n\""), {"'", "\\n' +"}, {"│ ", " │"}, {"// ", ""}, {"key.pem:7:", ""}}) {
    std::string code;
    for (const std::string& line : {head, key.substr(0, 65), key.substr(65, 65), tail})
      code += before + line.substr(0, line.size() - 1) + after + "\n";
    const auto in_code = finder().find(code);
    ASSERT_GE(in_code.size(), 1U) << code;
    EXPECT_EQ(in_code[0].pieces.size(), 2U) << code;
  }
  const auto found = finder().find("     0→" + head + numbered);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pieces.size(), 2U);
}

TEST(Finder, WhatMustStay) {
  for (const char* text :
       {"commit 9eb82159b52bc83680e4da607c74a5c786110d34",
        "\"tool_use_id\":\"toolu_017WXM2QcbvRaT0sI8RPjXfW\"",
        "request-id: req_011C9d2QPYdpaU3JwRrWX4Yd",
        "checksum = \"a8a21e4388b18a9f37c1208dd72e431fe76875327fb791961e7baea646207f10\"",
        "idempotency_key=075847b2-ae94-49b2-8902-38b40a51eaf8", "key={item.id}",
        "auth = HTTPBasicAuth(user, password)",
        "--- PASS: TestRenderCopyButton_BasicOutput (0.00s)",
        "    resolution: {integrity: "
        "sha512-Dl+MilstHxBu6RQLpJgHXUi/"
        "lneDwZCFPtcoTdO8iftkHz0ikWvWcFEYckHJPUPpMJGUd6Z5ctGLk38c3c03dw==}",
        "x-amz-id-2: eH0I8DSU3h7e1+8lkgPKTP4RpfTjrt+rOWPwoNLYJtI/pf5s",
        "z3.key===\"Enter\"&&o();s.token=v,kw.password=yx.value;",
        "COMMIT_SHA=dd7ad482778a22f571153e107cc73b108d2a5708", "model: claude-sonnet-4-5-20250929",
        "let access_token = cfg.access_token.clone();"}) {
    EXPECT_TRUE(finder().find(text).empty()) << text;
  }
}

TEST(Finder, NamesOfMembersTell) {
  EXPECT_EQ(secrets(kHexToken, "api_key"), Secrets{kHexToken});
  EXPECT_TRUE(secrets(kHexToken, "leafUuid").empty());
}

TEST(Finder, WhatAUserAsksFor) {
  Options options;
  options.literals = {"Project Nightjar"};
  options.expressions = {R"(TICKET-(\d+))"};
  options.emails = options.addresses = options.homes = options.hosts = true;
  const auto own = Finder::make(options);
  ASSERT_TRUE(own);
  std::vector<std::string> found;
  for (const auto& one :
       without_overlaps(own->find("Project Nightjar TICKET-812 by ann@frost.example.com from "
                                  "10.1.2.3 in /home/ann/x on db.corp.internal"))) {
    found.push_back(std::string(one.kind) + "=" + one.secret);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"own=Project Nightjar", "own=812",
                                             "email=ann@frost.example.com", "ip-address=10.1.2.3",
                                             "user-name=ann", "host-name=db.corp.internal"}));
  EXPECT_FALSE(Finder::make({.expressions = {"("}}));
  EXPECT_TRUE(std::move(*Finder::make({.off = {"private-key"}})).find("nothing").empty());
}

}  // namespace
}  // namespace clew::redact
