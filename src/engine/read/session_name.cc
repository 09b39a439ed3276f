// SPDX-License-Identifier: MIT

#include "engine/read/session_name.h"

#include <optional>

#include "base/parallel.h"
#include "catalog/facts/facts_cache.h"
#include "catalog/facts/facts_codec.h"
#include "catalog/layout/layout.h"
#include "os/paths.h"

namespace clew {
namespace {

// The transcript that a list names the session by.
TranscriptFile listed_file(const FileSystem& files, const FileOfSession& of) {
  TranscriptFile listed = *of.file;
  if (!listed.is_agent) return listed;
  const auto path = transcript_above(listed.path, of.session);
  const Result<FileInfo> info = path ? files.stat(*path) : Result<FileInfo>(Error{});
  if (!info) return listed;
  listed.path = *path;
  listed.info = *info;
  return listed;
}

template <class Text>
SessionName name_of(const BasicFacts<Text>& facts) {
  return {std::string(facts.title()), short_name(facts), std::string(facts.cwd)};
}

SessionName read_name(const FileSystem& files, const FactsCache* cache,
                      const TranscriptFile& file) {
  if (cache) {
    const auto record = cache->find(file.path, file.info);
    if (const auto known = record ? parse_facts(*record) : std::nullopt) return name_of(*known);
  }
  if (const auto facts = FactsReader().read(files, file.path)) return name_of(*facts);
  SessionFacts nothing;
  nothing.id = stem(file.path);
  return name_of(nothing);
}

}  // namespace

std::vector<SessionName> session_names(Engine& engine, const std::vector<FileOfSession>& files) {
  std::vector<TranscriptFile> listed;
  std::int64_t bytes = 0;
  for (const FileOfSession& one : files) {
    bytes += listed.emplace_back(listed_file(engine.files(), one)).info.size;
  }
  const EngineOptions& where = engine.options();
  std::optional<FactsCache> cache;
  if (!where.own.cache.empty()) {
    cache.emplace(engine.files(), where.own.facts_cache(), where.now);
    if (!cache->is_worth_asking(bytes)) cache.reset();
  }
  std::vector<SessionName> names(files.size());
  parallel_for(std::ssize(files), default_threads(), [&](std::int64_t i, int) {
    const auto at = static_cast<std::size_t>(i);
    names[at] = read_name(engine.files(), cache ? &*cache : nullptr, listed[at]);
  });
  return names;
}

}  // namespace clew
