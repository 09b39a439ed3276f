// SPDX-License-Identifier: MIT
#include "os/editor.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>
#include <utility>
#include <vector>

#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/run_program.h"
#include "os/system_error.h"

namespace clew {
namespace {

// "code --wait" has an argument; nothing more of a shell's language is understood.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : command + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

Result<std::vector<std::string>> find_editor() {
  for (const char* variable : {"VISUAL", "EDITOR"}) {
    std::vector<std::string> words = words_of(environment(variable).value_or(""));
    if (words.empty()) continue;
    const auto program = executable_in_path(words[0]);
    if (!program) {
      return Error{ErrorCode::kNotFound, "the editor " + words[0] + " was not found"};
    }
    words[0] = *program;
    return words;
  }
  if (const auto vi = executable_in_path("vi")) return std::vector<std::string>{*vi};
  return Error{ErrorCode::kNotFound, "no editor was found; set $EDITOR, or give the prompt"};
}

}  // namespace

Result<std::string> edit_in_editor(const std::string& text) {
  auto command = find_editor();
  if (!command) return command.error();
  std::string path = join_path(environment("TMPDIR").value_or("/tmp"), "clew-prompt-XXXXXX.md");
  const int fd = ::mkstemps(path.data(), 3);
  if (fd < 0) return system_error(errno, "make a file for", "the prompt");
  ::close(fd);
  RealFileSystem files;
  const auto written = files.write_file_atomic(path, text + "\n");
  Result<std::string> edited = std::string();
  if (!written) {
    edited = written.error();
  } else {
    ChildOptions options;
    options.arguments = *command;
    options.arguments.push_back(path);
    auto status = run_at_terminal(options);
    if (!status) {
      edited = status.error();
    } else if (!status->ok()) {
      edited = Error{ErrorCode::kCancelled, "the editor " + describe(*status)};
    } else {
      edited = read_file(files, path, std::int64_t{16} << 20);
    }
  }
  ::unlink(path.c_str());
  return edited;
}

}  // namespace clew
