// SPDX-License-Identifier: MIT

#include "transcript/metrics.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace clew {
namespace {

struct Response {
  Tokens tokens;
  Symbol model = kNoSymbol;
  bool sidechain = true;  // all its lines are
};

struct Call {
  Symbol name = kNoSymbol;
  bool sidechain = false;
  bool failed = false;
  bool answered = false;
};

class Measuring {
 public:
  Measuring(const Transcript& transcript, std::span<const EntryIndex> entries)
      : t_(transcript),
        entries_(entries),
        last_with_uuid_(transcript.symbols.size(), kNoEntry),
        call_of_(transcript.symbols.size(), 0),
        answer_seen_(transcript.symbols.size(), false),
        waits_(transcript.symbols.size() + 1, false) {
    for (const EntryIndex index : entries) {
      const Entry& entry = t_[index];
      if (entry.is_node()) last_with_uuid_[entry.uuid] = index;
      if (is_boundary(entry)) boundaries_.push_back(entry.uuid);
    }
    std::sort(boundaries_.begin(), boundaries_.end());
  }

  Metrics run() {
    for (const EntryIndex index : entries_) {
      const Entry& entry = t_[index];
      note_time(entry);
      if (entry.is_node() && last_with_uuid_[entry.uuid] != index) continue;  // comes again
      count(entry, index);
    }
    sum_responses();
    sum_calls();
    sum_times();
    return std::move(metrics_);
  }

 private:
  ThreadMetrics& thread(bool sidechain) { return sidechain ? metrics_.subagents : metrics_.main; }

  // Subagents may work side by side; 1.0 gives them no id, so they count as one there.
  std::size_t speaker(const Entry& entry) const {
    return entry.sidechain ? t_.origin(entry).agent : t_.symbols.size();
  }
  std::string name_or_unknown(Symbol name) const {
    return name == kNoSymbol ? "unknown" : std::string(t_.text(name));
  }

  bool is_boundary(const Entry& entry) const {
    return entry.type == EntryType::kSystem && t_.text(entry.subtype) == "compact_boundary";
  }

  void note_time(const Entry& entry) {
    if (entry.time == kNoTime) return;
    if (metrics_.first_time == kNoTime || entry.time < metrics_.first_time) {
      metrics_.first_time = entry.time;
    }
    metrics_.last_time = std::max(metrics_.last_time, entry.time);
    if (entry.type <= EntryType::kProgress && !entry.sidechain) main_times_.push_back(entry.time);
  }

  void count(const Entry& entry, EntryIndex index) {
    ThreadMetrics& figures = thread(entry.sidechain);
    count_blocks(entry, figures);
    switch (entry.type) {
      case EntryType::kUser:
      case EntryType::kAttachment:
        return count_prompt(entry, figures);
      case EntryType::kAssistant:
        return count_answer(entry, index, figures);
      case EntryType::kSystem:
        if (is_boundary(entry)) ++figures.compactions;
        if (t_.text(entry.subtype) == "api_error") ++figures.api_retries;
        if (entry.prompt == PromptKind::kCommand) ++figures.commands;
        return;
      default:
        return;
    }
  }

  void count_prompt(const Entry& entry, ThreadMetrics& figures) {
    switch (entry.prompt) {
      case PromptKind::kTyped:
        ++figures.typed;
        waits_[speaker(entry)] = true;
        return;
      case PromptKind::kCommand:
        ++figures.commands;
        waits_[speaker(entry)] = true;
        return;
      case PromptKind::kQueued:
        ++figures.queued;
        return;
      case PromptKind::kShell:
        ++figures.shell;
        return;
      case PromptKind::kInterruption:
        ++figures.interruptions;
        return;
      case PromptKind::kCompactSummary:
        // 1.0 has no boundary line: there the summary is the only sign.
        if (!std::binary_search(boundaries_.begin(), boundaries_.end(), entry.parent)) {
          ++figures.compactions;
        }
        return;
      default:
        return;
    }
  }

  void count_answer(const Entry& entry, EntryIndex index, ThreadMetrics& figures) {
    if (entry.api_error) ++figures.api_errors;
    if (entry.api_error || t_.text(entry.model) == kSyntheticModel) return;
    if (waits_[speaker(entry)]) ++figures.turns;
    waits_[speaker(entry)] = false;
    if (entry.message_id == kNoSymbol || !answer_seen_[entry.message_id]) ++figures.answers;
    answer_seen_[entry.message_id] = true;
    Response& response = response_of(entry, index);
    if (entry.usage >= 0) response.tokens.raise(t_.usages[static_cast<std::size_t>(entry.usage)]);
    if (entry.model != kNoSymbol) response.model = entry.model;
    response.sidechain = response.sidechain && entry.sidechain;
  }

