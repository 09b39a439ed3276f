// SPDX-License-Identifier: MIT

#include "os/tls.h"

#include <algorithm>
#include <climits>
#include <sys/stat.h>

#include "os/tls_library.h"

namespace clew {
namespace {

constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";  // of TLS 1.2; 1.3 has no others
constexpr std::size_t kMostTlsBytes = INT_MAX;

// Nobody is asked at the terminal.
int no_passphrase(char* /*into*/, int /*size*/, int /*writes*/, void* /*data*/) { return 0; }

// The first error that OpenSSL noted, in its words.
std::string tls_reason(const TlsLibrary& tls) {
  const unsigned long first = tls.error_take();
  const char* const reason = first == 0 ? nullptr : tls.error_reason(first);
  tls.error_clear();
  return reason == nullptr ? "not in PEM form, or not readable" : reason;
}

// With what both sides want; null when it cannot be.
SSL_CTX* new_context(const TlsLibrary& tls, const SSL_METHOD* method) {
  SSL_CTX* const context = tls.context_new(method);
  if (context == nullptr) return nullptr;
  tls.context_control(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, nullptr);
  if (tls.context_set_ciphers(context, kCiphers) == 1) return context;
  tls.context_free(context);
  return nullptr;
}

std::string seen_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return "-";
  return std::to_string(info.st_dev) + "." + std::to_string(info.st_ino) + "." +
         std::to_string(info.st_size) + "." + std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace

TlsSession::TlsSession(const TlsLibrary& tls, ssl_st* session)
    : tls_(tls),
      session_(session),
      input_(tls.bio_new(tls.bio_memory())),
      output_(tls.bio_new(tls.bio_memory())) {
  tls_.session_set_bio(session_, input_, output_);
}

TlsSession::~TlsSession() { tls_.session_free(session_); }

void TlsSession::feed(std::string_view came) {
  tls_.bio_write(input_, came.data(), static_cast<int>(std::min(came.size(), kMostTlsBytes)));
}

TlsSession::Step TlsSession::step_of(int result) {
  if (result > 0) return Step::kDone;
  const int error = tls_.get_error(session_, result);
  tls_.error_clear();
  if (error == SSL_ERROR_WANT_READ) return Step::kNeedsInput;
  return error == SSL_ERROR_ZERO_RETURN ? Step::kClosed : Step::kBroken;
}

TlsSession::Step TlsSession::handshake() { return step_of(tls_.handshake(session_)); }

TlsSession::Step TlsSession::read(std::span<char> into, std::size_t& size) {
  const int count =
      tls_.read(session_, into.data(), static_cast<int>(std::min(into.size(), kMostTlsBytes)));
  size = count > 0 ? static_cast<std::size_t>(count) : 0;
  return step_of(count);
}

TlsSession::Step TlsSession::peek() {
  char byte = 0;
  return step_of(tls_.peek(session_, &byte, 1));
}

TlsSession::Step TlsSession::write(std::string_view plain) {
  if (plain.empty()) return Step::kDone;
  return step_of(
      tls_.write(session_, plain.data(), static_cast<int>(std::min(plain.size(), kMostTlsBytes))));
}

void TlsSession::end() { step_of(tls_.shutdown(session_)); }

std::string TlsSession::take_output() {
  std::string output(tls_.bio_pending(output_), '\0');
  const int count =
      output.empty() ? 0 : tls_.bio_read(output_, output.data(), static_cast<int>(output.size()));
  output.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return output;
}

bool TlsSession::has_input() const {
  return tls_.bio_pending(input_) > 0 || tls_.pending(session_) > 0;
}

std::string TlsSession::distrust() const {
  const long verdict = tls_.verify_result(session_);
  return verdict == X509_V_OK ? std::string() : tls_.verify_reason(verdict);
}

Result<std::unique_ptr<TlsCertificate>> TlsCertificate::read(std::string certificate,
                                                             std::string key) {
  const auto tls = TlsLibrary::load();
  if (!tls) return tls.error();
  std::unique_ptr<TlsCertificate> made(
      new TlsCertificate(**tls, std::move(certificate), std::move(key)));
  made->seen_ = made->look();
  made->looked_ = Clock::now();
  auto context = made->make_context();
  if (!context) return context.error();
  made->context_ = *context;
  return made;
}

TlsCertificate::~TlsCertificate() {
  if (context_ != nullptr) tls_.context_free(context_);
}

Result<ssl_ctx_st*> TlsCertificate::make_context() const {
  tls_.error_clear();
  SSL_CTX* const context = new_context(tls_, tls_.server_method());
  if (context == nullptr) return Error{ErrorCode::kIo, "TLS cannot begin: " + tls_reason(tls_)};
  const auto fail = [&](const std::string& what) {
    const std::string reason = tls_reason(tls_);
    tls_.context_free(context);
    return Error{ErrorCode::kInvalid, what + ": " + reason};
  };
  // A session's memory is not held while it is idle.
  tls_.context_control(context, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, nullptr);
  tls_.context_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  tls_.context_set_password(context, no_passphrase);
  if (tls_.context_use_certificate(context, certificate_.c_str()) != 1) {
    return fail("cannot use the certificate " + certificate_);
  }
  if (tls_.context_use_key(context, key_.c_str(), SSL_FILETYPE_PEM) != 1) {
    return fail("cannot use the key " + key_ + " (PEM, without a passphrase, that of " +
                certificate_ + ")");
  }
  if (tls_.context_check_key(context) != 1) {
    return fail("the key " + key_ + " is not that of the certificate " + certificate_);
  }
  return context;
}

std::string TlsCertificate::look() const { return seen_file(certificate_) + "/" + seen_file(key_); }

std::unique_ptr<TlsSession> TlsCertificate::new_session() {
  const std::lock_guard lock(mutex_);
  if (const auto now = Clock::now(); now - looked_ >= kLookAgain) {
    looked_ = now;
    if (std::string seen = look(); seen != seen_) {
      seen_ = std::move(seen);
      // Between two renames they may not fit; the next change is looked at again.
      if (auto renewed = make_context()) {
        tls_.context_free(context_);
        context_ = *renewed;
      }
    }
  }
  SSL* const session = tls_.session_new(context_);
  tls_.session_set_accept(session);
  return std::make_unique<TlsSession>(tls_, session);
}

Result<std::unique_ptr<TlsTrust>> TlsTrust::of_system() {
  const auto tls = TlsLibrary::load();
  if (!tls) return tls.error();
  SSL_CTX* const context = new_context(**tls, (*tls)->client_method());
  if (context == nullptr) return Error{ErrorCode::kIo, "TLS cannot begin: " + tls_reason(**tls)};
  (*tls)->context_set_verify(context, SSL_VERIFY_PEER, nullptr);
  (*tls)->context_default_authorities(context);
  return std::unique_ptr<TlsTrust>(new TlsTrust(**tls, context));
}

TlsTrust::~TlsTrust() { tls_.context_free(context_); }

Result<std::unique_ptr<TlsSession>> TlsTrust::new_session(const std::string& host) const {
  SSL* const session = tls_.session_new(context_);
  tls_.session_set_connect(session);
  auto made = std::make_unique<TlsSession>(tls_, session);
  if (tls_.session_set_host(session, host.c_str()) != 1) {
    return Error{ErrorCode::kInvalid, host + " is not the name of a server"};
  }
  // Servers with several names ask which is meant; addresses are none.
  std::string name = host;
  const bool is_address = name.find_first_not_of("0123456789.") == std::string::npos ||
                          name.find(':') != std::string::npos;
  if (!is_address) {
    tls_.session_control(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                         name.data());
  }
  return made;
}

}  // namespace clew
