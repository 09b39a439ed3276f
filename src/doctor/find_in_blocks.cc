// SPDX-License-Identifier: MIT
//
// What no request shows: lines that break the screen of Claude Code or older versions of it, and
// what fills the file.

#include <algorithm>
#include <map>
#include <set>

#include "doctor/diagnosis.h"
#include "doctor/line_edit.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

bool is_file_tool(std::string_view name) {
  return name == "Edit" || name == "Write" || name == "MultiEdit";
}

// Names that are no list of names.
bool has_bad_names(json::Value attached) {
  for (const auto [key, member] : attached.members()) {
    if (key.ends_with("Names") && !member.is_array()) return true;
  }
  return false;
}

class BlockFinder {
 public:
  BlockFinder(const Patient& patient, const ChosenPath& path, SentFacts& facts, Troubles& out)
      : t_(patient.transcript), lines_(patient.lines), path_(path), facts_(facts), out_(out) {}

  void run() {
    for (const EntryIndex index : path_.chain) {
      const Entry& line = t_[index];
      if (line.type == EntryType::kAttachment && is_bad_attachment(t_, line, lines_)) {
        out_.add(Defect::kD12, false, Sureness::kCertain, line.line);
      }
      const bool old = t_.text(t_.origin(line).version).starts_with("1.");
      if (line.api_error && old) out_.add(Defect::kD14, false, Sureness::kCertain, line.line);
      note_response(line);
      note_calls(line);
      if (line.type == EntryType::kUser) look_at_result(index);
    }
    find_thinking_only();
  }

 private:
  struct Response {
    std::set<Symbol> requests;
    bool thinking = false;
    bool other = false;
    bool old = false;  // written by 2.0 or 1.0
    std::int64_t line = 0;
  };

  void note_response(const Entry& line) {
    if (line.type != EntryType::kAssistant || line.message_id == kNoSymbol || line.api_error)
      return;
    Response& response = responses_[line.message_id];
    if (line.request_id != kNoSymbol) response.requests.insert(line.request_id);
    const std::string_view version = t_.text(t_.origin(line).version);
    response.old = version.starts_with("1.") || version.starts_with("2.0.");
    if (response.line == 0) response.line = line.line;
    for (const Block& block : t_.blocks_of(line)) {
      const bool thinks =
          block.kind == BlockKind::kThinking || block.kind == BlockKind::kRedactedThinking;
      response.thinking |= thinks;
      response.other |= !thinks;
    }
  }

  void find_thinking_only() {
    for (const auto& [id, response] : responses_) {
      if (response.thinking && response.requests.size() > 1) {
        out_.add(Defect::kE6, false, Sureness::kPossible, response.line);
      }
      if (response.thinking && !response.other && response.old) {
        out_.add(Defect::kE7, false, Sureness::kCertain, response.line);
      }
    }
  }

  void note_calls(const Entry& line) {
    for (const Block& block : t_.blocks_of(line)) {
      if (block.kind == BlockKind::kToolUse && is_file_tool(t_.text(block.name))) {
        file_calls_.insert(block.id);
      }
    }
  }

  // What Edit and Write note for the screen names the file.
  void look_at_result(EntryIndex index) {
    const auto blocks = t_.blocks_of(t_[index]);
    const bool of_file = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.kind == BlockKind::kToolResult && !block.has_mark &&
             file_calls_.contains(block.id);
    });
    if (of_file && !facts_.of(index).names_file)
      out_.add(Defect::kD13, false, Sureness::kPossible, t_[index].line);
  }

  const Transcript& t_;
  LineSource& lines_;
  const ChosenPath& path_;
  SentFacts& facts_;
  Troubles& out_;
  std::map<Symbol, Response> responses_;
  std::set<Symbol> file_calls_;
};

bool has_long_text(json::Value value) {
  if (value.is_string()) return value.string_or("").size() > kLongestNote;
  for (const auto [key, member] : value.members()) {
    if (has_long_text(member)) return true;
  }
  for (const json::Value element : value.elements()) {
    if (has_long_text(element)) return true;
  }
  return false;
}

// Whether a line is large because of what is never sent.
bool has_long_notes(const Entry& line, LineSource& lines) {
  auto text = lines.line(line);
  if (!text) return false;
  json::Parser parser;
  auto root = parser.parse(*text);
  if (!root) return false;
  if (line.type == EntryType::kProgress) return has_long_text((*root)["data"]);
  return has_long_text(LineFields(*root)[Field::kToolUseResult]);
}

std::string megabytes(std::int64_t bytes) { return std::to_string(bytes / 1'000'000) + " MB"; }

}  // namespace

bool is_bad_attachment(const Transcript& t, const Entry& line, LineSource& lines) {
  if (line.subtype == kNoSymbol) return true;
  if (!t.text(line.subtype).ends_with("_delta")) return false;
  auto text = lines.line(line);
  json::Parser parser;
  auto root = text ? parser.parse(*text) : Result<json::Value>(text.error());
  return root && has_bad_names((*root)["attachment"]);
}

void find_in_blocks(const Patient& patient, const ChosenPath& path, SentFacts& facts,
                    Troubles& out) {
  BlockFinder(patient, path, facts, out).run();
}

void find_in_sizes(const Patient& patient, Troubles& out) {
  const Transcript& t = patient.transcript;
  const DoctorLimits& limits = patient.limits;
  std::int64_t progress = 0;
  std::int64_t snapshots = 0;
  std::int64_t longest = 0;
  bool shortenable = false;  // one of the giants
  for (const Entry& line : t.entries) {
    if (line.type == EntryType::kProgress) progress += line.length;
    if (line.type == EntryType::kFileHistorySnapshot) snapshots += line.length;
    if (line.length > limits.giant_line) {
      out.add(Defect::kG6, false, Sureness::kCertain, line.line);
      shortenable |= has_long_notes(line, patient.lines);
    }
    longest = std::max(longest, line.length);
  }
  const auto fills = [&](std::int64_t bytes) {
    return bytes > limits.bloat && bytes * 2 > t.bytes;
  };
  if (t.bytes > limits.too_big) {
    out.add(Defect::kG2, true, Sureness::kCertain, 0).detail = megabytes(t.bytes);
  }
  if (fills(progress)) {
    out.add(Defect::kG3, true, Sureness::kCertain, 0).detail =
        megabytes(progress) + " of " + megabytes(t.bytes);
  }
  if (fills(snapshots)) {
    out.add(Defect::kG4, true, Sureness::kCertain, 0).detail =
        megabytes(snapshots) + " of " + megabytes(t.bytes);
  }
  if (Trouble* giant = out.find(Defect::kG6)) {
    giant->detail = "up to " + megabytes(longest);
    giant->hopeless = !shortenable;
    if (!shortenable) giant->detail += ", all of it part of the conversation";
  }
}

}  // namespace clew
