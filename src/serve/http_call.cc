// SPDX-License-Identifier: MIT

#include "serve/http_call.h"

#include <exception>

#include "serve/operation_call.h"

namespace clew {
namespace {

Result<Outcome> run_guarded(const ServeContext& context, const HttpCall& call,
                            ResponseStream& stream) {
  // Nothing of ours throws, but memory can be short, and one request must not end the server.
  try {
    const auto engine = context.make_engine();
    CallOptions options;
    options.stopped = [&stream] { return stream.is_cancelled(); };
    options.may_write = true;
    options.may_drive = context.allow_drive;
    bool wrote = false;
    auto outcome = stream_operation(*engine, call.operation->name, call.given, options,
                                    [&](std::string_view piece) {
                                      wrote = true;
                                      return stream.write(piece);
                                    });
    if (wrote && outcome && !call.operation->streams) stream.write("\n");
    return outcome;
  } catch (const std::exception& failure) {
    return Error{ErrorCode::kIo, std::string("stopped: ") + failure.what()};
  }
}

}  // namespace

std::string HttpCall::key() const {
  std::string key(operation->name);
  for (const auto& [name, values] : given) {
    for (const std::string& value : values) {
      key += '\0';
      key += name;
      key += '=';
      key += value;
    }
  }
  return key;
}

Result<HttpCall> call_from_query(const Operation& operation, const Target& target) {
  auto given = given_from_query(operation, target.query);
  if (!given) return given.error();
  return HttpCall{&operation, std::move(*given)};
}

Result<HttpCall> call_from_body(const Operation& operation, std::string_view body) {
  if (body.empty()) return HttpCall{&operation, {}};
  json::Parser parser;
  auto root = parser.parse_copy(body);
  if (!root) return Error{ErrorCode::kInvalid, "the body is no JSON: " + root.error().message};
  auto given = given_from_json(operation, *root);
  if (!given) return given.error();
  return HttpCall{&operation, std::move(*given)};
}

void run_call(const ServeContext& context, const HttpCall& call, ResponseStream& stream) {
  stream.finish(run_guarded(context, call, stream));
}

}  // namespace clew
