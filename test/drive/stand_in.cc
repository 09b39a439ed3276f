// SPDX-License-Identifier: MIT
//
// A stand-in for `claude` in the tests: speaks the stream-json protocol in the shapes that 1.0.128,
// 2.0.73 and 2.1.325 were recorded with, writes a transcript as they do, and misbehaves on demand.
//
//   STAND_IN_VERSION  1.0.128, 2.0.73 or 2.1.325 (the default)
//   STAND_IN_LOG      a file that gets one line of JSON for each start: arguments, folder, root
//
// What it does is in the first word of the prompt:
//   crash       dies in the middle of an answer        garbage   prints lines that are not JSON
//   long N      a line of N bytes                      silence   says nothing
//   slow        many small pieces                      stubborn  refuses to end
//   ask         asks for two permissions               strange   a control request nobody knows
//   errors      writes to standard error               question  asks the person two questions
//   background  a notification before the next turn
//   register    is listed as running, takes its time to end
//   anything else is answered
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/time.h"
#include "base/uuid.h"
#include "catalog/layout/project_key.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"
#include "os/real_file_system.h"

namespace clew {
namespace {

using std::chrono::milliseconds;

enum class Version { k10, k20, k21 };
constexpr int kContextWindow = 1'000'000;

// Never the same twice: 2.0 takes the first of several newest lines for the end.
std::string now_text() {
  static TimeMs last = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  last = std::max<TimeMs>(last + 1, std::chrono::duration_cast<milliseconds>(now).count());
  return format_iso(last);
}

struct Options {
  std::string resume, resume_at, session_id, model = "model-one", mode = "default";
  bool partial = false, replay = false, asks = false;
};

class StandIn {
 public:
  StandIn(Version version, std::string version_text, Options options)
      : version_(version), version_text_(std::move(version_text)), options_(std::move(options)) {}

  int run() {
    if (const int code = open_session(); code != 0) return code;
    while (auto line = next_line()) {
      handle(*line);
      if (stubborn_) {
        for (;;) ::pause();
      }
    }
    if (!registered_.empty()) {
      std::this_thread::sleep_for(milliseconds(500));
      ::unlink(registered_.c_str());
    }
    return 0;
  }

 private:
  // --- the transcript ---

  int open_session() {
    const std::string root =
        environment("CLAUDE_CONFIG_DIR")
            .value_or(environment("HOME").value_or("/nonexistent") + "/.claude");
    char folder[4096];
    if (::getcwd(folder, sizeof folder) == nullptr) return 1;
    cwd_ = folder;
    RealFileSystem files;
    root_ = root;
    const std::string project = resolve_path(join_path(root, "projects"), project_key(cwd_));
    session_ = options_.resume;
    if (session_.empty()) session_ = options_.session_id;
    if (session_.empty()) session_ = make_uuid();
    file_ = resolve_path(project, session_ + ".jsonl");
    if (options_.resume.empty()) {
      static_cast<void>(files.create_directories(project));
      return 0;
    }
    return find_end(files);
  }

  int find_end(RealFileSystem& files) {
    auto text = read_file(files, file_, std::int64_t{256} << 20);
    if (!text) {
      std::fprintf(stderr, "No conversation found with session ID: %s\n", session_.c_str());
      return 1;
    }
    json::Parser parser;
    bool found = options_.resume_at.empty();
    for (std::size_t start = 0; start < text->size();) {
      const std::size_t end = std::min(text->find('\n', start), text->size());
      auto line = parser.parse_copy(std::string_view(*text).substr(start, end - start));
      start = end + 1;
      if (!line || !(*line)["uuid"].is_string() || !(*line)["message"].is_object()) continue;
      const std::string_view wanted = version_ == Version::k10
                                          ? (*line)["message"]["id"].string_or("")
                                          : (*line)["uuid"].string_or("");
      if (options_.resume_at.empty() || wanted == options_.resume_at) {
        parent_ = (*line)["uuid"].string_or("");
        found = true;
      }
    }
    if (found) return 0;
    std::fprintf(stderr, "No message found with message.uuid of: %s\n", options_.resume_at.c_str());
    return 1;
  }

  void store(std::string_view type, std::string_view uuid, const std::string& message) {
    json::Writer out;
    out.begin_object().key("parentUuid");
    parent_.empty() ? out.null() : out.value(parent_);
    out.field("isSidechain", false).field("userType", "external").field("cwd", cwd_);
    out.field("sessionId", session_).field("version", version_text_).field("gitBranch", "");
    out.field("type", type).raw_field("message", message).field("uuid", uuid);
    out.field("timestamp", now_text()).end_object();
    std::ofstream(file_, std::ios::app) << out.text() << "\n";
    parent_ = uuid;
  }

