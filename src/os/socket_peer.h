// SPDX-License-Identifier: MIT
//
// Whose program is at the other end of a socket: socket_peer_linux.cc and its portable twin.
#pragma once

namespace clew {

// Whether the other end of a unix socket is a process of this user. False when that cannot be found
// out.
bool is_own_unix_peer(int socket);

// Whether this system says whose the other end of a TCP connection is.
bool knows_tcp_peers();

// Whether the other end of a TCP connection is a socket of this user (or of root, who can do as he
// likes) on this machine. False when that cannot be found out.
bool is_own_tcp_peer(int socket);

}  // namespace clew
