// SPDX-License-Identifier: MIT
#include "doctor/sent_facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parallel.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

// What blocks nearly always are; the first is none.
constexpr std::array<std::string_view, 8> kTypes = {
    "", "text", "tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document"};

std::uint8_t number_of(std::string_view type) {
  const auto found = std::find(kTypes.begin() + 1, kTypes.end(), type);
  return found == kTypes.end() ? std::uint8_t{0}
                               : static_cast<std::uint8_t>(found - kTypes.begin());
}

}  // namespace

json::Span sent_part(std::string_view line, const Entry& entry) {
  const bool attached = entry.type == EntryType::kAttachment;
  const json::Span all{0, line.size()};
  const json::Span around =
      json::find_member(line, all, attached ? "attachment" : name_of(Field::kMessage));
  return json::find_member(line, around, attached ? "prompt" : "content");
}

bool is_queued_command(const Transcript& t, const Entry& entry) {
  return entry.type == EntryType::kAttachment && t.text(entry.subtype) == kQueuedCommand;
}

// What was read of some lines.
struct SentFacts::Piece {
  std::vector<EntryIndex> entries;
  std::vector<Line> lines;
  std::vector<Block> blocks;
  std::vector<std::unique_ptr<Details>> details;
  std::map<EntryIndex, BadEscapes> escapes;
};

// What one thread reads with.
class SentFacts::Reader {
 public:
  Reader(const Transcript& transcript, bool unknown_blocks)
      : t_(transcript), reader_(unknown_blocks) {}

  void read(EntryIndex index, LineSource& lines, Piece& piece) {
    const Entry& entry = t_[index];
    piece.entries.push_back(index);
    Line& out = piece.lines.emplace_back();
    out.first = static_cast<std::uint32_t>(piece.blocks.size());
    auto line = lines.line(entry);
    if (!line) return;
    auto root = parser_.parse(*line);
    if (!root) return;
    out.readable = true;
    out.invalid_utf8 = parser_.repairs().invalid_utf8;
    note_escapes(*line, index, piece);
    if (entry.type == EntryType::kAttachment) {
      read_content((*root)["attachment"]["prompt"], entry, piece);
    } else {
      const LineFields fields(*root);
      read_content(fields.message().content, entry, piece);
      if (entry.type == EntryType::kUser) out.names_file = names_file(fields);
    }
    out.count = static_cast<std::uint32_t>(piece.blocks.size()) - out.first;
  }

 private:
  void note_escapes(std::string_view line, EntryIndex index, Piece& piece) const {
    if (!parser_.repairs().lone_surrogate && line.find("\\u0000") == std::string_view::npos) return;
    const BadEscapes bad = find_bad_escapes(sent_part(line, t_[index]).of(line));
    if (!bad.any()) return;
    piece.lines.back().bad_escapes = true;
    piece.escapes[index] = bad;
  }

  static bool names_file(const LineFields& fields) {
    const json::Value result = fields[Field::kToolUseResult];
    const bool is_empty = !(result.members().begin() != result.members().end());
    return is_empty || result["filePath"].is_string();
  }

  void read_content(json::Value content, const Entry& entry, Piece& piece) {
    piece.lines.back().is_list = content.is_array();
    if (content.is_string()) return store(reader_.read_text(content), entry, 0, piece);
    std::uint32_t i = 0;
    for (const json::Value block : content.elements()) {
      if (block.is_object()) store(reader_.read(block), entry, i++, piece);
    }
  }

  void store(const BlockFacts& facts, const Entry& entry, std::uint32_t i, Piece& piece) const {
    Block& block = piece.blocks.emplace_back();
    block.bytes = facts.bytes;
    block.kind = facts.kind;
    block.cache_mark = facts.cache_mark;
    block.ends_blank = facts.ends_blank;
    block.type = number_of(facts.type);
    const auto parsed = t_.blocks_of(entry);
    const bool id_is_parsed = i < parsed.size() && t_.text(parsed[i].id) == facts.id;
    if (facts.details == nullptr && block.type != 0 && id_is_parsed) return;
    block.details = static_cast<std::int32_t>(piece.details.size());
    Details& more = *piece.details.emplace_back(std::make_unique<Details>());
    if (facts.details != nullptr) more.details = *facts.details;
    more.type = facts.type;
    more.id = facts.id;
  }

  const Transcript& t_;
  json::Parser parser_;
  SentBlockReader reader_;
};

SentFacts::SentFacts(const Transcript& transcript, LineSource& lines, const ApiRules& rules)
    : t_(transcript), lines_(lines), unknown_blocks_(rules.unknown_blocks) {}
SentFacts::~SentFacts() = default;

