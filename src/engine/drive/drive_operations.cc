// SPDX-License-Identifier: MIT
//
// run, resume, edit and fork as streams of JSON, and the steering of conversations that a server
// drives. The text for people is in cli/drive_text.cc.

#include <deque>
#include <utility>

#include "catalog/list/live_registry.h"
#include "drive/workspaces.h"
#include "engine/call/answer.h"
#include "engine/call/operation_handlers.h"
#include "engine/drive/drive_answers.h"
#include "engine/drive/drive_run.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

using Action = DriveRequest::Action;
using std::chrono::milliseconds;

std::string line_text(const DriveLine& line) {
  json::Writer out;
  json::write(out, line);
  return out.take() + "\n";
}

// Lines on their way from a conversation's thread to the reader. With one reader alone a full queue
// makes the conversation wait; where others listen too, lines are lost and that is said.
class LineQueue {
 public:
  enum class WhenFull : bool { kWait, kLose };
  explicit LineQueue(WhenFull when_full) : when_full_(when_full) {}

  void push(std::string line) {
    std::unique_lock lock(mutex_);
    if (when_full_ == WhenFull::kWait) {
      changed_.wait(lock, [this] { return bytes_ < kMostBytes || closed_; });
    } else if (bytes_ >= kMostBytes) {
      lost_ = true;
      return;
    }
    if (closed_) return;
    if (std::exchange(lost_, false)) add(line_text({{}, nullptr, true}));
    add(std::move(line));
    changed_.notify_all();
  }

  // Nothing when none came in time.
  std::optional<std::string> pop(milliseconds time) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, time, [this] { return !lines_.empty(); })) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    bytes_ -= line.size();
    changed_.notify_all();
    return line;
  }

  // The reader is gone.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;
  void add(std::string line) {
    bytes_ += line.size();
    lines_.push_back(std::move(line));
  }

  WhenFull when_full_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
  bool lost_ = false;
};

// Shared by the reader and the conversation, which may go on when the reader is gone.
struct Stream {
  explicit Stream(LineQueue::WhenFull when_full) : lines(when_full) {}
  LineQueue lines;
  DriveWatch watch;
};

Result<Outcome> stream(Engine& engine, PreparedDrive& prepared, const Sink& sink) {
  if (auto done = carry_out(engine, prepared); !done) return done.error();
  // With a server behind us the conversation is its own and stays open after the turn.
  DrivenConversations* shared = engine.services().conversations;
  std::optional<DrivenConversations> own;
  if (shared == nullptr) own.emplace();
  DrivenConversations& conversations = shared ? *shared : *own;
  auto state =
      std::make_shared<Stream>(shared ? LineQueue::WhenFull::kLose : LineQueue::WhenFull::kWait);
  auto id = conversations.open(prepared,
                               [state](const std::string& conversation, const drive::Event& event) {
                                 state->lines.push(line_text({conversation, &event}));
                                 state->watch.take(event);
                               });
  if (!id) return id.error();
  // Whatever happens here, the conversation must not wait for us; before `own` goes.
  const struct Closer {
    LineQueue& lines;
    ~Closer() { lines.close(); }
  } closer{state->lines};
  bool linked = false, finishing = false, left = false;
  for (;;) {
    auto line = state->lines.pop(milliseconds(100));
    // An empty piece asks whether anybody still listens.
    if (!left && !sink(line ? std::string_view(*line) : std::string_view())) {
      left = true;
      state->lines.close();
      if (shared) return Outcome::kFound;
      static_cast<void>(conversations.close(*id));
    }
    const bool over = state->watch.turn_over();
    if (!linked && !state->watch.outcome().session.empty()) {
      linked = true;
      if (auto noted = link_sessions(engine, prepared, state->watch.outcome().session); !noted) {
        return noted.error();
      }
    }
    // Opened without a prompt, a conversation only waits.
    if (shared && !line && (over || prepared.prompt.empty())) break;
    if (over && !shared && !finishing) {
      finishing = true;
      static_cast<void>(conversations.finish(*id));
    }
    if (!line && state->watch.ended()) break;
  }
  const DriveOutcome outcome = state->watch.outcome();
  if (left) return Error{ErrorCode::kCancelled, "interrupted"};
  if (outcome.failed) return Error{ErrorCode::kIo, outcome.error};
  return Outcome::kFound;
}

Result<Outcome> look_or_run(Engine& engine, Action action, const Arguments& arguments,
                            const Sink& sink) {
  DriveRequest request = drive_request(action, arguments);
  // Who reads JSON of a single command cannot answer; with a server behind us somebody can.
  request.ask_permissions = engine.services().conversations != nullptr;
  auto prepared = prepare_drive(engine, request);
  if (!prepared) return prepared.error();
  if (request.only_look) {
    auto sent = send_answer(*prepared, sink);
    if (sent) sink("\n");
    return sent;
  }
  if (prepared->prompt.empty() && engine.services().conversations == nullptr) {
    return Error{ErrorCode::kInvalid, "a prompt is needed with --json"};
  }
  return stream(engine, *prepared, sink);
}

