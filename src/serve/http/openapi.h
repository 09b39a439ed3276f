// SPDX-License-Identifier: MIT
//
// Documents made from the table of operations.
#pragma once

#include <string>

namespace clew {

// OpenAPI 3.1 of all that can be called over HTTP.
std::string openapi_json();

// docs/operations.md: every operation with its parameters, answer and forms of call.
std::string operations_markdown();

}  // namespace clew
