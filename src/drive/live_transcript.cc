// SPDX-License-Identifier: MIT
#include "drive/live_transcript.h"

#include <set>
#include <utility>

namespace clew {

// Lines in memory, by the offset they would have in a file; the oldest go first.
class LiveTranscript::Lines : public LineSource {
 public:
  explicit Lines(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void add(std::int64_t offset, std::string_view text) {
    std::string kept(text);
    kept.append(json::kPadding, '\0');
    bytes_ += kept.size();
    lines_.emplace(offset, std::move(kept));
    // The newest stays even when it alone is too large: it is about to be read.
    while (bytes_ > max_bytes_ && lines_.size() > 1) {
      bytes_ -= lines_.begin()->second.size();
      lines_.erase(lines_.begin());
    }
  }

  Result<std::string_view> line(const Entry& entry) override {
    const auto found = lines_.find(entry.offset);
    if (found == lines_.end()) {
      return Error{ErrorCode::kNotFound, "the line is not in memory any more"};
    }
    return std::string_view(found->second).substr(0, static_cast<std::size_t>(entry.length));
  }

 private:
  std::map<std::int64_t, std::string> lines_;
  std::size_t bytes_ = 0;
  std::size_t max_bytes_;
};

LiveTranscript::LiveTranscript(std::size_t max_bytes) : max_bytes_(max_bytes) { start_anew(); }
LiveTranscript::~LiveTranscript() = default;

void LiveTranscript::start_anew() {
  transcript_ = std::make_unique<Transcript>();
  parser_ = std::make_unique<EntryParser>(*transcript_);
  lines_ = std::make_unique<Lines>(max_bytes_);
  answers_.clear();
  answer_of_.clear();
}

void LiveTranscript::emit(const std::vector<EntryIndex>& entries, const Visit& visit) {
  MessageReader reader(*transcript_, *lines_);
  for (const MessagePlan& plan : plan_messages(*transcript_, entries, Detail::kAll)) {
    auto message = reader.read(plan);
    if (message) visit(std::move(*message));
  }
}

void LiveTranscript::add_answer(EntryIndex entry, const Visit& visit) {
  const Entry& line = (*transcript_)[entry];
  if (line.message_id == kNoSymbol) {
    emit({entry}, visit);
    return;
  }
  Group& group = answers_[line.message_id];
  group.entries.push_back(entry);
  for (const Block& block : transcript_->blocks_of(line)) {
    if (block.kind == BlockKind::kToolUse) answer_of_[block.id] = line.message_id;
  }
  emit(group.entries, visit);
}

// The results of a line go to the answers that called; false when it has none that is known.
bool LiveTranscript::add_results(EntryIndex entry, const Visit& visit) {
  std::set<Symbol> changed;
  for (const Block& block : transcript_->blocks_of((*transcript_)[entry])) {
    if (block.kind != BlockKind::kToolResult) continue;
    const auto answer = answer_of_.find(block.id);
    if (answer != answer_of_.end()) changed.insert(answer->second);
  }
  for (const Symbol id : changed) {
    Group& group = answers_[id];
    group.entries.push_back(entry);
    emit(group.entries, visit);
  }
  return !changed.empty();
}

void LiveTranscript::add(std::string_view line, const Visit& visit) {
  constexpr EntryIndex kMostEntries = 100'000;
  if (transcript_->count() >= kMostEntries) start_anew();
  const auto length = static_cast<std::int64_t>(line.size());
  const EntryIndex entry = parser_->add(line, {offset_, length, ++line_, false});
  if (entry == kNoEntry) return;
  lines_->add(offset_, line);
  offset_ += length + 1;
  const EntryType type = (*transcript_)[entry].type;
  if (type == EntryType::kAssistant) {
    add_answer(entry, visit);
  } else if (type != EntryType::kUser || !add_results(entry, visit)) {
    emit({entry}, visit);
  }
}

}  // namespace clew
