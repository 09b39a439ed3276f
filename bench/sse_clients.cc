// SPDX-License-Identifier: MIT
//
// sse_clients PORT TOKEN FILE SESSION CLIENTS LINES-PER-SECOND SECONDS: follows a session with many
// event streams while appending lines to its file, and prints how long each line took from the
// write to the arrival at each client: "count p50 p99 max" in milliseconds. One process does both,
// so that there is one clock; not a script, because a script would measure itself.

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Client {
  int fd = -1;
  std::string tail;  // the end of what came, where a mark may be cut
};

constexpr std::string_view kMark = "bench-mark-";
constexpr std::size_t kMarkSize = kMark.size() + 9;  // and nine digits

int connect_to(int port, const std::string& token, const std::string& session) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) return -1;
  const std::string request =
      "GET /api/v1/events?session=" + session +
      "&type=session.appended HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
      "\r\nAuthorization: Bearer " + token + "\r\n\r\n";
  if (::send(fd, request.data(), request.size(), 0) < 0) return -1;
  return fd;
}

std::string line_of(const std::string& session, std::size_t number, const std::string& parent,
                    std::string& uuid) {
  char text[64];
  std::snprintf(text, sizeof text, "bbbbbbbb-0000-4000-8000-%012zu", number);
  uuid = text;
  std::snprintf(text, sizeof text, "bench-mark-%09zu", number);
  return R"({"type":"user","uuid":")" + uuid + R"(","parentUuid":)" +
         (parent.empty() ? "null" : "\"" + parent + "\"") + R"(,"sessionId":")" + session +
         R"(","cwd":"/work","version":"2.1.0","timestamp":"2026-01-05T10:00:00.000Z",)" +
         R"("message":{"role":"user","content":")" + text + " " + std::string(200, 'x') + "\"}}\n";
}

// Notes when each mark in the bytes arrived; each mark once.
void take_marks(Client& client, std::string_view bytes, const std::vector<Clock::time_point>& sent,
                std::vector<double>& delays) {
  const auto now = Clock::now();
  client.tail += bytes;
  std::size_t at = 0;
  std::size_t last = SIZE_MAX;
  while ((at = client.tail.find(kMark, at)) != std::string::npos &&
         at + kMarkSize <= client.tail.size()) {
    const std::size_t number = std::strtoul(client.tail.c_str() + at + kMark.size(), nullptr, 10);
    if (number != last && number < sent.size()) {
      delays.push_back(std::chrono::duration<double, std::milli>(now - sent[number]).count());
    }
    last = number;
    at += kMarkSize;
    client.tail.erase(0, at);
    at = 0;
  }
  if (client.tail.size() > kMarkSize) client.tail.erase(0, client.tail.size() - kMarkSize);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 8) return 2;
  const int port = std::atoi(argv[1]);
  const std::string session = argv[4];
  const int count = std::atoi(argv[5]);
  const double rate = std::atof(argv[6]);
  const double seconds = std::atof(argv[7]);
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  std::vector<Client> clients(static_cast<std::size_t>(count));
  std::vector<pollfd> polls;
  for (Client& client : clients) {
    client.fd = connect_to(port, argv[2], session);
    if (client.fd < 0) return 3;
    polls.push_back({client.fd, POLLIN, 0});
  }
  const int out = ::open(argv[3], O_WRONLY | O_APPEND | O_CLOEXEC);
  if (out < 0) return 4;
  ::usleep(1'000'000);
  std::vector<Clock::time_point> sent;
  std::vector<double> delays;
  std::string parent;
  char buffer[65536];
  const auto begin = Clock::now();
  const auto end =
      begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  while (Clock::now() < end + std::chrono::seconds(1)) {
    const auto due =
        begin + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(static_cast<double>(sent.size()) / rate));
    const auto now = Clock::now();
    if (now >= due && now < end) {
      std::string uuid;
      const std::string line = line_of(session, sent.size(), parent, uuid);
      parent = uuid;
      sent.push_back(Clock::now());
      if (::write(out, line.data(), line.size()) < 0) return 5;
    }
    ::poll(polls.data(), polls.size(), 1);
    for (std::size_t i = 0; i < polls.size(); ++i) {
      if (polls[i].revents == 0) continue;
      const ssize_t size = ::recv(polls[i].fd, buffer, sizeof buffer, MSG_DONTWAIT);
      if (size == 0) return 6;
      if (size > 0) take_marks(clients[i], {buffer, static_cast<std::size_t>(size)}, sent, delays);
    }
  }
  std::sort(delays.begin(), delays.end());
  const auto at = [&](double part) {
    if (delays.empty()) return 0.0;
    return delays[static_cast<std::size_t>(part * static_cast<double>(delays.size() - 1))];
  };
  std::printf("%zu %.3f %.3f %.3f %zu\n", delays.size(), at(0.5), at(0.99), at(1.0),
              sent.size() * clients.size());
  return 0;
}
