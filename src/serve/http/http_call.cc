// SPDX-License-Identifier: MIT

#include "serve/http/http_call.h"

#include <exception>

#include "serve/call/operation_call.h"
#include "serve/http/reply.h"

namespace clew {
namespace {

// False: the client has the answer already, and the stream was told so.
bool prepare_tag(Engine& engine, const HttpCall& call, ResponseStream& stream) {
  std::string tag = tag_of_call(engine, call);
  const bool has_it = !tag.empty() && matches_etag(call.if_none_match, tag);
  stream.set_tag(std::move(tag));
  return !has_it;
}

// Nothing: the stream was told that nothing has changed.
std::optional<Result<Outcome>> run_guarded(const Caller& caller, const HttpCall& call,
                                           ResponseStream& stream) {
  // Nothing of ours throws, but memory can be short, and one request must not end the server.
  try {
    const auto engine = caller.make_engine();
    CallOptions options;
    options.stopped = [&stream] { return stream.is_cancelled(); };
    options.writes = caller.writes();
    options.may_drive = caller.may_drive();
    if (!prepare_tag(*engine, call, stream)) return std::nullopt;
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

std::string tag_of_call(Engine& engine, const HttpCall& call) {
  const auto session = call.given.find("session");
  if (!call.operation->one_file || session == call.given.end() || session->second.size() != 1) {
    return {};
  }
  if (call.given.contains("agent")) return {};  // which has a file of its own
  const auto named = engine.locate(session->second.front());
  if (!named) return {};  // the operation itself says why
  const auto info = engine.files().stat(named->path);
  if (!info) return {};
  std::string facts = call.key() + '\0' + named->path + '\0' + CLEW_VERSION;
  for (const std::uint64_t number :
       {info->device, info->inode, static_cast<std::uint64_t>(info->size),
        static_cast<std::uint64_t>(info->mtime_ns), static_cast<std::uint64_t>(info->ctime_ns)}) {
    facts += '\0' + std::to_string(number);
  }
  const bool young = may_change_unseen(*info, engine.options().now);
  return (young ? "W/" : "") + etag_of(facts);
}

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

void run_call(const Caller& caller, const HttpCall& call, ResponseStream& stream) {
  auto outcome = run_guarded(caller, call, stream);
  outcome ? stream.finish(std::move(*outcome)) : stream.finish_unchanged();
}

}  // namespace clew
