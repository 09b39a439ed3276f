// SPDX-License-Identifier: MIT
#include "engine/redact/masked_files.h"

#include <algorithm>
#include <optional>

#include "base/stop.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/masked_cache.h"
#include "engine/redact/session_groups.h"
#include "keep/content_hash.h"
#include "os/paths.h"

namespace clew {
namespace {

// What a mask shows at one of its places: "[github-token 1      ]"; where the label does not fit,
// "[****]".
char shown_at(const SecretPlaceInFile& mask, std::int64_t at) {
  const std::int64_t label = std::ssize(mask.label);
  if (at == mask.length - 1) return ']';
  if (mask.length < label) return at == 0 ? '[' : '*';
  return at < label - 1 ? mask.label[static_cast<std::size_t>(at)] : ' ';
}

void cover(std::span<char> bytes, std::int64_t offset,
           const std::vector<SecretPlaceInFile>& masks) {
  const std::int64_t end = offset + std::ssize(bytes);
  auto mask = std::lower_bound(
      masks.begin(), masks.end(), offset,
      [](const SecretPlaceInFile& one, std::int64_t at) { return one.begin + one.length <= at; });
  for (; mask != masks.end() && mask->begin < end; ++mask) {
    const std::int64_t from = std::max(mask->begin, offset);
    const std::int64_t to = std::min(mask->begin + mask->length, end);
    for (std::int64_t at = from; at < to; ++at) {
      bytes[static_cast<std::size_t>(at - offset)] = shown_at(*mask, at - mask->begin);
    }
  }
}

}  // namespace

// The files of a session as they were when they were looked through, and what is masked in each.
class MaskedSession {
 public:
  struct File {
    FileInfo info;
    std::vector<SecretPlaceInFile> masks;
    std::optional<Error> error;  // it cannot be looked through, so nobody sees it
  };

  static Result<std::shared_ptr<const MaskedSession>> make(const FileSystem& files,
                                                           const std::string& id,
                                                           std::vector<SessionSource> sources,
                                                           const redact::Finder& finder,
                                                           const RedactDecisions& decisions) {
    auto out = std::make_shared<MaskedSession>();
    for (const SessionSource& source : sources) {
      const auto info = files.stat(source.path);
      if (!info) return info.error();
      out->files_[source.path].info = *info;
    }
    static const StopSignal kNever;
    auto all =
        SessionRedaction::collect({files, kNever, id, std::move(sources)}, finder, &decisions);
    if (!all) return all.error();
    for (const SessionSource& source : (*all)->sources()) {
      File& file = out->files_[source.path];
      auto places = (*all)->places_in(source, file.info.size);
      if (places) {
        file.masks = std::move(*places);
      } else {
        file.error = places.error();
      }
    }
    return std::shared_ptr<const MaskedSession>(std::move(out));
  }

  const File* find(const std::string& path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? nullptr : &found->second;
  }

  // Whether these are the files, unchanged.
  bool is_of(const FileSystem& files, const std::vector<SessionSource>& sources) const {
    return sources.size() == files_.size() &&
           std::all_of(sources.begin(), sources.end(), [&](const SessionSource& source) {
             const File* file = find(source.path);
             const auto now = files.stat(source.path);
             return file && now && same_version(file->info, *now);
           });
  }

 private:
  std::map<std::string, File> files_;
};

struct MaskedFiles::Slot {
  std::mutex mutex;
  std::shared_ptr<const MaskedSession> session;
};

namespace {

// A file up to where it was looked at. Needs nothing but itself.
class MaskedFile : public RandomAccessFile {
 public:
  MaskedFile(std::unique_ptr<RandomAccessFile> base, std::shared_ptr<const MaskedSession> session,
             const MaskedSession::File& file)
      : base_(std::move(base)), session_(std::move(session)), file_(file) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset >= file_.info.size) return size_t{0};
    const auto left = static_cast<size_t>(file_.info.size - offset);
    const std::span<char> wanted = out.first(std::min(out.size(), left));
    auto got = base_->read_at(offset, wanted);
    if (got) cover(wanted.first(*got), offset, file_.masks);
    return got;
  }
  Result<FileInfo> info() const override {
    auto info = base_->info();
    if (info) info->size = std::min(info->size, file_.info.size);
    return info;
  }

 private:
  std::unique_ptr<RandomAccessFile> base_;
  std::shared_ptr<const MaskedSession> session_;  // has file_
  const MaskedSession::File& file_;
};

}  // namespace

// All files as they were for a short time: what was found unchanged once is not compared again.
class MaskedFiles::Look {
 public:
  Look(DurableFileSystem& disk, const EngineOptions& options, const MaskedFiles& masked)
      : plain_(disk, options), masked_(masked) {}

  const FileSystem& files() { return plain_.lasting_files(); }

