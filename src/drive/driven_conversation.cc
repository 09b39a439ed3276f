// SPDX-License-Identifier: MIT
//
// The thread that starts the program also has to stay as long as it: where the system ends a child
// with its parent, the thread counts as the parent.
#include "drive/driven_conversation.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <future>
#include <optional>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "drive/line_buffer.h"
#include "drive/pending_prompts.h"
#include "drive/stream_reader.h"

namespace clew {

namespace {

using namespace drive;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::string_view kRequestPrefix = "clew-";

Error over() { return {ErrorCode::kCancelled, "the conversation is over"}; }

// JSON of others in one line: with line ends of its own it could smuggle in lines of ours.
Result<void> make_one_line(std::string& text, json::Kind kind, std::string_view what) {
  if (text.empty()) return {};
  json::Parser parser;
  auto value = parser.parse_copy(text);
  if (!value || value->kind() != kind) {
    return Error{ErrorCode::kInvalid,
                 std::string(what) + (kind == json::Kind::kArray ? " is not a JSON array"
                                                                 : " is not a JSON object")};
  }
  text = value->to_json();
  return {};
}

}  // namespace

struct DrivenConversation::Shared {
  ~Shared() {
    for (const int fd : wake) {
      if (fd >= 0) ::close(fd);
    }
  }

  mutable std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  std::string outbox;                              // lines that the thread has to write
  std::map<std::string, std::string> permissions;  // open requests, with the input asked for
  std::map<std::string, std::string> asked;        // our open control requests: id, subtype
  std::vector<PermissionGone> gone;                // to be told by the thread
  std::uint64_t next_request = 1;
  std::size_t max_outgoing = 0;
  std::size_t unwritten = 0;  // taken out of the outbox and still to be written
  PendingPrompts prompts;
  bool finish = false;
  bool stop = false;
  bool ended = false;     // nothing can be asked of it any more
  bool reported = false;  // ... and the listener has heard everything

  int wake[2] = {-1, -1};  // not guarded: only made and closed

  void wake_up() const {
    const char byte = 0;
    // A full pipe is fine: the thread will wake up anyway.
    [[maybe_unused]] const ssize_t written = ::write(wake[1], &byte, 1);
  }
};

// The thread's own side: everything here is used by it alone.
class DrivenConversation::Loop {
 public:
  Loop(std::shared_ptr<Shared> shared, std::unique_ptr<ChildProcess> child,
       const DriveLimits& limits, Listener listener)
      : shared_(std::move(shared)),
        child_(std::move(child)),
        limits_(limits),
        listener_(std::move(listener)),
        lines_(limits.max_line),
        error_lines_(kLongestErrorLine),
        reader_(limits.kept_lines) {}

  std::int64_t pid() const { return child_->pid(); }

  void run(const ChildOptions& command) {
    tell(Started{child_->pid(), command.arguments, command.folder});
    while (!step()) {
    }
    drain();
    end();
  }

 private:
  static constexpr std::size_t kLongestErrorLine = 8192;
  enum class Stage : std::uint8_t { kRunning, kInterrupting, kClosing, kTerminating, kKilled };

  template <class What>
  void tell(What what) {
    listener_(Event{reader_.session(), {}, std::move(what)});
  }

  // Waits for something to happen and deals with it. True: the program has ended.
  bool step() {
    take_orders();
    const bool writes = !outgoing_.empty() && child_->input() >= 0;
    pollfd watched[] = {{shared_->wake[0], POLLIN, 0},
                        {child_->output(), POLLIN, 0},
                        {child_->errors(), POLLIN, 0},
                        {writes ? child_->input() : -1, POLLOUT, 0},
                        {child_->exit_handle(), POLLIN, 0}};
    ::poll(watched, 5, timeout());
    if (watched[0].revents != 0) {
      char thrown_away[256];
      while (::read(shared_->wake[0], thrown_away, sizeof thrown_away) > 0) {
      }
    }
    if (watched[1].revents != 0) read_output();
    if (watched[2].revents != 0) read_errors();
    if (watched[3].revents != 0) write_input();
    return child_->exited().has_value();
  }

  int timeout() const {
    milliseconds wait = child_->exit_handle() >= 0 ? milliseconds(3'600'000) : milliseconds(50);
    if (deadline_) {
      const auto left = std::chrono::duration_cast<milliseconds>(*deadline_ - Clock::now());
      wait = std::clamp(left + milliseconds(1), milliseconds(0), wait);
    }
    return static_cast<int>(wait.count());
  }

