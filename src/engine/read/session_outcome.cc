// SPDX-License-Identifier: MIT

#include "engine/read/session_outcome.h"

#include <array>

#include "base/text.h"
#include "catalog/beside/todos.h"
#include "engine/read/conversation_view.h"
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

bool is_prompt(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kQueued ||
         kind == MessageKind::kCommand;
}

// Goes through a conversation, oldest first.
class OutcomeReader {
 public:
  explicit OutcomeReader(SessionOutcome& outcome)
      : outcome_(outcome), t_(outcome.session->transcript()), work_(t_) {}

  void read(const Message& message);
  void finish();

 private:
  std::string uuid_at(EntryIndex entry) const { return std::string(uuid_of(t_, entry).text); }
  void read_prompt(const Message& message);
  void read_answer(const Message& message);
  void add_error(std::string what, std::string_view text, EntryIndex entry);

  SessionOutcome& outcome_;
  const Transcript& t_;
  WorkDone work_;
};

void OutcomeReader::read_prompt(const Message& message) {
  const ShownMessage shown(t_, message);
  const std::string_view text = shown.prompt.refs.empty() ? message.text : shown.prompt.text;
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
  if (is_prompt(message.kind)) return read_prompt(message);
  if (message.kind == MessageKind::kAnswer) return read_answer(message);
  if (message.kind == MessageKind::kApiError) {
    outcome_.end = ConversationEnd::kFailed;
    add_error("API", message.text, message.entries.front());
  } else if (message.kind == MessageKind::kInterruption) {
    outcome_.end = ConversationEnd::kInterrupted;
  } else if (message.kind == MessageKind::kCommandOutput &&
             outcome_.end == ConversationEnd::kUnfinished) {
    outcome_.end = ConversationEnd::kAnswered;  // by the command that was typed
  }
}

void OutcomeReader::finish() {
  outcome_.files = work_.take_files();
  outcome_.commits = work_.take_commits();
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
