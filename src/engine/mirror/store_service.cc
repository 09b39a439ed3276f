// SPDX-License-Identifier: MIT
#include "engine/mirror/store_service.h"

#include <algorithm>
#include <utility>

#include "json/value.h"
#include "keep/keep_deletions.h"
#include "os/clock.h"

namespace clew {
namespace {

constexpr std::uint64_t kLoadPiece = 256 << 10;

Result<TranscriptKey> key_of(const StoreName& name) {
  auto session = StoreKey::check(name.project, name.session);
  if (!session) return session.error();
  if (!name.subpath) return TranscriptKey(std::move(*session));
  return TranscriptKey::check(std::move(*session), *name.subpath);
}

}  // namespace

Result<std::unique_ptr<StoreService>> StoreService::open(DurableFileSystem& files,
                                                         const EngineOptions& options) {
  if (options.store.empty()) {
    return Error{ErrorCode::kInvalid,
                 "there is no place for a session store: neither $XDG_DATA_HOME nor $HOME is set"};
  }
  if (auto made = files.create_directories(options.store); !made) return made.error();
  auto folder = files.real_path(options.store);  // as it is called among the roots
  if (!folder) return folder.error();
  auto store = SessionStore::open(files, std::move(*folder), clock_now);
  if (!store) return store.error();
  return std::unique_ptr<StoreService>(new StoreService(std::move(*store)));
}

StoreService::~StoreService() {
  ending_ = true;
  if (tidying_.joinable()) tidying_.join();
}

void StoreService::tidy() {
  if (tidying_.joinable()) return;
  // What fails is tried again by the next append.
  tidying_ =
      std::thread([this] { static_cast<void>(store_->tidy([this] { return ending_.load(); })); });
}

Result<StoreAppend> StoreService::append(const StoreName& name, std::string body,
                                         std::string_view batch,
                                         const std::function<bool()>& is_wanted) {
  const auto key = key_of(name);
  if (!key) return key.error();
  const std::size_t size = body.size();
  body.append(json::kPadding, '\0');
  const auto lines = read_batch(std::string_view(body).substr(0, size), batch, json::kPadding);
  if (!lines) return lines.error();
  return store_->append(*key, *lines, is_wanted);
}

Result<bool> StoreService::load(const StoreName& name,
                                const std::function<bool(std::string_view)>& sink) {
  const auto key = key_of(name);
  if (!key) return key.error();
  const auto lines = store_->load(*key);
  if (!lines) return lines.error();
  if (!*lines) return false;
  std::string piece;
  for (std::uint64_t at = 0; at < (*lines)->size; at += piece.size()) {
    piece.resize(std::min(kLoadPiece, (*lines)->size - at));
    const auto count = (*lines)->file->read_at(static_cast<std::int64_t>(at), piece);
    if (!count) return count.error();
    if (*count < piece.size()) {
      return Error{ErrorCode::kIo, "the transcript became shorter while it was read"};
    }
    if (!sink(piece)) break;
  }
  return true;
}

Result<StoreSessions> StoreService::sessions(const std::string& project) {
  auto rows = store_->sessions(project);
  if (!rows) return rows.error();
  return StoreSessions{std::move(*rows)};
}

Result<StoreSummaries> StoreService::summaries(const std::string& project) {
  auto rows = store_->summaries(project);
  if (!rows) return rows.error();
  StoreSummaries summaries;
  for (StoredSession& row : *rows) summaries.summaries.push_back({std::move(row)});
  return summaries;
}

Result<StoreSubkeys> StoreService::subkeys(const std::string& project, const std::string& session) {
  const auto key = StoreKey::check(project, session);
  if (!key) return key.error();
  auto subpaths = store_->subpaths(*key);
  if (!subpaths) return subpaths.error();
  return StoreSubkeys{std::move(*subpaths)};
}

Result<StoreDeleted> StoreService::remove(Engine& engine, const StoreName& name) {
  const auto key = key_of(name);
  if (!key) return key.error();
  const auto gone = store_->remove(*key);
  if (!gone) return gone.error();
  if (gone->empty() || engine.keep_place().machine.empty()) return StoreDeleted{!gone->empty()};
  auto noted = note_deleted(engine.disk(), engine.keep_place(), *gone, engine.options().now);
  if (!noted) {
    return with_context("it is deleted, but what is kept of it is still listed", noted.error());
  }
  return StoreDeleted{true};
}

}  // namespace clew