bool SentFacts::is_sent(EntryIndex entry) const {
  return t_[entry].is_conversation() || is_queued_command(t_, t_[entry]);
}

std::vector<EntryIndex> SentFacts::unread_of(std::span<const EntryIndex> entries) const {
  std::vector<EntryIndex> wanted;
  for (const EntryIndex entry : entries) {
    if (is_sent(entry) && places_[static_cast<std::size_t>(entry)] == 0) wanted.push_back(entry);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

// Neighbours of about so many bytes.
std::vector<std::span<const EntryIndex>> SentFacts::cut(std::span<const EntryIndex> entries,
                                                        std::int64_t bytes) const {
  std::vector<std::span<const EntryIndex>> parts;
  std::int64_t filled = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    filled += t_[entries[i]].length;
    if (filled < bytes && i + 1 < entries.size()) continue;
    parts.push_back(entries.subspan(first, i + 1 - first));
    first = i + 1;
    filled = 0;
  }
  return parts;
}

void SentFacts::read(std::span<const EntryIndex> entries, const LineSources& sources,
                     std::int64_t part) {
  constexpr std::size_t kFewParts = 4;
  places_.resize(t_.entries.size());
  const std::vector<EntryIndex> wanted = unread_of(entries);
  const auto parts = cut(wanted, part);
  if (!sources || parts.size() < kFewParts) return;
  const int threads = default_threads();
  std::vector<std::unique_ptr<LineSource>> lines(static_cast<std::size_t>(threads));
  std::vector<std::unique_ptr<Reader>> readers(lines.size());
  std::vector<Piece> pieces(parts.size());
  parallel_for(std::ssize(pieces), threads, [&](std::int64_t i, int thread) {
    const auto worker = static_cast<std::size_t>(thread);
    if (readers[worker] == nullptr) {
      readers[worker] = std::make_unique<Reader>(t_, unknown_blocks_);
      lines[worker] = sources();
    }
    const auto at = static_cast<std::size_t>(i);
    for (const EntryIndex entry : parts[at])
      readers[worker]->read(entry, *lines[worker], pieces[at]);
  });
  take_all(pieces);
}

void SentFacts::take_all(std::vector<Piece>& pieces) {
  std::size_t lines = lines_read_.size();
  std::size_t blocks = blocks_.size();
  for (const Piece& piece : pieces) {
    lines += piece.lines.size();
    blocks += piece.blocks.size();
  }
  lines_read_.reserve(lines);
  blocks_.reserve(blocks);
  for (Piece& piece : pieces) take(std::move(piece));
}

void SentFacts::take(Piece piece) {
  places_.resize(t_.entries.size());
  const auto blocks_before = static_cast<std::uint32_t>(blocks_.size());
  const auto details_before = static_cast<std::int32_t>(details_.size());
  for (std::size_t i = 0; i < piece.lines.size(); ++i) {
    lines_read_.push_back(piece.lines[i]);
    lines_read_.back().first += blocks_before;
    places_[static_cast<std::size_t>(piece.entries[i])] =
        static_cast<std::uint32_t>(lines_read_.size());
  }
  for (Block& block : piece.blocks) {
    if (block.details >= 0) block.details += details_before;
    blocks_.push_back(block);
  }
  for (auto& details : piece.details) details_.push_back(std::move(details));
  escapes_.merge(piece.escapes);
}

const SentFacts::Line& SentFacts::of(EntryIndex entry) {
  const auto at = static_cast<std::size_t>(entry);
  if (at >= places_.size() || places_[at] == 0) {
    if (reader_ == nullptr) reader_ = std::make_unique<Reader>(t_, unknown_blocks_);
    Piece piece;
    reader_->read(entry, lines_, piece);
    take(std::move(piece));
  }
  return lines_read_[places_[at] - 1];
}

BadEscapes SentFacts::escapes_of(EntryIndex entry) const {
  const auto found = escapes_.find(entry);
  return found == escapes_.end() ? BadEscapes() : found->second;
}

BlockFacts SentFacts::block(EntryIndex entry, const Line& line, std::uint32_t i) const {
  const Block& block = blocks_[line.first + i];
  BlockFacts facts;
  facts.kind = block.kind;
  facts.cache_mark = block.cache_mark;
  facts.ends_blank = block.ends_blank;
  facts.bytes = block.bytes;
  if (block.details < 0) {
    facts.type = kTypes[block.type];
    facts.id = t_.text(t_.blocks_of(t_[entry])[i].id);
    return facts;
  }
  const Details& more = *details_[static_cast<std::size_t>(block.details)];
  facts.type = more.type;
  facts.id = more.id;
  if (more.details.any()) facts.details = &more.details;
  return facts;
}

}  // namespace clew
