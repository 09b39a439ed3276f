// SPDX-License-Identifier: MIT
#include "tui/shell_init.h"

#include "base/text.h"

namespace clew::tui {
namespace {

// CLEW and KEY stand for what is put in.
constexpr std::string_view kBash =
    R"sh(# eval "$(clew shell-init bash)" in ~/.bashrc: Ctrl-KEY chooses a session.
__clew_pick() {
  local id
  id=$(CLEW pick | head -n 1)
  [ -n "$id" ] || return 0
  READLINE_LINE="clew resume $id"
  READLINE_POINT=${#READLINE_LINE}
}
bind -x '"\C-KEY": __clew_pick'
)sh";

constexpr std::string_view kZsh =
    R"sh(# eval "$(clew shell-init zsh)" in ~/.zshrc: Ctrl-KEY chooses a session.
__clew_pick() {
  local id
  id=$(CLEW pick </dev/tty | head -n 1)
  if [ -n "$id" ]; then
    BUFFER="clew resume $id"
    CURSOR=$#BUFFER
  fi
  zle reset-prompt
}
zle -N __clew_pick
bindkey '^KEY' __clew_pick
)sh";

constexpr std::string_view kFish =
    R"sh(# clew shell-init fish | source in config.fish: Ctrl-KEY chooses a session.
function __clew_pick
  set -l id (CLEW pick | head -n 1)
  test -n "$id"; and commandline -r "clew resume $id"
  commandline -f repaint
end
bind \cKEY __clew_pick
)sh";

void put_in(std::string& text, std::string_view name, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
    text.replace(at, name.size(), value);
  }
}

}  // namespace

Result<std::string> shell_init(std::string_view shell, std::string_view program, char key) {
  std::string text(shell == "bash" ? kBash : shell == "zsh" ? kZsh : shell == "fish" ? kFish : "");
  if (text.empty()) {
    return Error{ErrorCode::kInvalid,
                 "no shell " + std::string(shell) + " is known; bash, zsh and fish are"};
  }
  put_in(text, "CLEW", shell_word(program));
  put_in(text, "KEY", std::string(1, key));
  return text;
}

}  // namespace clew::tui
