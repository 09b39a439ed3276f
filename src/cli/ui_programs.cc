// SPDX-License-Identifier: MIT
#include "cli/ui_programs.h"

#include <cstdlib>

#include "base/text.h"
#include "cli/commands.h"
#include "tui/shell_init.h"
#include "tui/ui_program.h"

namespace clew {
namespace {

const Param kAllSessions{
    .name = "all", .letter = 'a', .type = ParamType::kFlag, .help = "sessions of all projects"};
const Param kQuery{
    .name = "query", .help = "narrow the list by these words at once", .value = "WORDS"};

bool wants_color(ColorChoice choice) {
  if (choice != ColorChoice::kAuto) return choice == ColorChoice::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return !(no_color && *no_color);
}

tui::UiOptions options_of(const Invocation& invocation, const Arguments& arguments) {
  tui::UiOptions options;
  options.engine = EngineOptions::from_environment(invocation.roots, invocation.keep);
  options.engine.by_path = FilesByPath::kTaken;
  options.text_of = text_of_command;
  options.color = wants_color(invocation.color);
  options.all = arguments.flag("all");
  options.query = arguments.text("query");
  return options;
}

Result<Outcome> run_ui_program(const Invocation& invocation, const Arguments& arguments, Output&) {
  tui::UiOptions options = options_of(invocation, arguments);
  options.session = arguments.text("session");
  if (auto done = tui::run_ui(options); !done) return done.error();
  return Outcome::kFound;
}

Result<Outcome> run_pick(const Invocation& invocation, const Arguments& arguments, Output& out) {
  tui::UiOptions options = options_of(invocation, arguments);
  options.pick = true;
  auto done = tui::run_ui(options);
  if (!done) return done.error();
  if (!done->chosen) return Outcome::kNothing;
  for (const std::string& id : done->ids) out.line(id);
  return Outcome::kFound;
}

Result<Outcome> run_shell_init(const Invocation&, const Arguments& arguments, Output& out) {
  const std::string key = arguments.text("key");
  if (key.size() != 1 || ascii_lower(key[0]) < 'a' || ascii_lower(key[0]) > 'z') {
    return Error{ErrorCode::kInvalid, "--key takes one letter, not \"" + key + "\""};
  }
  auto text = tui::shell_init(arguments.text("shell"), "clew", ascii_lower(key[0]));
  if (!text) return text.error();
  out.write(*text);
  return Outcome::kFound;
}

Result<Arguments> parsed(const std::vector<std::string>& words, const Operation*& operation) {
  std::vector<const char*> argv = {"clew"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  auto invocation = parse_command_line(static_cast<int>(argv.size()), argv.data());
  if (!invocation) return invocation.error();
  operation = invocation->operation;
  const bool plain =
      operation && !invocation->help && !invocation->version && invocation->generate.empty();
  if (!plain || find_program(operation->name)) {
    return Error{ErrorCode::kUnsupported, "only commands that print something can be run here"};
  }
  return Arguments::check(*operation, invocation->given, ParamNames::kTyped);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// The row says it of the whole operation; some of it only looks.
bool changes_something(const Operation& operation, const Arguments& arguments) {
  if (operation.read_only || arguments.flag("dry-run")) return false;
  if (operation.name != "keep") return true;
  const std::string what = arguments.text("what");
  return what != "status" && what != "check" && what != "versions";
}

}  // namespace

Result<tui::CommandText> text_of_command(Engine& engine, const tui::CommandLine& line) {
  const Operation* operation = nullptr;
  tui::CommandText answer;
  auto arguments = parsed(line.words, operation);
  if (!arguments && !line.session.empty() && operation) {
    std::vector<std::string> named = line.words;
    named.insert(named.begin() + 1, line.session);
    auto again = parsed(named, operation);
    answer.about_session = again.has_value();
    if (again) arguments = std::move(again);
  }
  if (!arguments) return arguments.error();
  const TextCommand text = find_text_command(operation->name);
  if (!text || operation->streams || operation->drives || operation->in_server) {
    return Error{ErrorCode::kUnsupported,
                 "clew " + std::string(operation->name) + " needs a terminal of its own"};
  }
  answer.changes = changes_something(*operation, *arguments);
  if (answer.changes && !line.agreed) return answer;
  std::string captured;
  Output out(captured);
  Screen screen{out, Style{.color = true, .width = std::max(20, line.columns)}, true};
  auto outcome = text(engine, *arguments, screen);
  if (!outcome) return outcome.error();
  answer.lines = lines_of(captured);
  if (answer.lines.empty()) answer.lines.emplace_back("nothing");
  return answer;
}

std::vector<Program> ui_programs() {
  return {
      {.row = {.name = "ui",
               .help = "Read and resume sessions in a full-screen view",
               .description =
                   "The list of sessions, which narrows as you type, with a preview; each "
                   "conversation with its branches, its calls folded, and find; and from there "
                   "resume, fork, edit and answer. ? shows the keys. docs/ui.md says more.",
               .params = {{.name = "session",
                           .help = "begin with this session, as clew show takes it, instead of the "
                                   "list",
                           .value = "SESSION",
                           .positional = true},
                          kAllSessions,
                          kQuery},
               .examples = {{"clew ui", "the sessions of the folder you are in, else all"},
                            {"clew ui @1", "the newest one"},
                            {"clew ui --all --query frost", "all that have to do with it"}}},
       .run = run_ui_program},
      {.row = {.name = "pick",
               .help = "Choose a session on the screen and print its id",
               .description =
                   "For scripts and keys of shells: narrow by typing, choose with Enter, several "
                   "with Tab. Prints the ids, one a line. The exit code is 1 when nothing was "
                   "chosen.",
               .params = {kAllSessions, kQuery},
               .examples = {{"clew resume \"$(clew pick)\"", "choose one and resume it"},
                            {"clew pick --all | xargs clew hide", "choose several, hide them"}}},
       .run = run_pick},
      {.row = {.name = "shell-init",
               .help = "Print lines that bind a key of your shell to clew pick",
               .description =
                   "The key chooses a session and puts the command that resumes it on the command "
                   "line. Add it to the shell's own file: eval \"$(clew shell-init bash)\".",
               .params = {{.name = "shell",
                           .help = "your shell",
                           .value = "SHELL",
                           .required = true,
                           .positional = true,
                           .choices = {"bash", "zsh", "fish"}},
                          {.name = "key",
                           .help = "the letter to press with Ctrl",
                           .value = "LETTER",
                           .fallback = "g"}},
               .examples = {{"clew shell-init bash >>~/.bashrc", "Ctrl-G chooses a session"}}},
       .run = run_shell_init},
  };
}

}  // namespace clew
