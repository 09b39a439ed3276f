// SPDX-License-Identifier: MIT
//
// File systems that pass calls on to another one, which they borrow: for those that do some things
// differently, or refuse some. They come in three forms, by what may be asked of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "os/durable_file_system.h"

namespace clew {

enum class FileAccess : bool { kRead, kWrite };

template <class Base>
class ForwardingReads : public Base {
 public:
  using Passed = std::conditional_t<std::is_same_v<Base, FileSystem>, const FileSystem, Base>;
  explicit ForwardingReads(Passed& base) : base_(base) {}

  using Base::list;

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;

 protected:
  Passed& base() const { return base_; }
  // Asked before a call is passed on: its error is the answer then. `other`: the second path of a
  // call with two, else empty.
  virtual Result<void> admit(FileAccess access, std::string_view path,
                             std::string_view other) const;

  template <class Call>
  auto pass(FileAccess access, std::string_view path, std::string_view other, Call call) const
      -> decltype(call()) {
    if (auto may = admit(access, path, other); !may) return may.error();
    return call();
  }

 private:
  Passed& base_;
};

template <class Base>
class ForwardingWrites : public ForwardingReads<Base> {
 public:
  using ForwardingReads<Base>::ForwardingReads;
  using ForwardingReads<Base>::list;

  Result<void> create_directories(const std::string& path) override;
  Result<void> write_file_atomic(const std::string& path, std::string_view bytes) override;
  Result<FileInfo> info(const PathBelow& place) const override;
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override;
  Result<void> create_directories(const PathBelow& place) override;
  Result<void> create_file(const PathBelow& place, std::string_view bytes) override;
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override;
  Result<void> copy_file(const PathBelow& from, const PathBelow& to) override;
  Result<void> take_mode(const PathBelow& place, const std::string& like) override;
  Result<void> remove(const PathBelow& place) override;
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override;

 protected:
  using ForwardingReads<Base>::base;
  using ForwardingReads<Base>::pass;
};

class ForwardingFileSystem : public ForwardingWrites<DurableFileSystem> {
 public:
  using ForwardingWrites::ForwardingWrites;

  Result<void> sync(const PathBelow& place) override;
  Result<std::unique_ptr<HeldLock>> lock(const PathBelow& place) override;
};

extern template class ForwardingReads<FileSystem>;
extern template class ForwardingReads<WritableFileSystem>;
extern template class ForwardingReads<DurableFileSystem>;
extern template class ForwardingWrites<WritableFileSystem>;
extern template class ForwardingWrites<DurableFileSystem>;

}  // namespace clew
