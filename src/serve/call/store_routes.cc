// SPDX-License-Identifier: MIT
#include "serve/call/store_routes.h"

#include <optional>

#include "json/described_json.h"

namespace clew {
namespace {

constexpr std::string_view kBatchKey = "idempotency-key";

template <class Answer>
Result<Outcome> tell(const Result<Answer>& answer, const Sink& sink) {
  if (!answer) return answer.error();
  sink(json::to_text(*answer) + "\n");
  return Outcome::kFound;
}

Error is_ending() { return {ErrorCode::kCancelled, "the server is ending; nothing was changed"}; }

Result<Outcome> run_append(StoreService& store, const Caller& caller, StoreRequest& request,
                           const Sink& sink) {
  const auto scope = caller.writes()->begin();
  if (!scope) return is_ending();
  return tell(store.append(request.name, std::move(request.body), request.batch, request.is_wanted),
              sink);
}

Result<Outcome> run_delete(StoreService& store, const Caller& caller, StoreRequest& request,
                           const Sink& sink) {
  const auto scope = caller.writes()->begin();
  if (!scope) return is_ending();
  return tell(store.remove(*caller.make_engine(), request.name), sink);
}

Result<Outcome> run_load(StoreService& store, const Caller& /*any*/, StoreRequest& request,
                         const Sink& sink) {
  const auto found = store.load(request.name, sink);
  if (!found) return found.error();
  return *found ? Outcome::kFound : Outcome::kNothing;
}

Result<Outcome> run_sessions(StoreService& store, const Caller& /*any*/, StoreRequest& request,
                             const Sink& sink) {
  return tell(store.sessions(request.name.project), sink);
}

Result<Outcome> run_summaries(StoreService& store, const Caller& /*any*/, StoreRequest& request,
                              const Sink& sink) {
  return tell(store.summaries(request.name.project), sink);
}

Result<Outcome> run_subkeys(StoreService& store, const Caller& /*any*/, StoreRequest& request,
                            const Sink& sink) {
  return tell(store.subkeys(request.name.project, request.name.session), sink);
}

Error invalid(std::string_view name, std::string_view why) {
  return {ErrorCode::kInvalid, std::string(name) + ": " + std::string(why)};
}

}  // namespace

std::span<const StoreRoute> store_routes() {
  using Key = StoreRoute::Key;
  static constexpr StoreRoute kRoutes[] = {
      {.path = "/api/store/v1/append",
       .content_type = "application/x-ndjson",
       .takes_batch = true,
       .run = run_append},
      {.path = "/api/store/v1/load", .run = run_load},
      {.path = "/api/store/v1/sessions", .key = Key::kProject, .run = run_sessions},
      {.path = "/api/store/v1/summaries", .key = Key::kProject, .run = run_summaries},
      {.path = "/api/store/v1/subkeys", .key = Key::kSession, .run = run_subkeys},
      {.path = "/api/store/v1/delete", .content_type = "application/json", .run = run_delete},
  };
  return kRoutes;
}

Result<StoreRequest> store_request(const StoreRoute& route,
                                   const std::vector<std::pair<std::string, std::string>>& query,
                                   const std::map<std::string, std::string, std::less<>>& headers) {
  using Key = StoreRoute::Key;
  std::optional<std::string> project;
  std::optional<std::string> session;
  std::optional<std::string> subpath;
  for (const auto& [name, value] : query) {
    std::optional<std::string>* into = nullptr;
    if (name == "project") into = &project;
    if (name == "session" && route.key != Key::kProject) into = &session;
    if (name == "subpath" && route.key == Key::kTranscript) into = &subpath;
    if (into == nullptr) return invalid(name, "is no parameter here");
    if (*into) return invalid(name, "was sent twice");
    *into = value;
  }
  if (!project) return invalid("project", "is needed");
  if (route.key != Key::kProject && !session) return invalid("session", "is needed");
  StoreRequest request{.name = {std::move(*project), session.value_or(""), std::move(subpath)}};
  const auto batch = headers.find(kBatchKey);
  if (route.takes_batch && batch != headers.end()) request.batch = batch->second;
  return request;
}

}  // namespace clew
