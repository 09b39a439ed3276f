// SPDX-License-Identifier: MIT
#include "store/index_verify.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/checksum.h"

namespace clew {
namespace {

class Verification {
 public:
  Verification(IndexDatabase& database, VerifyDepth depth) : database_(database), depth_(depth) {}

  Result<void> run() {
    if (auto begun = database_.begin_reading(); !begun) return begun;
    auto done = check_all();
    database_.end_reading();
    return done;
  }

 private:
  Result<void> check_all() {
    if (auto done = database_.check_structure(); !done) return done;
    auto files = database_.files();
    if (!files) return files.error();
    auto segments = database_.segments();
    if (!segments) return segments.error();
    for (const SegmentInfo& segment : *segments) {
      if (auto done = check_documents(segment); !done) return done;
      if (auto done = check_terms(segment); !done) return done;
    }
    for (const IndexedFile& file : *files) {
      if (documents_[static_cast<std::uint32_t>(file.id)] != file.documents)
        return damaged_index("documents of " + file.path + " are missing");
      if (auto done = check_beside(file); !done) return done;
    }
    if (auto done = database_.each_ledger(false, [](auto, const auto&) {}); !done) return done;
    return check_rosters(*files);
  }

  // What is kept of a file beside its row.
  Result<void> check_beside(const IndexedFile& file) {
    if (auto state = database_.state_of(file); !state) return state.error();
    if (auto ledger = database_.ledger_of(file); !ledger) return ledger.error();
    if (auto branches = database_.branches_of(file.id); !branches) return branches.error();
    auto row = database_.file_at(file.path);
    if (!row) return row.error();
    if (!*row) return damaged_index("the row of " + file.path + " is not found by its path");
    return {};
  }

  Result<void> check_rosters(const std::vector<IndexedFile>& files) {
    std::set<std::string> roots;
    for (const IndexedFile& file : files) roots.emplace(file.root());
    for (const std::string& root : roots) {
      if (auto roster = database_.roster({root}); !roster) return roster.error();
    }
    return {};
  }

  Result<void> check_documents(const SegmentInfo& segment) {
    auto facts = database_.facts(segment);
    if (!facts) return facts.error();
    const auto count = static_cast<std::uint32_t>(segment.documents);
    for (std::uint32_t i = 0; i < count; ++i) ++documents_[facts->file(i)];
    for (std::uint32_t i = 0; i < count; i += kDocumentsPerPage) {
      auto place = database_.place(segment.id, std::min(i + kDocumentsPerPage, count) - 1);
      if (!place) return place.error();
    }
    return {};
  }

  Result<void> check_terms(const SegmentInfo& segment) {
    std::string last_term;
    std::optional<Error> wrong;
    auto done = database_.each_block(segment, [&](const BlockView& view) {
      if (depth_ == VerifyDepth::kAll) wrong = check_block(segment, view, last_term);
      return !wrong;
    });
    if (!done) return done;
    if (wrong) return *wrong;
    return {};
  }

  static std::optional<Error> check_block(const SegmentInfo& segment, const BlockView& view,
                                          std::string& last_term) {
    BlockReader block(view.terms, view.positions);
    bool first = !view.first_term.empty();
    while (block.next()) {
      if (first && block.term() != view.first_term)
        return damaged_index("a block has a wrong name");
      first = false;
      if (!last_term.empty() && block.term() <= last_term)
        return damaged_index("terms are out of order");
      last_term = block.term();
      PostingReader reader(block.postings());
      std::int64_t count = 0;
      while (reader.next()) ++count;
      if (count != block.postings().documents || reader.document() >= segment.documents)
        return damaged_index("the documents of a term are wrong");
    }
    if (block.damaged()) return damaged_index("a block makes no sense");
    return std::nullopt;
  }

  IndexDatabase& database_;
  VerifyDepth depth_;
  std::unordered_map<std::uint32_t, std::int64_t> documents_;  // by file
};

}  // namespace

Result<void> verify_database(IndexDatabase& database, VerifyDepth depth) {
  return Verification(database, depth).run();
}

}  // namespace clew
