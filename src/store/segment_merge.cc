// SPDX-License-Identifier: MIT
#include "store/segment_merge.h"

#include <algorithm>
#include <deque>
#include <tuple>

#include "store/checksum.h"

namespace clew {
namespace {

constexpr std::uint32_t kDead = UINT32_MAX;

struct Part {
  std::vector<std::uint32_t> new_ids;  // by old document
};

struct TermOfPart {
  std::string term;
  std::size_t part;
  Postings postings;
};

class Merge {
 public:
  Merge(IndexDatabase& database, const std::set<std::int64_t>& live)
      : database_(database), live_(live) {}

  Result<void> add(const SegmentInfo& segment) {
    auto facts = database_.facts(segment);
    if (!facts) return facts.error();
    Part& part = parts_.emplace_back();
    part.new_ids.assign(static_cast<std::size_t>(segment.documents), kDead);
    for (std::uint32_t i = 0; i < part.new_ids.size(); ++i) {
      if (!live_.contains(facts->file(i))) continue;
      auto place = database_.place(segment.id, i);
      if (!place) return place.error();
      part.new_ids[i] = static_cast<std::uint32_t>(out_.documents);
      const std::uint8_t size = facts->size(i);
      append_document(out_,
                      {.file = facts->file(i),
                       .second = facts->second(i),
                       .kind = facts->kind(i),
                       .part = place->part,
                       .offset = place->offset,
                       .length = static_cast<std::uint32_t>(place->length)},
                      size);
      out_.tokens += static_cast<std::int64_t>(words_of_size_class(size));
    }
    return add_terms(segment);
  }

  EncodedSegment finish() {
    std::sort(terms_.begin(), terms_.end(), [](const TermOfPart& a, const TermOfPart& b) {
      return std::tie(a.term, a.part) < std::tie(b.term, b.part);
    });
    BlockWriter blocks(out_.blocks);
    PostingWriter postings;
    std::vector<std::uint32_t> positions;
    for (std::size_t i = 0; i < terms_.size();) {
      const std::string& term = terms_[i].term;
      postings.clear();
      std::size_t next = i;
      for (; next < terms_.size() && terms_[next].term == term; ++next) {
        PostingReader reader(terms_[next].postings);
        const bool is_mark = terms_[next].postings.positions.empty();
        while (reader.next()) {
          reader.positions(positions);
          const auto& ids = parts_[terms_[next].part].new_ids;
          if (reader.document() >= ids.size() || ids[reader.document()] == kDead) continue;
          postings.add(ids[reader.document()], is_mark ? nullptr : positions.data(),
                       is_mark ? 1 : reader.count());
        }
      }
      if (postings.documents() > 0) {
        blocks.add(term, postings.documents(), postings.docs(), postings.positions());
      }
      i = next;
    }
    blocks.finish();
    return std::move(out_);
  }

 private:
  Result<void> add_terms(const SegmentInfo& segment) {
    bool good = true;
    auto done = database_.each_block(segment, [&](const BlockView& view) {
      const std::string& kept_terms = bytes_.emplace_back(view.terms);
      BlockReader block(kept_terms, bytes_.emplace_back(view.positions));
      while (block.next()) terms_.push_back({block.term(), parts_.size() - 1, block.postings()});
      good = !block.damaged();
      return good;
    });
    if (!done || good) return done;
    return damaged_index("a block makes no sense");
  }

  IndexDatabase& database_;
  const std::set<std::int64_t>& live_;
  std::vector<Part> parts_;
  std::deque<std::string> bytes_;
  std::vector<TermOfPart> terms_;
  EncodedSegment out_;
};

}  // namespace

Result<EncodedSegment> merge_segments(IndexDatabase& database,
                                      const std::vector<SegmentInfo>& segments,
                                      const std::set<std::int64_t>& live_files) {
  Merge merge(database, live_files);
  for (const SegmentInfo& segment : segments) {
    if (auto added = merge.add(segment); !added) return added.error();
  }
  return merge.finish();
}

}  // namespace clew
