// SPDX-License-Identifier: MIT
//
// What commands and their configuration files have in places of their own.
#include <array>

#include "redact/kind.h"
#include "redact/passphrase.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

bool real(std::string_view secret) {
  return (secret.size() >= 4 && !is_placeholder(secret) && !is_code(secret) &&
          strength(secret) >= Strength::kWeak) ||
         is_made_up(secret);
}

// The place says what it is: any word may be one.
bool not_placeholder(std::string_view secret) { return !is_placeholder(secret); }

// Between quotes it may have blanks.
bool real_phrase(std::string_view secret) { return real(secret) || is_passphrase(secret); }

constexpr std::array kToolsKinds = {
    Kind{"command-password", "sshpass", R"(sshpass\s+-p\s*["']([^"'\n]{6,128})["'])", 0, 0,
         Sure::kLikely, real_phrase, false},
    Kind{"command-password", "mysql",
         R"(mysql(?:dump|admin|import)?\s(?:[^\n|;&]{0,80}?\s)?-p["']([^"'\n]{6,128})["'])", 0, 0,
         Sure::kLikely, real_phrase, false},
    Kind{"command-password", "redis-cli",
         R"(redis-cli\s(?:[^\n|;&]{0,80}?\s)?-a\s*["']([^"'\n]{6,128})["'])", 0, 0, Sure::kLikely,
         real_phrase, false},
    Kind{"command-password", " -u --user",
         R"((?:^|[\s"'])(?:-u|--user)[ =]?["'][^\s:"']{1,80}:([^"'\n]{6,128})["'])", 0, 1,
         Sure::kLikely, real_phrase, false},
    Kind{
        "aws-secret-key", "AKIA ASIA",
        R"((?:AKIA|ASIA)[A-Z0-9]{16}(?:[\s,;:"'=|]|/\s){1,20}([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$))",
        3.8, 0, Sure::kLikely,
        [](std::string_view s) { return strength(s) == Strength::kStrong && !is_hex(s); }},
    Kind{"command-password", " -u --user",
         R"((?:^|[\s"'])(?:-u|--user)[ =]?["']?[^\s:"']{1,80}:([^\s"'@]{4,160}))", 0, 1,
         Sure::kLikely, real, false},
    Kind{"command-password", "sshpass", R"(sshpass\s+-p\s*["']?([^\s"']{4,160}))", 0, 0,
         Sure::kLikely, real, false},
    Kind{"command-password", "mysql",
         R"(mysql(?:dump|admin|import)?\s(?:[^\n|;&]{0,80}?\s)?-p([^\s"']{4,80}))", 0, 0,
         Sure::kLikely, real, false},
    Kind{"command-password", "login",
         R"(login\s(?:[^\n|;&]{0,120}?\s)?-p[ =]["']?([^\s"']{6,160}))", 0, 0, Sure::kLikely, real,
         false},
    Kind{"command-password", "redis-cli",
         R"(redis-cli\s(?:[^\n|;&]{0,80}?\s)?-a\s+["']?([^\s"']{6,160}))", 0, 0, Sure::kLikely,
         real, false},
    Kind{"command-password", "-storepass -keypass -srcstorepass -deststorepass",
         R"(-(?:src|dest)?(?:store|key)pass\s+["']?([^\s"']{6,160}))", 0, 0, Sure::kLikely, real,
         false},
    Kind{
        "command-password", "mongo",
        R"(mongo(?:sh|dump|restore|export|import)?\s(?:[^\n|;&]{0,120}?\s)?-p\s+["']?([^\s"']{6,160}))",
        0, 0, Sure::kLikely, real, false},
    Kind{"command-password", "sqlcmd",
         R"(sqlcmd\s(?:[^\n|;&]{0,120}?\s)?-P\s*["']?([^\s"']{6,160}))", 0, 0, Sure::kLikely, real,
         false},
    Kind{"command-password", "ldapsearch ldapadd ldapmodify ldapwhoami",
         R"(ldap(?:search|add|modify|whoami)\s(?:[^\n|;&]{0,120}?\s)?-w\s*["']?([^\s"']{6,160}))",
         0, 0, Sure::kLikely, real, false},
    Kind{"command-password", "smbclient",
         R"(smbclient\s(?:[^\n|;&]{0,120}?\s)?-U\s*["']?[^\s%"']{1,60}%([^\s"']{6,160}))", 0, 0,
         Sure::kLikely, real, false},
    Kind{"command-password", "sqlplus",
         R"(sqlplus\s(?:-[A-Za-z]+\s+)*["']?[A-Za-z0-9_]{1,40}/([^\s"'@/]{6,160}))", 0, 0,
         Sure::kLikely, real, false},
    Kind{"command-password", "ConvertTo-SecureString",
         R"(ConvertTo-SecureString\s+(?:-String\s+)?["']([^"'\n]{4,160})["'])", 0, 0, Sure::kLikely,
         real, false},
    Kind{
        "command-password", "echo printf",
        R"((?:echo|printf)\s+(?:-n\s+|["']?%s["']?\s+)?["']([^"'\n]{6,128})["']\s*\|\s*(?:[^\n|;&]{0,160}--password-stdin|sudo\s+(?:-\w+\s+){0,4}-[A-Za-z]*S\b))",
        0, 0, Sure::kLikely, real_phrase, false},
    Kind{
        "command-password", "echo printf",
        R"((?:echo|printf)\s+(?:-n\s+|["']?%s["']?\s+)?([^\s"'|]{6,160})\s*\|\s*(?:[^\n|;&]{0,160}--password-stdin|sudo\s+(?:-\w+\s+){0,4}-[A-Za-z]*S\b))",
        0, 0, Sure::kLikely, real, false},
    Kind{"npm-token", "_authToken", R"(_authToken[ =]\s*["']?([A-Za-z0-9_.-]{16,255}))", 3, 0,
         Sure::kLikely, real, false},
    Kind{"netrc-password", "login", R"(login\s+\S{1,80}\s+password\s+(\S{4,160}))", 0, 0,
         Sure::kCertain, real, false},
    Kind{"pgpass-password", ":5432: :5433: :6432:",
         R"((?m)^[^\s:]{1,120}:(?:5432|5433|6432):[^\s:]{1,80}:[^\s:]{1,80}:(\S{4,160})$)", 0, 120,
         Sure::kLikely, real, false},
    Kind{"kubeconfig-key", "client-key-data",
         R"(client-key-data["']?:\s*["']?([A-Za-z0-9+/=]{40,}))", 3.5, 0, Sure::kCertain, nullptr,
         false},
    Kind{"sql-password", "identified", R"((?i:identified\s+by)\s+'([^'\s]{4,160})')", 0, 0,
         Sure::kLikely, real, false},
    Kind{"sql-password", "password", R"((?i:password)\s+'([^'\s]{4,160})')", 0, 0, Sure::kLikely,
         real, false},
    Kind{"wireguard-key", "privatekey presharedkey",
         R"((?i:PrivateKey|PresharedKey)\s*=\s*([A-Za-z0-9+/]{43}=))", 3.8},
    Kind{"wifi-password", "psk=", R"re(psk="?([^"\s]{8,63}))re", 0, 0, Sure::kLikely, real, false},
    Kind{"wifi-password",
         "WIFI:", R"re(WIFI:(?:[A-OQ-Z]:(?:\\.|[^;\\\n])*;)*P:"?((?:\\.|[^;\\\n"]){8,63}))re", 0, 2,
         Sure::kCertain, not_placeholder, false},
    Kind{"putty-key",
         "Private-Lines:", R"(Private-Lines: [0-9]{1,3}\r?\n((?:[A-Za-z0-9+/=]{20,76}\r?\n?)+))", 3,
         0, Sure::kCertain, nullptr, false},
    Kind{"gitlab-session", "_gitlab_session", R"(_gitlab_session=([0-9a-f]{32}))", 3},
    Kind{"one-time-seed", "otpauth://",
         R"(otpauth://[a-z]{4}/[^\s"'<>]{0,200}?secret=([A-Z2-7]{16,128}))", 2.5},
};

}  // namespace

std::span<const Kind> tool_kinds() { return kToolsKinds; }

}  // namespace clew::redact
