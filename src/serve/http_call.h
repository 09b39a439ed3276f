// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "engine/arguments.h"
#include "engine/operation.h"
#include "serve/message_channel.h"
#include "serve/response_stream.h"
#include "serve/target.h"

namespace clew {

// An operation and what was given to it in a request. Whether that fits is checked when it is run.
struct HttpCall {
  const Operation* operation = nullptr;
  Arguments::Given given;

  // The same for calls that have the same answer.
  std::string key() const;
};

Result<HttpCall> call_from_query(const Operation& operation, const Target& target);
// `body` is a JSON object, or empty.
Result<HttpCall> call_from_body(const Operation& operation, std::string_view body);

// Runs the call on an engine of its own. The bytes are those of `clew OPERATION --json`, with the
// newline at their end.
void run_call(const ServeContext& context, const HttpCall& call, ResponseStream& stream);

}  // namespace clew
