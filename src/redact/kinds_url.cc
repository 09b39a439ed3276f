// SPDX-License-Identifier: MIT
//
// Passwords inside addresses and connection strings.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

// Defaults of images and tutorials open nothing that is worth hiding, and hide nothing.
bool real_password(std::string_view password) {
  if (password.size() < 3 || is_placeholder(password)) return false;
  if (password.find_first_of("{}") != std::string_view::npos ||
      password.find("**") != std::string_view::npos)
    return false;
  // A port and a path: "postgres://host:5432/a@b".
  const std::size_t slash = password.find('/');
  if (slash < 6 && password.find_first_not_of("0123456789") == slash) return false;
  const Makeup made = makeup(password);
  return made.digits > 0 || (made.lower > 0 && made.upper > 0) || made.other > 0 ||
         password.size() >= 12;
}

constexpr std::array kUrlKinds = {
    Kind{
        "postgres-password",
        "postgres:// postgresql:// postgresql+ redshift:// cockroachdb:// timescaledb://",
        R"((?:postgres(?:ql)?|redshift|cockroachdb|timescaledb)(?:\+[a-z0-9_]+)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "mysql-password", "mysql:// mysql+ mariadb:// mariadb+ mysqlx:// tidb://",
        R"((?:mysqlx?|mariadb|tidb)(?:\+[a-z0-9_]+)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "mongodb-password", "mongodb:// mongodb+srv://",
        R"(mongodb(?:\+srv)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "redis-password", "redis:// rediss:// valkey:// valkeys://",
        R"((?:rediss?|valkeys?)(?:\+[a-z0-9_]+)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "amqp-password", "amqp:// amqps:// mqtt:// mqtts:// nats:// stomp:// pulsar:// kafka://",
        R"((?:amqps?|mqtts?|nats|stomp|pulsar|kafka)(?:\+[a-z]+)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "sql-server-password",
        "mssql:// mssql+ sqlserver:// oracle:// oracle+ db2:// snowflake:// clickhouse:// neo4j:// "
        "bolt:// cassandra:// couchbase:// influxdb:// elasticsearch:// trino:// vertica://",
        R"((?:mssql|sqlserver|oracle|db2|snowflake|clickhouse|neo4j|bolt|cassandra|couchbase|influxdb|elasticsearch|trino|vertica)(?:\+[a-z0-9_]+)?://[^\s:/@"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "mail-password", "smtp:// smtps:// imap:// imaps:// pop3:// pop3s://",
        R"((?:smtps?|imaps?|pop3s?)://[^\s:/"'<>]{0,80}:([^\s"<>]{1,120}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 0, Sure::kCertain, real_password, false},
    Kind{
        "url-password", "://",
        R"([A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@"'<>?#]{0,80}:([^\s/"<>?#]{1,160}?)@[^\s@/?#"'<>]{1,255}(?:[\s/?#"'<>]|$))",
        0, 20, Sure::kCertain, real_password, false},
    Kind{"url-token", "://", R"(https?://([A-Za-z0-9_-]{20,255})@[A-Za-z0-9.-]{3})", 3.5, 5,
         Sure::kLikely, [](std::string_view s) { return strength(s) == Strength::kStrong; }, false},
    Kind{"dsn-password",
         "pwd= password=", R"((?i:(?:^|[;"'\s?&])(?:pwd|password))=([^;\s"'&<>]{3,120});)", 0, 1,
         Sure::kCertain, real_password, false},
    Kind{"jdbc-password", "jdbc:",
         R"(jdbc:[a-z0-9:]+//[^\s"'<>]{0,200}?[?&;](?i:password|pwd)=([^&;\s"'<>]{3,120}))", 0, 0,
         Sure::kCertain, real_password, false},
    Kind{"jdbc-password", "jdbc:", R"(jdbc:oracle:thin:[^\s:/@"'<>]{1,80}/([^\s@"'<>]{3,120})@)", 0,
         0, Sure::kCertain, real_password, false},
    Kind{"mysql-dsn-password", "@tcp( @unix(", R"(:([^\s:@/"'`]{3,120})@(?:tcp|unix)\()", 0, 122,
         Sure::kLikely, real_password, false},
};

}  // namespace

std::span<const Kind> url_kinds() { return kUrlKinds; }

}  // namespace clew::redact
