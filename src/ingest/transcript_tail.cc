// SPDX-License-Identifier: MIT

#include "ingest/transcript_tail.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "catalog/layout/file_lines.h"
#include "jsonl/line_reader.h"
#include "transcript/conversation.h"

namespace clew {
namespace {

constexpr std::int64_t kFirstWindow = std::int64_t{16} << 10;
constexpr std::int64_t kWidestWindow = std::int64_t{32} << 20;
constexpr std::int64_t kWiden = 8;
constexpr std::size_t kLongTail = 256;  // lines
constexpr std::size_t kBlock = std::size_t{64} << 10;
constexpr std::size_t kSmallBlock = std::size_t{4} << 10;  // mostly holds the end of a line
constexpr std::size_t kLineBlock = std::size_t{8} << 10;
// A line beyond this is passed over: it cannot be sent to anybody anyway.
constexpr std::int64_t kLongestLine = std::int64_t{32} << 20;

bool is_blank_line(std::string_view text) {
  return text.find_first_not_of(std::string_view(" \t\r\0", 4)) == std::string_view::npos;
}

bool is_prompt(const Entry& entry) {
  return entry.prompt == PromptKind::kTyped || entry.prompt == PromptKind::kCommand;
}

// A line that carries the conversation on; results of parallel calls hang beside it.
bool carries_on(const Entry& entry) {
  return entry.is_node() && entry.type <= EntryType::kSystem &&
         entry.prompt != PromptKind::kToolResult;
}

void put(std::vector<EntryIndex>& table, Symbol symbol, EntryIndex entry) {
  if (table.size() <= symbol) table.resize(symbol + 64, kNoEntry);
  if (table[symbol] == kNoEntry) table[symbol] = entry;
}

EntryIndex get(const std::vector<EntryIndex>& table, Symbol symbol) {
  return symbol < table.size() ? table[symbol] : kNoEntry;
}

bool ends_turn(const Transcript& t, const Entry& entry) {
  if (entry.type == EntryType::kSystem) return t.text(entry.subtype) == "turn_duration";
  if (entry.type != EntryType::kAssistant) return false;
  const std::string_view reason = t.text(entry.stop_reason);
  return reason == "end_turn" || reason == "stop_sequence" || reason == "max_tokens" ||
         reason == "refusal";
}

}  // namespace

Result<std::int64_t> line_start_before(const RandomAccessFile& file, std::int64_t end) {
  std::size_t size = kSmallBlock;
  while (end > 0) {
    const auto block = std::make_unique_for_overwrite<char[]>(size);
    const std::int64_t start = std::max<std::int64_t>(0, end - static_cast<std::int64_t>(size));
    const auto read = file.read_at(start, {block.get(), static_cast<std::size_t>(end - start)});
    if (!read) return read.error();
    const std::string_view text(block.get(), *read);
    if (const auto at = text.rfind('\n'); at != std::string_view::npos) {
      return start + static_cast<std::int64_t>(at) + 1;
    }
    end = start;
    size = kBlock;
  }
  return 0;
}

Result<std::int64_t> count_lines(const RandomAccessFile& file, std::int64_t start,
                                 std::int64_t end) {
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  std::int64_t lines = 0;
  for (std::int64_t at = start; at < end;) {
    const auto size = static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(kBlock), end - at));
    const auto read = file.read_at(at, {block.get(), size});
    if (!read) return read.error();
    if (*read == 0) break;
    // Lines are long: jumping from end to end is faster than looking at every byte.
    const std::string_view text(block.get(), *read);
    for (auto found = text.find('\n'); found != std::string_view::npos;
         found = text.find('\n', found + 1)) {
      ++lines;
    }
    at += static_cast<std::int64_t>(*read);
  }
  return lines;
}

Result<TailGrowth> TranscriptTail::read(const RandomAccessFile& file, std::int64_t start,
                                        std::int64_t end, std::int64_t line) {
  for (std::int64_t window = kFirstWindow;; window *= kWiden) {
    if (!shape_) {
      if (auto reached = reach_back(file, start, line, window); !reached) {
        shape_.reset();
        return reached.error();
      }
    }
    auto growth = parse(file, start, end, line);
    if (!growth) {
      shape_.reset();
      return growth;
    }
    const bool may_widen = window_start_ > 0 && start - window_start_ < kWidestWindow;
    auto whole = join(file, may_widen, *growth);
    if (whole && *whole) return growth;
    shape_.reset();
    if (!whole) return whole.error();
    while (window < start - window_start_) window *= kWiden;
  }
}

// Fills a new shape with the lines before `start`.
Result<void> TranscriptTail::reach_back(const RandomAccessFile& file, std::int64_t start,
                                        std::int64_t line, std::int64_t window) {
  shape_ = std::make_unique<Shape>();
  auto begin = line_start_before(file, std::max<std::int64_t>(0, start - window));
  if (!begin) return begin.error();
  window_start_ = *begin;
  auto inside = count_lines(file, window_start_, start);
  if (!inside) return inside.error();
  auto growth = parse(file, window_start_, start, line - *inside);
  if (!growth) return growth.error();
  longest_ = std::max(kLongTail, 2 * size());
  return {};
}

