// SPDX-License-Identifier: MIT
//
// The kernel lists all TCP sockets of the machine with the user of each. The end of a connection
// that we want is the one whose local address is the address of our peer.
#include <array>
#include <cstdint>
#include <cstdio>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "os/real_file_system.h"
#include "os/socket_peer.h"
#include "os/tcp_table.h"

namespace clew {
namespace {

constexpr std::int64_t kMostTable = std::int64_t{16} << 20;

std::string hex_words(const std::uint32_t* words, std::size_t count, std::uint16_t port) {
  std::string text;
  std::array<char, 16> buffer;
  for (std::size_t i = 0; i < count; ++i) {
    std::snprintf(buffer.data(), buffer.size(), "%08X", words[i]);
    text += buffer.data();
  }
  std::snprintf(buffer.data(), buffer.size(), ":%04X", static_cast<unsigned>(ntohs(port)));
  return text + buffer.data();
}

// As in tcp and in tcp6; a socket of the second kind can have an address of the first.
struct Names {
  std::string four = {};
  std::string six = {};
};

Names names_of(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    const auto& in = reinterpret_cast<const sockaddr_in&>(address);
    const std::uint32_t mapped[4] = {0, 0, htonl(0xFFFF), in.sin_addr.s_addr};
    return {hex_words(&in.sin_addr.s_addr, 1, in.sin_port), hex_words(mapped, 4, in.sin_port)};
  }
  if (address.ss_family == AF_INET6) {
    const auto& in = reinterpret_cast<const sockaddr_in6&>(address);
    return {{}, hex_words(in.sin6_addr.s6_addr32, 4, in.sin6_port)};
  }
  return {};
}

}  // namespace

bool is_own_unix_peer(int socket) {
  ucred user{};
  socklen_t size = sizeof user;
  const bool known = ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &user, &size) == 0;
  return known && user.uid == ::geteuid();
}

bool knows_tcp_peers() { return true; }

bool is_own_tcp_peer(int socket) {
  sockaddr_storage here{};
  sockaddr_storage there{};
  socklen_t here_size = sizeof here;
  socklen_t there_size = sizeof there;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&here), &here_size) != 0 ||
      ::getpeername(socket, reinterpret_cast<sockaddr*>(&there), &there_size) != 0) {
    return false;
  }
  const Names ours = names_of(here);
  const Names theirs = names_of(there);
  const RealFileSystem files;
  const auto is_own = [&](const char* path, const std::string& local, const std::string& remote) {
    if (local.empty() || remote.empty()) return false;
    const auto table = read_file(files, path, kMostTable);
    const auto user = table ? find_tcp_user(*table, local, remote) : std::nullopt;
    return user && (*user == ::geteuid() || *user == 0);
  };
  return is_own("/proc/net/tcp", theirs.four, ours.four) ||
         is_own("/proc/net/tcp6", theirs.six, ours.six);
}

}  // namespace clew
