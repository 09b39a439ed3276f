// SPDX-License-Identifier: MIT

#include "engine/read/session_outcome.h"

#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "catalog/beside/todos.h"
#include "engine/read/agent_calls.h"
#include "engine/read/agent_changes.h"
#include "engine/read/conversation_view.h"
#include "engine/read/open_session.h"
#include "engine/read/resume_command.h"
#include "engine/read/session_extras.h"
#include "engine/read/work_done.h"

namespace clew {
namespace {

constexpr std::size_t kMostErrors = 5;
constexpr std::size_t kErrorBytes = 1000;
constexpr std::size_t kPromptBytes = 2000;

std::string shortened(std::string_view text, std::size_t most) {
  const std::string_view kept = cut_utf8(text, most);
  return std::string(kept) + (kept.size() < text.size() ? "…" : "");
}

bool is_typed_prompt(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kQueued ||
         kind == MessageKind::kCommand;
}

// Goes through a conversation, oldest first.
class OutcomeReader {
 public:
  explicit OutcomeReader(SessionOutcome& outcome)
      : outcome_(outcome), t_(outcome.session->transcript()), work_(t_) {}

  void read(const Message& message);
  // What a subagent did to files.
  void read_agent_call(ToolCall call);
  void finish();

 private:
  std::string uuid_at(EntryIndex entry) const { return std::string(uuid_of(t_, entry).text); }
  void read_prompt(const Message& message);
  void read_answer(const Message& message);
  void add_error(std::string what, std::string_view text, EntryIndex entry);

  // A prompt, and what it made of the outcome before.
  struct Before {
    std::string prompt;
    std::string prompt_uuid;
    ConversationEnd end = ConversationEnd::kEmpty;
    std::vector<EndError> errors;
  };

