// SPDX-License-Identifier: MIT
#include "os/editor.h"

#include <utility>
#include <vector>

#include "os/paths.h"
#include "os/private_file.h"
#include "os/real_file_system.h"
#include "os/run_program.h"

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
  const auto file = PrivateFile::write(".md", text + "\n");
  if (!file) return file.error();
  ChildOptions options;
  options.arguments = *command;
  options.arguments.push_back(file->path());
  const auto status = run_at_terminal(options);
  if (!status) return status.error();
  if (!status->ok()) {
    return Error{ErrorCode::kCancelled, "the editor " + describe(*status)};
  }
  return read_file(RealFileSystem(), file->path(), std::int64_t{16} << 20);
}

}  // namespace clew