  // What is masked in this file and all others of its session.
  Result<std::shared_ptr<const MaskedSession>> session_with(const std::string& path) {
    std::string name = path;
    std::vector<SessionSource> parts = {{path, path, is_transcript_name(base_name(path))}};
    std::string id;
    {
      const std::lock_guard lock(mutex_);
      if (const std::string* root_path = root_of(path)) {
        const Root& root = look_at(*root_path);
        if (const auto known = root.names.find(path); known != root.names.end()) {
          name = *root_path + "\n" + known->second;
          parts = root.groups.at(known->second).sources;
          id = root.groups.at(known->second).id;
        }
      }
      if (const auto checked = checked_.find(name); checked != checked_.end())
        return checked->second;
    }
    const auto slot = masked_.slot_of(name);
    const std::lock_guard slot_lock(slot->mutex);
    if (!slot->session || !slot->session->is_of(files(), parts)) {
      auto made = MaskedSession::make(files(), id, parts, masked_.finder_, masked_.decisions_);
      if (!made) return made.error();
      slot->session = std::move(*made);
    }
    const std::lock_guard lock(mutex_);
    return checked_[name] = slot->session;
  }

 private:
  struct Root {
    std::map<std::string, SessionGroup> groups;  // by the id of their session, or by file
    std::map<std::string, std::string> names;    // which of them a path is in
  };

  const std::string* root_of(const std::string& path) const {
    for (const std::string& root : plain_.roots().paths) {
      if (path.size() > root.size() && path.starts_with(root) && path[root.size()] == '/')
        return &root;
    }
    return nullptr;
  }

  // All sessions of a root with their files.
  const Root& look_at(const std::string& path) {
    const auto [at, is_new] = known_.try_emplace(path);
    Root& root = at->second;
    if (!is_new) return root;
    for (SessionGroup& group : group_by_session(files(), path)) {
      const std::string name = group.id.empty() ? group.sources.front().file : group.id;
      for (const SessionSource& source : group.sources) root.names[source.path] = name;
      root.groups.emplace(name, std::move(group));
    }
    return root;
  }

  Engine plain_;
  const MaskedFiles& masked_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, Root> known_;
  std::map<std::string, std::shared_ptr<const MaskedSession>> checked_;
};

MaskedFiles::MaskedFiles(DurableFileSystem& disk, EngineOptions options, redact::Finder finder,
                         RedactDecisions decisions, std::string name)
    : ForwardingFileSystem(disk),
      options_(std::move(options)),
      finder_(std::move(finder)),
      decisions_(std::move(decisions)),
      name_(std::move(name)) {}
MaskedFiles::~MaskedFiles() = default;

Result<std::unique_ptr<MaskedFiles>> MaskedFiles::make(DurableFileSystem& disk,
                                                       const EngineOptions& options) {
  auto finder = redact::Finder::make();
  if (!finder) return finder.error();
  const std::string path = options.own.redact();
  auto decisions = RedactDecisions::read(disk, path);
  if (!decisions) return decisions.error();
  // Another version finds other secrets, and other decisions show them.
  const auto decided = read_file(disk, path, 64 << 20);
  const std::string seen = std::string(CLEW_VERSION) + "\n" + (decided ? *decided : std::string());
  return std::unique_ptr<MaskedFiles>(new MaskedFiles(disk, options, std::move(*finder),
                                                      std::move(*decisions),
                                                      piece_hash(seen).hex().substr(0, 16)));
}

OwnPaths MaskedFiles::own() const {
  OwnPaths out = options_.own;
  if (!out.cache.empty()) out.cache = masked_cache(options_.own) + "/" + name_;
  return out;
}

bool MaskedFiles::is_ours(std::string_view path) const {
  const auto below = [path](const std::string& folder) {
    return !folder.empty() && path.size() > folder.size() && path.starts_with(folder) &&
           path[folder.size()] == '/';
  };
  const OwnPaths& own = options_.own;
  const bool is_store = !own.data.empty() && below(own.session_store());
  return (below(own.cache) || below(own.data) || below(options_.keep)) && !is_store;
}

std::shared_ptr<MaskedFiles::Look> MaskedFiles::look_at_roots(Age age) const {
  constexpr std::chrono::seconds kOld{1};
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (age == Age::kNew || !look_ || now - looked_ > kOld) {
    look_ = std::make_shared<Look>(base(), options_, *this);
    looked_ = now;
  }
  return look_;
}

std::shared_ptr<MaskedFiles::Slot> MaskedFiles::slot_of(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Slot>& slot = slots_[key];
  if (!slot) slot = std::make_shared<Slot>();
  return slot;
}

Result<std::unique_ptr<RandomAccessFile>> MaskedFiles::open(const std::string& path) const {
  if (is_ours(path)) return base().open(path);
  auto look_now = look_at_roots(Age::kMayBeKnown);
  auto file = look_now->files().open(path);
  if (!file && file.error().code == ErrorCode::kNotFound) {
    // It may have come since, or be in the keep alone since: who asks must not find it there.
    look_now = look_at_roots(Age::kNew);
    file = look_now->files().open(path);
  }
  if (!file) return file;
  auto session = look_now->session_with(path);
  if (!session) return session.error();
  const MaskedSession::File* known = (*session)->find(path);
  if (!known) return Error{ErrorCode::kNotFound, path + " was not looked through for secrets"};
  if (known->error) return *known->error;
  const auto now = (*file)->info();
  if (!now) return now.error();
  if (now->inode != known->info.inode || now->device != known->info.device ||
      now->size < known->info.size) {
    return Error{ErrorCode::kBusy, path + " changed while it was looked through for secrets"};
  }
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<MaskedFile>(std::move(*file), std::move(*session), *known));
}

}  // namespace clew
