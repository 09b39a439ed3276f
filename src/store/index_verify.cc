// SPDX-License-Identifier: MIT
#include "store/index_verify.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace clew {
namespace {

Error damaged(const std::string& what) {
  return {ErrorCode::kCorrupt, "the index is damaged: " + what};
}

class Verification {
 public:
  explicit Verification(IndexDatabase& database) : database_(database) {}

  Result<void> run() {
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
      if (auto state = database_.state_of(file.id); !state) return state.error();
      if (documents_[static_cast<std::uint32_t>(file.id)] != file.documents)
        return damaged("documents of " + file.path + " are missing");
    }
    return {};
  }

 private:
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
    auto done = database_.each_block(segment.id, [&](const BlockView& view) {
      wrong = check_block(segment, view, last_term);
      return !wrong;
    });
    if (!done) return done;
    if (wrong) return *wrong;
    return {};
  }

  static std::optional<Error> check_block(const SegmentInfo& segment, const BlockView& view,
                                          std::string& last_term) {
    auto block = BlockReader::open(view.terms, view.positions);
    if (!block) return block.error();
    bool first = true;
    while (block->next()) {
      if (first && block->term() != view.first_term) return damaged("a block has a wrong name");
      first = false;
      if (!last_term.empty() && block->term() <= last_term)
        return damaged("terms are out of order");
      last_term = block->term();
      PostingReader reader(block->postings());
      std::int64_t count = 0;
      while (reader.next()) ++count;
      if (count != block->postings().documents || reader.document() >= segment.documents)
        return damaged("the documents of a term are wrong");
    }
    if (block->damaged()) return damaged("a block makes no sense");
    return std::nullopt;
  }

  IndexDatabase& database_;
  std::unordered_map<std::uint32_t, std::int64_t> documents_;  // by file
};

}  // namespace

Result<void> verify_database(IndexDatabase& database) { return Verification(database).run(); }

}  // namespace clew
