// SPDX-License-Identifier: MIT

#include "serve/http/server.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/signal_set.hpp>

#include "os/socket_peer.h"
#include "os/tls.h"
#include "serve/call/sign_ins.h"
#include "serve/http/net.h"

namespace clew {

using namespace net;
using asio::ip::tcp;
using Local = asio::local::stream_protocol;

// Here because a coroutine in a header is another type in every file, which the linker minds.
asio::awaitable<void> net::Wake::wait_until(Clock::time_point time) {
  timer_->expires_at(time);
  co_await timer_->async_wait(kQuiet);
}

ServerCore::ServerCore(ServerOptions server_options, const ServeContext& serve_context)
    : options(std::move(server_options)),
      files(serve_context.files, options.web_dir),
      pool({.running = std::max<std::size_t>(2, std::thread::hardware_concurrency())}) {}

namespace {

// How long connections get to end by themselves when the server stops.
constexpr std::chrono::milliseconds kServerFarewell{300};
constexpr std::chrono::milliseconds kAcceptPause{100};

Error net_error(const std::string& what, const NetError& error) {
  return {ErrorCode::kIo, what + ": " + error.message()};
}

// Each connection is a file to the kernel, and the usual limit is far below what it allows.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 16384);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// A stranger who begins with TLS, until it is there.
class Greeting : public Connection {
 public:
  Greeting(Connections& connections, PeerStream& stream)
      : connections_(connections), stream_(stream) {
    connections_.add(this);
  }
  ~Greeting() override { connections_.remove(this); }
  Greeting(const Greeting&) = delete;
  Greeting& operator=(const Greeting&) = delete;

  void shut() override { stream_.close(); }
  Standing standing() const override { return {Standing::Kind::kStranger, began_}; }

 private:
  Connections& connections_;
  PeerStream& stream_;
  const Clock::time_point began_ = Clock::now();
};

bool is_loopback(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

}  // namespace

struct Server::Impl : net::Connections {
  Impl(ServerOptions server_options, const ServeContext& serve_context)
      : core(std::move(server_options), serve_context) {}

  void add(Connection* connection) override { connections.insert(connection); }
  void remove(Connection* connection) override {
    connections.erase(connection);
    if (stopping && connections.empty()) farewell.cancel();
  }

  enum class Speaks { kHttp, kHttpOnUnixSocket, kRSocket };

  Result<void> prepare_tls();
  Result<void> open(tcp::acceptor& acceptor, std::uint16_t port, std::string_view flag);
  Result<void> listen_tcp(const ServeContext& context);
  Result<void> listen_local();
  asio::awaitable<void> accept_tcp(tcp::acceptor& acceptor, Speaks speaks);
  asio::awaitable<void> accept_local();
  void start(PeerStream stream, Speaks speaks);
  asio::awaitable<void> serve(PeerStream stream, Speaks speaks);
  bool make_room();
  bool end_longest(Standing::Kind kind);
  asio::awaitable<void> end_those_who_are_out(SignIns& people);
  void shut_all();

