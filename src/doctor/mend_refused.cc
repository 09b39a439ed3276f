// SPDX-License-Identifier: MIT
//
// What the API would refuse of the lines as they are.

#include <deque>

#include "base/uuid.h"
#include "doctor/path_work.h"
#include "transcript/loaded_messages.h"

namespace clew {
namespace {

constexpr std::string_view kBeginning = "(the beginning of this conversation is missing)";

class RefusalMender : private PathStep {
 public:
  explicit RefusalMender(PathWork& work) : PathStep(work), work_(work) {}

  void run() {
    ChosenPath path = path_;
    path.refused.clear();
    messages_ = loaded_messages(t_, path);
    const ApiRules rules = rules_for(patient_, path);
    SentFacts facts(t_, patient_.lines, rules);
    facts.read(path.chain, patient_.sources);
    std::vector<ApiRefusal> refusals =
        check_sent(t_, messages_, facts, Sender::kAsLoaded, rules).refusals;
    for (const ApiRefusal& one : refusals) {
      if (one.defect == Defect::kC2) far_results_.emplace(one.id, one.place);
    }
    std::stable_sort(refusals.begin(), refusals.end(),
                     [](const ApiRefusal& a, const ApiRefusal& b) { return a.defect < b.defect; });
    for (const ApiRefusal& one : refusals) {
      const Defect asked =
          one.defect == Defect::kC2 && moved_.contains(one.id) ? Defect::kC5 : one.defect;
      if (!wants(asked) && !(one.defect == Defect::kC1 && wants(Defect::kC5))) continue;
      if (one.place.entry != kNoEntry && item(one.place.entry) == nullptr) continue;
      // Calls and results are paired when their ids can be sent.
      const bool of_pairs = one.defect >= Defect::kC1 && one.defect <= Defect::kC5;
      if (of_pairs && wants(Defect::kD8) && !is_plain_id(one.id)) continue;
      mend(one);
    }
    // What is sent is cut when all else has its place.
    if (excess_ > 0) static_cast<void>(fit_size(work_, excess_of_, excess_));
  }

 private:
  void note_excess(const ApiRefusal& one) {
    if (one.excess <= excess_) return;
    excess_ = one.excess;
    excess_of_ = one.defect;
  }

  BlockEdit& edit_block(const ApiRefusal& one) {
    note_change(one.place.entry);
    receipt_.add(one.defect, t_[one.place.entry].line);
    return item(one.place.entry)->edit.blocks[one.place.block];
  }

  void mend(const ApiRefusal& one) {
    switch (one.defect) {
      case Defect::kB15:
        return put_beginning(one);
      case Defect::kC1:
        return answer_call(one);
      case Defect::kC2:
        if (!moved_.contains(one.id)) edit_block(one).to_text = true;
        return;
      case Defect::kC3:
        edit_block(one).to_text = true;
        return;
      case Defect::kC4:
        return part_calls(one);
      case Defect::kC5:
        note_change(one.place.entry);
        receipt_.add(Defect::kC5, t_[one.place.entry].line);
        item(one.place.entry)->edit.results_first = true;
        return;
      case Defect::kC6:
      case Defect::kD9:
        return write_out_server_pair(one);
      case Defect::kC7:
      case Defect::kC8:
        edit_block(one).references.insert(one.id);
        return;
      case Defect::kD1:
      case Defect::kD2:
        edit_block(one).blank_texts = true;
        return;
      case Defect::kD3:
        return drop_item(one.place.entry, Defect::kD3);
      case Defect::kD4:
      case Defect::kD5:
        note_change(one.place.entry);
        receipt_.add(one.defect, t_[one.place.entry].line);
        item(one.place.entry)->edit.clean_escapes = true;
        return;
      case Defect::kD6:
        edit_block(one).input_to_object = true;
        return;
      case Defect::kD7:
        edit_block(one).shorten_name = true;
        return;
      case Defect::kD8:
        return rename_everywhere(one);
      case Defect::kD10:
        edit_block(one).without.insert(one.id);
        return;
      case Defect::kD11:
        // A part of a result goes alone: the call needs the rest.
        if (one.inside) {
          edit_block(one).broken_parts = true;
        } else {
          edit_block(one).drop = true;
        }
        return;
      case Defect::kE1:
      case Defect::kE2:
      case Defect::kE4:
        receipt_.add(one.defect, t_[one.place.entry].line);
        return strip_response(one.place.entry);
      case Defect::kF1:
      case Defect::kF2:
      case Defect::kF3:
      case Defect::kF4:
      case Defect::kF5:
      case Defect::kF6:
      case Defect::kF7:
      case Defect::kF8:
      case Defect::kF9:
        edit_block(one).media.insert(one.defect);
        return;
      case Defect::kF10:
      case Defect::kG1:
        return note_excess(one);
      default:
        return;
    }
  }