  Response& response_of(const Entry& entry, EntryIndex index) {
    if (entry.message_id == kNoSymbol) return lone_responses_[index];
    const std::uint64_t key = (std::uint64_t{entry.message_id} << 32) | entry.request_id;
    return responses_[key];
  }

  void count_blocks(const Entry& entry, ThreadMetrics& figures) {
    for (const Block& block : t_.blocks_of(entry)) {
      switch (block.kind) {
        case BlockKind::kThinking:
        case BlockKind::kRedactedThinking:
          ++figures.thinking;
          break;
        case BlockKind::kImage:
          ++figures.images;
          break;
        case BlockKind::kToolUse:
          note_call(entry, block);
          break;
        case BlockKind::kToolResult:
          ++figures.tool_results;
          break;
        default:
          break;
      }
    }
  }

  // A call that is on two lines is one; without an id it is one of its own.
  void note_call(const Entry& entry, const Block& block) {
    std::uint32_t& call = call_of_[block.id];
    if (block.id != kNoSymbol && call != 0) return;
    calls_.push_back({block.name, entry.sidechain, false, false});
    call = static_cast<std::uint32_t>(calls_.size());
  }

  // Results may stand before their calls in a file, so they are looked at when all calls are known.
  void find_failures() {
    for (const EntryIndex index : entries_) {
      const Entry& entry = t_[index];
      if (entry.is_node() && last_with_uuid_[entry.uuid] != index) continue;
      for (const Block& block : t_.blocks_of(entry)) {
        if (block.kind != BlockKind::kToolResult || block.id == kNoSymbol) continue;
        const std::uint32_t call = call_of_[block.id];
        if (call == 0 || calls_[call - 1].answered) continue;
        calls_[call - 1].answered = true;
        calls_[call - 1].failed = block.has_mark;
      }
    }
  }

  void sum_calls() {
    find_failures();
    for (const Call& call : calls_) {
      ThreadMetrics& figures = thread(call.sidechain);
      ToolMetrics& tool = figures.tools[name_or_unknown(call.name)];
      ++figures.tool_calls;
      ++tool.calls;
      figures.failed_tools += call.failed ? 1 : 0;
      tool.failed += call.failed ? 1 : 0;
    }
  }

  void sum_responses() {
    const auto add = [&](const Response& response) {
      ThreadMetrics& figures = thread(response.sidechain);
      const TokenSums counts = sums_of(response.tokens);
      ModelMetrics& model = figures.models[name_or_unknown(response.model)];
      ++model.responses;
      model.tokens += counts;
      figures.tokens += counts;
    };
    for (const auto& [key, response] : responses_) add(response);
    for (const auto& [index, response] : lone_responses_) add(response);
  }

  // In order of time, not of the file: lines are often written a little out of order.
  void sum_times() {
    if (metrics_.first_time != kNoTime) metrics_.wall_ms = metrics_.last_time - metrics_.first_time;
    std::sort(main_times_.begin(), main_times_.end());
    for (std::size_t i = 1; i < main_times_.size(); ++i) {
      metrics_.active_ms += std::min(main_times_[i] - main_times_[i - 1], Metrics::kIdleMs);
    }
  }

  const Transcript& t_;
  const std::span<const EntryIndex> entries_;
  Metrics metrics_;
  std::vector<EntryIndex> last_with_uuid_;  // by symbol
  std::vector<Symbol> boundaries_;          // uuids, sorted
  std::vector<TimeMs> main_times_;
  std::unordered_map<std::uint64_t, Response> responses_;
  std::unordered_map<EntryIndex, Response> lone_responses_;
  std::vector<Call> calls_;
  std::vector<std::uint32_t> call_of_;  // by symbol of its id: index into calls_ plus one
  std::vector<bool> answer_seen_;       // by symbol of a message id
  std::vector<bool> waits_;             // by speaker: a prompt waits for its answer
};

}  // namespace

Metrics measure(const Transcript& transcript) {
  std::vector<EntryIndex> all(transcript.entries.size());
  std::iota(all.begin(), all.end(), 0);
  return measure(transcript, all);
}

Metrics measure(const Transcript& transcript, std::span<const EntryIndex> entries) {
  return Measuring(transcript, entries).run();
}

}  // namespace clew