  // What callers have asked for since the last time, and what is due.
  void take_orders() {
    std::vector<PermissionGone> gone;
    bool stop = false, finish = false, idle = false;
    {
      const std::lock_guard lock(shared_->mutex);
      outgoing_ += shared_->outbox;
      shared_->outbox.clear();
      shared_->unwritten = outgoing_.size();
      gone.swap(shared_->gone);
      stop = shared_->stop;
      finish = shared_->finish;
      idle = shared_->prompts.size() == 0;
    }
    for (PermissionGone& one : gone) tell(std::move(one));
    const bool due = deadline_ && Clock::now() >= *deadline_;
    switch (stage_) {
      case Stage::kRunning:
        if (stop) {
          asked_ = true;
          if (idle) {
            enter(Stage::kClosing, limits_.patience);
          } else {
            outgoing_ += wire::interrupt(std::string(kRequestPrefix) + "stop") + "\n";
            enter(Stage::kInterrupting, limits_.patience);
          }
        } else if (output_over_) {
          enter(Stage::kClosing, limits_.patience);
        } else if (finish && idle && reader_.background_tasks() == 0 && outgoing_.empty()) {
          asked_ = true;
          enter(Stage::kClosing, limits_.finish_patience);
        }
        break;
      case Stage::kInterrupting:
        if (idle || due) enter(Stage::kClosing, limits_.patience);
        break;
      case Stage::kClosing:
        if (stop && !stop_noticed_) {  // it was only asked to finish
          stop_noticed_ = true;
          enter(Stage::kClosing, limits_.patience);
        } else if (due) {
          tell(StreamFinding{StreamFinding::Kind::kDidNotEnd, "it did not end by itself"});
          child_->signal_group(SIGTERM);
          enter(Stage::kTerminating, limits_.patience);
        }
        break;
      case Stage::kTerminating:
        if (due) {
          tell(StreamFinding{StreamFinding::Kind::kDidNotEnd, "it did not end after SIGTERM"});
          child_->signal_group(SIGKILL);
          enter(Stage::kKilled, limits_.patience);
        }
        break;
      case Stage::kKilled:
        if (due) child_->signal_group(SIGKILL);
        break;
    }
  }

  void enter(Stage stage, milliseconds time) {
    stage_ = stage;
    deadline_ = Clock::now() + time;
    if (stage == Stage::kClosing) {
      write_input();
      child_->close_input();
    }
  }

  void write_input() {
    while (!outgoing_.empty() && child_->input() >= 0) {
      const ssize_t count = ::write(child_->input(), outgoing_.data(), outgoing_.size());
      if (count > 0) {
        outgoing_.erase(0, static_cast<std::size_t>(count));
      } else if (errno == EAGAIN) {
        return;
      } else if (errno != EINTR) {
        child_->close_input();  // it reads no more; its end will tell why
        outgoing_.clear();
      }
    }
  }

  // One buffer full, so that orders and errors get their turn. False: nothing more for now.
  bool read_output() {
    if (child_->output() < 0) return false;
    const ssize_t count = ::read(child_->output(), buffer_, sizeof buffer_);
    if (count < 0) {
      if (errno == EINTR) return true;
      if (errno != EAGAIN) close_output();
      return false;
    }
    const auto visit = [this](const LineBuffer::Line& line) { take_line(line); };
    if (count == 0) {
      lines_.finish(visit);
      close_output();
      return false;
    }
    lines_.add({buffer_, static_cast<std::size_t>(count)}, visit);
    return true;
  }

  void close_output() {
    child_->close_output();
    output_over_ = true;
  }

  bool read_errors() {
    if (child_->errors() < 0) return false;
    const ssize_t count = ::read(child_->errors(), buffer_, sizeof buffer_);
    if (count < 0) {
      if (errno == EINTR) return true;
      if (errno != EAGAIN) child_->close_errors();
      return false;
    }
    const auto visit = [this](const LineBuffer::Line& line) { take_error_line(line); };
    if (count == 0) {
      error_lines_.finish(visit);
      child_->close_errors();
      return false;
    }
    error_lines_.add({buffer_, static_cast<std::size_t>(count)}, visit);
    return true;
  }

  void take_error_line(const LineBuffer::Line& line) {
    const std::string text = line.too_long ? "(a line of " + std::to_string(line.length) + " bytes)"
                                           : std::string(line.text);
    if (is_blank(text)) return;
    errors_ += text + "\n";
    if (errors_.size() > limits_.kept_errors) {
      errors_.erase(0, errors_.size() - limits_.kept_errors);
    }
    tell(StreamFinding{StreamFinding::Kind::kErrorOutput, text});
  }