  void put_beginning(const ApiRefusal& one) {
    receipt_.add(Defect::kB15, t_[one.place.entry].line);
    PathItem start;
    start.uuid = make_uuid();
    start.text = kBeginning;
    start.like = one.place.entry;
    insert(0, std::move(start));
    ++receipt_.added_lines;
    note_change(one.place.entry);
  }

  // Behind the last line of the message that the call is in.
  std::size_t behind_message_of(EntryIndex entry) {
    std::size_t last = positions_[entry];
    for (const SentMessage& message : messages_) {
      const bool has_it =
          std::any_of(message.parts.begin(), message.parts.end(),
                      [&](const SentMessage::Part& part) { return part.entry == entry; });
      if (!has_it) continue;
      for (const SentMessage::Part& part : message.parts) {
        if (item(part.entry) != nullptr) last = std::max(last, positions_[part.entry]);
      }
      break;
    }
    return last + 1;
  }

  void answer_call(const ApiRefusal& one) {
    const std::size_t behind = behind_message_of(one.place.entry);
    note_change(one.place.entry);
    const auto far = far_results_.find(one.id);
    if (far != far_results_.end() && t_[far->second.entry].block_count == 1 &&
        item(far->second.entry) != nullptr && !item(far->second.entry)->edit.changes_content() &&
        positions_[far->second.entry] > behind) {
      receipt_.add(Defect::kC5, t_[far->second.entry].line);
      moved_.insert(one.id);
      PathItem result = std::move(items_[positions_[far->second.entry]]);
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(positions_[far->second.entry]));
      insert(behind, std::move(result));
      return;
    }
    receipt_.add(Defect::kC1, t_[one.place.entry].line);
    PathItem result;
    result.uuid = make_uuid();
    result.added = Added::kResult;
    result.text = one.id;
    result.like = one.place.entry;
    insert(behind, std::move(result));
    ++receipt_.added_lines;
  }

