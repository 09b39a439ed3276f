// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

std::string_view reason_phrase(int status);

// RFC 9457: {"type":"about:blank","title":...,"status":...,"detail":...}.
std::string problem_json(int status, std::string_view detail);

}  // namespace clew
