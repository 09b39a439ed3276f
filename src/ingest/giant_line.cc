// SPDX-License-Identifier: MIT
#include "ingest/giant_line.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "json/condensed.h"
#include "json/stream_reader.h"
#include "jsonl/line_stream.h"
#include "transcript/entry_types.h"

namespace clew {
namespace {

using json::Kind;
using json::Value;

constexpr std::size_t kLeastPiece = std::size_t{1} << 20U;
constexpr std::int64_t kMostPieces = 1000;  // about: longer lines have longer pieces
constexpr std::size_t kOverlap = 2048;
constexpr std::size_t kBreak = 4096;  // how far from its end a piece may be cut between words

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Of a text that may have been cut.
std::int64_t whole_size(Value text) {
  const std::string_view kept = text.string_or("");
  return json::cut_size(kept).value_or(static_cast<std::int64_t>(kept.size()));
}

// What the pieces of a text are.
struct Source {
  PassageRole role = PassageRole::kTool;
  bool error = false;
  std::string tool;
  std::string file;
};

// Cuts texts into pieces.
class PieceWriter {
 public:
  PieceWriter(std::size_t piece, const GiantLine::Visit& visit) : piece_(piece), visit_(visit) {}

  // A text of this source begins. Texts of one source follow each other in a piece.
  void begin(const Source& source) {
    if (source_ != &source) finish();
    source_ = &source;
    if (!text_.empty()) text_ += '\n';
    head_.clear();
    state_ = State::kHead;
  }

  // Encoded data is told by its beginning.
  void add(std::string_view piece, bool last) {
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
  const Source* source_ = nullptr;
  State state_ = State::kHead;
  std::string head_;       // of the current text, until it is known what it is
  std::string text_;       // of the current piece
  std::size_t fresh_ = 0;  // bytes of it that were in no piece yet
  std::size_t part_ = 0;
};

// Follows the line, and picks the texts that PassageReader would.
class TextPicker : public json::StreamHandler {
 public:
  TextPicker(Value line, const std::vector<Passage>& passages, Source base, PieceWriter& pieces)
      : base_(std::move(base)), pieces_(pieces) {
    thinking_.role = PassageRole::kThinking;
    type_ = entry_type(line["type"].string_or(""));
    const Value content = line["message"]["content"];
    for (const Value block : content.elements()) {
      const auto kind = block_kind(block["type"].string_or(""));
      kinds_.push_back(kind);
      if (kind == BlockKind::kToolResult) find_longer_result(line, block);
    }
    for (const Passage& passage : passages) {
      if (passage.role == PassageRole::kTool && passage.block != Passage::kNoBlock)
        tools_[passage.block] = {passage.role, passage.error, std::string(passage.tool),
                                 std::string(passage.file)};
    }
  }

  void on_begin(Kind kind) override {
    next_element();
    open_.push_back({kind == Kind::kArray, {}, -1});
  }
  void on_end(Kind) override { open_.pop_back(); }
  void on_key(std::string_view name) override { open_.back().key = name; }
  void on_scalar(Kind, std::string_view) override { next_element(); }
  void on_text(std::string_view piece, bool last) override {
    if (!in_text_) {
      next_element();
      picked_ = pick();
      if (picked_) pieces_.begin(*picked_);
    }
    if (picked_) pieces_.add(piece, last);
    in_text_ = !last;
  }

 private:
  struct Open {
    bool array = false;
    std::string key;  // of an object: the current member
    std::int64_t element = -1;
  };

  void next_element() {
    if (!open_.empty() && open_.back().array) ++open_.back().element;
  }

  // Cut output: the rest is only in the result for programs.
  void find_longer_result(Value line, Value block) {
    Value structured = line["toolUseResult"];
    if (structured.is_missing()) structured = line["tool_use_result"];
    std::int64_t shown = whole_size(block["content"]);
    for (const Value part : block["content"].elements()) shown += whole_size(part["text"]);
    for (const std::string_view key : {"stdout", "result"}) {
      if (whole_size(structured[key]) > shown) longer_result_ = key;
    }
  }

  std::string_view key(std::size_t depth) const {
    return depth < open_.size() && !open_[depth].array ? std::string_view(open_[depth].key)
                                                       : std::string_view();
  }
  bool has_key_below(std::size_t depth, std::string_view name) const {
    return std::any_of(open_.begin() + static_cast<std::ptrdiff_t>(depth), open_.end(),
                       [&](const Open& one) { return !one.array && one.key == name; });
  }