  // Calls `visit` for each block of the chain with this id, from an item on.
  template <class Visit>
  void each_block(Symbol id, Visit visit) {
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].id == id) visit(one, i, blocks[i]);
      }
    }
  }

  // 2.1.325 takes `t1` and `t1_1` for one call and forgets the result of the second, so that no
  // number stands behind an underscore.
  std::string other_id(const std::string& id) { return id + "-" + std::to_string(++renamed_); }

  // The later call gets another id, and the first result behind it too.
  void part_calls(const ApiRefusal& one) {
    const std::string id = other_id(one.id);
    edit_block(one).id = id;
    const std::size_t position = positions_[one.place.entry];
    bool renamed = false;
    each_block(t_.symbols.find(one.id), [&](PathItem& other, std::uint32_t i, const Block& block) {
      if (renamed || block.kind != BlockKind::kToolResult || positions_[other.entry] < position)
        return;
      other.edit.blocks[i].id = id;
      note_change(other.entry);
      renamed = true;
    });
  }

  static bool is_plain_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  }

  static bool is_plain_id(const std::string& id) {
    return !id.empty() && std::all_of(id.begin(), id.end(), is_plain_character);
  }

  void rename_everywhere(const ApiRefusal& one) {
    const Symbol symbol = t_.symbols.find(one.id);
    if (symbol == kNoSymbol) return name_nameless(one);
    if (!renamed_ids_.insert(one.id).second) return;
    std::string id;
    for (const char c : one.id) id += is_plain_character(c) ? c : '-';
    if (t_.symbols.find(id) != kNoSymbol) id = other_id(id);
    receipt_.add(Defect::kD8, t_[one.place.entry].line);
    each_block(symbol, [&](PathItem& other, std::uint32_t i, const Block&) {
      other.edit.blocks[i].id = id;
      note_change(other.entry);
    });
  }

  // Calls without any id get one each; results without one go to them in their order. What is left
  // over is another trouble.
  void name_nameless(const ApiRefusal& one) {
    const Entry& line = t_[one.place.entry];
    if (line.type == EntryType::kAssistant) {
      if (line.message_id != nameless_of_) nameless_.clear();
      nameless_of_ = line.message_id;
      nameless_.push_back("toolu_clew-" + std::to_string(++renamed_));
      edit_block(one).id = nameless_.back();
    } else if (!nameless_.empty()) {
      edit_block(one).id = nameless_.front();
      nameless_.pop_front();
    } else {
      edit_block(one).to_text = true;
    }
  }

  void write_out_server_pair(const ApiRefusal& one) {
    edit_block(one).to_text = true;
    json::Parser parser;
    const Symbol symbol = t_.symbols.find(one.id);
    for (PathItem& other : items_) {
      if (other.entry == kNoEntry || t_[other.entry].type != EntryType::kAssistant) continue;
      const auto blocks = t_.blocks_of(t_[other.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].kind != BlockKind::kServerTool) continue;
        const bool same =
            blocks[i].id == kNoSymbol ? names(other.entry, i, one.id) : blocks[i].id == symbol;
        if (!same) continue;
        other.edit.blocks[i].to_text = true;
        note_change(other.entry);
      }
    }
  }

  // Whether a block of a server tool is of this call.
  bool names(EntryIndex entry, std::uint32_t block, const std::string& id) const {
    auto line = patient_.lines.line(t_[entry]);
    if (!line) return false;
    json::Parser parser;
    auto root = parser.parse_copy(*line);
    if (!root) return false;
    std::uint32_t index = 0;
    for (const json::Value one : (*root)["message"]["content"].elements()) {
      if (!one.is_object() || index++ != block) continue;
      return one["id"].string_or("") == id || one["tool_use_id"].string_or("") == id;
    }
    return false;
  }

  // Whole answers, never single blocks.
  void strip_response(EntryIndex entry) {
    note_change(entry);
    if (t_[entry].type != EntryType::kAssistant) return strip_line(*item(entry));
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].type != EntryType::kAssistant) continue;
      const bool same = one.entry == entry || (t_[entry].message_id != kNoSymbol &&
                                               t_[one.entry].message_id == t_[entry].message_id);
      if (same && has_thinking(one.entry)) strip_line(one);
    }
  }

  PathWork& work_;
  std::int64_t excess_ = 0;  // bytes
  Defect excess_of_ = Defect::kF10;
  std::vector<SentMessage> messages_;
  std::map<std::string, BlockPlace> far_results_;
  std::set<std::string> moved_;
  std::set<std::string> renamed_ids_;
  int renamed_ = 0;
  std::deque<std::string> nameless_;  // new ids of calls that had none and have no result yet
  Symbol nameless_of_ = kNoSymbol;    // the answer that these are of
};

}  // namespace

void mend_refused(PathWork& work) { RefusalMender(work).run(); }

}  // namespace clew
