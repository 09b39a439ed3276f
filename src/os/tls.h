// SPDX-License-Identifier: MIT
//
// TLS without sockets, for both sides: what came from a peer goes in, what is to be sent comes out.
// Only TLS 1.2 and 1.3, only ciphers with forward secrecy.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

struct ssl_ctx_st;
struct ssl_st;
struct bio_st;

namespace clew {

struct TlsLibrary;

// One side of a connection, which TlsCertificate or TlsTrust makes. For one thread at a time.
class TlsSession {
 public:
  enum class Step : std::uint8_t {
    kDone,
    kNeedsInput,  // more has to come from the peer first
    kClosed,      // the peer said that it sends no more
    kBroken,      // what came is no TLS that we take
  };

  TlsSession(const TlsLibrary& tls, ssl_st* session);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  void feed(std::string_view came);
  Step handshake();
  // Decrypts up to what fits; `size` says how much that was.
  Step read(std::span<char> into, std::size_t& size);
  // What read() would answer, without taking anything.
  Step peek();
  // All of it, once the handshake is done.
  Step write(std::string_view plain);
  // Says that nothing more will be sent.
  void end();
  // What is to be sent to the peer, after each of the above. It may wait for the next write(), but
  // for that of handshake() and end().
  std::string take_output();
  bool has_input() const;  // something is left of what was fed
  // Of a client whose handshake broke: what is wrong with the server's certificate; else nothing.
  std::string distrust() const;

 private:
  Step step_of(int result);

  const TlsLibrary& tls_;
  ssl_st* session_;
  bio_st* input_;   // owned by the session
  bio_st* output_;  // the same
};

// A certificate with its key. They are read again when their files change, so that a renewed
// certificate counts without a restart; what cannot be read then leaves the old one. Thread-safe.
class TlsCertificate {
 public:
  // `certificate`: PEM, the server's own first, then those that lead to its authority. `key`: PEM,
  // without a passphrase.
  static Result<std::unique_ptr<TlsCertificate>> read(std::string certificate, std::string key);
  ~TlsCertificate();
  TlsCertificate(const TlsCertificate&) = delete;
  TlsCertificate& operator=(const TlsCertificate&) = delete;

  std::unique_ptr<TlsSession> new_session();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kLookAgain{2};

  TlsCertificate(const TlsLibrary& tls, std::string certificate, std::string key)
      : tls_(tls), certificate_(std::move(certificate)), key_(std::move(key)) {}
  Result<ssl_ctx_st*> make_context() const;
  // What tells one pair of files from another.
  std::string look() const;

  const TlsLibrary& tls_;
  const std::string certificate_;
  const std::string key_;
  std::mutex mutex_;               // guards what follows
  ssl_ctx_st* context_ = nullptr;  // sessions hold it too
  std::string seen_;
  Clock::time_point looked_;
};

// The authorities that this machine trusts, for a client. Thread-safe.
class TlsTrust {
 public:
  // Those of the system, or of $SSL_CERT_FILE and $SSL_CERT_DIR.
  static Result<std::unique_ptr<TlsTrust>> of_system();
  ~TlsTrust();
  TlsTrust(const TlsTrust&) = delete;
  TlsTrust& operator=(const TlsTrust&) = delete;

  // With a server that must prove to be this one: a name or an address.
  Result<std::unique_ptr<TlsSession>> new_session(const std::string& host) const;

 private:
  TlsTrust(const TlsLibrary& tls, ssl_ctx_st* context) : tls_(tls), context_(context) {}

  const TlsLibrary& tls_;
  ssl_ctx_st* context_;
};

}  // namespace clew
