// SPDX-License-Identifier: MIT
#include "redact/secret_name.h"

#include <algorithm>
#include <array>

#include "redact/characters.h"

namespace clew::redact {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Behind one of these the value describes a secret and is none.
constexpr std::array<std::string_view, 62> kAbout = {
    "name",        "file",      "path",        "dir",         "folder",   "url",     "uri",
    "endpoint",    "host",      "header",      "prefix",      "suffix",   "length",  "len",
    "type",        "timeout",   "min",         "max",         "count",    "limit",   "id",
    "ids",         "env",       "var",         "ttl",         "expires",  "expiry",  "expiration",
    "field",       "label",     "hint",        "policy",      "rotation", "enabled", "required",
    "version",     "algorithm", "format",      "size",        "index",    "usage",   "budget",
    "hash",        "digest",    "checksum",    "fingerprint", "reset",    "help",    "title",
    "description", "text",      "placeholder", "error",       "message",  "status",  "strength",
    "manager",     "provider",  "store",       "class",       "regex",    "at"};

// A name with one of these is about something else that has keys and tokens.
constexpr std::array<std::string_view, 43> kOther = {
    "public",       "pub",       "idempotency", "surrogate", "foreign",      "cache",
    "sort",         "partition", "row",         "object",    "restore",      "attribution",
    "translation",  "i18n",      "hot",         "keyboard",  "shortcut",     "next",
    "continuation", "page",      "cursor",      "cancel",    "cancellation", "stop",
    "publishable",  "max",       "min",         "num",       "total",        "input",
    "output",       "prompt",    "completion",  "dedupe",    "group",        "sha",
    "commit",       "etag",      "integrity",   "checksum",  "digest",       "pad",
    "websocket"};

constexpr std::array<std::string_view, 29> kPasswords = {
    "password",  "passwd",   "pwd",         "passphrase", "pass",    "passcode",
    "pw",        "psw",      "passwort",    "contrasena", "senha",   "pincode",
    "mdp",       "kennwort", "wachtwoord",  "passwords",  "dbpass",  "dbpw",
    "rootpw",    "rootpass", "bindpw",      "storepass",  "keypass", "userpass",
    "adminpass", "smtppass", "requirepass", "masterauth", "mailpass"};

constexpr std::array<std::string_view, 16> kTokens = {
    "token",     "secret",    "apikey",      "credential", "credentials", "secretkey",
    "accesskey", "authtoken", "jwt",         "pat",        "bearer",      "authorization",
    "secrets",   "apitoken",  "accesstoken", "appkey"};

// What a key must be called before it is more than a key of a table.
constexpr std::array<std::string_view, 44> kKeyOf = {
    "api",         "app",           "access",    "secret",       "private",     "auth",
    "account",     "master",        "admin",     "signing",      "signature",   "sign",
    "encryption",  "encrypt",       "crypto",    "service",      "storage",     "license",
    "licence",     "write",         "ingest",    "ingestion",    "integration", "deploy",
    "shared",      "client",        "server",    "subscription", "session",     "jwt",
    "hmac",        "webhook",       "root",      "user",         "sdk",         "data",
    "rest",        "consumer",      "developer", "dev",          "live",        "security",
    "application", "authentication"};

constexpr std::array<std::string_view, 8> kMaybe = {"key", "auth", "session", "sid",
                                                    "sig", "salt", "cookie",  "nonce"};

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) out.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_lower(c) && !is_upper(c) && !is_digit(c)) {
      finish();
      continue;
    }
    const bool begins = is_upper(c) && i > 0 &&
                        (is_lower(name[i - 1]) || is_digit(name[i - 1]) ||
                         (is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1])));
    if (begins) finish();
    word += is_upper(c) ? static_cast<char>(c + 32) : c;
  }
  finish();
  return out;
}

namespace {

// "DB_PASSWORD_2", "TOKEN2", "api_key_prod": what follows only says which one.
void drop_qualifiers(std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 26> kWhich = {
      "prod",    "production", "staging", "stage",   "dev",     "test",   "live",
      "old",     "new",        "value",   "string",  "data",    "base64", "b64",
      "primary", "secondary",  "default", "current", "sandbox", "plain",  "raw",
      "v1",      "v2",         "base",    "local",   "override"};
  while (words.size() > 1) {
    std::string& last = words.back();
    while (!last.empty() && is_digit(last.back())) last.pop_back();
    if (!last.empty() && !among(kWhich, last)) return;
    words.pop_back();
  }
}

// "STRIPE_KEY": an environment has no other keys than such.
bool is_variable(std::string_view name) {
  return std::none_of(name.begin(), name.end(), is_lower) &&
         name.find('_') != std::string_view::npos;
}

bool ends_like(std::string_view word, std::string_view end) {
  return word.size() > end.size() && word.ends_with(end);
}

}  // namespace

Promise promise_of(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  if (words.empty() || words.size() > 12) return Promise::kNothing;
  drop_qualifiers(words);
  const std::string& last = words.back();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (among(kOther, words[i])) return Promise::kNothing;
  }
  if (among(kAbout, last)) return Promise::kNothing;
  // "PASS: TestX" says that something passed.
  if (words.size() == 1 && last == "pass" && name.find("pass") == std::string_view::npos) {
    return Promise::kNothing;
  }
  if (among(kPasswords, last) || ends_like(last, "password") || ends_like(last, "passwd") ||
      ends_like(last, "passphrase") || ends_like(last, "pwd")) {
    return Promise::kPassword;
  }
  if (among(kTokens, last) || ends_like(last, "token") || ends_like(last, "secret") ||
      ends_like(last, "apikey")) {
    return Promise::kToken;
  }
  const std::string before = words.size() > 1 ? words[words.size() - 2] : "";
  if (last == "key" && words.size() > 1 && (among(kKeyOf, before) || is_variable(name))) {
    return Promise::kToken;
  }
  if (last == "auth" && words.size() > 1 && is_variable(name)) return Promise::kToken;
  if (last == "code" && (before == "auth" || before == "secret" || before == "verification"))
    return Promise::kMaybe;
  const bool connection =
      words.size() > 1 && (last == "connection" || last == "conn") && name.size() > last.size();
  if (connection || (before == "connection" && last == "string")) return Promise::kMaybe;
  if (std::find(words.begin(), words.end(), "secret") != words.end() && words.size() <= 4)
    return Promise::kMaybe;
  if (among(kMaybe, last) || ends_like(last, "key")) return Promise::kMaybe;
  return Promise::kNothing;
}

std::string_view kind_of_name(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  const auto has = [&](std::string_view part) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word.find(part) != std::string::npos;
    });
  };
  for (const std::string& word : words) {
    if (among(kPasswords, word) || word.find("passw") != std::string::npos) return "password";
  }
  if (has("cookie") || has("session")) return "session";
  if (has("token") || has("bearer") || has("auth")) return "token";
  if (has("secret")) return "secret";
  return "api-key";
}

}  // namespace clew::redact
