// SPDX-License-Identifier: MIT
//
// The pass over the conversation: the lines that 2.1 loads become one chain, in their order, and
// what the API would refuse of them is mended.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/uuid.h"
#include "doctor/line_edit.h"
#include "doctor/repair.h"
#include "transcript/loaded_messages.h"

namespace clew {
namespace {

constexpr std::string_view kBeginning = "(the beginning of this conversation is missing)";
constexpr std::string_view kClosing = "(this turn was closed by a repair)";

// A line of the chain, of the file or new.
struct Item {
  EntryIndex entry = kNoEntry;  // kNoEntry: new
  std::string uuid;
  LineEdit edit;
  bool dropped = false;
  // Of a new one:
  std::string call;  // the call that it is the result of; else it is a text
  std::string text;
  bool assistant = false;
  EntryIndex like = kNoEntry;
};

class PathPass {
 public:
  PathPass(const Patient& patient, const Diagnosis& diagnosis, const RepairOptions& options,
           Receipt& receipt)
      : patient_(patient),
        t_(patient.transcript),
        tree_(patient.messages.tree()),
        diagnosis_(diagnosis),
        options_(options),
        receipt_(receipt) {}

  Result<void> run(const LineSink& sink, std::string& end) {
    load();
    if (wants(Defect::kB6)) bring_answers_back();
    mend_refused();
    mend_by_error();
    if (wants(Defect::kE6)) part_responses();
    drop_errors();
    if (has(Defect::kD13)) drop_tool_notes();
    strip_thinking_behind_changes();
    link();
    if (has(Defect::kB2)) cut_circles();
    end = end_;
    return write(sink);
  }

 private:
  bool wants(Defect defect) const { return options_.wants(defect); }
  bool has(Defect defect) const { return wants(defect) && diagnosis_.find(defect) != nullptr; }

  Item item_of(EntryIndex entry) const {
    Item item;
    item.entry = entry;
    item.uuid = t_.text(t_[entry].uuid);
    return item;
  }

  // The lines on the way; where their start hangs on nothing, also the way to the line before it.
  void load() {
    const Symbol leaf = options_.leaf.empty() ? kNoSymbol : t_.symbols.find(options_.leaf);
    path_ = find_path(tree_, RuleSet::k21, leaf);
    std::vector<EntryIndex> chain = path_.chain;
    constexpr int kMostParts = 200;
    for (int parts = 0; parts < kMostParts && wants(Defect::kB1) && !chain.empty(); ++parts) {
      const EntryIndex first = chain.front();
      const NodeId node = tree_.find(t_[first].uuid);
      if (node < 0 || tree_.parent(node) != kMissingNode) break;
      const EntryIndex before = line_before(tree_.first_line(node), chain);
      if (before == kNoEntry) break;
      std::vector<EntryIndex> more = find_path(tree_, RuleSet::k21, t_[before].uuid).chain;
      const std::set<EntryIndex> taken(chain.begin(), chain.end());
      std::erase_if(more, [&](EntryIndex line) { return taken.contains(line); });
      if (more.empty()) break;
      receipt_.add(Defect::kB1, t_[first].line);
      more.insert(more.end(), chain.begin(), chain.end());
      chain = std::move(more);
    }
    path_.chain = chain;
    for (const EntryIndex line : chain) items_.push_back(item_of(line));
    note_positions();
  }

  // The last line of the conversation before this one; none across a compaction.
  EntryIndex line_before(EntryIndex line, const std::vector<EntryIndex>& chain) const {
    const std::set<EntryIndex> taken(chain.begin(), chain.end());
    EntryIndex found = kNoEntry;
    for (EntryIndex i = line - 1; i >= 0; --i) {
      const Entry& entry = t_[i];
      if (t_.text(entry.subtype) == "compact_boundary") return found;
      const bool usable = entry.is_node() && entry.type != EntryType::kProgress && !entry.sidechain;
      if (!usable || taken.contains(i) || tree_.last_line(tree_.find(entry.uuid)) != i) continue;
      if (found == kNoEntry) found = i;
      if (entry.is_conversation() && !entry.meta) return found;
    }
    return kNoEntry;
  }