Result<TailGrowth> TranscriptTail::parse(const RandomAccessFile& file, std::int64_t start,
                                         std::int64_t end, std::int64_t line) {
  Shape& shape = *shape_;
  TailGrowth growth;
  growth.start = growth.end = start;
  growth.first = shape.transcript.count();
  if (shape.tip != kNoEntry) {
    growth.tip_before = shape.transcript.text(shape.transcript[shape.tip].uuid);
  }
  const std::size_t notes = shape.transcript.last_prompts.size();
  const auto block = std::clamp<std::int64_t>(end - start, 4 << 10, 1 << 20);
  LineReader lines(file, {.start = start,
                          .end = end,
                          .block_size = static_cast<std::size_t>(block),
                          .max_line = kLongestLine,
                          .keep_blank = true,
                          .partial_tail = false});
  for (;;) {
    auto next = lines.next();
    if (!next) return next.error();
    if (!*next) break;
    const Line& l = **next;
    ++growth.lines;
    const EntryParser::Place place{l.offset, l.length, line + growth.lines, l.bom};
    if (l.too_long) {
      shape.parser.add_too_long(place);
    } else if (!is_blank_line(l.text)) {
      const EntryIndex entry = shape.parser.add(l.text, place);
      if (entry != kNoEntry) take(entry, growth);
    }
  }
  growth.end = lines.position();
  if (shape.tip != kNoEntry) {
    growth.tip = shape.transcript.text(shape.transcript[shape.tip].uuid);
  }
  for (std::size_t i = notes; i < shape.transcript.last_prompts.size(); ++i) {
    if (!is_on_the_way(shape.transcript.last_prompts[i])) growth.may_have_forked = true;
  }
  return growth;
}

void TranscriptTail::take(EntryIndex index, TailGrowth& growth) {
  Shape& shape = *shape_;
  const Transcript& t = shape.transcript;
  const Entry& entry = t[index];
  if (!belongs(entry)) return;
  if (entry.type == EntryType::kUser && is_prompt(entry)) {
    shape.turn = index;
    shape.turn_told = false;
  }
  if (carries_on(entry)) {
    if (leaves_branch(entry)) growth.may_have_forked = true;
    put(shape.child_of, entry.parent, index);
  }
  if (entry.is_node()) put(shape.node_of, entry.uuid, index);
  if (entry.is_node() && entry.is_conversation()) shape.tip = index;
  if (!shape.turn_told && ends_turn(t, entry)) {
    shape.turn_told = growth.turn_ended = true;
    growth.turn = shape.turn;
  }
}

// Whether this line hangs elsewhere than at the end of what was there before.
bool TranscriptTail::leaves_branch(const Entry& entry) const {
  const Shape& shape = *shape_;
  if (shape.tip == kNoEntry) return false;
  if (entry.parent == kNoSymbol || get(shape.node_of, entry.parent) == kNoEntry) return true;
  return get(shape.child_of, entry.parent) != kNoEntry;
}

// Whether the CLI's note of where it stands names a line on the way to the last one.
bool TranscriptTail::is_on_the_way(const LastPrompt& note) const {
  if (!note.has_leaf) return true;
  if (note.leaf == kNoSymbol) return false;
  const Transcript& t = shape_->transcript;
  const EntryIndex leaf = get(shape_->node_of, note.leaf);
  if (leaf == kNoEntry) return false;
  for (EntryIndex at = shape_->tip; at >= leaf;) {
    if (at == leaf) return true;
    const EntryIndex parent = get(shape_->node_of, t[at].parent);
    if (parent >= at) return false;  // parents come first, or nothing is certain
    at = parent;
  }
  return false;
}

// Reads what the new lines changed. False: what they belong to lies further back.
Result<bool> TranscriptTail::join(const RandomAccessFile& file, bool may_widen,
                                  TailGrowth& growth) {
  const Transcript& t = shape_->transcript;
  if (growth.turn_ended && growth.turn == kNoEntry && may_widen) return false;
  std::vector<EntryIndex> entries;
  EntryIndex first_answer = kNoEntry;
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (!belongs(t[i])) continue;
    entries.push_back(i);
    if (first_answer == kNoEntry && t[i].type == EntryType::kAssistant) first_answer = i;
  }
  FileLines source(file, kLineBlock);
  MessageReader reader(t, source);
  for (const MessagePlan& plan : plan_messages(t, entries)) {
    const auto is_new = [&](EntryIndex entry) { return entry >= growth.first; };
    const bool message = std::any_of(plan.entries.begin(), plan.entries.end(), is_new);
    const bool result = std::any_of(
        plan.tools.begin(), plan.tools.end(),
        [&](const ToolCallPlan& tool) { return !tool.results.empty() && is_new(tool.results[0]); });
    if (!message && !result) continue;
    const bool may_begin_earlier = plan.kind == MessageKind::kOrphanResult ||
                                   !plan.orphans.empty() || plan.entries.front() == first_answer;
    if (may_begin_earlier && may_widen) return false;
    auto read = reader.read(plan);
    if (!read) return read.error();
    if (message) {
      if (is_new(plan.entries.front())) ++growth.added;
      growth.messages.push_back(std::move(*read));
      continue;
    }
    for (ToolCall& tool : read->tools) {
      if (is_new(tool.answer)) growth.tools.push_back({plan.entries.front(), std::move(tool)});
    }
  }
  return true;
}

}  // namespace clew