Result<DrivenConversations*> conversations_of(Engine& engine) {
  if (DrivenConversations* found = engine.services().conversations) return found;
  return Error{ErrorCode::kUnsupported,
               "there are no conversations here: only clew serve --allow-drive keeps them open"};
}

Result<Ok> ok_if(const Result<void>& done) {
  if (!done) return done.error();
  return Ok{};
}

PermissionAnswer answer_of(const Arguments& arguments, const ConversationInfo& info) {
  PermissionAnswer answer;
  const std::string word = arguments.text("answer");
  answer.allow = word != "deny";
  answer.message = arguments.text("message");
  answer.input = arguments.text("input");
  answer.interrupt = arguments.flag("stop");
  if (word == "always") {
    for (const drive::PermissionRequest& request : info.permissions) {
      if (request.request == arguments.text("request")) answer.updates = request.suggestions;
    }
  }
  return answer;
}

bool is_inside(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// Why a workspace is not removed; empty: it is.
std::string obstacle(Engine& engine, const LiveRegistry& live, const Workspace& workspace) {
  for (const LiveSession& session : live.sessions) {
    if (is_inside(session.cwd, workspace.path)) {
      return "session " + session.session + " is running in it";
    }
  }
  const std::string lost =
      what_would_be_lost(engine.files(), engine.options().own.workspaces(), workspace);
  return lost.empty() ? std::string() : "it holds " + lost;
}

}  // namespace

Result<Outcome> run_run(Engine& e, const Arguments& a, const Sink& s) {
  return look_or_run(e, Action::kRun, a, s);
}
Result<Outcome> run_resume(Engine& e, const Arguments& a, const Sink& s) {
  return look_or_run(e, Action::kResume, a, s);
}
Result<Outcome> run_edit(Engine& e, const Arguments& a, const Sink& s) {
  return look_or_run(e, Action::kEdit, a, s);
}

Result<PreparedDrive> fork_answer(Engine& engine, const Arguments& arguments) {
  auto prepared = prepare_drive(engine, drive_request(Action::kFork, arguments));
  if (!prepared || arguments.flag("dry-run")) return prepared;
  if (auto done = carry_out(engine, *prepared); !done) return done.error();
  return prepared;
}

Result<WorkspaceList> workspaces_answer(Engine& engine, const Arguments& arguments) {
  const std::string store = engine.options().own.workspaces();
  const bool clean = arguments.text("action") == "clean";
  const std::string name = arguments.text("name");
  const LiveRegistry live =
      read_live_registry(engine.files(), RealProcessProbe(), engine.roots().paths);
  WorkspaceList list;
  for (Workspace& workspace : list_workspaces(engine.files(), store)) {
    if (!name.empty() && workspace.name != name) continue;
    ListedWorkspace one{std::move(workspace), false, {}};
    one.holds = obstacle(engine, live, one.workspace);
    if (clean && (one.holds.empty() || arguments.flag("force"))) {
      if (auto done = remove_workspace(engine.files(), store, one.workspace); !done) {
        return done.error();
      }
      one.removed = true;
    }
    list.workspaces.push_back(std::move(one));
  }
  if (list.workspaces.empty() && !name.empty()) {
    return Error{ErrorCode::kNotFound, "there is no workspace " + name};
  }
  return list;
}

Result<ConversationList> conversations_answer(Engine& engine, const Arguments&) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  return ConversationList{(*conversations)->list()};
}

Result<Sent> prompt_answer(Engine& engine, const Arguments& arguments) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  Prompt prompt{arguments.text("prompt"), arguments.text("blocks"), {}};
  if (prompt.text.empty() && prompt.blocks.empty()) {
    return Error{ErrorCode::kInvalid, "a prompt must not be empty"};
  }
  auto uuid = (*conversations)->send(arguments.text("conversation"), prompt);
  if (!uuid) return uuid.error();
  return Sent{{}, *uuid};
}

Result<Ok> interrupt_answer(Engine& engine, const Arguments& arguments) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  return ok_if((*conversations)->interrupt(arguments.text("conversation")));
}

Result<Ok> permission_answer(Engine& engine, const Arguments& arguments) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  const auto info = (*conversations)->find(id);
  if (!info) return Error{ErrorCode::kNotFound, "no conversation " + id + " is open"};
  return ok_if((*conversations)
                   ->answer_permission(id, arguments.text("request"), answer_of(arguments, *info)));
}

Result<Ok> configure_answer(Engine& engine, const Arguments& arguments) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  if (const auto model = arguments.maybe_text("model")) {
    if (auto done = (*conversations)->set_model(id, *model); !done) return done.error();
  }
  if (const auto mode = arguments.maybe_text("permission-mode")) {
    if (auto done = (*conversations)->set_mode(id, *mode); !done) return done.error();
  }
  return Ok{};
}

Result<Ok> close_answer(Engine& engine, const Arguments& arguments) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  return ok_if(arguments.flag("after-turn") ? (*conversations)->finish(id)
                                            : (*conversations)->close(id));
}

}  // namespace clew