  void note_positions() {
    positions_.clear();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].entry != kNoEntry) positions_[items_[i].entry] = i;
    }
  }
  Item* item(EntryIndex entry) {
    const auto found = positions_.find(entry);
    return found == positions_.end() ? nullptr : &items_[found->second];
  }
  void note_change(EntryIndex entry) {
    if (entry != kNoEntry) changed_.insert(entry);
  }
  BlockEdit& edit_block(const Refusal& one) {
    note_change(one.place.entry);
    receipt_.add(one.defect, t_[one.place.entry].line);
    return item(one.place.entry)->edit.blocks[one.place.block];
  }

  // --- B6 ---

  void bring_answers_back() {
    const Trouble* trouble = diagnosis_.find(Defect::kB6);
    if (trouble == nullptr) return;
    const Children children(tree_.parents());
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const Entry& line = tree_.entry(node);
      const bool named = std::find(trouble->lines.begin(), trouble->lines.end(), line.line) !=
                         trouble->lines.end();
      if (!named || item(tree_.last_line(node)) != nullptr || tree_.parent(node) < 0) continue;
      for (const NodeId sibling : children.of(tree_.parent(node))) {
        if (item(tree_.last_line(sibling)) == nullptr) continue;
        insert(positions_[tree_.last_line(sibling)], item_of(tree_.last_line(node)));
        path_.chain.insert(
            path_.chain.begin() + static_cast<std::ptrdiff_t>(positions_[tree_.last_line(node)]),
            tree_.last_line(node));
        receipt_.add(Defect::kB6, line.line);
        break;
      }
    }
  }
  void insert(std::size_t position, Item item) {
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(position), std::move(item));
    note_positions();
  }

  // --- what the API refuses ---

  void mend_refused() {
    ChosenPath path = path_;
    path.refused.clear();
    messages_ = loaded_messages(t_, path);
    std::vector<Refusal> refusals =
        check_sent(t_, messages_, patient_.lines, Sender::kAsLoaded).refusals;
    for (const Refusal& one : refusals) {
      if (one.defect == Defect::kC2) far_results_.emplace(one.id, one.place);
    }
    std::stable_sort(refusals.begin(), refusals.end(),
                     [](const Refusal& a, const Refusal& b) { return a.defect < b.defect; });
    for (const Refusal& one : refusals) {
      const Defect asked =
          one.defect == Defect::kC2 && moved_.contains(one.id) ? Defect::kC5 : one.defect;
      if (!wants(asked) && !(one.defect == Defect::kC1 && wants(Defect::kC5))) continue;
      if (one.place.entry != kNoEntry && item(one.place.entry) == nullptr) continue;
      mend(one);
    }
  }

  void mend(const Refusal& one) {
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
        edit_block(one).drop = true;
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
        return remove_all_media();
      default:
        return;
    }
  }

  void put_beginning(const Refusal& one) {
    receipt_.add(Defect::kB15, t_[one.place.entry].line);
    Item start;
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

  void answer_call(const Refusal& one) {
    const std::size_t behind = behind_message_of(one.place.entry);
    note_change(one.place.entry);
    const auto far = far_results_.find(one.id);
    if (far != far_results_.end() && t_[far->second.entry].block_count == 1 &&
        item(far->second.entry) != nullptr && !item(far->second.entry)->edit.changes_content() &&
        positions_[far->second.entry] > behind) {
      receipt_.add(Defect::kC5, t_[far->second.entry].line);
      moved_.insert(one.id);
      Item result = std::move(items_[positions_[far->second.entry]]);
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(positions_[far->second.entry]));
      insert(behind, std::move(result));
      return;
    }
    receipt_.add(Defect::kC1, t_[one.place.entry].line);
    Item result;
    result.uuid = make_uuid();
    result.call = one.id;
    result.like = one.place.entry;
    insert(behind, std::move(result));
    ++receipt_.added_lines;
  }

  // Calls `visit` for each block of the chain with this id, from an item on.
  template <class Visit>
  void each_block(Symbol id, Visit visit) {
    for (Item& one : items_) {
      if (one.entry == kNoEntry) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].id == id) visit(one, i, blocks[i]);
      }
    }
  }

  // The later call gets another id, and the first result behind it too.
  void part_calls(const Refusal& one) {
    const std::string id = one.id + "_" + std::to_string(++renamed_);
    edit_block(one).id = id;
    const std::size_t position = positions_[one.place.entry];
    bool renamed = false;
    each_block(t_.symbols.find(one.id), [&](Item& other, std::uint32_t i, const Block& block) {
      if (renamed || block.kind != BlockKind::kToolResult || positions_[other.entry] < position)
        return;
      other.edit.blocks[i].id = id;
      note_change(other.entry);
      renamed = true;
    });
  }

  void rename_everywhere(const Refusal& one) {
    const Symbol symbol = t_.symbols.find(one.id);
    if (symbol == kNoSymbol || !renamed_ids_.insert(one.id).second) {
      if (symbol == kNoSymbol) edit_block(one).id = "toolu_" + std::to_string(++renamed_);
      return;
    }
    std::string id;
    for (const char c : one.id) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || c == '-';
      id += plain ? c : '_';
    }
    if (t_.symbols.find(id) != kNoSymbol) id += "_" + std::to_string(++renamed_);
    receipt_.add(Defect::kD8, t_[one.place.entry].line);
    each_block(symbol, [&](Item& other, std::uint32_t i, const Block&) {
      other.edit.blocks[i].id = id;
      note_change(other.entry);
    });
  }

  void write_out_server_pair(const Refusal& one) {
    edit_block(one).to_text = true;
    json::Parser parser;
    const Symbol symbol = t_.symbols.find(one.id);
    for (Item& other : items_) {
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

  void drop_item(EntryIndex entry, Defect defect) {
    Item* one = item(entry);
    if (one == nullptr || one->dropped) return;
    one->dropped = true;
    note_change(entry);
    ++receipt_.left_out_lines;
    receipt_.add(defect, t_[entry].line);
  }

  void remove_all_media() {
    for (Item& one : items_) {
      if (one.entry == kNoEntry || !t_[one.entry].is_conversation()) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const BlockKind kind = blocks[i].kind;
        const bool large = t_[one.entry].length > 100'000;
        if (kind != BlockKind::kImage && kind != BlockKind::kDocument &&
            !(kind == BlockKind::kToolResult && large)) {
          continue;
        }
        one.edit.blocks[i].media.insert(Defect::kF10);
        note_change(one.entry);
        receipt_.add(Defect::kF10, t_[one.entry].line);
      }
    }
  }

  // --- thinking ---

  static bool is_thinking(const Block& block) {
    return block.kind == BlockKind::kThinking || block.kind == BlockKind::kRedactedThinking;
  }

  void strip_line(Item& one) {
    const auto blocks = t_.blocks_of(t_[one.entry]);
    bool other = false;
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      if (is_thinking(blocks[i])) {
        one.edit.blocks[i].drop = true;
      } else {
        other = true;
      }
    }
    if (!blocks.empty() && !other && !one.dropped) {
      one.dropped = true;
      ++receipt_.left_out_lines;
    }
  }

  bool has_thinking(EntryIndex entry) const {
    const auto blocks = t_.blocks_of(t_[entry]);
    return std::any_of(blocks.begin(), blocks.end(), is_thinking);
  }

  // Whole answers, never single blocks.
  void strip_response(EntryIndex entry) {
    note_change(entry);
    for (Item& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].type != EntryType::kAssistant) continue;
      const bool same = one.entry == entry || (t_[entry].message_id != kNoSymbol &&
                                               t_[one.entry].message_id == t_[entry].message_id);
      if (same && has_thinking(one.entry)) strip_line(one);
    }
  }

  void strip_thinking_behind_changes() {
    bool behind = false;
    std::set<Symbol> responses;  // of lines that are changed themselves
    for (const EntryIndex entry : changed_) {
      if (t_[entry].type == EntryType::kAssistant) responses.insert(t_[entry].message_id);
    }
    for (Item& one : items_) {
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

  // --- what only the error at the end tells ---

  void mend_by_error() {
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
          shorten_results();
          break;
        case Defect::kF10:
        case Defect::kF7:
        case Defect::kF8:
        case Defect::kF9:
          if (changed_.empty()) remove_all_media();
          break;
        default:
          break;
      }
    }
  }

  void strip_all(Defect defect) {
    for (Item& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].type != EntryType::kAssistant) continue;
      if (!has_thinking(one.entry)) continue;
      strip_line(one);
      receipt_.add(defect, t_[one.entry].line);
    }
  }

  void close_turn() {
    if (items_.empty() || items_.back().entry == kNoEntry) return;
    Item closing;
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
    for (Item& one : items_) {
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

  // The oldest large results first, until a third of what is sent is gone; the last turns stay.
  void shorten_results() {
    constexpr std::int64_t kLarge = 2000;
    constexpr std::size_t kUntouched = 20;
    std::int64_t all = 0;
    for (const Item& one : items_) all += one.entry == kNoEntry ? 0 : t_[one.entry].length;
    std::int64_t saved = 0;
    for (std::size_t n = 0; n + kUntouched < items_.size() && saved * 3 < all; ++n) {
      Item& one = items_[n];
      if (one.entry == kNoEntry || t_[one.entry].length < kLarge) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].kind != BlockKind::kToolResult) continue;
        one.edit.blocks[i].shorten_result = true;
        note_change(one.entry);
        receipt_.add(Defect::kG1, t_[one.entry].line,
                     "a result of " + std::to_string(t_[one.entry].length) + " bytes");
      }
      saved += t_[one.entry].length;
    }
  }

  // Each response that came under a message id of another gets its own.
  void part_responses() {
    if (diagnosis_.find(Defect::kE6) == nullptr) return;
    std::map<Symbol, std::map<Symbol, int>> requests;
    for (Item& one : items_) {
      if (one.entry == kNoEntry) continue;
      const Entry& line = t_[one.entry];
      if (line.type != EntryType::kAssistant || line.message_id == kNoSymbol ||
          line.request_id == kNoSymbol) {
        continue;
      }
      auto& of_message = requests[line.message_id];
      const int number =
          of_message.emplace(line.request_id, static_cast<int>(of_message.size())).first->second;
      if (number == 0) continue;
      one.edit.message_id = std::string(t_.text(line.message_id)) + "_" + std::to_string(number);
      receipt_.add(Defect::kE6, line.line);
    }
  }

  // 2.x does not send them, 1.0 does; at the end of the copy they would look like its own.
  void drop_errors() {
    for (Item& one : items_) {
      if (one.entry == kNoEntry || one.dropped) continue;
      const Entry& line = t_[one.entry];
      const bool bad_attachment = line.type == EntryType::kAttachment && line.subtype == kNoSymbol;
      if (line.api_error) {
        receipt_.add(Defect::kD14, line.line);
      } else if (bad_attachment && wants(Defect::kD12)) {
        receipt_.add(Defect::kD12, line.line);
      } else if (!(has(Defect::kE7) && is_only_thinking(line))) {
        continue;
      }
      one.dropped = true;
      ++receipt_.left_out_lines;
    }
  }
  // They never reach the model.
  void drop_tool_notes() {
    for (const std::int64_t number : diagnosis_.find(Defect::kD13)->lines) {
      for (Item& one : items_) {
        if (one.entry == kNoEntry || t_[one.entry].line != number) continue;
        one.edit.drop_tool_use_result = true;
        receipt_.add(Defect::kD13, number);
      }
    }
  }
  bool is_only_thinking(const Entry& line) {
    if (line.type != EntryType::kAssistant) return false;
    for (const Item& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].message_id != line.message_id) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      if (!std::all_of(blocks.begin(), blocks.end(), is_thinking)) return false;
    }
    return line.message_id != kNoSymbol && line.block_count > 0;
  }

  // --- writing ---

  // Lines that a compaction kept stay where and as they are: they hang on it by its own list.
  bool is_kept_by_compaction(EntryIndex entry) const {
    return boundary_ != kNoEntry && entry < boundary_;
  }

  void link() {
    boundary_ = kNoEntry;
    for (const Item& one : items_) {
      if (one.entry != kNoEntry && t_.text(t_[one.entry].subtype) == "compact_boundary") {
        boundary_ = std::max(boundary_, one.entry);
      }
    }
    const Item* before = nullptr;
    bool before_kept = false;
    for (Item& one : items_) {
      one.edit.session = options_.session;
      if (one.dropped) {
        instead_[one.uuid] = before == nullptr ? std::string() : before->uuid;
        continue;
      }
      const bool kept = one.entry != kNoEntry && is_kept_by_compaction(one.entry);
      const bool same = one.entry != kNoEntry && before != nullptr &&
                        before->uuid == t_.text(t_[one.entry].parent);
      if (before != nullptr && !kept && !before_kept && !same) one.edit.parent = before->uuid;
      before = &one;
      before_kept = kept;
      end_ = one.uuid;
    }
    // What hung on a line that is left out at the very start hangs on nothing.
    for (Item& one : items_) {
      if (one.dropped || one.entry == kNoEntry || one.edit.parent) continue;
      const auto gone = instead_.find(std::string(t_.text(t_[one.entry].parent)));
      if (gone != instead_.end()) one.edit.parent = gone->second;
    }
  }

  // As one chain the lines of the conversation lead nowhere but to its start, so the circle is cut
  // there; one that lies beside it at its first line.
  void cut_circles() {
    const auto first = std::find_if(items_.begin(), items_.end(), [](const Item& one) {
      return !one.dropped && one.entry != kNoEntry;
    });
    std::vector<std::uint8_t> seen(Tree::index(tree_.size()), 0);
    for (NodeId start = 0; start < tree_.size(); ++start) {
      std::vector<NodeId> way;
      NodeId node = start;
      while (node >= 0 && seen[Tree::index(node)] == 0) {
        seen[Tree::index(node)] = 1;
        way.push_back(node);
        node = tree_.parent(node);
      }
      if (node >= 0 && seen[Tree::index(node)] == 1) {
        cut_circle({std::find(way.begin(), way.end(), node), way.end()},
                   first == items_.end() ? nullptr : &*first);
      }
      for (const NodeId done : way) seen[Tree::index(done)] = 2;
    }
  }
  void cut_circle(const std::vector<NodeId>& circle, Item* first) {
    const NodeId begin = *std::min_element(circle.begin(), circle.end());
    receipt_.add(Defect::kB2, tree_.entry(begin).line);
    bool on_chain = false;
    for (const NodeId node : circle) {
      const EntryIndex line = tree_.last_line(node);
      on_chain |= positions_.contains(line);
      if (first != nullptr && first->entry == line && !first->edit.parent) first->edit.parent = "";
    }
    if (!on_chain) cut_.insert(tree_.last_line(begin));
  }

  // In the places that the lines of the chain have in the file, but in the order of the chain, so
  // that no line stands before its parent. New ones stand behind the line that they follow.
  Result<void> write(const LineSink& sink) {
    std::vector<const Item*> order;
    std::vector<EntryIndex> slots;
    std::map<EntryIndex, const Item*> in_place;
    std::set<EntryIndex> gone;
    for (const Item& one : items_) {
      if (one.dropped) {
        gone.insert(one.entry);
      } else if (one.entry != kNoEntry && is_kept_by_compaction(one.entry)) {
        in_place[one.entry] = &one;
      } else {
        order.push_back(&one);
        if (one.entry != kNoEntry) slots.push_back(one.entry);
      }
    }
    std::sort(slots.begin(), slots.end());
    std::size_t next = 0;
    std::size_t slot = 0;
    const auto write_new = [&]() -> Result<void> {
      while (next < order.size() && order[next]->entry == kNoEntry) {
        if (auto done = write_item(*order[next++], sink); !done) return done;
      }
      return {};
    };
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      if (gone.contains(i)) continue;
      if (const auto found = in_place.find(i); found != in_place.end()) {
        if (auto done = write_item(*found->second, sink); !done) return done;
      } else if (slot < slots.size() && slots[slot] == i) {
        ++slot;
        if (auto done = write_new(); !done) return done;
        if (auto done = write_item(*order[next++], sink); !done) return done;
        if (auto done = write_new(); !done) return done;
      } else if (auto done = write_other(i, sink); !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> write_item(const Item& one, const LineSink& sink) {
    LineEdit edit = one.edit;
    if (one.entry == kNoEntry) {
      edit.time = t_[one.like].time == kNoTime ? 0 : t_[one.like].time;
      auto like = raw_.line(t_[one.like]);
      if (!like) return like.error();
      return sink(one.call.empty() ? added_text_line(*like, one.uuid, edit, one.assistant, one.text)
                                   : added_result_line(*like, one.uuid, edit, one.call));
    }
    auto line = raw_.line(t_[one.entry]);
    if (!line) return line.error();
    return sink(edit_line(*line, edit).text);
  }

  // A line beside the conversation.
  Result<void> write_other(EntryIndex entry, const LineSink& sink) {
    LineEdit edit;
    edit.session = options_.session;
    const auto gone = instead_.find(std::string(t_.text(t_[entry].parent)));
    if (t_[entry].parent != kNoSymbol && gone != instead_.end()) edit.parent = gone->second;
    if (cut_.contains(entry)) edit.parent = "";
    auto line = raw_.line(t_[entry]);
    if (!line) return line.error();
    return sink(edit_line(*line, edit).text);
  }

  const Patient& patient_;
  const Transcript& t_;
  const Tree& tree_;
  const Diagnosis& diagnosis_;
  const RepairOptions& options_;
  Receipt& receipt_;
  RawLines raw_{patient_};
  ChosenPath path_;
  std::vector<Item> items_;
  std::map<EntryIndex, std::size_t> positions_;
  std::vector<SentMessage> messages_;
  std::set<EntryIndex> changed_;
  std::map<std::string, BlockPlace> far_results_;
  std::set<std::string> moved_;
  std::set<std::string> renamed_ids_;
  int renamed_ = 0;
  std::map<std::string, std::string> instead_;  // by uuid of a line that is left out
  std::set<EntryIndex> cut_;  // lines beside the conversation that hang on nothing
  EntryIndex boundary_ = kNoEntry;
  std::string end_;
};

}  // namespace

Result<void> repair_path(const Patient& patient, const Diagnosis& diagnosis,
                         const RepairOptions& options, const LineSink& sink, Receipt& receipt,
                         std::string& end) {
  return PathPass(patient, diagnosis, options, receipt).run(sink, end);
}

}  // namespace clew
