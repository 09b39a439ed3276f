// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "serve/call/caller.h"
#include "serve/http/response_stream.h"
#include "serve/http/target.h"

namespace clew {

// An operation and what was given to it in a request. Whether that fits is checked when it is run.
struct HttpCall {
  const Operation* operation = nullptr;
  Arguments::Given given;
  std::string if_none_match = {};  // what the client has already; see ResponseStream::set_tag

  // The same for calls that have the same answer.
  std::string key() const;
};

Result<HttpCall> call_from_query(const Operation& operation, const Target& target);
// `body` is a JSON object, or empty.
Result<HttpCall> call_from_body(const Operation& operation, std::string_view body);

// What tells the answer of a call from all others, without making it: made of the session's file
// (which, how large, of when), the parameters and our version. Weak ("W/") while the file's time is
// too young to tell two changes apart. Empty when more than one file decides, or there is none.
std::string tag_of_call(Engine& engine, const HttpCall& call);

// Runs the call on an engine of its own. The bytes are those of `clew OPERATION --json`, with the
// newline at their end. Unless the client has them: then the stream only says so.
void run_call(const Caller& caller, const HttpCall& call, ResponseStream& stream);

}  // namespace clew
