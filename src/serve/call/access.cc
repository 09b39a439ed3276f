// SPDX-License-Identifier: MIT

#include "serve/call/access.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::optional<std::string_view> bearer(std::string_view header) {
  constexpr std::string_view kScheme = "bearer ";
  if (header.size() < kScheme.size() || ascii_lower(header.substr(0, kScheme.size())) != kScheme) {
    return std::nullopt;
  }
  return trim(header.substr(kScheme.size()));
}

std::optional<std::string_view> subprotocol_token(std::string_view header) {
  constexpr std::string_view kPrefix = "clew.token.";
  while (!header.empty()) {
    const std::size_t comma = header.find(',');
    const std::string_view one = trim(header.substr(0, comma));
    if (one.starts_with(kPrefix)) return one.substr(kPrefix.size());
    header.remove_prefix(comma == header.npos ? header.size() : comma + 1);
  }
  return std::nullopt;
}

// Another user may listen on the same port of [::1] or of another name of this machine: a page that
// was loaded from a loopback name may only ask that very name.
bool is_own_origin(const AccessRules& rules, const std::string& origin, const std::string& host) {
  if (!contains(rules.origins, origin)) return false;
  const bool is_public = contains(rules.public_origins, origin);
  return is_public || origin == rules.scheme + "://" + host;
}

}  // namespace

AccessRules AccessRules::make(std::string_view scheme, std::string_view host, std::uint16_t port,
                              const std::vector<std::string>& public_origins) {
  AccessRules rules;
  rules.scheme = scheme;
  const std::string before = rules.scheme + "://";
  const std::uint16_t usual = scheme == "https" ? 443 : 80;
  const std::string colon_port = ":" + std::to_string(port);
  std::vector<std::string> names = {"127.0.0.1", "localhost", "[::1]"};
  // A wildcard address is no name anybody would type.
  if (host != "127.0.0.1" && host != "::1" && host != "0.0.0.0" && host != "::") {
    names.push_back(host.find(':') == host.npos ? ascii_lower(host)
                                                : "[" + ascii_lower(host) + "]");
  }
  for (const std::string& name : names) {
    rules.hosts.push_back(name + colon_port);
    rules.origins.push_back(before + rules.hosts.back());
    if (port == usual) {
      rules.hosts.push_back(name);
      rules.origins.push_back(before + name);
    }
  }
  for (const std::string& origin : public_origins) {
    const std::string one = ascii_lower(origin);
    rules.origins.push_back(one);
    rules.public_origins.push_back(one);
    const std::size_t end = one.find("://");
    if (end != one.npos) rules.hosts.push_back(one.substr(end + 3));
  }
  rules.cookie_name = "clew_" + std::to_string(port);
  return rules;
}

Access check_place(const AccessRules& rules, const Credentials& from) {
  if (from.unix_socket) {
    // No browser reaches a unix socket, so nothing honest has an origin there.
    return from.origin ? Access::kForeignOrigin : Access::kAllowed;
  }
  if (!from.host || !contains(rules.hosts, ascii_lower(*from.host))) return Access::kForeignHost;
  if (from.origin && !is_own_origin(rules, ascii_lower(*from.origin), ascii_lower(*from.host))) {
    return Access::kForeignOrigin;
  }
  return Access::kAllowed;
}

Access check_site(const Credentials& from) {
  // "same-site" is another port or another name of this machine: another program.
  const bool ours =
      from.fetch_site.empty() || from.fetch_site == "same-origin" || from.fetch_site == "none";
  return ours || from.unix_socket ? Access::kAllowed : Access::kForeignOrigin;
}

std::optional<std::string_view> token_of(const Credentials& from) {
  const auto token = bearer(from.authorization);
  return token ? token : subprotocol_token(from.subprotocols);
}

std::optional<Proof> find_proof(const AccessRules& rules, const Credentials& from) {
  if (from.unix_socket) return Proof::kSocketUser;
  if (rules.token.empty()) return std::nullopt;
  if (const auto token = token_of(from)) {
    return same_secret(*token, rules.token) ? std::optional(Proof::kToken) : std::nullopt;
  }
  // Another port of this host may have set one of the same name, which then comes first.
  for (const std::string_view cookie : find_cookies(from.cookie, rules.cookie_name)) {
    if (!rules.cookie.empty() && same_secret(cookie, rules.cookie)) return Proof::kCookie;
  }
  return std::nullopt;
}

bool same_secret(std::string_view left, std::string_view right) {
  // The length is no secret: ours is known to everyone who reads this.
  if (left.size() != right.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    difference |= static_cast<unsigned>(left[i] ^ right[i]);
  }
  return difference == 0;
}

std::vector<std::string_view> find_cookies(std::string_view header, std::string_view name) {
  std::vector<std::string_view> values;
  while (!header.empty()) {
    const std::size_t end = header.find(';');
    const std::string_view one = trim(header.substr(0, end));
    header.remove_prefix(end == header.npos ? header.size() : end + 1);
    const std::size_t equals = one.find('=');
    if (equals != one.npos && one.substr(0, equals) == name) {
      values.push_back(one.substr(equals + 1));
    }
  }
  return values;
}

}  // namespace clew
