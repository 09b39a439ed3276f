// SPDX-License-Identifier: MIT
//
// Building is what the whole index costs, so it is done in three passes that each do one thing:
//   1. every token becomes the number of its term (one look into a hash table) and is appended to
//      a stream: four bytes, written in order;
//   2. the stream is dealt out by term (a counting sort: the counts are known), which leaves the
//      documents and positions of each term side by side and in order;
//   3. the terms are sorted, and each one's run is encoded.
// Chains of small pieces per term, the usual way, touch two far places for every token; here only
// the table lookup and the dealing do.
#include "store/segment_builder.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

constexpr std::uint32_t kWhole = 1U << 31U;  // a name before its parts: does not count as a word
constexpr std::uint32_t kMark = 1U << 30U;   // has no position
constexpr std::uint32_t kIdBits = kMark - 1;
constexpr std::uint32_t kNoPosition = UINT32_MAX;

constexpr std::size_t kMostTokens = 2'000'000;
constexpr std::size_t kMostTermBytes = 12 << 20;

}  // namespace

bool SegmentBuilder::full() const {
  return stream_.size() >= kMostTokens || text_.size() >= kMostTermBytes;
}

void SegmentBuilder::begin_document(const Document& document) {
  documents_.push_back({document, stream_.size(), 0});
}

void SegmentBuilder::add_text(std::string_view text) {
  std::uint32_t words = 0;
  for_each_token(text, [&](const Token& token) {
    const std::uint32_t id = term_id(token.text);
    ++terms_[id].count;
    const bool shares_place = token.whole || token.letters;  // with the token that follows
    stream_.push_back(shares_place ? id | kWhole : id);
    words += shares_place ? 0 : 1;
  });
  documents_.back().words += words;
}

void SegmentBuilder::add_mark(std::string_view term) {
  const std::uint32_t id = term_id(term);
  ++terms_[id].count;
  stream_.push_back(id | kMark);
}

std::uint32_t SegmentBuilder::term_id(std::string_view term) {
  if (terms_.size() * 2 >= table_.size()) grow();
  const auto hash = static_cast<std::uint32_t>(hash_bytes(term));
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t entry = table_[slot];
    if (entry == 0) {
      terms_.push_back({static_cast<std::uint32_t>(text_.size()),
                        static_cast<std::uint32_t>(term.size()), hash, 0});
      text_ += term;
      table_[slot] = static_cast<std::uint32_t>(terms_.size());
      return static_cast<std::uint32_t>(terms_.size() - 1);
    }
    const Term& known = terms_[entry - 1];
    if (known.hash == hash && text_of(known) == term) return entry - 1;
  }
}

void SegmentBuilder::grow() {
  const std::size_t size = std::max<std::size_t>(table_.size() * 2, 1 << 12);
  table_.assign(size, 0);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t slot = terms_[i].hash & (size - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (size - 1);
    table_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

std::vector<std::uint32_t> SegmentBuilder::sorted_terms() const {
  // Most comparisons are decided by the first eight bytes.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::uint64_t key = 0;
    const std::string_view text = text_of(terms_[i]);
    for (std::size_t j = 0; j < 8; ++j) {
      key = key << 8U | (j < text.size() ? static_cast<unsigned char>(text[j]) : 0U);
    }
    keys[i] = {key, static_cast<std::uint32_t>(i)};
  }
  std::sort(keys.begin(), keys.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return text_of(terms_[a.second]) < text_of(terms_[b.second]);
  });
  std::vector<std::uint32_t> order(terms_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = keys[i].second;
  return order;
}

void SegmentBuilder::scatter(const std::vector<std::uint32_t>& order) {
  starts_.resize(terms_.size());
  std::uint32_t start = 0;
  for (const std::uint32_t id : order) {
    starts_[id] = start;
    start += terms_[id].count;
  }
  docs_.resize(stream_.size());
  positions_.resize(stream_.size());
  for (std::size_t d = 0; d < documents_.size(); ++d) {
    const std::size_t end = d + 1 < documents_.size() ? documents_[d + 1].stream : stream_.size();
    std::uint32_t position = 0;
    for (std::size_t i = documents_[d].stream; i < end; ++i) {
      const std::uint32_t entry = stream_[i];
      const std::uint32_t to = starts_[entry & kIdBits]++;
      docs_[to] = static_cast<std::uint32_t>(d);
      positions_[to] = (entry & kMark) != 0 ? kNoPosition : position;
      if (entry < kMark) ++position;
    }
  }
}

EncodedSegment SegmentBuilder::finish() {
  EncodedSegment segment;
  const std::vector<std::uint32_t> order = sorted_terms();
  scatter(order);
  BlockWriter blocks(segment.blocks);
  PostingWriter postings;
  std::uint32_t from = 0;
  for (const std::uint32_t id : order) {
    const std::uint32_t to = from + terms_[id].count;
    postings.clear();
    for (std::uint32_t i = from; i < to;) {
      std::uint32_t next = i + 1;
      while (next < to && docs_[next] == docs_[i]) ++next;
      if (positions_[i] == kNoPosition) {
        postings.add(docs_[i], nullptr, 1);
      } else {
        postings.add(docs_[i], positions_.data() + i, next - i);
      }
      i = next;
    }
    blocks.add(text_of(terms_[id]), postings.documents(), postings.docs(), postings.positions());
    from = to;
  }
  blocks.finish();
  for (const Started& started : documents_) {
    append_document(segment, started.document, size_class(started.words));
    segment.tokens += started.words;
  }
  // Only needed here, and twice as large as what is gathered.
  std::vector<std::uint32_t>().swap(docs_);
  std::vector<std::uint32_t>().swap(positions_);
  documents_.clear();
  stream_.clear();
  text_.clear();
  terms_.clear();
  std::fill(table_.begin(), table_.end(), 0U);
  return segment;
}

}  // namespace clew
