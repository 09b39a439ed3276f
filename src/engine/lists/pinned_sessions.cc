// SPDX-License-Identifier: MIT
#include "engine/lists/pinned_sessions.h"

#include "catalog/list/hidden_list.h"
#include "os/paths.h"

namespace clew {
namespace {

// Of the same form as the list of hidden ones.
std::string place(const Engine& engine) {
  return join_path(engine.options().own.data, "pinned.json");
}

}  // namespace

Result<std::set<std::string, std::less<>>> pinned_sessions(Engine& engine) {
  auto list = read_hidden_list(engine.files(), place(engine));
  if (!list) return list.error();
  return std::move(list->sessions);
}

Result<Done> pin_session(Engine& engine, const std::string& session, Pin pin) {
  auto list = read_hidden_list(engine.files(), place(engine));
  if (!list) return list.error();
  const auto named = engine.locate(session, Engine::Hidden::kByAnyName);
  if (!named) return named.error();
  const std::string& id = named->id.text();
  if (pin == Pin::kYes) {
    list->sessions.insert(id);
  } else {
    list->sessions.erase(id);
  }
  if (auto written = write_hidden_list(engine.files(), place(engine), *list); !written) {
    return written.error();
  }
  return Done{id + (pin == Pin::kYes ? " is pinned" : " is not pinned any more")};
}

}  // namespace clew