  void take_line(const LineBuffer::Line& line) {
    if (line.too_long) {
      tell(StreamFinding{StreamFinding::Kind::kTooLong,
                         "a line of " + std::to_string(line.length) + " bytes was skipped"});
      return;
    }
    reader_.read(
        line.text, [this](const Event& event) { take_event(event); },
        [this](const StreamReader::Control& control) { take_control(control); });
  }

  void take_event(const Event& event) {
    const auto* result = std::get_if<TurnResult>(&event.what);
    if (result == nullptr) return listener_(event);
    TurnResult of_ours = *result;
    {
      const std::lock_guard lock(shared_->mutex);
      of_ours.prompts = shared_->prompts.take_answered(*result);
    }
    listener_(Event{event.session, event.parent_tool, std::move(of_ours)});
  }

  void take_control(const StreamReader::Control& control) {
    switch (control.kind) {
      case StreamReader::Control::Kind::kRequest:
        return take_request(control);
      case StreamReader::Control::Kind::kResponse:
        return take_response(control);
      case StreamReader::Control::Kind::kCancel: {
        {
          const std::lock_guard lock(shared_->mutex);
          if (shared_->permissions.erase(control.id) == 0) return;
        }
        tell(PermissionGone{control.id, "cancelled"});
        return;
      }
    }
  }

  void take_request(const StreamReader::Control& control) {
    const json::Value body = control.body;
    if (control.subtype != "can_use_tool") {
      // Never left without an answer: the program would wait for ever.
      outgoing_ += wire::control_error(control.id, "Clew cannot do " + control.subtype) + "\n";
      tell(StreamFinding{StreamFinding::Kind::kRefused, control.subtype});
      return;
    }
    PermissionRequest request;
    request.request = control.id;
    request.tool = body["tool_name"].string_or("");
    request.tool_use = body["tool_use_id"].string_or("");
    request.title = body["display_name"].string_or("");
    request.description = body["description"].string_or("");
    request.reason = body["decision_reason"].string_or("");
    request.blocked_path = body["blocked_path"].string_or("");
    request.input = body["input"].is_missing() ? "{}" : body["input"].to_json();
    if (body["permission_suggestions"].is_array()) {
      request.suggestions = body["permission_suggestions"].to_json();
    }
    {
      const std::lock_guard lock(shared_->mutex);
      shared_->permissions[control.id] = request.input;
    }
    tell(std::move(request));
  }

  void take_response(const StreamReader::Control& control) {
    ControlReply reply;
    {
      const std::lock_guard lock(shared_->mutex);
      const auto found = shared_->asked.find(control.id);
      if (found != shared_->asked.end()) {
        reply.request = found->second;
        shared_->asked.erase(found);
      }
    }
    if (reply.request.empty()) {
      // 1.0 and 2.0 answer some requests twice.
      if (!control.id.starts_with(kRequestPrefix)) {
        tell(StreamFinding{StreamFinding::Kind::kUnasked, control.id});
      }
      return;
    }
    reply.ok = control.subtype != "error";
    reply.error = control.body["error"].string_or("");
    if (control.body["response"].is_object()) reply.response = control.body["response"].to_json();
    tell(std::move(reply));
  }

  // What was written before the end. Programs in the background may keep the pipes open, so only
  // what is there now.
  void drain() {
    while (read_output()) {
    }
    lines_.finish([this](const LineBuffer::Line& line) { take_line(line); });
    while (read_errors()) {
    }
    error_lines_.finish([this](const LineBuffer::Line& line) { take_error_line(line); });
  }

  void end() {
    Ended ended;
    ended.status = *child_->exited();
    ended.asked = asked_;
    ended.errors = errors_;
    std::vector<std::string> open;
    {
      const std::lock_guard lock(shared_->mutex);
      ended.mid_turn = shared_->prompts.size() > 0;
      for (const auto& [request, input] : shared_->permissions) open.push_back(request);
      shared_->permissions.clear();
      shared_->ended = true;
    }
    for (const std::string& request : open) tell(PermissionGone{request, "cancelled"});
    tell(std::move(ended));
    {
      const std::lock_guard lock(shared_->mutex);
      shared_->reported = true;
    }
    shared_->changed.notify_all();
  }

