// SPDX-License-Identifier: MIT
//
// What is more than the API takes is made smaller: pictures and documents, the largest first; then
// results of tools, the oldest large ones first, but not those of the last turns; and where that is
// not enough all but the last turns goes behind a compaction.

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "base/uuid.h"
#include "doctor/named_by_error.h"
#include "doctor/path_work.h"
#include "json/spans.h"
#include "transcript/line_fields.h"
#include "transcript/parallel_calls.h"

namespace clew {
namespace {

constexpr std::int64_t kLargeResult = 2000;
constexpr std::size_t kUntouched = 20;  // lines at the end

class Fitting : private PathStep {
 public:
  Fitting(PathWork& work, Defect why) : PathStep(work), why_(why) { measure(); }

  // Whether so much could be saved; 0: nobody says how much it has to be.
  bool save(std::int64_t bytes) {
    const std::int64_t all = std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0});
    if (bytes == 0) bytes = std::max(all / 3, all - room_for_certain());
    left_ = bytes + bytes / 20;
    if (why_ == Defect::kF10) replace_media();
    // What goes behind a compaction as a whole need not be shortened.
    if (left_ > shortenable() && compact(all - bytes)) return true;
    shorten_results();
    return left_ <= 0;
  }

 private:
  struct Part {
    std::size_t item = 0;
    std::uint32_t block = 0;
    std::int64_t bytes = 0;
  };

  // Much less than fits: nobody knows what else is sent.
  std::int64_t room_for_certain() const {
    const ApiRules rules = rules_for(patient_, path_);
    return (why_ == Defect::kF10 ? rules.most_bytes : rules.window * kBytesOfToken) / 4 * 3;
  }

  void measure() {
    RawLines raw(patient_);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      sizes_.push_back(0);
      if (items_[i].entry == kNoEntry) continue;
      const Entry& entry = t_[items_[i].entry];
      auto line = raw.line(entry);
      if (!line) continue;
      sizes_.back() = content_bytes(*line, entry);
      if (entry.is_conversation()) measure_blocks(*line, i);
    }
  }

  void measure_blocks(std::string_view line, std::size_t item) {
    const json::Span message = json::find_member(line, {0, line.size()}, name_of(Field::kMessage));
    const json::Span content = json::find_member(line, message, "content");
    const auto blocks = t_.blocks_of(t_[items_[item].entry]);
    std::uint32_t index = 0;
    for (const json::Span element : json::element_spans(line, content)) {
      if (line[element.begin] != '{') continue;
      const std::uint32_t block = index++;
      if (block >= blocks.size()) return;
      const BlockKind kind = blocks[block].kind;
      json::Span all = element;
      if (kind == BlockKind::kToolResult) all = json::find_member(line, element, "content");
      const Part part{item, block, static_cast<std::int64_t>(all.end - all.begin)};
      if (kind == BlockKind::kImage || kind == BlockKind::kDocument) {
        media_.push_back(part);
      } else if (kind == BlockKind::kToolResult && part.bytes >= kLargeResult) {
        (has_media(element.of(line)) ? media_ : results_).push_back(part);
        if (has_media(element.of(line))) results_.push_back(part);
      }
    }
  }

  static bool has_media(std::string_view block) {
    return block.find(R"("base64")") != std::string_view::npos;
  }

  BlockEdit& edit(const Part& part, std::string_view what) {
    PathItem& one = items_[part.item];
    note_change(one.entry);
    receipt_.add(why_, t_[one.entry].line, what, what.empty() ? 0 : part.bytes);
    left_ -= part.bytes;
    return one.edit.blocks[part.block];
  }

  void replace_media() {
    std::stable_sort(media_.begin(), media_.end(),
                     [](const Part& a, const Part& b) { return a.bytes > b.bytes; });
    for (const Part& part : media_) {
      if (left_ <= 0) return;
      edit(part, {}).media.insert(Defect::kF10);
    }
  }

  bool is_shortenable(const Part& part) const {
    if (part.item + kUntouched >= items_.size()) return false;
    const auto edited = items_[part.item].edit.blocks.find(part.block);
    return edited == items_[part.item].edit.blocks.end() || edited->second.media.empty();
  }

  std::int64_t shortenable() const {
    std::int64_t sum = 0;
    for (const Part& part : results_) sum += is_shortenable(part) ? part.bytes : 0;
    return sum;
  }

  void shorten_results() {
    for (const Part& part : results_) {
      if (left_ <= 0) return;
      if (!is_shortenable(part)) continue;
      edit(part, "a result of " + std::to_string(part.bytes) + " bytes").shorten_result = true;
    }
  }

  // The last turns, from a prompt on, that take at most half of what may be sent.
  bool compact(std::int64_t room) {
    std::size_t first = items_.size();
    std::int64_t taken = 0;
    for (std::size_t i = items_.size(); i-- > 1;) {
      taken += items_[i].entry == kNoEntry ? 0 : sizes_[i];
      if (taken * 2 > room) break;
      if (begins_turn(items_[i])) first = i;
    }
    if (first == items_.size()) return false;
    PathItem boundary;
    boundary.uuid = make_uuid();
    boundary.added = Added::kBoundary;
    boundary.like = items_[first].entry;
    boundary.text = items_[first - 1].uuid;
    PathItem summary;
    summary.uuid = make_uuid();
    summary.added = Added::kSummary;
    summary.like = boundary.like;
    summary.text = summary_of(first);
    receipt_.add(why_, t_[items_[first].entry].line);
    receipt_.aside_lines += static_cast<std::int64_t>(first);
    receipt_.added_lines += 2;
    note_change(items_[first].entry);
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first));
    items_.insert(items_.begin(), {std::move(boundary), std::move(summary)});
    note_positions();
    return true;
  }

  bool begins_turn(const PathItem& item) const {
    if (item.entry == kNoEntry || item.dropped) return false;
    const Entry& line = t_[item.entry];
    return line.type == EntryType::kUser && !line.meta && !has_results(t_, line);
  }

  // Made here, without a model: what was asked.
  std::string summary_of(std::size_t end) const {
    constexpr std::size_t kMostPrompts = 60;
    constexpr std::size_t kLongest = 300;
    std::vector<std::string> prompts;
    json::Parser parser;
    for (std::size_t i = 0; i < end; ++i) {
      if (!begins_turn(items_[i]) || t_[items_[i].entry].prompt != PromptKind::kTyped) continue;
      auto line = patient_.lines.line(t_[items_[i].entry]);
      auto root = line ? parser.parse(*line) : Result<json::Value>(line.error());
      if (!root) continue;
      const json::Value content = LineFields(*root).message().content;
      std::string words(content.string_or(""));
      for (const json::Value block : content.elements()) words += block["text"].string_or("");
      prompts.emplace_back(one_line(cut_utf8(words, kLongest)));
    }
    std::string text =
        "This conversation was too long to be sent, so a repair cut it here, without a model. The "
        "earlier part is in the transcript, before this line.";
    if (!prompts.empty()) text += " What was asked in it:\n";
    const std::size_t from = prompts.size() > kMostPrompts ? prompts.size() - kMostPrompts : 0;
    for (std::size_t i = from; i < prompts.size(); ++i) text += "\n- " + prompts[i];
    return text;
  }

  const Defect why_;
  std::vector<std::int64_t> sizes_;  // of the content of each item
  std::vector<Part> media_;
  std::vector<Part> results_;
  std::int64_t left_ = 0;  // that is still to be saved
};

}  // namespace

bool fit_size(PathWork& work, Defect why, std::int64_t excess) {
  return Fitting(work, why).save(excess);
}

}  // namespace clew
