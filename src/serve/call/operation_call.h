// SPDX-License-Identifier: MIT
//
// Calling the operations of the table for a peer: parameters from JSON, names of sessions checked,
// answers bounded.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/call/answer.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "json/value.h"
#include "serve/call/json_rpc.h"
#include "serve/call/running_writes.h"

namespace clew {

// "claude:<id>" is how history is named in merged lists; everything below knows the plain id.
std::string_view plain_session_id(std::string_view id);
std::string prefixed_session_id(std::string_view id);

// The camelCase form of a parameter's name: "per-session" is "perSession".
std::string json_name(std::string_view name);

// A parameter by its name in the table or in camelCase; null if there is none.
const Param* find_param(const Operation& operation, std::string_view name);

// Parameters from an object: names as in the table or in camelCase; values of their type, numbers
// and flags also as texts, lists also as one text. null is as not given.
Result<Arguments::Given> given_from_json(const Operation& operation, json::Value params);

// How long an operation may take for a peer.
inline constexpr std::chrono::seconds kCallTime{60};

struct CallOptions {
  std::function<bool()> stopped = {};                  // asked often, from any thread
  std::size_t largest_answer = std::size_t{64} << 20;  // bytes; more is an error
  // Where rows that change something are counted; without it they are not run.
  RunningWrites* writes = nullptr;
  // When it is too late to go on; asked as often.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  bool may_drive = false;  // run rows that start or steer claude
};

// Runs `run` as a call of the row: parameters and access checked, its end waited for, stopped when
// the peer is gone or the time is over.
using RunRow = std::function<Result<Outcome>(const Arguments&, const StopSignal& stop)>;
Result<Outcome> run_row(Engine& engine, const Operation& operation, const Arguments::Given& given,
                        const CallOptions& options, const RunRow& run);

// Calls the row that answers with what `kMake` makes, and gives that value to `use`, which returns
// a Result<void>: for answers that are read while they are used. The value lives for the call.
template <auto kMake, class Use>
Result<void> with_answer(Engine& engine, const Arguments::Given& given, const CallOptions& options,
                         const Use& use) {
  const auto run = [&](const Arguments& arguments, const StopSignal&) -> Result<Outcome> {
    auto answer = kMake(engine, arguments);
    if (!answer) return answer.error();
    Result<void> used = use(*answer);
    if (!used) return used.error();
    return Outcome::kFound;
  };
  auto outcome = run_row(engine, operation_of<kMake>(), given, options, run);
  if (!outcome) return outcome.error();
  return {};
}

// The same, as a value.
template <auto kMake>
auto answer_of(Engine& engine, const Arguments::Given& given, const CallOptions& options)
    -> decltype(kMake(engine, std::declval<const Arguments&>())) {
  using Answer = std::remove_cvref_t<decltype(*kMake(engine, std::declval<const Arguments&>()))>;
  std::optional<Answer> value;
  const auto run = [&](const Arguments& arguments, const StopSignal&) -> Result<Outcome> {
    auto answer = kMake(engine, arguments);
    if (!answer) return answer.error();
    value.emplace(std::move(*answer));
    return Outcome::kFound;
  };
  auto outcome = run_row(engine, operation_of<kMake>(), given, options, run);
  if (!outcome) return outcome.error();
  return std::move(*value);
}

// Runs a row and hands on its answer in pieces.
Result<Outcome> stream_operation(Engine& engine, std::string_view name,
                                 const Arguments::Given& given, const CallOptions& options,
                                 const Sink& sink);

// Runs a row and returns its whole answer, exactly what `clew NAME --json` prints.
Result<std::string> call_operation(Engine& engine, std::string_view name,
                                   const Arguments::Given& given, const CallOptions& options);

// Runs a row for a JSON-RPC method of its name. An answer that is no JSON (a file's bytes, a torn
// line) is given as a text.
RpcResult call_operation_method(Engine& engine, const Operation& operation, json::Value params,
                                const CallOptions& options);

}  // namespace clew
