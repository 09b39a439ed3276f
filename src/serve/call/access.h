// SPDX-License-Identifier: MIT
//
// Who may talk to the server. Every check is here and is made before anything else looks at a
// request: a page of another site (also one that rebound its name to 127.0.0.1) fails at host or
// origin, a program of another user at the token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

struct AccessRules {
  std::string scheme = "http";              // or https
  std::vector<std::string> hosts;           // "127.0.0.1:7373", "localhost:7373", ...; lower case
  std::vector<std::string> origins;         // "http://127.0.0.1:7373", ...
  std::vector<std::string> public_origins;  // those of them that are no names of this machine
  std::string token;                        // for programs, and once for the browser
  std::string cookie_name;                  // has the port in it: cookies do not tell ports apart
  std::string cookie;                       // what the browser has after that; not the token

  // For a server on `host` and `port` that may be reached from elsewhere by `public_origins`.
  static AccessRules make(std::string_view scheme, std::string_view host, std::uint16_t port,
                          const std::vector<std::string>& public_origins);
};

// What a request says about where it comes from.
struct Credentials {
  bool unix_socket = false;  // the kernel has vouched for the user
  std::optional<std::string> host;
  std::optional<std::string> origin;
  std::string authorization;
  std::string cookie;
  std::string fetch_site;    // Sec-Fetch-Site
  std::string subprotocols;  // Sec-WebSocket-Protocol
};

enum class Access : std::uint8_t { kAllowed, kForeignHost, kForeignOrigin, kNoToken };

// By what somebody is known.
enum class Proof : std::uint8_t {
  kToken,       // as Bearer, as subprotocol, in the SETUP of RSocket
  kCookie,      // that a browser got for the token
  kSocketUser,  // the kernel says that it is the same user
  kOwnProcess,  // has started this process and talks to its standard input
};

// Host and origin: needed for every path, static files too.
Access check_place(const AccessRules& rules, const Credentials& from);
// Whether a browser sends this for a page of ours or for who typed the address: needed for
// everything but the page itself, to which any page may have a link.
Access check_site(const Credentials& from);
// The token that was sent, as Bearer or as WebSocket subprotocol.
std::optional<std::string_view> token_of(const Credentials& from);
// The token, as Bearer, cookie or WebSocket subprotocol "clew.token.<token>". Nothing: a stranger.
std::optional<Proof> find_proof(const AccessRules& rules, const Credentials& from);

// Takes the same time wherever the difference is.
bool same_secret(std::string_view left, std::string_view right);

// The values of all cookies of this name in a Cookie header.
std::vector<std::string_view> find_cookies(std::string_view header, std::string_view name);

}  // namespace clew
