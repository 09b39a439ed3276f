// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/result.h"

namespace clew {

namespace rsocket {

enum class ErrorCode : std::uint32_t {
  kInvalidSetup = 0x001,
  kUnsupportedSetup = 0x002,
  kRejectedSetup = 0x003,
  kRejectedResume = 0x004,
  kConnectionError = 0x101,
  kApplicationError = 0x201,
  kRejected = 0x202,
  kCanceled = 0x203,
  kInvalid = 0x204,
};

}  // namespace rsocket

// What an error of an operation is called in each of the protocols.
struct ErrorCodes {
  int http = 0;
  int rpc = 0;
  rsocket::ErrorCode rsocket = {};
};
ErrorCodes codes_of(ErrorCode code);

}  // namespace clew
