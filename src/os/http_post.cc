// SPDX-License-Identifier: MIT
#include "os/http_post.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <system_error>
#include <unistd.h>

#include "os/file_descriptor.h"
#include "os/tls.h"

namespace clew {
namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kSecure = "https://";
constexpr std::size_t kMostAnswer = std::size_t{1} << 20;

Error no_answer(const HttpUrl& url, const std::string& why) {
  HttpUrl server = url;
  server.path.clear();
  return {ErrorCode::kIo, "cannot send to " + server.text() + ": " + why};
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

// When the whole exchange ends. A bound for each call would let a server that answers with a byte
// now and then hold us as long as it likes.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds patience) : end_(Clock::now() + patience) {}

  // Lets the next call on the socket wait no longer than there is time; false: there is none.
  bool bound(int socket) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
    if (left <= 0) return false;
    const timeval time{static_cast<time_t>(left / 1000),
                       static_cast<suseconds_t>(left % 1000 * 1000)};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time));
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof(time));
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

Error failed_call(const HttpUrl& url, int code) {
  const bool late = code == EAGAIN || code == EWOULDBLOCK || code == EINPROGRESS;
  return no_answer(url, late ? "it took too long" : std::generic_category().message(code));
}

Result<FileDescriptor> connect_to(const HttpUrl& url, const Deadline& deadline) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(url.host.c_str(), url.port.c_str(), &hints, &found);
  if (failed != 0) return no_answer(url, ::gai_strerror(failed));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  int last = ECONNREFUSED;
  for (const addrinfo* one = found; one; one = one->ai_next) {
    FileDescriptor socket(::socket(one->ai_family, one->ai_socktype, 0));
    if (socket.get() < 0) continue;
    ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC);
    if (!deadline.bound(socket.get())) return failed_call(url, EAGAIN);
    if (::connect(socket.get(), one->ai_addr, one->ai_addrlen) == 0) return socket;
    last = errno;
  }
  return failed_call(url, last);
}

// A connection to the server, perhaps with TLS on it.
class Connection {
 public:
  Connection(const HttpUrl& url, FileDescriptor socket, const Deadline& deadline)
      : url_(url), socket_(std::move(socket)), deadline_(deadline) {}

  // The server proves that it is the one.
  Result<void> secure() {
    // Reading all certificates takes longer than a request, and one export makes many.
    static const auto kTrust = TlsTrust::of_system();
    if (!kTrust) return no_answer(url_, kTrust.error().message);
    auto session = (*kTrust)->new_session(url_.host);
    if (!session) return no_answer(url_, session.error().message);
    tls_ = std::move(*session);
    return advance([this] { return tls_->handshake(); });
  }

  Result<void> send(std::string_view bytes) {
    if (tls_ == nullptr) return send_raw(bytes);
    return advance([&] { return tls_->write(bytes); });
  }

  // Some of what the server sends; nothing at its end.
  Result<std::string> receive() {
    if (tls_ == nullptr) return receive_raw();
    std::string out(kPiece, '\0');
    std::size_t size = 0;
    TlsSession::Step step = TlsSession::Step::kDone;
    auto done = advance([&] { return step = tls_->read({out.data(), out.size()}, size); });
    // Not all servers say goodbye.
    if (!done && !ended_) return done.error();
    out.resize(step == TlsSession::Step::kDone ? size : 0);
    return out;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 14;

  // Takes a step of the session as often as it wants to hear more of the server first.
  template <class Take>
  Result<void> advance(const Take& take) {
    for (;;) {
      const TlsSession::Step step = take();
      if (auto sent = send_raw(tls_->take_output()); !sent) return sent;
      if (step == TlsSession::Step::kDone || step == TlsSession::Step::kClosed) return {};
      if (step == TlsSession::Step::kBroken) return broken();
      auto came = receive_raw();
      if (!came) return came.error();
      ended_ = came->empty();
      if (ended_) return no_answer(url_, "the connection was closed");
      tls_->feed(*came);
    }
  }

  Error broken() const {
    const std::string distrust = tls_->distrust();
    return no_answer(url_, distrust.empty() ? "what answers does not speak TLS 1.2 or 1.3"
                                            : "its certificate is not trusted: " + distrust);
  }

  Result<void> send_raw(std::string_view bytes) {
    while (!bytes.empty()) {
      if (!deadline_.bound(socket_.get())) return failed_call(url_, EAGAIN);
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return failed_call(url_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return {};
  }

  Result<std::string> receive_raw() {
    std::string out(kPiece, '\0');
    for (;;) {
      if (!deadline_.bound(socket_.get())) return failed_call(url_, EAGAIN);
      const ssize_t got = ::recv(socket_.get(), out.data(), out.size(), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failed_call(url_, errno);
      out.resize(static_cast<std::size_t>(got));
      return out;
    }
  }

  const HttpUrl& url_;
  const FileDescriptor socket_;
  const Deadline& deadline_;
  std::unique_ptr<TlsSession> tls_;
  bool ended_ = false;  // by the server
};

std::string lowercase(std::string_view head) {
  std::string out(head);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  });
  return out;
}

bool says_chunked(std::string_view head) {
  return lowercase(head).find("transfer-encoding: chunked") != std::string::npos;
}

// Whether an answer has all that its head announces. One without a length ends with the connection.
bool is_whole(std::string_view answer) {
  constexpr std::string_view kLength = "\r\ncontent-length:";
  const std::size_t end = answer.find("\r\n\r\n");
  if (end == std::string_view::npos) return false;
  const std::string head = lowercase(answer.substr(0, end));
  const std::size_t body = answer.size() - end - 4;
  if (says_chunked(head)) return answer.ends_with("\r\n0\r\n\r\n");
  std::size_t at = head.find(kLength);
  if (at == std::string::npos) return false;
  at = head.find_first_not_of(' ', at + kLength.size());
  std::size_t length = 0;
  const auto read =
      std::from_chars(head.data() + std::min(at, head.size()), head.data() + head.size(), length);
  return read.ec == std::errc() && body >= length;
}

Result<std::string> receive_all(Connection& connection) {
  std::string out;
  while (out.size() < kMostAnswer && !is_whole(out)) {
    auto piece = connection.receive();
    if (!piece) return piece.error();
    if (piece->empty()) break;
    out += *piece;
  }
  return out;
}

// The body of an answer in chunks: each with its size in a line before it.
std::string without_chunks(std::string_view body) {
  std::string out;
  for (;;) {
    std::size_t size = 0;
    const auto read = std::from_chars(body.data(), body.data() + body.size(), size, 16);
    const std::size_t line = body.find("\r\n");
    if (read.ec != std::errc() || size == 0 || line == std::string_view::npos) return out;
    body.remove_prefix(line + 2);
    out.append(body.substr(0, size));
    body.remove_prefix(std::min(body.size(), size + 2));
  }
}

}  // namespace

std::string HttpUrl::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return std::string(tls ? kSecure : kPlain) + (v6 ? "[" + host + "]" : host) + ":" + port + path;
}

