// SPDX-License-Identifier: MIT

#include "engine/usage/session_turns.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "engine/read/agent_calls.h"
#include "engine/usage/usage_view.h"

namespace clew {
namespace {

constexpr std::size_t kMostItems = 50;
constexpr std::size_t kLabelBytes = 160;

ContextPart part_of(const Message& message) {
  switch (message.kind) {
    case MessageKind::kPrompt:
    case MessageKind::kQueued:
    case MessageKind::kCommand:
    case MessageKind::kShell:
      return ContextPart::kPrompt;
    case MessageKind::kAnswer:
      return ContextPart::kAnswer;
    case MessageKind::kMeta:
    case MessageKind::kAttachment:
      return ContextPart::kAttachment;
    case MessageKind::kCompactSummary:
      return ContextPart::kSummary;
    default:
      return ContextPart::kOther;
  }
}

std::string label_of(std::string_view text) { return one_line(cut_utf8(text, kLabelBytes)); }

// What a call is about: the first of the members that say so.
std::string label_of_call(json::Parser& parser, const ToolCall& call) {
  const auto input = parser.parse_copy(call.input);
  if (!input) return "";
  for (const char* member : {"description", "file_path", "notebook_path", "command", "pattern",
                             "path", "url", "query", "prompt", "skill", "subject"}) {
    const std::string_view text = (*input)[member].string_or("");
    if (!text.empty()) return label_of(text);
  }
  return "";
}

// Goes through all lines of a way with their texts and gives them to their turns.
class TurnReader {
 public:
  TurnReader(TurnsAnswer& answer, std::span<const std::int32_t> turn_of,
             const std::vector<bool>& sent, bool parts, bool calls)
      : answer_(answer),
        t_(answer.view->session->transcript()),
        turn_of_(turn_of),
        sent_(sent),
        parts_(parts),
        calls_(calls) {}

  void read(const Message& message);
  void finish();

 private:
  SessionTurn& turn() { return answer_.turns[static_cast<std::size_t>(at_)]; }
  void read_call(const ToolCall& call);
  void add(ContextPart what, std::string name, std::string label, EntryIndex entry,
           std::int64_t bytes);

