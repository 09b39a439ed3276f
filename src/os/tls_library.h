// SPDX-License-Identifier: MIT
//
// OpenSSL, found when it is first needed: linked at the start of the program it would cost
// every `clew list` a millisecond.
#pragma once

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "base/result.h"

namespace clew {

// The functions of OpenSSL that this module uses, and no other.
struct TlsLibrary {
  decltype(&::TLS_server_method) server_method = nullptr;
  decltype(&::TLS_client_method) client_method = nullptr;
  decltype(&::SSL_CTX_new) context_new = nullptr;
  decltype(&::SSL_CTX_free) context_free = nullptr;
  decltype(&::SSL_CTX_ctrl) context_control = nullptr;
  decltype(&::SSL_CTX_set_options) context_set_options = nullptr;
  decltype(&::SSL_CTX_set_cipher_list) context_set_ciphers = nullptr;
  decltype(&::SSL_CTX_set_default_passwd_cb) context_set_password = nullptr;
  decltype(&::SSL_CTX_use_certificate_chain_file) context_use_certificate = nullptr;
  decltype(&::SSL_CTX_use_PrivateKey_file) context_use_key = nullptr;
  decltype(&::SSL_CTX_check_private_key) context_check_key = nullptr;
  decltype(&::SSL_CTX_set_verify) context_set_verify = nullptr;
  decltype(&::SSL_CTX_set_default_verify_paths) context_default_authorities = nullptr;
  decltype(&::SSL_new) session_new = nullptr;
  decltype(&::SSL_free) session_free = nullptr;
  decltype(&::SSL_set_bio) session_set_bio = nullptr;
  decltype(&::SSL_set_accept_state) session_set_accept = nullptr;
  decltype(&::SSL_set_connect_state) session_set_connect = nullptr;
  decltype(&::SSL_set1_host) session_set_host = nullptr;
  decltype(&::SSL_ctrl) session_control = nullptr;
  decltype(&::SSL_get_verify_result) verify_result = nullptr;
  decltype(&::SSL_do_handshake) handshake = nullptr;
  decltype(&::SSL_read) read = nullptr;
  decltype(&::SSL_peek) peek = nullptr;
  decltype(&::SSL_write) write = nullptr;
  decltype(&::SSL_shutdown) shutdown = nullptr;
  decltype(&::SSL_pending) pending = nullptr;
  decltype(&::SSL_get_error) get_error = nullptr;
  decltype(&::BIO_new) bio_new = nullptr;
  decltype(&::BIO_s_mem) bio_memory = nullptr;
  decltype(&::BIO_read) bio_read = nullptr;
  decltype(&::BIO_write) bio_write = nullptr;
  decltype(&::BIO_ctrl_pending) bio_pending = nullptr;
  decltype(&::X509_verify_cert_error_string) verify_reason = nullptr;
  decltype(&::ERR_get_error) error_take = nullptr;
  decltype(&::ERR_clear_error) error_clear = nullptr;
  decltype(&::ERR_reason_error_string) error_reason = nullptr;

  // kUnsupported when it is not installed; the message says what to install.
  static Result<const TlsLibrary*> load();
};

}  // namespace clew
