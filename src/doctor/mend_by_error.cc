// SPDX-License-Identifier: MIT
//
// What no line shows and only the error at the end of a session tells; and thinking, which is taken
// out whole and last.

#include "base/uuid.h"
#include "doctor/path_work.h"

namespace clew {
namespace {

constexpr std::string_view kClosing = "(this turn was closed by a repair)";

class ErrorMender : private PathStep {
 public:
  explicit ErrorMender(PathWork& work) : PathStep(work), work_(work) {}

  void run() {
    for (const Defect defect : diagnosis_.error.defects) {
      if (!wants(defect) || diagnosis_.find(defect) == nullptr) continue;
      switch (defect) {
        case Defect::kE1:
        case Defect::kE2:
        case Defect::kE4:
        case Defect::kE5:
          strip_all(defect);
          break;
        case Defect::kE3:
          close_turn();
          break;
        case Defect::kC7:
          remove_references();
          break;
        case Defect::kG1:
        case Defect::kF10:
          if (changed_.empty()) fit_size(work_, defect, 0);
          break;
        case Defect::kF7:
        case Defect::kF8:
        case Defect::kF9:
          if (changed_.empty()) remove_media(defect);
          break;
        default:
          break;
      }
    }
  }

 private:
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
    constexpr std::string_view kStart = "Tool reference '";
    const std::string& text = diagnosis_.error.text;
    const std::size_t begin = text.find(kStart);
    if (begin == std::string::npos) return;
    const std::size_t name = begin + kStart.size();
    const std::string tool = text.substr(name, text.find('\'', name) - name);
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].type != EntryType::kUser) continue;
      auto line = patient_.lines.line(t_[one.entry]);
      if (!line || line->find("tool_reference") == std::string_view::npos) continue;
      for (std::uint32_t i = 0; i < t_[one.entry].block_count; ++i) {
        one.edit.blocks[i].references.insert(tool);
      }
      note_change(one.entry);
      receipt_.add(Defect::kC7, t_[one.entry].line);
    }
  }

  // Which of them it is about the error does not say.
  void remove_media(Defect defect) {
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || !t_[one.entry].is_conversation()) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const BlockKind kind = blocks[i].kind;
        if (kind != BlockKind::kImage && kind != BlockKind::kDocument &&
            kind != BlockKind::kToolResult) {
          continue;
        }
        if (kind == BlockKind::kToolResult && !holds_media(one.entry)) continue;
        one.edit.blocks[i].media.insert(Defect::kF10);
        note_change(one.entry);
        receipt_.add(defect, t_[one.entry].line);
      }
    }
  }

  bool holds_media(EntryIndex entry) const {
    auto line = patient_.lines.line(t_[entry]);
    return line && line->find("\"base64\"") != std::string_view::npos;
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
