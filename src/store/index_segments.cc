// SPDX-License-Identifier: MIT
//
// Segments: blocks of terms, and pages of documents.

#include "store/index_database_impl.h"

namespace clew {
namespace {

Identity block_identity(Identity::Kind kind, std::int64_t segment, std::string_view first,
                        std::string_view next) {
  return Identity(kind).with(segment).with(first).with(next);
}

Identity page_identity(Identity::Kind kind, std::int64_t segment, std::int64_t page) {
  return Identity(kind).with(segment).with(page);
}

// A row of: first_term, next_term, terms, positions, which may be missing if nobody asked for them.
Result<BlockView> block_of(const sql::Statement& row, std::int64_t segment, Positions positions) {
  BlockView view{row.blob(0), row.blob(1), {}, {}};
  const auto terms = unseal(row.blob(2), block_identity(Identity::Kind::kTerms, segment,
                                                        view.first_term, view.next_term));
  if (!terms) return terms.error();
  view.terms = *terms;
  if (positions == Positions::kNo) return view;
  const auto bytes = unseal(row.blob(3), block_identity(Identity::Kind::kPositions, segment,
                                                        view.first_term, view.next_term));
  if (!bytes) return bytes.error();
  view.positions = *bytes;
  return view;
}

// Puts the facts of the next row there.
Result<void> put_next(sql::Statement& rows, std::int64_t segment, std::uint32_t page,
                      DocumentFacts& facts) {
  auto row = rows.step();
  if (!row) return row.error();
  if (!*row) return damaged_index("a page of documents is missing");
  const auto bytes = unseal(rows.blob(0), page_identity(Identity::Kind::kFacts, segment, page));
  if (!bytes) return bytes.error();
  if (!facts.put(page, *bytes)) return damaged_index("a page of documents is too short");
  return {};
}

}  // namespace

Result<std::vector<SegmentInfo>> IndexDatabase::segments() {
  const auto totals = manifest();
  if (!totals) return totals.error();
  return (*totals)->segments;
}

Result<DocumentFacts> IndexDatabase::facts(const SegmentInfo& segment) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? ORDER BY number");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment.id);
  DocumentFacts facts(segment.documents);
  for (std::uint32_t page = 0; page < facts.pages(); ++page) {
    if (auto put = put_next(rows, segment.id, page, facts); !put) return put.error();
  }
  return facts;
}

Result<void> IndexDatabase::read_facts(std::int64_t segment, std::uint32_t page,
                                       DocumentFacts& facts) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment).bind(2, std::int64_t{page});
  return put_next(rows, segment, page, facts);
}

