// SPDX-License-Identifier: MIT
//
// Maps the command line to one operation and its outcome to an exit code: 0 found, 1 nothing found,
// 2 error. A reader that closed the pipe is no error.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/interrupts.h"
#include "cli/notes.h"
#include "cli/programs.h"
#include "cli/row_format.h"
#include "cli/server_command.h"
#include "cli/terminal_json.h"
#include "engine/engine.h"
#include "engine/lists/demo_answer.h"
#include "os/heap.h"
#include "os/real_file_system.h"
#include "os/terminal.h"

namespace clew {
namespace {

enum ExitCode : int { kFound = 0, kNothing = 1, kFailed = 2 };

int fail(Output& out, const Error& error) {
  write_note(out, error.message);
  return kFailed;
}

int fail_usage(const Error& error, const Operation* operation) {
  const std::string command = operation ? " " + std::string(operation->name) : "";
  std::fprintf(stderr, "clew: %s\nTry clew%s --help.\n", terminal_safe(error.message).c_str(),
               command.c_str());
  return kFailed;
}

int print(Output& out, const std::string& text) {
  out.write(text);
  return kFound;
}

Result<Outcome> run_json(const Operation& operation, Engine& engine, const Arguments& arguments,
                         Output& out) {
  bool wrote = false;
  const bool terminal = is_terminal(STDOUT_FILENO);
  if (operation.streams && operation.drives) count_interrupts();
  auto outcome = operation.run(engine, arguments, [&](std::string_view piece) {
    if (piece.empty()) return out.has_reader();
    wrote = true;
    if (terminal) {
      out.write(json_for_terminal(piece));
    } else {
      out.write(piece);
    }
    if (operation.streams) out.flush();
    return out.is_open() && interrupts() == 0 && !asked_to_leave();
  });
  if (wrote && !operation.streams) out.line();
  return outcome;
}

int exit_code(const Result<Outcome>& outcome, Output& out) {
  if (!outcome) return fail(out, outcome.error());
  return *outcome == Outcome::kFound ? kFound : kNothing;
}

// A person who reads more than a screen gets a pager.
void page_output(const Invocation& invocation, Output& out) {
  if (invocation.no_pager || !is_terminal(STDOUT_FILENO)) return;
  if (auto pager = Pager::of_environment()) out.page(std::move(*pager));
}

// Whoever types a command may name any file by its path.
EngineOptions command_options(const Invocation& invocation) {
  EngineOptions options = EngineOptions::from_environment(invocation.roots, invocation.keep);
  options.by_path = FilesByPath::kTaken;
  return options;
}

int run_operation(const Invocation& invocation, Output& out) {
  auto arguments = Arguments::check(*invocation.operation, invocation.given, ParamNames::kTyped);
  if (!arguments) return fail_usage(arguments.error(), invocation.operation);
  // Of what answers with rows; elsewhere a format is a parameter as any other.
  const auto form =
      invocation.operation->rows.empty() ? std::nullopt : arguments->maybe_text("format");
  if (invocation.json && form) {
    return fail_usage({ErrorCode::kInvalid, "--json and --format cannot be had together"},
                      invocation.operation);
  }
  if (const Program* program = find_program(invocation.operation->name)) {
    return_large_blocks();
    return exit_code(program->run(invocation, *arguments, out), out);
  }
  Screen screen{out, make_style(invocation.color, invocation.width), is_terminal(STDOUT_FILENO)};
  if (invocation.operation->in_server) {
    return exit_code(run_in_server(invocation, command_options(invocation), screen), out);
  }
  if (invocation.operation->read_only && !invocation.operation->streams) {
    use_large_pages();
    page_output(invocation, out);
  }
  RealFileSystem files;
  Engine engine(files, command_options(invocation));
  const TextCommand text = find_text_command(invocation.operation->name);
  Result<Outcome> outcome = Outcome::kFound;
  if (form) {
    outcome = write_rows_as(*form, *invocation.operation, engine, *arguments, screen);
  } else if (invocation.json || !text) {
    outcome = run_json(*invocation.operation, engine, *arguments, out);
  } else {
    outcome = text(engine, *arguments, screen);
  }
  return exit_code(outcome, out);
}

// `clew` alone lists; where there is nothing to list it says so and shows the demo instead.
int run_plain(Invocation invocation, Output& out) {
  invocation.operation = find_operation("list");
  const int code = run_operation(invocation, out);
  if (code != kNothing || invocation.json) return code;
  RealFileSystem files;
  Engine engine(files, command_options(invocation));
  const Operation& demo = *find_operation("demo");
  const Arguments none = *Arguments::check(demo, {});
  if (auto made = demo.run(engine, none, [](std::string_view) { return true; }); !made) {
    return fail(out, made.error());
  }
  const std::string folder = demo_folder(engine, none);
  print(out, terminal_safe("Here is an invented demo; look around with\n  clew show @1 --root " +
                           folder + "\n\n"));
  invocation.roots = {folder};
  invocation.given["all"] = {"true"};
  return run_operation(invocation, out);
}

int run(int argc, const char* const* argv, Output& out) {
  auto invocation = parse_command_line(argc, argv);
  if (!invocation) return fail_usage(invocation.error(), typed_command(argc, argv));
  if (!invocation->generate.empty()) {
    auto text = generate(invocation->generate);
    return text ? print(out, *text) : fail(out, text.error());
  }
  if (invocation->version) return print(out, "clew " + std::string(kVersion) + "\n");
  if (invocation->help) {
    page_output(*invocation, out);
    // Narrower would leave no room for the words.
    const int width = invocation->width > 0 ? std::max(invocation->width, 20) : kHelpWidth;
    return print(out, invocation->operation ? command_help(*invocation->operation, width)
                                            : program_help(width));
  }
  if (!invocation->operation) return run_plain(std::move(*invocation), out);
  return run_operation(*invocation, out);
}

int run_and_flush(int argc, const char* const* argv) {
  Output out;
  const int code = run(argc, argv, out);
  out.finish();
  if (out.error() == 0) return code;
  return fail(
      out, {ErrorCode::kIo, std::string("cannot write the output: ") + std::strerror(out.error())});
}

// Everybody on this machine can list the words that a process was started with. A password in the
// address of a store is taken out of them, once they are copied.
class Words {
 public:
  Words(int argc, char** argv) : texts_(argv, argv + argc) {
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    for (int i = 1; i < argc; ++i) hide_password(argv[i]);
  }
  const char* const* get() const { return pointers_.data(); }

 private:
  static void hide_password(char* word) {
    const std::string_view text = word;
    const std::size_t scheme = text.find("postgres");
    const std::size_t begin = scheme == text.npos ? text.npos : text.find("://", scheme);
    if (begin == text.npos) return;
    const std::size_t end = text.find('@', begin + 3);
    const std::size_t colon = text.find(':', begin + 3);
    for (std::size_t i = colon + 1; end != text.npos && colon < end && i < end; ++i) word[i] = '*';
    const std::size_t named = text.find("password=", begin);
    for (std::size_t i = named + 9; named != text.npos && i < text.size() && text[i] != '&'; ++i) {
      word[i] = '*';
    }
  }

  std::vector<std::string> texts_;
  std::vector<const char*> pointers_;
};

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const clew::Words words(argc, argv);
    return clew::run_and_flush(argc, words.get());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clew: stopped: %s\n", error.what());
    return 2;
  }
}
