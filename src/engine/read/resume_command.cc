// SPDX-License-Identifier: MIT

#include "engine/read/resume_command.h"

#include "base/text.h"
#include "catalog/layout/folder_of_key.h"
#include "engine/read/root_option.h"
#include "keep/kept_world.h"
#include "os/paths.h"
#include "team/team_tree.h"

namespace clew {
namespace {

constexpr std::size_t kLongestFolder = 1000;
constexpr std::size_t kLongestId = 300;

// What begins with a dash is set in quotes, so that its reader takes it for a name.
std::string name_word(std::string_view name) {
  return name.starts_with('-') ? shell_quoted(name) : shell_word(name);
}

bool is_elsewhere(const FileInfo& transcript) {
  return is_kept(transcript) || is_of_team(transcript);
}

std::string command_for(bool claude_finds_it, std::string_view folder, std::string_view id,
                        std::string_view root = {}) {
  const std::string name = name_word(terminal_line(cut_utf8(id, kLongestId)));
  if (!claude_finds_it) return "clew resume " + name + std::string(root);
  const bool named = !folder.empty() && folder.size() <= kLongestFolder;
  const std::string command = named ? "cd " + name_word(terminal_line(folder)) + " && " : "";
  return command + "claude --resume " + name;
}

}  // namespace

std::string resume_command(const FileInfo& transcript, std::string_view folder,
                           std::string_view id) {
  return command_for(!is_elsewhere(transcript), folder, id);
}

std::string resume_command(const Engine& engine, const FileInfo& transcript, std::string_view path,
                           std::string_view folder, std::string_view id) {
  const std::string_view key = base_name(parent_path(path));
  return command_for(!is_elsewhere(transcript) && !engine.is_stored(path),
                     folder_now(engine.files(), key, folder), id, root_option(engine, path));
}

}  // namespace clew
