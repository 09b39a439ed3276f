// SPDX-License-Identifier: MIT
#include "travel/unpack.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "catalog/edits/file_move.h"
#include "catalog/layout/kept_places.h"
#include "os/temporary_name.h"
#include "travel/sha256.h"

namespace clew {
namespace {

enum class There : std::uint8_t { kNothing, kSame, kOther };

struct Item {
  const PackedFile* file = nullptr;
  std::size_t session = 0;
  PathBelow to;
  PathBelow staged;
  There there = There::kNothing;
};

class Unpacker {
 public:
  Unpacker(DurableFileSystem& disk, SessionPackReader& pack, const std::string& root,
           StopToken stop)
      : disk_(disk), pack_(pack), root_(root), staging_(root_ / temporary_name()), stop_(stop) {}

  Result<std::vector<UnpackedSession>> run(const std::vector<std::string>& keys) {
    if (auto planned = plan(keys); !planned) return planned.error();
    auto done = disk_.create_directories(staging_);
    if (done) done = stage();
    if (done) done = place_all();
    static_cast<void>(remove_tree(disk_, staging_));
    if (!done) return done.error();
    return std::move(sessions_);
  }

 private:
  Result<void> plan(const std::vector<std::string>& keys) {
    const auto& packed = pack_.manifest().sessions;
    for (std::size_t i = 0; i < packed.size(); ++i) {
      for (const PackedFile& file : packed[i].files) {
        auto to = target(file, keys[i]);
        if (!to) return to.error();
        const auto number = PlainName::from(std::to_string(items_.size()));
        items_.push_back({&file, i, *to, staging_ / *number});
        auto there = look(items_.back());
        if (!there) return there.error();
        items_.back().there = *there;
      }
      sessions_.push_back({packed[i].id, target_text(packed[i].transcript(), keys[i])});
    }
    for (const Item& item : items_) {
      UnpackedSession& session = sessions_[item.session];
      if (item.there == There::kSame) session.same.push_back(item.to.text());
      if (item.there == There::kOther) session.differing.push_back(item.to.text());
    }
    return {};
  }

  std::string target_text(const std::string& place, const std::string& key) const {
    return root_.text() + "/" + moved_to_project(place, key);
  }
  Result<PathBelow> target(const PackedFile& file, const std::string& key) const {
    auto to = PathBelow::parse(root_.folder(), target_text(file.place, key));
    if (to) return std::move(*to);
    return Error{ErrorCode::kInvalid, file.place + " is no place for a file"};
  }

  Result<There> look(const Item& item) const {
    const auto info = disk_.info(item.to);
    if (!info && info.error().code == ErrorCode::kNotFound) return There::kNothing;
    if (!info) return info.error();
    const bool may_be_same = info->kind == FileKind::kRegular &&
                             static_cast<std::uint64_t>(info->size) == item.file->size;
    if (!may_be_same) return There::kOther;
    const auto file = disk_.open(item.to.text());
    if (!file) return file.error();
    Sha256 hash;
    const auto done = each_part(**file, item.file->size, [&](std::string_view part) {
      hash.add(part);
      return Result<void>();
    });
    if (!done) return done.error();
    return hash.hex() == item.file->sha256 ? There::kSame : There::kOther;
  }

  bool is_wanted(const Item& item) const {
    return item.there == There::kNothing && sessions_[item.session].differing.empty();
  }

  // All files are read and verified; those that are to be written are.
  Result<void> stage() {
    std::size_t next = 0;
    const Item* item = nullptr;
    std::string waiting;  // appending costs more than copying
    const auto write = [&]() -> Result<void> {
      if (waiting.empty()) return {};
      auto done = disk_.append(item->staged, waiting, AppendAt::kEnd);
      waiting.clear();
      return done;
    };
    constexpr std::size_t kAtOnce = 1 << 20;
    return pack_.read_files({.begin = [&](const PackedFile&) -> Result<void> {
                               item = &items_[next++];
                               return is_wanted(*item) ? disk_.create_file(item->staged, {})
                                                       : Result<void>();
                             },
                             .take = [&](std::string_view bytes) -> Result<void> {
                               if (!is_wanted(*item)) return {};
                               waiting += bytes;
                               return waiting.size() < kAtOnce ? Result<void>() : write();
                             },
                             .end = [&]() -> Result<void> {
                               if (!is_wanted(*item)) return {};
                               auto done = write();
                               return done ? disk_.sync(item->staged) : done;
                             }},
                            stop_);
  }

  Result<void> place_all() {
    for (std::size_t i = 0; i < sessions_.size(); ++i) {
      if (!sessions_[i].differing.empty()) continue;
      if (auto placed = place(i); !placed) return placed;
    }
    return {};
  }

  // Its transcript comes last: when that is there, all is.
  Result<void> place(std::size_t number) {
    UnpackedSession& session = sessions_[number];
    std::vector<const Item*> items;
    for (const Item& item : items_) {
      if (item.session == number && is_wanted(item)) items.push_back(&item);
    }
    std::stable_partition(items.begin(), items.end(),
                          [&](const Item* item) { return item->to.text() != session.transcript; });
    std::size_t placed = 0;
    for (; placed < items.size(); ++placed) {
      auto done = disk_.create_directories(items[placed]->to.parent());
      if (done) done = disk_.rename_new(items[placed]->staged, items[placed]->to);
      if (done) continue;
      while (placed-- > 0) static_cast<void>(disk_.remove(items[placed]->to));
      return with_context("nothing of session " + session.id + " was written", done.error());
    }
    for (const Item* item : items) {
      session.written.push_back(item->to.text());
      session.bytes += item->file->size;
    }
    return items.empty() ? Result<void>() : disk_.sync(items.back()->to);
  }

  DurableFileSystem& disk_;
  SessionPackReader& pack_;
  const PathBelow root_;
  const PathBelow staging_;
  StopToken stop_;
  std::vector<Item> items_;
  std::vector<UnpackedSession> sessions_;
};

}  // namespace

Result<std::vector<UnpackedSession>> unpack_sessions(DurableFileSystem& disk,
                                                     SessionPackReader& pack,
                                                     const std::string& root,
                                                     const std::vector<std::string>& keys,
                                                     StopToken stop) {
  return Unpacker(disk, pack, root, stop).run(keys);
}

}  // namespace clew
