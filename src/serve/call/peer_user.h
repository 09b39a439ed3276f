// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

// Whether the other end of a unix socket is a process of this user. False when that cannot be found
// out.
bool is_own_unix_peer(int socket);

// Whether the other end of a TCP connection is a socket of this user (or of root, who can do as he
// likes) on this machine. False when that cannot be found out.
bool is_own_tcp_peer(int socket);

// The user of the open connection from `local` to `remote` in the text of /proc/net/tcp or tcp6;
// both are written as there ("0100007F:1CCD"). Ends that were closed have no user any more.
std::optional<std::uint32_t> find_tcp_user(std::string_view table, std::string_view local,
                                           std::string_view remote);

}  // namespace clew
