// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "serve/rsocket_frame.h"

namespace clew {

// What an error of an operation is called in each of the protocols.
struct ErrorCodes {
  int http = 0;
  int rpc = 0;
  rsocket::ErrorCode rsocket = {};
};
ErrorCodes codes_of(ErrorCode code);

}  // namespace clew
