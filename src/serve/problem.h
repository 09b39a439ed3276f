// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

// The HTTP status that an error of an operation becomes.
int status_of(ErrorCode code);
std::string_view reason_phrase(int status);

// RFC 9457: {"type":"about:blank","title":...,"status":...,"detail":...}.
std::string problem_json(int status, std::string_view detail);

}  // namespace clew