  TurnsAnswer& answer_;
  const Transcript& t_;
  std::span<const std::int32_t> turn_of_;
  const std::vector<bool>& sent_;
  bool parts_;
  bool calls_;
  std::int32_t at_ = 0;
  json::Parser inputs_;
  std::vector<ContextItem> items_;
};

void TurnReader::add(ContextPart what, std::string name, std::string label, EntryIndex entry,
                     std::int64_t bytes) {
  if (bytes == 0) return;
  std::vector<TurnPart>& parts = turn().parts;
  auto part = std::find_if(parts.begin(), parts.end(), [&](const TurnPart& one) {
    return one.what == what && one.name == name;
  });
  if (part == parts.end()) part = parts.insert(parts.end(), {what, name});
  ++part->items;
  part->bytes += bytes;
  items_.push_back({what, std::move(name), std::move(label), std::string(uuid_of(t_, entry).text),
                    bytes, at_, entry != kNoEntry && sent_[static_cast<std::size_t>(entry)]});
  if (items_.size() >= 4 * kMostItems) finish();
}

void TurnReader::read_call(const ToolCall& call) {
  const std::int64_t bytes = std::ssize(call.input) + std::ssize(call.result);
  std::string label = label_of_call(inputs_, call);
  if (calls_) {
    TurnCall made{call.id, call.name, label, std::string(uuid_of(t_, call.call).text)};
    if (call.call != kNoEntry) made.start = t_[call.call].time;
    if (call.answer != kNoEntry) made.end = t_[call.answer].time;
    made.state = call.state;
    made.agent = call.agent;
    if (const auto inside = answer_.view->inline_agents.find(call.id);
        made.agent.empty() && inside != answer_.view->inline_agents.end()) {
      made.agent = inside->second;
    }
    made.bytes = bytes;
    turn().calls.push_back(std::move(made));
  }
  if (parts_) {
    add(ContextPart::kTool, call.name, std::move(label),
        call.answer == kNoEntry ? call.call : call.answer, bytes);
  }
}

void TurnReader::read(const Message& message) {
  const EntryIndex first = message.entries.front();
  // Lines that are not meant to be read belong to the turn that they stand in.
  if (const std::int32_t turn = turn_of_[static_cast<std::size_t>(first)]; turn != kNoTurn)
    at_ = turn;
  if (parts_) {
    const std::string type = message.kind == MessageKind::kAttachment
                                 ? std::string(t_.text(t_[first].subtype))
                                 : std::string();
    add(part_of(message), type, label_of(message.text), first, std::ssize(message.text));
    add(ContextPart::kThinking, "", label_of(message.thought), first, std::ssize(message.thought));
  }
  for (const ToolCall& call : message.tools) read_call(call);
}

// Keeps the largest of what was found so far.
void TurnReader::finish() {
  std::stable_sort(items_.begin(), items_.end(),
                   [](const ContextItem& a, const ContextItem& b) { return a.bytes > b.bytes; });
  if (items_.size() > kMostItems) items_.resize(kMostItems);
  answer_.largest = items_;
}

// The tokens that the API counted for the last answer of a turn.
void add_context(const Transcript& t, const MessagePlan& plan, SessionTurn& turn) {
  Tokens tokens;
  std::string_view model;
  for (const EntryIndex entry : plan.entries) {
    if (t[entry].usage >= 0) tokens.raise(t.usages[static_cast<std::size_t>(t[entry].usage)]);
    if (t[entry].model != kNoSymbol) model = t.text(t[entry].model);
  }
  if (tokens.prompt() == 0 || model == kSyntheticModel) return;
  turn.context = tokens.total();
  turn.model = model;
  turn.window = context_window(model);
}

// What the CLI noted by itself hours later does not make a turn longer.
bool is_work(MessageKind kind) {
  return kind != MessageKind::kNotice && kind != MessageKind::kNotification &&
         kind != MessageKind::kMeta && kind != MessageKind::kAttachment;
}

void add_times(const Transcript& t, const MessagePlan& plan, SessionTurn& turn) {
  const auto take = [&](EntryIndex entry) {
    const TimeMs time = entry == kNoEntry ? kNoTime : t[entry].time;
    if (time == kNoTime) return;
    if (turn.start == kNoTime) turn.start = turn.end = time;
    if (is_work(plan.kind)) turn.end = std::max(turn.end, time);
  };
  for (const EntryIndex entry : plan.entries) take(entry);
  for (const ToolCallPlan& call : plan.tools) {
    for (const EntryIndex result : call.results) take(result);
  }
}

void add_tools(const Transcript& t, const MessagePlan& plan, SessionTurn& turn) {
  for (const ToolCallPlan& call : plan.tools) {
    if (call.call == kNoEntry) continue;
    const auto blocks = t.blocks_of(t[call.call]);
    const std::string_view name = call.block < blocks.size() ? t.text(blocks[call.block].name) : "";
    ToolMetrics& tool = turn.tools[std::string(name)];
    ++tool.calls;
    if (call.state == ToolState::kFailed) ++tool.failed;
  }
}

const Compaction* compaction_at(const Transcript& t, EntryIndex entry) {
  const auto found =
      std::find_if(t.compactions.begin(), t.compactions.end(),
                   [&](const Compaction& one) { return one.entry == entry && !one.micro; });
  return found == t.compactions.end() ? nullptr : &*found;
}

SessionTurn turn_without_texts(const ConversationView& view, const TurnPlan& plan) {
  const Transcript& t = view.session->transcript();
  SessionTurn turn;
  turn.index = plan.first;
  turn.messages = static_cast<std::int64_t>(plan.end - plan.first);
  const EntryIndex first = view.messages[plan.first].entries.front();
  turn.uuid = uuid_of(t, first).text;
  if (view.messages[plan.first].role == Role::kUser)
    turn.prompt = view.session->prompt_preview(first);
  for (std::size_t i = plan.first; i < plan.end; ++i) {
    const MessagePlan& message = view.messages[i];
    add_times(t, message, turn);
    add_tools(t, message, turn);
    if (message.kind == MessageKind::kAnswer) add_context(t, message, turn);
    if (message.kind == MessageKind::kCompaction) {
      turn.compaction = compaction_at(t, message.entries.front());
      turn.context = -1;
    }
  }
  return turn;
}

// Each response of the session goes to the turn with its lines, or with the call of its subagent.
Result<void> add_usage(Engine& engine, std::span<const std::int32_t> turn_of, TurnsAnswer& answer) {
  const Session& session = *answer.view->session;
  auto source = find_usage(engine, Arguments(), session.file());
  if (!source) return source.error();
  if (auto filled = fill_usage(engine, *source, {}); !filled) return filled.error();
  UsageFilter filter;
  filter.files = files_of_session(*source->ledger, *source->session);
  const std::vector<std::size_t> responses = select(*source->priced, filter);
  const std::map<std::string, EntryIndex> agents = agent_calls(engine.files(), session);
  const auto label_of = [&](std::size_t response) {
    const LedgerRow& row = source->priced->row(response);
    const std::string& path = source->ledger->file(row.file).path;
    EntryIndex entry = kNoEntry;
    if (path == source->session->path) {
      entry = entry_at(session.transcript(), row.offset);
    } else if (const auto call = agents.find(path); call != agents.end()) {
      entry = call->second;
    }
    const std::int32_t turn =
        entry == kNoEntry ? kNoTurn : turn_of[static_cast<std::size_t>(entry)];
    return turn == kNoTurn ? answer.turns.size() : static_cast<std::size_t>(turn);
  };
  std::vector<std::size_t> labels;
  labels.reserve(responses.size());
  for (const std::size_t response : responses) labels.push_back(label_of(response));
  const UsageReport report = make_report(*source->priced, responses,
                                         std::vector<UsageGroup>(answer.turns.size() + 1), labels);
  for (std::size_t i = 0; i < answer.turns.size(); ++i)
    answer.turns[i].usage = report.groups[i].all;
  if (report.groups.back().all.responses > 0) answer.elsewhere = report.groups.back().all;
  answer.usage = report.total.all;
  return {};
}

std::vector<bool> sent_lines(const ConversationView& view) {
  const Transcript& t = view.session->transcript();
  std::vector<bool> sent(t.entries.size(), false);
  if (view.side_thread) return sent;
  for (const EntryIndex entry : sent_entries(t, view.path))
    sent[static_cast<std::size_t>(entry)] = true;
  return sent;
}

}  // namespace

std::string_view name_of(ContextPart part) {
  constexpr std::array<std::string_view, 7> kNames = {"prompt",     "answer",  "thinking", "tool",
                                                      "attachment", "summary", "other"};
  return kNames[static_cast<std::size_t>(part)];
}

std::int64_t context_window(std::string_view model) {
  return std::max(PriceTable::builtin().context_of(model), std::int64_t{0});
}

Result<TurnsAnswer> turns_answer(Engine& engine, const Arguments& arguments) {
  auto opened = open_conversation(engine, arguments);
  if (!opened) return opened.error();
  auto view = std::make_shared<ConversationView>(std::move(*opened));
  const Session& session = *view->session;
  TurnsAnswer answer{{view}, {}, session.metrics().active_ms, {}, {}, {}};
  const std::vector<TurnPlan> plans = plan_turns(view->messages);
  for (const TurnPlan& plan : plans) {
    if (engine.stop().is_stopped()) return stopped_error();
    answer.turns.push_back(turn_without_texts(*view, plan));
  }
  const std::vector<std::int32_t> turn_of =
      turns_by_entry(session.transcript(), view->messages, plans);
  const bool parts = arguments.flag("parts");
  if ((parts || arguments.flag("calls")) && !answer.turns.empty()) {
    const std::vector<bool> sent = sent_lines(*view);
    TurnReader reader(answer, turn_of, sent, parts, arguments.flag("calls"));
    const std::vector<EntryIndex> lines =
        view->side_thread ? view->path.chain : session.transcript_view(view->path);
    const std::vector<MessagePlan> all =
        plan_messages(session.transcript(), lines, parts ? Detail::kAll : Detail::kShown);
    auto read = each_message(*view, all, [&reader](const Message& message) {
      reader.read(message);
      return true;
    });
    if (!read) return read.error();
    if (parts) reader.finish();
  }
  if (!arguments.flag("no-usage")) {
    if (auto added = add_usage(engine, turn_of, answer); !added) return added.error();
  }
  if (engine.stop().is_stopped()) return stopped_error();
  return answer;
}

}  // namespace clew