Result<DocumentPlace> IndexDatabase::place(std::int64_t segment, std::uint32_t document) {
  auto use_rows = use("SELECT places FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  const std::int64_t page = document / kDocumentsPerPage;
  auto row = rows.bind(1, segment).bind(2, page).step();
  if (!row) return row.error();
  if (!*row) return damaged_index("a place is missing");
  const auto places = unseal(rows.blob(0), page_identity(Identity::Kind::kPlaces, segment, page));
  if (!places) return places.error();
  const auto place = place_on_page(*places, document % kDocumentsPerPage);
  if (!place) return damaged_index("a place is missing");
  return *place;
}

Result<FoundTerms> IndexDatabase::find(const SegmentInfo& segment, std::string_view term,
                                       bool prefix, Positions positions,
                                       std::deque<std::string>& keep) {
  auto use_block =
      use("SELECT first_term, next_term, terms, CASE WHEN ?3 THEN positions END FROM block "
          "WHERE segment = ?1 AND first_term >= "
          "(SELECT max(first_term) FROM block WHERE segment = ?1 AND first_term <= ?2) "
          "ORDER BY first_term");
  if (!use_block) return use_block.error();
  sql::Statement& rows = **use_block;
  rows.bind(1, segment.id).bind_blob(2, term).bind(3, std::int64_t{positions == Positions::kYes});
  FoundTerms found;
  if (segment.blocks == 0) return found;
  std::string expected;  // where the next block must begin
  for (bool first = true;; first = false) {
    auto row = rows.step();
    if (!row) return row.error();
    if (!*row) return damaged_index("a block is missing");
    auto view = block_of(rows, segment.id, positions);
    if (!view) return view.error();
    const bool right =
        first ? view->first_term <= term && (view->next_term.empty() || term < view->next_term)
              : view->first_term == expected;
    if (!right) return damaged_index("a block is missing");
    BlockReader block(view->terms, view->positions);
    bool passed = false;
    while (!passed && block.next()) {
      const bool matches = prefix ? block.term().starts_with(term) : block.term() == term;
      if (matches) {
        FoundTerm one{block.term(), {block.postings().documents, {}, {}}};
        one.postings.docs = keep.emplace_back(block.postings().docs);
        if (positions == Positions::kYes)
          one.postings.positions = keep.emplace_back(block.postings().positions);
        found.push_back(std::move(one));
      }
      passed = matches ? !prefix : block.term() > term;
    }
    if (block.damaged()) return damaged_index("a block makes no sense");
    if (passed || !prefix || view->next_term.empty()) return found;
    expected = view->next_term;
  }
}

Result<void> IndexDatabase::each_block(const SegmentInfo& segment,
                                       const std::function<bool(const BlockView&)>& visit) {
  auto rows = impl_->db.prepare(
      "SELECT first_term, next_term, terms, positions FROM block WHERE segment = ? "
      "ORDER BY first_term");
  if (!rows) return rows.error();
  rows->bind(1, segment.id);
  std::string expected;
  for (std::int64_t count = 0; count < segment.blocks; ++count) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return damaged_index("a block is missing");
    auto view = block_of(*rows, segment.id, Positions::kYes);
    if (!view) return view.error();
    if (view->first_term != expected) return damaged_index("a block is missing");
    expected = view->next_term;
    if (!visit(*view)) return {};
  }
  if (!expected.empty()) return damaged_index("a block is missing");
  return {};
}

Result<void> IndexDatabase::add_segment(EncodedSegment segment) {
  using Kind = Identity::Kind;
  const std::int64_t id = impl_->manifest->next_segment++;
  auto block = impl_->db.prepare(
      "INSERT INTO block (segment, first_term, next_term, terms, positions) VALUES (?,?,?,?,?)");
  if (!block) return block.error();
  for (std::size_t i = 0; i < segment.blocks.size(); ++i) {
    EncodedBlock& one = segment.blocks[i];
    const std::string_view first = i == 0 ? std::string_view() : one.first_term;
    const std::string_view next = i + 1 == segment.blocks.size()
                                      ? std::string_view()
                                      : std::string_view(segment.blocks[i + 1].first_term);
    seal(one.terms, block_identity(Kind::kTerms, id, first, next));
    seal(one.positions, block_identity(Kind::kPositions, id, first, next));
    block->bind(1, id).bind_blob(2, first).bind_blob(3, next);
    if (auto done = block->bind_blob(4, one.terms).bind_blob(5, one.positions).run(); !done)
      return done;
  }
  auto page = impl_->db.prepare("INSERT INTO page VALUES (?,?,?,?)");
  if (!page) return page.error();
  for (std::size_t i = 0; i < segment.pages.size(); ++i) {
    auto& [facts, places] = segment.pages[i];
    const auto number = static_cast<std::int64_t>(i);
    seal(facts, page_identity(Kind::kFacts, id, number));
    seal(places, page_identity(Kind::kPlaces, id, number));
    page->bind(1, id).bind(2, number).bind_blob(3, facts).bind_blob(4, places);
    if (auto done = page->run(); !done) return done;
  }
  impl_->manifest->segments.push_back(
      {id, segment.documents, segment.tokens, std::ssize(segment.blocks)});
  return {};
}

Result<void> IndexDatabase::remove_segment(std::int64_t id) {
  for (const char* text :
       {"DELETE FROM block WHERE segment = ?", "DELETE FROM page WHERE segment = ?"}) {
    if (auto done = run_for(text, id); !done) return done;
  }
  std::erase_if(impl_->manifest->segments, [id](const SegmentInfo& one) { return one.id == id; });
  return {};
}

}  // namespace clew