bool HttpField::is_valid() const {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  const auto is_text = [](char c) { return c >= ' ' && c != 0x7F; };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_letter) &&
         std::all_of(value.begin(), value.end(), is_text);
}

Result<HttpUrl> parse_http_url(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::kInvalid, std::string(text) + ": " + why};
  };
  constexpr const char* kNeeded = "http://HOST:PORT or https://HOST is needed";
  HttpUrl url;
  url.tls = text.starts_with(kSecure);
  if ((!url.tls && !text.starts_with(kPlain)) || !is_plain(text)) return bad(kNeeded);
  std::string_view rest = text.substr((url.tls ? kSecure : kPlain).size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  url.path = slash == rest.size() ? "/" : std::string(rest.substr(slash));
  std::string_view place = rest.substr(0, slash);
  if (place.find('@') != std::string_view::npos) return bad("no name or password may be in it");
  const std::size_t bracket = place.starts_with('[') ? place.find(']') : std::string_view::npos;
  const std::size_t colon = place.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view usual = url.tls ? "443" : "80";
  url.port = std::string(colon == std::string_view::npos ? usual : place.substr(colon + 1));
  place = place.substr(0, colon);
  if (bracket != std::string_view::npos) place = place.substr(1, bracket - 1);
  url.host = std::string(place);
  if (url.host.empty() || url.port.empty()) return bad(kNeeded);
  return url;
}

namespace {

std::string head_of(const HttpUrl& url, const HttpPost& post) {
  const bool v6 = url.host.find(':') != std::string::npos;
  std::string head = "POST " + url.path + " HTTP/1.1\r\nHost: ";
  head += (v6 ? "[" + url.host + "]" : url.host) + ":" + url.port;
  head += "\r\nConnection: close\r\nUser-Agent: clew\r\nContent-Type: ";
  head +=
      std::string(post.content_type) + "\r\nContent-Length: " + std::to_string(post.body.size());
  for (const HttpField& field : post.fields) head += "\r\n" + field.name + ": " + field.value;
  return head + "\r\n\r\n";
}

}  // namespace

Result<HttpAnswer> http_post(const HttpUrl& url, const HttpPost& post,
                             std::chrono::milliseconds patience) {
  const Deadline deadline(patience);
  auto socket = connect_to(url, deadline);
  if (!socket) return socket.error();
  Connection connection(url, std::move(*socket), deadline);
  if (url.tls) {
    if (auto secured = connection.secure(); !secured) return secured.error();
  }
  if (auto sent = connection.send(head_of(url, post)); !sent) return sent.error();
  if (auto sent = connection.send(post.body); !sent) return sent.error();
  auto text = receive_all(connection);
  if (!text) return text.error();
  const std::size_t end = text->find("\r\n\r\n");
  if (!text->starts_with("HTTP/1.") || end == std::string::npos || text->size() < 12) {
    return no_answer(url, "what answers does not speak HTTP");
  }
  HttpAnswer answer;
  std::from_chars(text->data() + 9, text->data() + 12, answer.status);
  const std::string_view rest = std::string_view(*text).substr(end + 4);
  answer.body = says_chunked(std::string_view(*text).substr(0, end)) ? without_chunks(rest)
                                                                     : std::string(rest);
  return answer;
}

}  // namespace clew
