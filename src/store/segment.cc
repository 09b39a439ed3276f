// SPDX-License-Identifier: MIT
#include "store/segment.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/varint.h"

namespace clew {
namespace {

constexpr std::size_t kBlockSize = 8 << 10;
constexpr std::size_t kPositionsSize = 32 << 10;

template <class Number>
void append_raw(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

}  // namespace

std::uint8_t size_class(std::uint32_t words) {
  return static_cast<std::uint8_t>(std::min(255.0, std::round(8.0 * std::log2(1.0 + words))));
}

float words_of_size_class(std::uint8_t size) {
  return std::exp2(static_cast<float>(size) / 8.0F) - 1.0F;
}

// --- reading ---

std::uint32_t PostingReader::Cursor::next() {
  std::uint32_t number = 0;
  for (unsigned shift = 0; shift < 32 && at != end; shift += 7) {
    const auto byte = static_cast<unsigned char>(*at++);
    number |= std::uint32_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  return number;
}

void PostingReader::Cursor::skip(std::uint64_t numbers) {
  while (numbers > 0 && at != end) numbers -= static_cast<unsigned char>(*at++) < 0x80 ? 1U : 0U;
}

bool PostingReader::next() {
  if (left_ <= 0 || docs_.at == docs_.end) return false;
  --left_;
  if (!taken_) unread_ += count_;
  taken_ = false;
  const std::uint32_t step = docs_.next();
  document_ += (step >> 1U) + 1;
  count_ = (step & 1U) != 0 ? docs_.next() : 1;
  return true;
}

void PostingReader::append_positions(std::vector<std::uint32_t>& out) {
  positions_.skip(unread_);
  unread_ = 0;
  taken_ = true;
  std::uint32_t position = 0;
  for (std::uint32_t i = 0; i < count_ && positions_.at != positions_.end; ++i) {
    position += positions_.next();
    out.push_back(position);
  }
}

bool BlockReader::next() {
  if (at_ >= terms_.size() || damaged_) return false;
  VarintReader in(terms_.substr(at_));
  const std::uint64_t shared = in.next();
  const std::string_view rest = in.bytes(in.next());
  postings_.documents = static_cast<std::int64_t>(in.next());
  const std::uint64_t docs_size = in.next();
  const std::uint64_t positions_size = in.next();
  postings_.docs = in.bytes(docs_size);
  if (!in.good() || shared > term_.size()) {
    damaged_ = true;
    return false;
  }
  term_.resize(static_cast<std::size_t>(shared));
  term_ += rest;
  at_ = terms_.size() - in.left();
  if (!positions_.empty()) {
    if (positions_size > positions_.size() - positions_at_) {
      damaged_ = true;
      return false;
    }
    postings_.positions =
        positions_.substr(positions_at_, static_cast<std::size_t>(positions_size));
    positions_at_ += static_cast<std::size_t>(positions_size);
  }
  return true;
}

// --- writing ---

void BlockWriter::add(std::string_view term, std::int64_t documents, std::string_view docs,
                      std::string_view positions) {
  const bool full =
      !block_.terms.empty() && (block_.terms.size() + docs.size() > kBlockSize ||
                                block_.positions.size() + positions.size() > kPositionsSize);
  if (full) finish();
  if (block_.terms.empty()) {
    block_.first_term = term;
    last_.clear();
  }
  std::size_t shared = 0;
  while (shared < last_.size() && shared < term.size() && last_[shared] == term[shared]) ++shared;
  append_varint(block_.terms, shared);
  append_varint(block_.terms, term.size() - shared);
  block_.terms += term.substr(shared);
  append_varint(block_.terms, static_cast<std::uint64_t>(documents));
  append_varint(block_.terms, docs.size());
  append_varint(block_.terms, positions.size());
  block_.terms += docs;
  block_.positions += positions;
  last_ = term;
}

void BlockWriter::finish() {
  if (block_.terms.empty()) return;
  blocks_.push_back(std::move(block_));
  block_ = {};
}

void PostingWriter::clear() {
  documents_ = 0;
  next_ = 0;
  docs_.clear();
  positions_.clear();
}

void PostingWriter::add(std::uint32_t document, const std::uint32_t* positions,
                        std::uint32_t count) {
  ++documents_;
  const std::uint32_t step = document - next_;
  next_ = document + 1;
  append_varint(docs_, std::uint64_t{step} << 1U | (count > 1 ? 1U : 0U));
  if (count > 1) append_varint(docs_, count);
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; positions && i < count; ++i) {
    append_varint(positions_, positions[i] - last);
    last = positions[i];
  }
}

void append_document(EncodedSegment& segment, const Document& document, std::uint8_t size) {
  if (segment.documents % kDocumentsPerPage == 0) segment.pages.emplace_back();
  auto& [facts, places] = segment.pages.back();
  append_raw(facts, document.file);
  append_raw(facts, document.second);
  facts.push_back(static_cast<char>(document.kind));
  facts.push_back(static_cast<char>(size));
  append_raw(places, document.offset);
  append_raw(places, document.length);
  append_raw(places, document.part);
  ++segment.documents;
}

DocumentFacts::DocumentFacts(std::int64_t documents)
    : documents_(documents),
      pages_(static_cast<std::size_t>((documents + kDocumentsPerPage - 1) / kDocumentsPerPage)) {}

bool DocumentFacts::put(std::uint32_t page, std::string_view facts) {
  const std::int64_t before = std::int64_t{page} * kDocumentsPerPage;
  const auto count = std::min<std::int64_t>(documents_ - before, kDocumentsPerPage);
  if (std::ssize(facts) != count * std::int64_t{kSize}) return false;
  pages_[page] = facts;
  return true;
}

std::optional<DocumentPlace> place_on_page(std::string_view places, std::uint32_t number) {
  constexpr std::size_t kSize = 14;
  if ((number + 1) * kSize > places.size()) return std::nullopt;
  const char* at = places.data() + number * kSize;
  std::int64_t offset = 0;
  std::uint32_t length = 0;
  std::memcpy(&offset, at, sizeof offset);
  std::uint16_t part = 0;
  std::memcpy(&length, at + 8, sizeof length);
  std::memcpy(&part, at + 12, sizeof part);
  return DocumentPlace{offset, length, part};
}

}  // namespace clew
