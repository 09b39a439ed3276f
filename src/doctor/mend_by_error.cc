// SPDX-License-Identifier: MIT
//
// What no line shows and only the error at the end of a session tells; and thinking, which is taken
// out whole and last.

#include "base/uuid.h"
#include "doctor/named_by_error.h"
#include "doctor/path_work.h"

namespace clew {
namespace {

constexpr std::string_view kClosing = "(this turn was closed by a repair)";

class ErrorMender : private PathStep {
 public:
  explicit ErrorMender(PathWork& work) : PathStep(work), work_(work) {}

  void run() {
    for (const Defect defect : diagnosis_.error.defects) {
      const Trouble* trouble = diagnosis_.find(defect);
      if (!wants(defect) || trouble == nullptr || !trouble->is_mendable()) continue;
      mend(*trouble);
    }
  }

 private:
  void mend(const Trouble& trouble) {
    const Defect defect = trouble.defect;
    switch (defect) {
      case Defect::kE1:
      case Defect::kE2:
      case Defect::kE4:
      case Defect::kE5:
        return strip_all(defect);
      case Defect::kE3:
        return close_turn();
      case Defect::kC7:
        return remove_references();
      case Defect::kG1:
      case Defect::kF10:
        // No rule says afterwards whether it helped.
        if (trouble.named && !fit_size(work_, defect, excess_in_error())) work_.too_large = defect;
        return;
      case Defect::kF7:
      case Defect::kF8:
      case Defect::kF9:
        if (trouble.named) remove_media(defect);
        return;
      default:
        return;
    }
  }

  NamedLines named(Defect defect) const {
    return lines_named_by(diagnosis_.error, defect, patient_, path_);
  }

  // In bytes; 0: it does not say.
  std::int64_t excess_in_error() const {
    const auto counts = token_counts_in(diagnosis_.error.text);
    return counts ? (counts->sent - counts->most) * kBytesOfToken : 0;
  }

  void strip_all(Defect defect) {
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].type != EntryType::kAssistant) continue;
      if (!has_thinking(one.entry)) continue;
      strip_line(one);
      receipt_.add(defect, t_[one.entry].line);
    }
  }

  void close_turn() {
    if (items_.empty() || items_.back().entry == kNoEntry) return;
    PathItem closing;
    closing.uuid = make_uuid();
    closing.text = kClosing;
    closing.assistant = true;
    closing.like = items_.back().entry;
    receipt_.add(Defect::kE3, t_[closing.like].line);
    items_.push_back(std::move(closing));
    ++receipt_.added_lines;
  }

  void remove_references() {
    const std::string tool(tool_named_by(diagnosis_.error.text));
    for (const EntryIndex entry : named(Defect::kC7).all) {
      PathItem* one = item(entry);
      if (one == nullptr) continue;
      for (std::uint32_t i = 0; i < t_[entry].block_count; ++i) {
        one->edit.blocks[i].references.insert(tool);
      }
      note_change(entry);
      receipt_.add(Defect::kC7, t_[entry].line);
    }
  }

  // Which of them it is about the error does not say.
  void remove_media(Defect defect) {
    const bool images = defect == Defect::kF7;
    for (const EntryIndex entry : named(defect).all) {
      PathItem* one = item(entry);
      if (one == nullptr) continue;
      const auto blocks = t_.blocks_of(t_[entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const BlockKind kind = blocks[i].kind;
        if (kind != BlockKind::kToolResult &&
            kind != (images ? BlockKind::kImage : BlockKind::kDocument)) {
          continue;
        }
        one->edit.blocks[i].media.insert(images ? Defect::kF10 : Defect::kF8);
        note_change(entry);
      }
      receipt_.add(defect, t_[entry].line);
    }
  }

  PathWork& work_;
};

class ThinkingBehindChanges : private PathStep {
 public:
  explicit ThinkingBehindChanges(PathWork& work) : PathStep(work) {}

  void run() {
    bool behind = false;
    std::set<Symbol> responses;  // of lines that are changed themselves
    for (const EntryIndex entry : changed_) {
      if (t_[entry].type == EntryType::kAssistant) responses.insert(t_[entry].message_id);
    }
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry) {
        behind = true;
        continue;
      }
      behind |= changed_.contains(one.entry);
      const bool part =
          t_[one.entry].message_id != kNoSymbol && responses.contains(t_[one.entry].message_id);
      if ((!behind && !part) || t_[one.entry].type != EntryType::kAssistant) continue;
      if (!has_thinking(one.entry)) continue;
      strip_line(one);
      ++receipt_.thinking_lines;
    }
  }
};

}  // namespace

void mend_by_error(PathWork& work) { ErrorMender(work).run(); }

void strip_thinking_behind_changes(PathWork& work) { ThinkingBehindChanges(work).run(); }

}  // namespace clew