  // --- standard input ---

  // Nothing at the end of the input, or when none came in time (-1: no limit).
  // Prompts that came during a turn wait for its end, as in the real one.
  std::optional<std::string> next_line() {
    if (waiting_.empty()) return read_line(-1);
    std::string line = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    return line;
  }

  std::optional<std::string> read_line(int timeout_ms) {
    for (;;) {
      if (const std::size_t end = input_.find('\n'); end != std::string::npos) {
        std::string line = input_.substr(0, end);
        input_.erase(0, end + 1);
        return line;
      }
      pollfd watched{0, POLLIN, 0};
      if (::poll(&watched, 1, timeout_ms) <= 0) return std::nullopt;
      char buffer[65536];
      const ssize_t count = ::read(0, buffer, sizeof buffer);
      if (count <= 0) {
        over_ = true;
        return std::nullopt;
      }
      input_.append(buffer, static_cast<std::size_t>(count));
    }
  }

  void handle(const std::string& text) {
    json::Parser parser;
    auto line = parser.parse_copy(text);
    if (!line) return;
    const std::string_view type = (*line)["type"].string_or("");
    if (type == "control_request") control(*line);
    if (type == "user") turn(*line);
  }

  // True when it was an interrupt.
  bool control(json::Value line) {
    const std::string id((line)["request_id"].string_or(""));
    const json::Value request = line["request"];
    const std::string_view subtype = request["subtype"].string_or("");
    if (subtype == "initialize") {
      reply(
          id,
          R"({"commands":[{"name":"compact","description":"Make it short","argumentHint":"what"}],)"
          R"("models":[{"value":"default","displayName":"Default","description":"the usual"},)"
          R"({"value":"haiku","displayName":"Haiku","description":"small"},)"
          R"({"value":"stand-in-large","displayName":"Large","description":"of its own"}]})");
    } else if (subtype == "interrupt") {
      reply(id, version_ == Version::k21 ? R"({"still_queued":[]})" : "");
      return true;
    } else if (subtype == "set_model") {
      options_.model = request["model"].string_or("");
      reply(id, version_ == Version::k21 ? R"({"model":")" + options_.model + "\"}" : "");
    } else if (subtype == "set_permission_mode") {
      options_.mode = request["mode"].string_or("");
      reply(id, R"({"mode":")" + options_.mode + "\"}");
      if (version_ == Version::k21) {
        print(R"({"type":"system","subtype":"status","status":null,"permissionMode":")" +
              options_.mode + R"(","session_id":")" + session_ + "\"}");
      } else {
        reply(id, "");  // these versions answer twice
      }
    } else if (version_ == Version::k21) {
      print(R"({"type":"control_response","response":{"subtype":"error","request_id":")" + id +
            R"(","error":"Unsupported control request subtype"}})");
    }
    return false;
  }

  void reply(const std::string& id, const std::string& response) {
    std::string line =
        R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id + "\"";
    if (!response.empty()) line += ",\"response\":" + response;
    print(line + "}}");
  }

  // --- standard output ---

  void print(const std::string& line) {
    std::string text = line + "\n";
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = ::write(1, text.data() + done, text.size() - done);
      if (count <= 0) std::exit(0);
      done += static_cast<std::size_t>(count);
    }
  }

  // An object with what every line of a turn has.
  json::Writer line_of(std::string_view type, std::string_view uuid) {
    json::Writer out;
    out.begin_object().field("type", type).field("session_id", session_).field("uuid", uuid);
    out.key("parent_tool_use_id").null();
    if (version_ == Version::k21) out.field("timestamp", now_text());
    return out;
  }

  void print_message(std::string_view type, std::string_view uuid, const std::string& message,
                     bool replay = false) {
    json::Writer out = line_of(type, uuid);
    out.raw_field("message", message);
    if (replay && version_ != Version::k10) out.field("isReplay", true);
    print(out.end_object().take());
  }

  void print_event(const std::string& event) {
    if (!options_.partial) return;
    json::Writer out = line_of("stream_event", make_uuid());
    out.raw_field("event", event);
    if (version_ == Version::k21) out.field("api_message_id", message_id_);
    print(out.end_object().take());
  }

  void start_turn() {
    json::Writer out;
    out.begin_object().field("type", "system").field("subtype", "init").field("cwd", cwd_);
    out.field("session_id", session_).key("tools").begin_array().value("Bash").value("Write");
    out.end_array().key("mcp_servers").begin_array().end_array();
    out.field("model", options_.model).field("permissionMode", options_.mode);
    out.key("slash_commands").begin_array().value("compact").end_array();
    if (version_ != Version::k10) out.field("claude_code_version", version_text_);
    out.field("uuid", make_uuid()).end_object();
    print(out.take());
    if (version_ == Version::k21) {
      print(R"({"type":"system","subtype":"status","status":"requesting","session_id":")" +
            session_ + "\"}");
    }
    message_id_ = "msg_" + make_uuid().substr(0, 8);
  }

  std::string message(const std::string& content) {
    return R"({"id":")" + message_id_ + R"(","type":"message","role":"assistant","model":")" +
           options_.model + R"(","content":)" + content +
           R"(,"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":100,)" +
           R"("cache_creation_input_tokens":11,"cache_read_input_tokens":22,"output_tokens":33}})";
  }

  static std::string quoted(std::string_view text) {
    std::string out;
    json::append_quoted(out, text);
    return out;
  }

  void begin_text() {
    print_event(R"({"type":"message_start","message":)" + message("[]") + "}");
    print_event(
        R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})");
  }

  void piece(std::string_view text) {
    print_event(R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":)" +
                quoted(text) + "}}");
  }

  void say(const std::string& text, bool stored = true) {
    begin_text();
    piece(text);
    const std::string body = message(R"([{"type":"text","text":)" + quoted(text) + "}]");
    const std::string uuid = make_uuid();
    print_message("assistant", uuid, body);
    if (stored) store("assistant", uuid, body);
    print_event(R"({"type":"content_block_stop","index":0})");
    print_event(
        R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":33}})");
    print_event(R"({"type":"message_stop"})");
  }

  void result(std::string_view subtype, bool is_error, std::string_view text) {
    json::Writer out;
    out.begin_object();
    // 2.1 writes the type last.
    if (version_ != Version::k21) out.field("type", "result");
    out.field("subtype", subtype).field("is_error", is_error).field("duration_ms", 12);
    out.field("duration_api_ms", 7).field("num_turns", 1).field("result", text);
    out.field("session_id", session_).field("total_cost_usd", 0.25);
    out.raw_field("usage", R"({"input_tokens":100,"output_tokens":33})");
    out.key("permission_denials").begin_array().end_array();
    if (version_ == Version::k21) {
      out.key("modelUsage").begin_object().key(options_.model).begin_object();
      out.field("contextWindow", kContextWindow).end_object().end_object();
      if (prompt_.empty()) {
        out.key("origin").begin_object().field("kind", "task-notification").end_object();
      } else {
        out.field("user_message_uuid", prompt_);
        out.key("user_message_uuids").begin_array().value(prompt_).end_array();
      }
    }
    if (version_ == Version::k21) out.field("type", "result");
    print(out.end_object().take());
  }

  void interrupted(std::string_view so_far) {
    if (version_ == Version::k21 && !so_far.empty()) {  // the others forget it
      const std::string body = message(R"([{"type":"text","text":)" + quoted(so_far) + "}]");
      const std::string uuid = make_uuid();
      print_message("assistant", uuid, body);
      store("assistant", uuid, body);
    }
    const std::string marker =
        R"({"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]})";
    const std::string uuid = make_uuid();
    print_message("user", uuid, marker);
    store("user", uuid, marker);
    result("error_during_execution", version_ == Version::k21, "");
  }

  // Waits, and hears interrupts meanwhile.
  bool interrupted_within(int ms) {
    const auto line = read_line(ms);
    if (!line) return over_;
    json::Parser parser;
    auto value = parser.parse_copy(*line);
    if (value && (*value)["type"].string_or("") == "user") waiting_.push_back(*line);
    return value && (*value)["type"].string_or("") == "control_request" && control(*value);
  }

  // --- turns ---

  void turn(json::Value line) {
    const json::Value content = line["message"]["content"];
    const std::string text(content.is_string() ? content.string_or("") : "(blocks)");
    const std::string uuid(line["uuid"].string_or(make_uuid()));
    lifecycle(uuid, "queued");
    if (std::exchange(notifies_, false)) notification_turn();
    prompt_ = uuid;
    lifecycle(uuid, "started");
    start_turn();
    const std::string body = R"({"role":"user","content":)" + content.to_json() + "}";
    store("user", uuid, body);
    if (options_.replay) print_message("user", uuid, body, true);
    act(text);
    lifecycle(uuid, "completed");
  }

  // A background agent is done: a turn that nobody asked for, with a result of its own.
  void notification_turn() {
    prompt_.clear();
    start_turn();
    const std::string uuid = make_uuid();
    const std::string body =
        R"({"role":"user","content":"<task-notification>done</task-notification>"})";
    store("user", uuid, body);
    say("The background agent is done");
    result("success", false, "The background agent is done");
  }

  void lifecycle(const std::string& uuid, const std::string& state) {
    if (version_ != Version::k21) return;
    print(R"({"type":"command_lifecycle","command_uuid":")" + uuid + R"(","state":")" + state +
          R"(","session_id":")" + session_ + "\"}");
  }

  void act(const std::string& text) {
    const std::string word = text.substr(0, text.find(' '));
    if (word == "crash") {
      begin_text();
      piece("half an ans");
      std::fprintf(stderr, "the stand-in crashes as asked\n");
      ::_exit(3);
    } else if (word == "garbage") {
      print("this is no JSON {");
      print(std::string("\xff\xfe\x00\x01 \x1b[31mred", 13));
      print("[1,2,3]");
      print(R"({"type":"hologram","subtype":"new","session_id":")" + session_ + "\"}");
      say("still here");
      result("success", false, "still here");
    } else if (word == "long") {
      say(std::string(static_cast<std::size_t>(std::atol(text.c_str() + 5)), 'x'), false);
      result("success", false, "long");
    } else if (word == "silence") {
      while (!interrupted_within(1000) && !over_) {
      }
      if (!over_) interrupted("");
    } else if (word == "slow") {
      slow();
    } else if (word == "stubborn") {
      stubborn_ = true;
      ::signal(SIGTERM, SIG_IGN);
      say("no");
      result("success", false, "no");
    } else if (word == "ask") {
      ask();
    } else if (word == "strange") {
      strange();
    } else if (word == "background") {
      notifies_ = version_ == Version::k21;
      say("It runs");
      result("success", false, "It runs");
    } else if (word == "question") {
      question();
    } else if (word == "register") {
      write_registration();
      say("registered");
      result("success", false, "registered");
    } else if (word == "errors") {
      for (int i = 0; i < 5000; ++i) std::fprintf(stderr, "warning %d of the stand-in\n", i);
      say("done");
      result("success", false, "done");
    } else {
      say("You said: " + text);
      result("success", false, "You said: " + text);
    }
  }

  // The note by which others see that a session is running.
  void write_registration() {
    RealFileSystem files;
    const std::string folder = join_path(root_, "sessions");
    static_cast<void>(files.create_directories(folder));
    registered_ = resolve_path(folder, std::to_string(::getpid()) + ".json");
    json::Writer out;
    out.begin_object().field("pid", static_cast<std::int64_t>(::getpid()));
    out.field("sessionId", session_).field("cwd", cwd_).field("status", "idle").end_object();
    std::ofstream(registered_) << out.text() << "\n";
  }

  void slow() {
    begin_text();
    std::string so_far;
    for (int i = 0; i < 500; ++i) {
      piece("word ");
      so_far += "word ";
      if (interrupted_within(10)) {
        if (!over_) interrupted(so_far);
        return;
      }
    }
    say(so_far);
    result("success", false, so_far);
  }

  // Calls a tool twice; what the answers were is the result.
  void ask() {
    std::string verdicts;
    for (int i = 0; i < 2; ++i) {
      message_id_ = "msg_" + make_uuid().substr(0, 8);
      const std::string tool = "toolu_" + make_uuid().substr(0, 8);
      const std::string input = R"({"command":"touch file)" + std::to_string(i) + "\"}";
      const std::string call = message(R"([{"type":"tool_use","id":")" + tool +
                                       R"(","name":"Bash","input":)" + input + "}]");
      const std::string uuid = make_uuid();
      print_message("assistant", uuid, call);
      store("assistant", uuid, call);
      const std::string verdict = options_.asks ? permission("Bash", tool, input) : "deny unasked";
      const bool allowed = verdict.starts_with("allow");
      const std::string back =
          R"({"role":"user","content":[{"type":"tool_result","tool_use_id":")" + tool +
          R"(","content":)" + quoted(verdict) + R"(,"is_error":)" + (allowed ? "false" : "true") +
          "}]}";
      const std::string result_uuid = make_uuid();
      print_message("user", result_uuid, back);
      store("user", result_uuid, back);
      verdicts += (i > 0 ? "; " : "") + verdict;
    }
    message_id_ = "msg_" + make_uuid().substr(0, 8);
    say(verdicts);
    result("success", false, verdicts);
  }

  void question() {
    const std::string verdict = permission(
        "AskUserQuestion", "toolu_" + make_uuid().substr(0, 8),
        R"({"questions":[)"
        R"({"question":"Which colour?","header":"Colour","multiSelect":false,"options":[)"
        R"({"label":"Red","description":"like a rose"},{"label":"Blue","description":""}]},)"
        R"({"question":"Which sizes?","header":"Sizes","multiSelect":true,"options":[)"
        R"({"label":"S","description":""},{"label":"L","description":""}]}]})");
    say(verdict);
    result("success", false, verdict);
  }

  // What the answer was, in words.
  std::string permission(std::string_view name, const std::string& tool, const std::string& input) {
    const std::string id = make_uuid();
    json::Writer out;
    out.begin_object().field("type", "control_request").field("request_id", id);
    out.key("request").begin_object().field("subtype", "can_use_tool").field("tool_name", name);
    out.raw_field("input", input);
    out.raw_field("permission_suggestions",
                  R"([{"type":"setMode","mode":"acceptEdits","destination":"session"}])");
    if (version_ != Version::k10) out.field("tool_use_id", tool);
    if (version_ == Version::k20) out.field("decision_reason", "because");
    if (version_ == Version::k21) {
      out.field("display_name", "Bash").field("description", "touch").field("blocked_path", cwd_);
    }
    out.end_object().end_object();
    print(out.take());
    json::Parser parser;
    while (auto line = read_line(-1)) {
      auto value = parser.parse_copy(*line);
      if (!value) continue;
      const json::Value response = (*value)["response"];
      if (response["request_id"].string_or("") != id) {
        const bool asks = (*value)["type"].string_or("") == "control_request";
        if (asks && control(*value)) return "interrupted";
        continue;
      }
      const json::Value answer = response["response"];
      if (answer["updatedInput"]["answers"].is_object()) {
        return answer["updatedInput"]["answers"].to_json();
      }
      return std::string(answer["behavior"].string_or("")) + " " +
             std::string(answer["behavior"].string_or("") == "allow"
                             ? answer["updatedInput"]["command"].string_or("")
                             : answer["message"].string_or("")) +
             (answer["updatedPermissions"].is_array() ? " remembered" : "");
    }
    return "nobody answered";
  }

  void strange() {
    print(R"({"type":"control_request","request_id":"x1","request":{"subtype":"frobnicate"}})");
    json::Parser parser;
    while (auto line = read_line(-1)) {
      auto value = parser.parse_copy(*line);
      if (!value || (*value)["response"]["request_id"].string_or("") != "x1") continue;
      const std::string text =
          "refused: " + std::string((*value)["response"]["error"].string_or(""));
      say(text);
      result("success", false, text);
      return;
    }
  }

  Version version_;
  std::string version_text_;
  Options options_;
  std::string session_, file_, cwd_, parent_, message_id_, input_;
  std::string root_;
  std::string registered_;  // the file of write_registration
  std::string prompt_;      // uuid of the prompt of this turn; empty: a notification's
  bool notifies_ = false;
  bool over_ = false;
  std::vector<std::string> waiting_;  // prompts that came during a turn
  bool stubborn_ = false;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto take = [&](std::string_view name, std::string& into) {
      if (argument.starts_with(name)) into = argument.substr(name.size());
    };
    take("--resume=", options.resume);
    take("--session-id=", options.session_id);
    take("--resume-session-at=", options.resume_at);
    take("--model=", options.model);
    take("--permission-mode=", options.mode);
    if (argument == "--include-partial-messages") options.partial = true;
    if (argument == "--replay-user-messages") options.replay = true;
    if (argument == "--permission-prompt-tool=stdio") options.asks = true;
  }
  return options;
}

void log_start(int argc, char** argv) {
  const auto log = environment("STAND_IN_LOG");
  if (!log) return;
  char folder[4096] = "";
  if (::getcwd(folder, sizeof folder) == nullptr) folder[0] = '\0';
  json::Writer out;
  out.begin_object().key("arguments").begin_array();
  for (int i = 1; i < argc; ++i) out.value(argv[i]);
  out.end_array().field("folder", folder);
  out.field("root", environment("CLAUDE_CONFIG_DIR").value_or("")).end_object();
  std::ofstream(*log, std::ios::app) << out.text() << "\n";
}

int main_of(int argc, char** argv) {
  const std::string text = environment("STAND_IN_VERSION").value_or("2.1.325");
  if (argc > 1 && std::string_view(argv[1]) == "--version") {
    std::printf("%s (Claude Code)\n", text.c_str());
    return 0;
  }
  log_start(argc, argv);
  const Version version = text.starts_with("1.")     ? Version::k10
                          : text.starts_with("2.0.") ? Version::k20
                                                     : Version::k21;
  return StandIn(version, text, parse(argc, argv)).run();
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) { return clew::main_of(argc, argv); }