  std::unique_ptr<TlsCertificate> tls;  // null: none
  asio::io_context loop{1};
  ServerCore core;  // its pool must end before the loop does
  tcp::acceptor tcp_acceptor{loop};
  tcp::acceptor rsocket_acceptor{loop};
  Local::acceptor local_acceptor{loop};
  asio::signal_set signals{loop};
  asio::steady_timer farewell{loop};   // for connections that do not end
  asio::steady_timer next_look{loop};  // at who may go on
  std::set<Connection*> connections;
  std::map<std::string, std::size_t> peers;  // of other machines
  bool stopping = false;
  bool asking_again = false;
};

Result<void> Server::Impl::prepare_tls() {
  const ServerOptions& options = core.options;
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return Error{ErrorCode::kInvalid, "--tls-cert and --tls-key belong together"};
  }
  if (options.tls_certificate.empty()) {
    if (is_loopback(options.host)) return {};
    return Error{ErrorCode::kInvalid,
                 "listening on " + options.host +
                     " needs TLS: other computers can reach it, and what is sent would be readable "
                     "on the way; give --tls-cert and --tls-key (docs/serve.md says how to make "
                     "them), or listen on 127.0.0.1 behind a program that has TLS"};
  }
  auto certificate = TlsCertificate::read(options.tls_certificate, options.tls_key);
  if (!certificate) return certificate.error();
  tls = std::move(*certificate);
  return {};
}

Result<void> Server::Impl::open(tcp::acceptor& acceptor, std::uint16_t port,
                                std::string_view flag) {
  NetError error;
  const auto address = asio::ip::make_address(core.options.host, error);
  if (error) return net_error(core.options.host + " is no address", error);
  const tcp::endpoint where(address, port);
  acceptor.open(where.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  // What waits in the kernel for peers who do not read: without a bound it takes megabytes for
  // each, and seconds of everybody's time to copy. Accepted sockets inherit it.
  if (!error) acceptor.set_option(tcp::acceptor::send_buffer_size(128 << 10), error);
  if (!error) acceptor.bind(where, error);
  if (!error) acceptor.listen(1024, error);
  if (error == asio::error::address_in_use) {
    return Error{ErrorCode::kBusy, "port " + std::to_string(port) +
                                       " is taken by another program; " + std::string(flag) +
                                       " picks another"};
  }
  if (error) return net_error("cannot listen on " + core.options.host, error);
  return {};
}

Result<void> Server::Impl::listen_tcp(const ServeContext& context) {
  if (auto opened = open(tcp_acceptor, core.options.port, "--port"); !opened) return opened;
  if (const auto port = core.options.rsocket_port) {
    if (auto opened = open(rsocket_acceptor, *port, "--rsocket-port"); !opened) return opened;
  }
  NetError ignored;
  const std::uint16_t port = tcp_acceptor.local_endpoint(ignored).port();
  AccessRules rules = AccessRules::make(tls ? "https" : "http", core.options.host, port,
                                        core.options.public_origins);
  rules.token = core.options.token;
  rules.cookie = core.options.cookie;
  const BodyLimits most{core.options.limits.body_bytes, core.options.limits.batch_bytes};
  core.gate.emplace(std::move(rules), most, context);
  return {};
}

Result<void> Server::Impl::listen_local() {
  const std::string& path = core.options.socket_path;
  if (path.empty()) return {};
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{ErrorCode::kInvalid, "the path of the unix socket is too long: " + path};
  }
  ::unlink(path.c_str());  // of a server that was killed; who runs now is told by the lock
  NetError error;
  local_acceptor.open(Local(), error);
  // The mode counts from the first moment, not after a chmod.
  const mode_t mask = ::umask(0177);
  if (!error) local_acceptor.bind(Local::endpoint(path), error);
  ::umask(mask);
  if (!error) local_acceptor.listen(1024, error);
  if (error) return net_error("cannot listen on " + path, error);
  return {};
}

asio::awaitable<void> Server::Impl::accept_tcp(tcp::acceptor& acceptor, Speaks speaks) {
  asio::steady_timer pause{loop};
  while (!stopping) {
    auto [error, socket] = co_await acceptor.async_accept(kQuiet);
    if (stopping) co_return;
    if (error) {
      // Out of files, most likely: better a short pause than a busy loop.
      pause.expires_after(kAcceptPause);
      co_await pause.async_wait(kQuiet);
      continue;
    }
    NetError ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto address = socket.remote_endpoint(ignored).address();
    const std::string peer = address.is_loopback() ? "" : address.to_string();
    start(PeerStream(Protocol::socket(std::move(socket)), peer), speaks);
  }
}

asio::awaitable<void> Server::Impl::accept_local() {
  asio::steady_timer pause{loop};
  while (!stopping) {
    auto [error, socket] = co_await local_acceptor.async_accept(kQuiet);
    if (stopping) co_return;
    if (error) {
      pause.expires_after(kAcceptPause);
      co_await pause.async_wait(kQuiet);
      continue;
    }
    if (!is_own_unix_peer(socket.native_handle())) continue;  // the socket closes itself
    start(PeerStream(Protocol::socket(std::move(socket))), Speaks::kHttpOnUnixSocket);
  }
}

asio::awaitable<void> Server::Impl::serve(PeerStream stream, Speaks speaks) {
  if (tls && speaks != Speaks::kHttpOnUnixSocket) {
    const Greeting greeting(*this, stream);
    stream.expires_after(core.options.limits.header_time);
    const bool greeted = co_await stream.begin_tls(tls->new_session());
    if (!greeted || stopping) {
      stream.close();
      co_return;
    }
  }
  if (speaks == Speaks::kRSocket) {
    co_await serve_rsocket(core, *this, std::move(stream));
  } else {
    co_await serve_http(core, *this, std::move(stream), speaks == Speaks::kHttpOnUnixSocket);
  }
}

void Server::Impl::start(PeerStream stream, Speaks speaks) {
  const std::string peer = stream.peer();
  if (!make_room()) return;
  if (!peer.empty()) {
    if (peers[peer] >= core.options.limits.connections_per_peer) return;
    ++peers[peer];
  }
  asio::co_spawn(loop, serve(std::move(stream), speaks), [this, peer](const std::exception_ptr&) {
    if (peer.empty()) return;
    if (const auto found = peers.find(peer); --found->second == 0) {
      peers.erase(found);
    }
  });
}

// Strangers have a bound of their own, so they can only take room from each other. When there is no
// room for somebody new, the oldest stranger makes way, then who has waited longest without a
// request. Who has a request to make shows it at once, so the oldest have none.
bool Server::Impl::make_room() {
  const ServerLimits& limits = core.options.limits;
  const auto strangers = std::count_if(connections.begin(), connections.end(), [](const auto* one) {
    return one->standing().kind == Standing::Kind::kStranger;
  });
  if (static_cast<std::size_t>(strangers) >= limits.strangers) {
    return end_longest(Standing::Kind::kStranger);
  }
  if (connections.size() < limits.connections) return true;
  return end_longest(Standing::Kind::kStranger) || end_longest(Standing::Kind::kIdle);
}

bool Server::Impl::end_longest(Standing::Kind kind) {
  Connection* longest = nullptr;
  Clock::time_point since;
  for (Connection* connection : connections) {
    const Standing standing = connection->standing();
    if (standing.kind != kind || (longest && standing.since >= since)) continue;
    longest = connection;
    since = standing.since;
  }
  if (!longest) return false;
  connections.erase(longest);  // its end takes a turn of the loop, in which others may come
  longest->shut();
  return true;
}

// A request is let in by what its head says; what goes on for hours is asked about again.
asio::awaitable<void> Server::Impl::end_those_who_are_out(SignIns& people) {
  constexpr std::chrono::seconds kBetweenLooks{5};
  while (!stopping) {
    next_look.expires_after(kBetweenLooks);
    co_await next_look.async_wait(kQuiet);
    if (stopping) co_return;
    if (!asking_again) {
      asking_again = core.pool.add([this, &people] {
        people.ask_again();
        asio::post(loop, [this] { asking_again = false; });
      });
    }
    for (Connection* connection : std::set(connections)) {
      const Caller* const caller = connection->caller();
      if (caller != nullptr && caller->is_out()) connection->shut();
    }
  }
}

void Server::Impl::shut_all() {
  if (stopping) return;
  stopping = true;
  next_look.cancel();
  NetError ignored;
  tcp_acceptor.close(ignored);
  rsocket_acceptor.close(ignored);
  local_acceptor.close(ignored);
  signals.cancel(ignored);
  for (Connection* connection : std::set(connections)) connection->shut();
  if (connections.empty()) return;
  farewell.expires_after(kServerFarewell);
  farewell.async_wait([this](const NetError& error) {
    if (!error) loop.stop();
  });
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() {
  if (!impl_->core.options.socket_path.empty()) ::unlink(impl_->core.options.socket_path.c_str());
}

Result<std::unique_ptr<Server>> Server::listen(ServerOptions options, const ServeContext& context) {
  raise_file_limit();
  auto impl = std::make_unique<Impl>(std::move(options), context);
  if (auto prepared = impl->prepare_tls(); !prepared) return prepared.error();
  if (auto listening = impl->listen_tcp(context); !listening) return listening.error();
  if (auto listening = impl->listen_local(); !listening) return listening.error();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const {
  NetError ignored;
  return impl_->tcp_acceptor.local_endpoint(ignored).port();
}

std::uint16_t Server::rsocket_port() const {
  NetError error;
  const auto where = impl_->rsocket_acceptor.local_endpoint(error);
  return error ? std::uint16_t{0} : where.port();
}

std::string Server::url() const { return impl_->core.gate->rules().origins.front(); }

Result<std::string> Server::make_login_link() {
  auto code = impl_->core.gate->make_login_code();
  if (!code) return code;
  return url() + "/#t=" + *code;
}

std::string Server::rsocket_url() const {
  const std::uint16_t port = rsocket_port();
  if (port == 0) return {};
  const std::string& host = impl_->core.options.host;
  return (impl_->tls ? "tls://" : "tcp://") +
         (host.find(':') == host.npos ? host : "[" + host + "]") + ":" + std::to_string(port);
}

void Server::run() {
  Impl& impl = *impl_;
  using Speaks = Impl::Speaks;
  asio::co_spawn(impl.loop, impl.accept_tcp(impl.tcp_acceptor, Speaks::kHttp), asio::detached);
  if (impl.rsocket_acceptor.is_open()) {
    asio::co_spawn(impl.loop, impl.accept_tcp(impl.rsocket_acceptor, Speaks::kRSocket),
                   asio::detached);
  }
  if (impl.local_acceptor.is_open()) {
    asio::co_spawn(impl.loop, impl.accept_local(), asio::detached);
  }
  if (SignIns* const people = impl.core.gate->people()) {
    asio::co_spawn(impl.loop, impl.end_those_who_are_out(*people), asio::detached);
  }
  impl.loop.run();
}

void Server::stop() {
  asio::post(impl_->loop, [impl = impl_.get()] { impl->shut_all(); });
}

void Server::stop_on_signals() {
  NetError ignored;
  impl_->signals.add(SIGINT, ignored);
  impl_->signals.add(SIGTERM, ignored);
  impl_->signals.add(SIGHUP, ignored);
  impl_->signals.async_wait([impl = impl_.get()](const NetError& error, int) {
    if (!error) impl->shut_all();
  });
}

}  // namespace clew
