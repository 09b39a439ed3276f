// SPDX-License-Identifier: MIT
#include "serve/call/error_codes.h"

#include "serve/call/json_rpc.h"

namespace clew {

ErrorCodes codes_of(ErrorCode code) {
  using RSocket = rsocket::ErrorCode;
  switch (code) {
    case ErrorCode::kNotFound:
      return {404, rpc_code::kNotFound, RSocket::kApplicationError};
    case ErrorCode::kInvalid:
      // Not RSocket's "invalid": servers made with its usual libraries call all that a handler
      // refuses an application error.
      return {400, rpc_code::kInvalidParams, RSocket::kApplicationError};
    case ErrorCode::kBusy:
      return {409, rpc_code::kRefused, RSocket::kRejected};
    case ErrorCode::kUnsupported:
      return {501, rpc_code::kRefused, RSocket::kRejected};
    case ErrorCode::kCorrupt:
      return {422, rpc_code::kInternal, RSocket::kApplicationError};
    case ErrorCode::kCancelled:
      return {503, rpc_code::kCancelled, RSocket::kCanceled};
    case ErrorCode::kIo:
      break;
  }
  return {500, rpc_code::kInternal, RSocket::kApplicationError};
}

}  // namespace clew
