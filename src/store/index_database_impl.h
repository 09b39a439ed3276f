// SPDX-License-Identifier: MIT
//
// What the files of IndexDatabase share: one opens and closes (index_database.cc), and each other
// owns a table or two, with all that is read and written there.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "store/checksum.h"
#include "store/index_database.h"
#include "store/sql.h"

namespace clew {

struct IndexDatabase::Impl {
  sql::Connection db;
  std::map<std::string_view, sql::Statement> prepared = {};  // by their texts
  bool in_transaction = false;
  std::optional<Manifest> manifest = {};  // of the transaction, or as last read outside of one
};

// A statement that is prepared once and used again. Made ready for that when this goes.
class IndexDatabase::Use {
 public:
  explicit Use(sql::Statement& statement) : statement_(&statement) {}
  Use(Use&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Use& operator=(Use&&) = delete;
  ~Use() {
    if (statement_) statement_->reset();
  }
  sql::Statement& operator*() const { return *statement_; }
  sql::Statement* operator->() const { return statement_; }

 private:
  sql::Statement* statement_;
};

// What belongs to a file as it is at one moment. A file that is read in pieces has no size until it
// was read whole (IndexedFile::size is then negative); how far it was read stands for it.
inline Identity version_of(Identity::Kind kind, std::int64_t id, std::int64_t size,
                           std::int64_t mtime_ns) {
  return Identity(kind).with(id).with(size).with(mtime_ns);
}
inline Identity version_of(Identity::Kind kind, const IndexedFile& file) {
  return version_of(kind, file.id, file.size < 0 ? -1 - file.indexed : file.size, file.mtime_ns);
}

}  // namespace clew