  // What the text that begins now is; null: nothing that is searched.
  const Source* pick() {
    switch (type_) {
      case EntryType::kUser:
      case EntryType::kAssistant:
        return pick_of_message();
      case EntryType::kSystem:
        return open_.size() == 1 && key(0) == "content" ? &base_ : nullptr;
      case EntryType::kAttachment:
        return key(0) == "attachment" && key(1) == "prompt" &&
                       (open_.size() == 2 || key(open_.size() - 1) == "text")
                   ? &base_
                   : nullptr;
      default:
        return nullptr;
    }
  }

  const Source* pick_of_message() {
    const bool structured = key(0) == "toolUseResult" || key(0) == "tool_use_result";
    if (structured) {
      const bool wanted = !longer_result_.empty() && key(1) == longer_result_;
      return wanted && open_.size() == 2 ? &tool_of_result() : nullptr;
    }
    if (key(0) != "message" || key(1) != "content") return nullptr;
    if (open_.size() == 2) return &base_;
    if (open_.size() < 4 || !open_[2].array || open_[2].element < 0) return nullptr;
    return pick_of_block(static_cast<std::size_t>(open_[2].element));
  }

  const Source* pick_of_block(std::size_t block) {
    const std::string_view member = key(3);
    // Blocks that were left out of the condensed line say what they are by their members.
    const BlockKind kind = block < kinds_.size()  ? kinds_[block]
                           : member == "text"     ? BlockKind::kText
                           : member == "thinking" ? BlockKind::kThinking
                           : member == "input"    ? BlockKind::kToolUse
                           : member == "content"  ? BlockKind::kToolResult
                                                  : BlockKind::kUnknown;
    const bool encoded =
        has_key_below(4, "signature") || has_key_below(4, "base64") || has_key_below(4, "data");
    switch (kind) {
      case BlockKind::kText:
        return member == "text" ? &base_ : nullptr;
      case BlockKind::kThinking:
        return member == "thinking" ? &thinking_ : nullptr;
      case BlockKind::kToolResult:
        if (member != "content" || !longer_result_.empty()) return nullptr;
        return open_.size() == 4 || key(5) == "text" || key(5) == "tool_name" ? &tool(block)
                                                                              : nullptr;
      case BlockKind::kToolUse:
      case BlockKind::kServerTool: {
        const bool text = member == "name" || member == "input" ||
                          (kind == BlockKind::kServerTool && member == "content");
        return text && !encoded ? &tool(block) : nullptr;
      }
      case BlockKind::kDocument:
        return member == "title" || (member == "source" && key(4) == "data") ? &base_ : nullptr;
      default:
        return nullptr;
    }
  }

  Source& tool(std::size_t block) { return tools_[block]; }
  Source& tool_of_result() {
    const auto result = std::find(kinds_.begin(), kinds_.end(), BlockKind::kToolResult);
    return tool(static_cast<std::size_t>(result - kinds_.begin()));
  }

  EntryType type_;
  Source base_;
  Source thinking_;
  std::map<std::size_t, Source> tools_;  // by block
  std::vector<BlockKind> kinds_;         // of the blocks that are known
  std::string_view longer_result_;
  PieceWriter& pieces_;
  std::vector<Open> open_;
  const Source* picked_ = nullptr;
  bool in_text_ = false;
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
  line.value_ = *value;
  line.passages_ = reader.read(*value);
  line.role_ = reader.content_role();
  line.error_ = reader.content_error();
  return line;
}

Result<void> GiantLine::each_passage(const Visit& visit) const {
  const EntryType type = entry_type(value_["type"].string_or(""));
  const bool has_texts =
      type == EntryType::kUser || type == EntryType::kAssistant ||
      (!passages_.empty() && (type == EntryType::kSystem || type == EntryType::kAttachment));
  if (!has_texts) {
    // Titles and names: what was kept of them is more than anybody reads.
    for (std::size_t i = 0; i < passages_.size(); ++i) visit(passages_[i], i);
    return {};
  }
  PieceWriter pieces(std::max(kLeastPiece, static_cast<std::size_t>(length_ / kMostPieces)), visit);
  Source base{role_, error_, {}, {}};
  if (type == EntryType::kSystem || type == EntryType::kAttachment)
    base = {passages_.front().role, passages_.front().error, {}, {}};
  TextPicker picker(value_, passages_, std::move(base), pieces);
  if (auto read = stream_line(file_, offset_, length_, picker); !read) return read;
  pieces.finish();
  return {};
}

}  // namespace clew
