// SPDX-License-Identifier: MIT
#include "engine/read/open_session.h"

#include "base/text.h"
#include "engine/read/session_cache.h"

namespace clew {

Result<SharedSession> open_session(Engine& engine, const std::string& name) {
  auto named = engine.locate(name);
  if (!named) return named.error();
  return open_session(engine, *named);
}

Result<SharedSession> open_session(Engine& engine, const NamedSession& session) {
  auto opened = open_file(engine, session.path);
  if (!opened) return opened;
  if (auto checked = (*opened)->check_has_lines(); !checked) return checked.error();
  return opened;
}

Subagents subagents_of(const Engine& engine, const Session& session) {
  return all_subagents(engine.files(), session.tree(), session.opened_file(), session.file());
}

Result<std::string> session_id_meant(Engine& engine, const std::string& name) {
  auto named = engine.locate(name);
  if (named) return named->id.text();
  const bool may_be_id = name.find_first_not_of("0123456789abcdefABCDEF-") == std::string::npos;
  if (may_be_id) return ascii_lower(name);
  return named.error();
}

Result<SharedSession> open_any_file(Engine& engine, const std::string& name) {
  auto named = engine.locate(name);
  if (!named) return named.error();
  return open_file(engine, named->path);
}

Result<SharedSession> open_file(Engine& engine, const std::string& path) {
  // Others may use the session after us: only the reading of it is ours to stop.
  const FileSystem& lasting = engine.lasting_files();
  SessionCache* cache = engine.services().sessions;
  auto session = cache ? cache->open(lasting, path, &engine.stop())
                       : Session::open(lasting, path, &engine.stop());
  if (session && engine.stop().is_stopped()) return stopped_error();
  return session;
}

}  // namespace clew
