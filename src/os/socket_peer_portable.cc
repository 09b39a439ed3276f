// SPDX-License-Identifier: MIT
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "os/socket_peer.h"

namespace clew {

bool is_own_unix_peer(int socket) {
#ifdef __GLIBC__  // the one library without getpeereid()
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == ::geteuid();
#else
  uid_t user = 0;
  gid_t group = 0;
  return ::getpeereid(socket, &user, &group) == 0 && user == ::geteuid();
#endif
}

bool knows_tcp_peers() { return false; }

bool is_own_tcp_peer(int /*socket*/) { return false; }

}  // namespace clew