  std::shared_ptr<Shared> shared_;
  std::unique_ptr<ChildProcess> child_;
  DriveLimits limits_;
  Listener listener_;
  LineBuffer lines_;
  LineBuffer error_lines_;
  StreamReader reader_;
  std::string outgoing_;
  std::string errors_;
  Stage stage_ = Stage::kRunning;
  std::optional<Clock::time_point> deadline_;
  bool asked_ = false;
  bool stop_noticed_ = false;
  bool output_over_ = false;
  char buffer_[65536];
};

DrivenConversation::DrivenConversation() : shared_(std::make_shared<Shared>()) {}

Result<std::unique_ptr<DrivenConversation>> DrivenConversation::start(const ChildOptions& command,
                                                                      const DriveLimits& limits,
                                                                      Listener listener) {
  std::unique_ptr<DrivenConversation> conversation(new DrivenConversation());
  Shared& shared = *conversation->shared_;
  if (::pipe(shared.wake) != 0) return Error{ErrorCode::kIo, "cannot make a pipe"};
  for (const int fd : shared.wake) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
  }
  shared.max_outgoing = limits.max_outgoing;
  shared.asked["clew-0"] = "initialize";
  shared.outbox = wire::initialize("clew-0") + "\n";
  std::promise<Result<std::int64_t>> promise;
  auto started = promise.get_future();
  conversation->thread_ =
      std::thread([command, limits, listener = std::move(listener), state = conversation->shared_,
                   promise = std::move(promise)]() mutable {
        // Signals are for the thread that waits for them, and a broken pipe is told by write().
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
        auto child = ChildProcess::start(command);
        if (!child) {
          state->ended = true;
          promise.set_value(child.error());
          return;
        }
        auto loop = std::make_unique<Loop>(state, std::move(*child), limits, std::move(listener));
        promise.set_value(loop->pid());
        loop->run(command);
      });
  auto pid = started.get();
  if (!pid) return pid.error();
  conversation->pid_ = *pid;
  return conversation;
}

DrivenConversation::~DrivenConversation() {
  stop();
  if (thread_.joinable()) thread_.join();
}

Result<std::string> DrivenConversation::send(Prompt prompt) {
  if (prompt.uuid.empty()) prompt.uuid = make_uuid();
  if (auto made = make_one_line(prompt.blocks, json::Kind::kArray, "the content of the prompt");
      !made) {
    return made.error();
  }
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->ended || shared_->finish || shared_->stop) return over();
    if (shared_->outbox.size() + shared_->unwritten > shared_->max_outgoing) {
      return Error{ErrorCode::kBusy, "claude does not read what was sent to it"};
    }
    shared_->outbox += wire::user_message(prompt) + "\n";
    shared_->prompts.add(prompt.uuid);
  }
  shared_->wake_up();
  return prompt.uuid;
}

Result<void> DrivenConversation::ask(std::string_view subtype,
                                     const std::function<std::string(std::string_view)>& line) {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->ended || shared_->stop) return over();
    const std::string request =
        std::string(kRequestPrefix) + std::to_string(shared_->next_request++);
    shared_->asked[request] = subtype;
    shared_->outbox += line(request) + "\n";
  }
  shared_->wake_up();
  return {};
}

Result<void> DrivenConversation::interrupt() {
  return ask("interrupt", [](std::string_view request) { return wire::interrupt(request); });
}

Result<void> DrivenConversation::set_model(const std::string& model) {
  return ask("set_model",
             [&](std::string_view request) { return wire::set_model(request, model); });
}

Result<void> DrivenConversation::set_permission_mode(const std::string& mode) {
  return ask("set_permission_mode",
             [&](std::string_view request) { return wire::set_permission_mode(request, mode); });
}

Result<void> DrivenConversation::answer(const std::string& request, PermissionAnswer answer) {
  if (auto made = make_one_line(answer.input, json::Kind::kObject, "the input"); !made) return made;
  if (auto made = make_one_line(answer.updates, json::Kind::kArray, "the list of rules"); !made) {
    return made;
  }
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->ended) return over();
    const auto found = shared_->permissions.find(request);
    if (found == shared_->permissions.end()) {
      return Error{ErrorCode::kNotFound,
                   "no permission request " + request + " is open; it may have been answered"};
    }
    shared_->outbox += wire::permission_answer(request, answer, found->second) + "\n";
    shared_->gone.push_back({request, answer.allow ? "allowed" : "denied"});
    shared_->permissions.erase(found);
  }
  shared_->wake_up();
  return {};
}

void DrivenConversation::finish() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->finish = true;
  }
  shared_->wake_up();
}

void DrivenConversation::stop() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->wake_up();
}

bool DrivenConversation::wait_for(milliseconds time) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, time, [this] { return shared_->reported; });
}

int DrivenConversation::turns() const {
  const std::lock_guard lock(shared_->mutex);
  return static_cast<int>(shared_->prompts.size());
}

bool DrivenConversation::ended() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->ended;
}

}  // namespace clew