  SessionOutcome& outcome_;
  const Transcript& t_;
  WorkDone work_;
  std::optional<Before> before_command_;  // the last prompt is a slash command without an answer
};

void OutcomeReader::read_prompt(const Message& message) {
  const ShownMessage shown(t_, message);
  const std::string_view text = shown.prompt.refs.empty() ? message.text : shown.prompt.text;
  before_command_.reset();
  if (message.kind == MessageKind::kCommand && !outcome_.prompt.empty()) {
    before_command_ = {outcome_.prompt, outcome_.prompt_uuid, outcome_.end, outcome_.errors};
  }
  outcome_.prompt = shortened(text, kPromptBytes);
  outcome_.prompt_uuid = uuid_at(message.entries.front());
  outcome_.end = ConversationEnd::kUnfinished;
  // What was typed while the model worked is of the same turn.
  if (message.kind != MessageKind::kQueued) outcome_.errors.clear();
}

void OutcomeReader::add_error(std::string what, std::string_view text, EntryIndex entry) {
  outcome_.errors.push_back({std::move(what), shortened(text, kErrorBytes), uuid_at(entry)});
  if (outcome_.errors.size() > kMostErrors) outcome_.errors.erase(outcome_.errors.begin());
}

// An answer that ends with calls waits for one more, even when the calls have their results.
void OutcomeReader::read_answer(const Message& message) {
  before_command_.reset();
  const bool calls = !message.tools.empty();
  outcome_.end = calls ? ConversationEnd::kUnfinished : ConversationEnd::kAnswered;
  for (const ToolCall& call : message.tools) {
    work_.add(call);
    if (call.state == ToolState::kFailed) add_error(call.name, call.result, call.call);
  }
  if (message.text.find_first_not_of(" \n\t") == std::string::npos) return;
  outcome_.answer = message.text;
  outcome_.answer_uuid = uuid_at(message.entries.front());
  outcome_.answered = t_[message.entries.front()].time;
}

void OutcomeReader::read(const Message& message) {
  if (is_typed_prompt(message.kind)) return read_prompt(message);
  if (message.kind == MessageKind::kAnswer) return read_answer(message);
  if (message.kind == MessageKind::kApiError) {
    outcome_.end = ConversationEnd::kFailed;
    add_error("API", message.text, message.entries.front());
  } else if (message.kind == MessageKind::kInterruption) {
    outcome_.end = ConversationEnd::kInterrupted;
  } else if (message.kind == MessageKind::kCommandOutput && before_command_) {
    // The CLI did it itself (/exit, /cost): the model was not asked.
    outcome_.prompt = std::move(before_command_->prompt);
    outcome_.prompt_uuid = std::move(before_command_->prompt_uuid);
    outcome_.end = before_command_->end;
    outcome_.errors = std::move(before_command_->errors);
    before_command_.reset();
  } else if (message.kind == MessageKind::kCommandOutput &&
             outcome_.end == ConversationEnd::kUnfinished) {
    outcome_.end = ConversationEnd::kAnswered;  // by the command that was typed
  }
}

void OutcomeReader::read_agent_call(ToolCall call) {
  call.call = kNoEntry;  // of another transcript
  work_.add(call);
}

void OutcomeReader::finish() {
  outcome_.files = work_.take_files();
  outcome_.commits = work_.take_commits();
}

// Agents that another branch called are not of this one.
Result<void> read_agents(Engine& engine, const SharedSession& session,
                         std::span<const EntryIndex> way, OutcomeReader& reader) {
  const std::map<std::string_view, EntryIndex> calls = calls_by_id(session->transcript());
  const std::set<EntryIndex> lines(way.begin(), way.end());
  for (const Subagent& agent : subagents_of(engine, *session).agents) {
    const auto call = calls.find(agent.tool_use_id);
    if (call != calls.end() && !lines.contains(call->second)) continue;
    auto read = each_changing_call(engine, session, agent, [&](const ChangingCall& changing) {
      reader.read_agent_call(changing.call);
    });
    if (!read) return read;
    if (engine.stop().is_stopped()) return stopped_error();
  }
  return {};
}

// What is open on the lists that the branch wrote, else on those in files of their own.
std::vector<OpenTodo> unfinished(Engine& engine, const Arguments& arguments, const Session& session,
                                 std::span<const EntryIndex> way) {
  FileLines lines = session.lines();
  std::vector<OpenTodo> open;
  std::vector<TodoList> lists = todos_of_transcript(session.transcript(), way, lines);
  if (lists.empty()) {
    auto found = open_todos(engine, arguments);
    if (found) lists = std::move(found->lists);
  }
  for (TodoList& list : lists) {
    for (Todo& todo : list.items) {
      if (todo.status != "completed")
        open.push_back({std::move(todo.text), std::move(todo.status)});
    }
  }
  return open;
}

}  // namespace

std::string_view name_of(ConversationEnd end) {
  constexpr std::array<std::string_view, 5> kNames = {"answered", "unfinished", "interrupted",
                                                      "failed", "empty"};
  return kNames[static_cast<std::size_t>(end)];
}

Result<SessionOutcome> session_outcome(Engine& engine, const Arguments& arguments) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const std::vector<EntryIndex> way = opened->session->transcript_view(opened->path);
  auto view = whole_branch(engine, std::move(*opened));
  if (!view) return view.error();
  SessionOutcome outcome;
  outcome.session = view->session;
  outcome.path = view->path;
  outcome.extras = view->extras;
  const Session& session = *view->session;
  OutcomeReader reader(outcome);
  auto read = each_message(*view, view->messages, [&reader](const Message& message) {
    reader.read(message);
    return true;
  });
  if (!read) return read.error();
  if (auto agents = read_agents(engine, view->session, way, reader); !agents) return agents.error();
  reader.finish();
  outcome.todos = unfinished(engine, arguments, session, way);
  outcome.branches = std::ssize(find_branches(session.messages(), outcome.path));
  if (engine.stop().is_stopped()) return stopped_error();
  const SessionHead head = outcome.head();
  if (outcome.path.refused.empty()) {
    outcome.resume = resume_command(engine, session.file_info(), session.file(), head.cwd, head.id);
  }
  return outcome;
}

}  // namespace clew
