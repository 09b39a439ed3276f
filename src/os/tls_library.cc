// SPDX-License-Identifier: MIT

#include "os/tls_library.h"

#include "os/shared_library.h"

namespace clew {
namespace {

bool find_in_ssl(void* ssl, TlsLibrary& tls) {
  return find_symbol(ssl, "TLS_server_method", tls.server_method) &&
         find_symbol(ssl, "TLS_client_method", tls.client_method) &&
         find_symbol(ssl, "SSL_CTX_new", tls.context_new) &&
         find_symbol(ssl, "SSL_CTX_free", tls.context_free) &&
         find_symbol(ssl, "SSL_CTX_ctrl", tls.context_control) &&
         find_symbol(ssl, "SSL_CTX_set_options", tls.context_set_options) &&
         find_symbol(ssl, "SSL_CTX_set_cipher_list", tls.context_set_ciphers) &&
         find_symbol(ssl, "SSL_CTX_set_default_passwd_cb", tls.context_set_password) &&
         find_symbol(ssl, "SSL_CTX_use_certificate_chain_file", tls.context_use_certificate) &&
         find_symbol(ssl, "SSL_CTX_use_PrivateKey_file", tls.context_use_key) &&
         find_symbol(ssl, "SSL_CTX_check_private_key", tls.context_check_key) &&
         find_symbol(ssl, "SSL_CTX_set_verify", tls.context_set_verify) &&
         find_symbol(ssl, "SSL_CTX_set_default_verify_paths", tls.context_default_authorities) &&
         find_symbol(ssl, "SSL_new", tls.session_new) &&
         find_symbol(ssl, "SSL_free", tls.session_free) &&
         find_symbol(ssl, "SSL_set_bio", tls.session_set_bio) &&
         find_symbol(ssl, "SSL_set_accept_state", tls.session_set_accept) &&
         find_symbol(ssl, "SSL_set_connect_state", tls.session_set_connect) &&
         find_symbol(ssl, "SSL_set1_host", tls.session_set_host) &&
         find_symbol(ssl, "SSL_ctrl", tls.session_control) &&
         find_symbol(ssl, "SSL_get_verify_result", tls.verify_result) &&
         find_symbol(ssl, "SSL_do_handshake", tls.handshake) &&
         find_symbol(ssl, "SSL_read", tls.read) && find_symbol(ssl, "SSL_peek", tls.peek) &&
         find_symbol(ssl, "SSL_write", tls.write) &&
         find_symbol(ssl, "SSL_shutdown", tls.shutdown) &&
         find_symbol(ssl, "SSL_pending", tls.pending) &&
         find_symbol(ssl, "SSL_get_error", tls.get_error);
}

bool find_in_crypto(void* crypto, TlsLibrary& tls) {
  return find_symbol(crypto, "BIO_new", tls.bio_new) &&
         find_symbol(crypto, "BIO_s_mem", tls.bio_memory) &&
         find_symbol(crypto, "BIO_read", tls.bio_read) &&
         find_symbol(crypto, "BIO_write", tls.bio_write) &&
         find_symbol(crypto, "BIO_ctrl_pending", tls.bio_pending) &&
         find_symbol(crypto, "X509_verify_cert_error_string", tls.verify_reason) &&
         find_symbol(crypto, "ERR_get_error", tls.error_take) &&
         find_symbol(crypto, "ERR_clear_error", tls.error_clear) &&
         find_symbol(crypto, "ERR_reason_error_string", tls.error_reason);
}

Result<TlsLibrary> load_tls_library() {
  // Never closed: it has handlers of its own.
  void* const ssl = ::dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
  void* const crypto = ::dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  TlsLibrary tls;
  if (ssl != nullptr && crypto != nullptr && find_in_ssl(ssl, tls) && find_in_crypto(crypto, tls)) {
    return tls;
  }
  return Error{ErrorCode::kUnsupported,
               "TLS needs OpenSSL 3, which is not here; on Debian and Ubuntu: apt install libssl3"};
}

}  // namespace

Result<const TlsLibrary*> TlsLibrary::load() {
  static const Result<TlsLibrary> kLibrary = load_tls_library();
  if (!kLibrary) return kLibrary.error();
  return &*kLibrary;
}

}  // namespace clew
