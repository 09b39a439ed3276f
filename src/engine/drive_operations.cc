// SPDX-License-Identifier: MIT
//
// run, resume, edit and fork as streams of JSON, and the steering of conversations that a server
// drives. The text for people is in cli/drive_text.cc.

#include <deque>
#include <utility>

#include "catalog/live_registry.h"
#include "drive/workspaces.h"
#include "engine/drive_json.h"
#include "engine/drive_run.h"
#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

using Action = DriveRequest::Action;
using std::chrono::milliseconds;

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
    if (std::exchange(lost_, false)) add("{\"kind\":\"lost\"}\n");
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

std::string event_line(const std::string& conversation, const drive::Event& event) {
  json::Writer out;
  out.begin_object().field("conversation", conversation).key("event");
  write_drive_event(out, event);
  out.end_object();
  return out.take() + "\n";
}

// Shared by the reader and the conversation, which may go on when the reader is gone.
struct Stream {
  explicit Stream(LineQueue::WhenFull when_full) : lines(when_full) {}
  LineQueue lines;
  DriveWatch watch;
};

Result<Outcome> stream(Engine& engine, PreparedDrive& prepared, const Sink& sink) {
  if (auto done = carry_out(engine, prepared); !done) return done.error();
  // With a server behind us the conversation is its own and stays open after the turn.
  Conversations* shared = engine.services().conversations;
  std::optional<Conversations> own;
  if (shared == nullptr) own.emplace();
  Conversations& conversations = shared ? *shared : *own;
  auto state =
      std::make_shared<Stream>(shared ? LineQueue::WhenFull::kLose : LineQueue::WhenFull::kWait);
  auto id = conversations.open(prepared,
                               [state](const std::string& conversation, const drive::Event& event) {
                                 state->lines.push(event_line(conversation, event));
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
    json::Writer out;
    write_prepared(out, *prepared);
    sink(out.take() + "\n");
    return Outcome::kFound;
  }
  if (prepared->prompt.empty() && engine.services().conversations == nullptr) {
    return Error{ErrorCode::kInvalid, "a prompt is needed with --json"};
  }
  return stream(engine, *prepared, sink);
}

Result<Conversations*> conversations_of(Engine& engine) {
  if (Conversations* found = engine.services().conversations) return found;
  return Error{ErrorCode::kUnsupported,
               "there are no conversations here: only clew serve --allow-drive keeps them open"};
}

Result<Outcome> say_done(const Result<void>& done, const Sink& sink) {
  if (!done) return done.error();
  sink("{\"ok\":true}");
  return Outcome::kFound;
}

void write_info(json::Writer& out, const ConversationInfo& info) {
  out.begin_object().field("conversation", info.id);
  write_text_or_null(out, "session", info.session);
  out.field("state", name_of(info.state)).field("folder", info.folder);
  out.field("model", info.model).field("mode", info.mode).field("version", info.version);
  out.field("pid", info.pid).field("turns", info.turns).field("costUsd", info.cost_usd);
  write_time(out, "startedAt", info.started);
  out.key("permissions").begin_array();
  for (const drive::PermissionRequest& request : info.permissions) {
    out.begin_object();
    write_permission(out, request);
    out.end_object();
  }
  out.end_array();
  write_text_or_null(out, "ended", info.ended);
  out.end_object();
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

Result<Outcome> run_fork(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto prepared = prepare_drive(engine, drive_request(Action::kFork, arguments));
  if (!prepared) return prepared.error();
  if (!arguments.flag("dry-run")) {
    if (auto done = carry_out(engine, *prepared); !done) return done.error();
  }
  json::Writer out;
  write_prepared(out, *prepared);
  sink(out.take());
  return Outcome::kFound;
}

Result<Outcome> run_workspaces(Engine& engine, const Arguments& arguments, const Sink& sink) {
  const std::string store = engine.options().own.workspaces();
  const bool clean = arguments.text("action") == "clean";
  const std::string name = arguments.text("name");
  const LiveRegistry live =
      read_live_registry(engine.files(), RealProcessProbe(), engine.roots().paths);
  json::Writer out;
  out.begin_object().key("workspaces").begin_array();
  bool any = false;
  for (const Workspace& workspace : list_workspaces(engine.files(), store)) {
    if (!name.empty() && workspace.name != name) continue;
    any = true;
    std::string kept_because = obstacle(engine, live, workspace);
    bool removed = false;
    if (clean && (kept_because.empty() || arguments.flag("force"))) {
      if (auto done = remove_workspace(engine.files(), store, workspace); !done) {
        return done.error();
      }
      removed = true;
    }
    out.begin_object().field("name", workspace.name.text()).field("path", workspace.path);
    out.field("kind", workspace.kind);
    write_text_or_null(out, "source", workspace.source);
    write_time(out, "createdAt", workspace.created);
    out.field("removed", removed);
    write_text_or_null(out, "holds", kept_because);
    out.end_object();
  }
  out.end_array().end_object();
  if (!any && !name.empty()) {
    return Error{ErrorCode::kNotFound, "there is no workspace " + name};
  }
  sink(out.take());
  return any ? Outcome::kFound : Outcome::kNothing;
}

Result<Outcome> run_conversations(Engine& engine, const Arguments&, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  json::Writer out;
  out.begin_object().key("conversations").begin_array();
  const auto infos = (*conversations)->list();
  for (const ConversationInfo& info : infos) write_info(out, info);
  out.end_array().end_object();
  sink(out.take());
  return infos.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_send(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  Prompt prompt{arguments.text("prompt"), arguments.text("blocks"), {}};
  if (prompt.text.empty() && prompt.blocks.empty()) {
    return Error{ErrorCode::kInvalid, "a prompt must not be empty"};
  }
  auto uuid = (*conversations)->send(arguments.text("conversation"), prompt);
  if (!uuid) return uuid.error();
  json::Writer out;
  out.begin_object().field("ok", true).field("uuid", *uuid).end_object();
  sink(out.take());
  return Outcome::kFound;
}

Result<Outcome> run_interrupt(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  return say_done((*conversations)->interrupt(arguments.text("conversation")), sink);
}

Result<Outcome> run_permission(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  const auto info = (*conversations)->find(id);
  if (!info) return Error{ErrorCode::kNotFound, "no conversation " + id + " is open"};
  return say_done(
      (*conversations)
          ->answer_permission(id, arguments.text("request"), answer_of(arguments, *info)),
      sink);
}

Result<Outcome> run_configure(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  if (const auto model = arguments.maybe_text("model")) {
    if (auto done = (*conversations)->set_model(id, *model); !done) return done.error();
  }
  if (const auto mode = arguments.maybe_text("permission-mode")) {
    if (auto done = (*conversations)->set_mode(id, *mode); !done) return done.error();
  }
  return say_done({}, sink);
}

Result<Outcome> run_close(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto conversations = conversations_of(engine);
  if (!conversations) return conversations.error();
  const std::string id = arguments.text("conversation");
  return say_done(
      arguments.flag("after-turn") ? (*conversations)->finish(id) : (*conversations)->close(id),
      sink);
}

}  // namespace clew
