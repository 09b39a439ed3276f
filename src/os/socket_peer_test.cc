// SPDX-License-Identifier: MIT

#include "os/socket_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/tcp_table.h"

namespace clew {
namespace {

constexpr std::string_view kTable =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
    "   0: 0100007F:1CCD 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 "
    "1\n"
    "   1: 0100007F:1CCD 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 "
    "1\n"
    "   2: 0100007F:C350 0100007F:1CCD 01 00000000:00000000 00:00000000 00000000  1001        0 3 "
    "1\n"
    "   3: 0100007F:C351 0100007F:1CCD 05 00000000:00000000 00:00000000 00000000     0        0 0 "
    "1\n";

TEST(PeerUser, IsFoundByTheOtherEnd) {
  EXPECT_EQ(find_tcp_user(kTable, "0100007F:C350", "0100007F:1CCD"), 1001U);
  EXPECT_EQ(find_tcp_user(kTable, "0100007F:1CCD", "0100007F:C350"), 1000U);
  EXPECT_EQ(find_tcp_user(kTable, "0100007F:C352", "0100007F:1CCD"), std::nullopt);
}

// The kernel says user 0 for an end whose process has closed it.
TEST(PeerUser, OfAClosedEndIsNobody) {
  EXPECT_EQ(find_tcp_user(kTable, "0100007F:C351", "0100007F:1CCD"), std::nullopt);
}

TEST(PeerUser, BrokenTablesAreNobodys) {
  for (const char* table : {"", "\n\n", "0: a b 01", "0: a b 01 x y z", "0: a b 01 x y z -1 0"}) {
    EXPECT_EQ(find_tcp_user(table, "a", "b"), std::nullopt) << table;
  }
}

// Both families, for real.
void expect_own(int family, const sockaddr* where, socklen_t size) {
  const int listener = ::socket(family, SOCK_STREAM, 0);
  if (listener < 0 || ::bind(listener, where, size) != 0) GTEST_SKIP() << "no such addresses here";
  ASSERT_EQ(::listen(listener, 1), 0);
  sockaddr_storage bound{};
  socklen_t bound_size = sizeof bound;
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &bound_size), 0);
  const int client = ::socket(family, SOCK_STREAM, 0);
  ASSERT_EQ(::connect(client, reinterpret_cast<sockaddr*>(&bound), bound_size), 0);
  const int server = ::accept(listener, nullptr, nullptr);
  EXPECT_TRUE(is_own_tcp_peer(server));
  EXPECT_FALSE(is_own_tcp_peer(listener)) << "has no peer";
  ::close(client);
  EXPECT_FALSE(is_own_tcp_peer(server)) << "the peer has gone";
  ::close(server);
  ::close(listener);
}

TEST(PeerUser, OfARealConnection) {
  if (!knows_tcp_peers()) GTEST_SKIP() << "this system does not tell";
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  expect_own(AF_INET, reinterpret_cast<sockaddr*>(&four), sizeof four);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_addr = in6addr_loopback;
  expect_own(AF_INET6, reinterpret_cast<sockaddr*>(&six), sizeof six);
}

TEST(PeerUser, OfAUnixSocket) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  EXPECT_TRUE(is_own_unix_peer(ends[0]));
  EXPECT_FALSE(is_own_unix_peer(-1));
  for (const int end : ends) ::close(end);
}

}  // namespace
}  // namespace clew
