// SPDX-License-Identifier: MIT
#include "ingest/giant_line.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "json/condensed.h"
#include "jsonl/line_stream.h"
#include "transcript/entry_types.h"
#include "transcript/passage_picker.h"

namespace clew {
namespace {

constexpr std::size_t kLeastPiece = std::size_t{1} << 20U;
constexpr std::int64_t kMostPieces = 1000;  // about: longer lines have longer pieces
constexpr std::size_t kOverlap = 2048;
constexpr std::size_t kBreak = 4096;  // how far from its end a piece may be cut between words

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Cuts texts into pieces.
class PieceWriter : public PassageSink {
 public:
  PieceWriter(std::size_t piece, const GiantLine::Visit& visit) : piece_(piece), visit_(visit) {}

  // Texts of one source follow each other in a piece.
  void begin(const PassageSource& source) override {
    if (source_ != &source) finish();
    source_ = &source;
    if (!text_.empty()) text_ += '\n';
    head_.clear();
    state_ = State::kHead;
  }

  // Encoded data is told by its beginning.
  void add(std::string_view piece, bool last) override {
    if (state_ == State::kHead) {
      head_ += piece;
      if (head_.size() < kEncodedHead && !last) return;
      state_ = is_encoded(head_) ? State::kSkip : State::kKeep;
      if (state_ == State::kKeep) append(head_);
    } else if (state_ == State::kKeep) {
      append(piece);
    }
  }

  void finish() {
    if (fresh_ > 0) emit(text_.size());
    text_.clear();
    fresh_ = 0;
    source_ = nullptr;
  }

 private:
  enum class State : std::uint8_t { kHead, kKeep, kSkip };

  void append(std::string_view more) {
    text_ += more;
    fresh_ += more.size();
    if (text_.size() < piece_) return;
    const std::size_t end = break_before(text_.size());
    emit(end);
    const std::size_t kept = next_word(end - std::min(end, kOverlap), end);
    fresh_ = text_.size() - end;
    text_.erase(0, kept);
  }

  // Where the last word before `end` ends, if that is near; a character is whole at `end` in any
  // case.
  std::size_t break_before(std::size_t end) const {
    for (std::size_t at = end; at > 0 && end - at < kBreak; --at) {
      if (is_space(text_[at - 1])) return at;
    }
    return end;
  }

  std::size_t next_word(std::size_t from, std::size_t end) const {
    for (std::size_t at = from; at < end; ++at) {
      if (is_space(text_[at])) return at + 1;
    }
    while (from < end && continues_character(text_[from])) ++from;
    return from;
  }

  void emit(std::size_t end) {
    const std::string_view text = std::string_view(text_).substr(0, end);
    visit_({source_->role, source_->error, text, source_->tool, source_->file, Passage::kNoBlock},
           part_++);
  }

  std::size_t piece_;
  const GiantLine::Visit& visit_;
  const PassageSource* source_ = nullptr;
  State state_ = State::kHead;
  std::string head_;       // of the current text, until it is known what it is
  std::string text_;       // of the current piece
  std::size_t fresh_ = 0;  // bytes of it that were in no piece yet
  std::size_t part_ = 0;
};

}  // namespace

Result<GiantLine> GiantLine::open(const RandomAccessFile& file, std::int64_t offset,
                                  std::int64_t length, PassageReader& reader) {
  GiantLine line(file, offset, length);
  json::Condenser condenser;
  if (auto read = stream_line(file, offset, length, condenser); !read) return read.error();
  line.text_ = std::make_unique<std::string>(condenser.take());
  line.parser_ = std::make_unique<json::Parser>();
  auto value = line.parser_->parse(*line.text_);
  if (!value) return value.error();
  line.fields_ = LineFields(*value);
  line.passages_ = reader.read(line.fields_);
  line.role_ = reader.content_role();
  line.error_ = reader.content_error();
  return line;
}

Result<void> GiantLine::each_passage(const Visit& visit) const {
  const EntryType type = entry_type(fields_.text(Field::kType));
  const bool has_texts =
      type == EntryType::kUser || type == EntryType::kAssistant ||
      (!passages_.empty() && (type == EntryType::kSystem || type == EntryType::kAttachment));
  if (!has_texts) {
    // Titles and names: what was kept of them is more than anybody reads.
    for (std::size_t i = 0; i < passages_.size(); ++i) visit(passages_[i], i);
    return {};
  }
  PieceWriter pieces(std::max(kLeastPiece, static_cast<std::size_t>(length_ / kMostPieces)), visit);
  PassageSource base{role_, error_, {}, {}};
  if (type == EntryType::kSystem || type == EntryType::kAttachment)
    base = {passages_.front().role, passages_.front().error, {}, {}};
  PassagePicker picker(fields_, passages_, std::move(base), pieces);
  if (auto read = stream_line(file_, offset_, length_, picker); !read) return read;
  pieces.finish();
  return {};
}

}  // namespace clew
