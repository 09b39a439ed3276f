// SPDX-License-Identifier: MIT

#include "cli/help.h"

#include <algorithm>

#include "base/text.h"
#include "cli/command_line.h"
#include "cli/programs.h"
#include "engine/call/operation_results.h"
#include "serve/http/openapi.h"

namespace clew {
namespace {

// How a help text is laid out: texts beside the names, or below them where that would be too
// narrow.
struct HelpLayout {
  explicit HelpLayout(int columns) : width(columns), column(columns < 60 ? 6 : 24) {}

  int width;
  int column;  // where texts begin
};

std::string flag_form(const Param& param) {
  if (param.positional) return std::string(param.value.empty() ? param.name : param.value);
  std::string form = "--" + std::string(param.name);
  if (param.letter != '\0') form.insert(0, std::string("-") + param.letter + ", ");
  if (param.type != ParamType::kFlag) form += " " + std::string(param.value);
  return form;
}

std::string full_help(const Param& param) {
  std::string text(param.help);
  if (!param.choices.empty()) {
    text += ": ";
    for (std::size_t i = 0; i < param.choices.size(); ++i) {
      text += (i ? ", " : "") + std::string(param.choices[i]);
    }
  }
  if (!param.fallback.empty()) text += " (default " + std::string(param.fallback) + ")";
  return text;
}

void append_row(std::string& out, HelpLayout layout, const std::string& left,
                std::string_view right) {
  std::string first = "  " + left;
  const std::vector<std::string> lines = wrap_to_width(right, layout.width - layout.column);
  if (display_width(first) >= layout.column) {
    out += first + "\n";
    first.clear();
  }
  for (const std::string& line : lines) {
    out += pad_to_width(first, layout.column) + line + "\n";
    first.clear();
  }
}

void append_wrapped(std::string& out, HelpLayout layout, std::string_view text,
                    std::string_view indent = {}) {
  const int room = layout.width - static_cast<int>(indent.size());
  for (const std::string& line : wrap_to_width(text, room))
    out += std::string(indent) + line + "\n";
}

void append_fields(std::string& out, HelpLayout layout, const Operation& operation) {
  if (operation.rows.empty()) return;
  std::string names;
  for (const std::string& name : row_fields(operation)) names += (names.empty() ? "" : ", ") + name;
  out += "\nFields for --format:\n";
  append_wrapped(out, layout, names, "  ");
}

std::string usage_of(const Operation& operation) {
  std::string usage = "clew " + std::string(operation.name);
  for (const Param& param : operation.params) {
    if (!param.positional) continue;
    usage += param.required ? " " + flag_form(param) : " [" + flag_form(param) + "]";
  }
  return usage + " [options]";
}

// ---- man page

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\n')
      out += "\n.PP\n";
    else
      out += c;
  }
  return out;
}

void append_man_params(std::string& out, std::span<const Param> params) {
  for (const Param& param : params) {
    out += ".TP\n\\fB" + roff(flag_form(param)) + "\\fR\n" + roff(full_help(param)) + "\n";
  }
}

struct ManRow {
  std::string_view name;
  std::string_view what;
};

constexpr ManRow kEnvironment[] = {
    {"CLAUDE_CONFIG_DIR", "the configuration folder to read, instead of ~/.claude"},
    {"CLEW_CLAUDE", "the claude program to start, instead of the one on the PATH"},
    {"CLEW_KEEP", "the folder of the keep, instead of $XDG_DATA_HOME/clew/keep"},
    {"CLEW_PAGER, PAGER", "the pager for output longer than the terminal; empty or cat for none"},
    {"VISUAL, EDITOR", "the editor in which clew edit opens a prompt"},
    {"NO_COLOR", "no colours when set"},
    {"TZ", "the time zone of days and times"},
    {"XDG_CACHE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR", "where the files below are"},
};

constexpr ManRow kFiles[] = {
    {"~/.claude/projects/KEY/SESSION.jsonl", "the transcripts; read only, but for rename and tag"},
    {"~/.cache/clew", "search index and facts of lists; may be deleted at any time"},
    {"~/.local/share/clew",
     "the keep, hidden sessions, trash, workspaces, links between sessions, moves"},
    {"$XDG_RUNTIME_DIR/clew", "socket and token of a running clew serve"},
};

void append_man_rows(std::string& out, std::span<const ManRow> rows) {
  for (const ManRow& row : rows) {
    out += ".TP\n" + roff(row.name) + "\n" + roff(row.what) + "\n";
  }
}

std::string man_page() {
  std::string out = ".TH CLEW 1 \"\" \"clew " + std::string(kVersion) + "\" \"User Commands\"\n";
  out += ".SH NAME\nclew \\- the thread back through every Claude Code session\n";
  out += ".SH SYNOPSIS\n.B clew\n[\\fIcommand\\fR] [\\fIoptions\\fR]\n";
  out +=
      ".SH DESCRIPTION\nReads the transcripts that Claude Code leaves under ~/.claude, rebuilds "
      "the conversations and their branches, and shows what a resume would load. Nothing is ever "
      "changed there unless a command says so.\n";
  out += ".SH COMMANDS\n";
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    out += ".SS " + roff(usage_of(operation)) + "\n" + roff(operation.description) + "\n";
    append_man_params(out, operation.params);
    for (const Example& example : operation.examples) {
      out += ".PP\n" + roff(example.what) + ":\n.RS\n.B " + roff(example.command) + "\n.RE\n";
    }
  }
  out += ".SH OPTIONS\n";
  append_man_params(out, common_params());
  out += ".SH EXIT STATUS\n0 if something was found, 1 if nothing was, 2 on an error.\n";
  out += ".SH ENVIRONMENT\n";
  append_man_rows(out, kEnvironment);
  out += ".SH FILES\n";
  append_man_rows(out, kFiles);
  return out;
}

// ---- completions

std::string flags_of(const Operation& operation) {
  std::string flags;
  const auto add = [&](const Param& param) {
    if (!param.positional) flags += " --" + std::string(param.name);
  };
  for (const Param& param : operation.params) add(param);
  for (const Param& param : common_params()) add(param);
  return flags.substr(1);
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

// What a shell offers for the first words behind a command.
enum class Offer { kAnyFile, kSessions, kChoices };

const Param* first_word(const Operation& operation) {
  for (const Param& param : operation.params) {
    if (param.positional) return &param;
  }
  return nullptr;
}

Offer offer_for(const Param* word) {
  if (word && !word->choices.empty()) return Offer::kChoices;
  return word && word->name == "session" ? Offer::kSessions : Offer::kAnyFile;
}

// The ids as a list shows them, in every shell the same; quick, because lists are cached. `roots`:
// what the shell puts there, so that they are those of the folders that the command will read.
std::string session_ids(std::string_view roots) {
  return "clew list --all --limit 200 --format '{id}' " + std::string(roots) +
         " 2>/dev/null | cut -c1-8";
}

// The flags of the program itself that take a value, as patterns of a shell.
std::string with_values(std::string_view before, std::string_view behind) {
  std::string patterns;
  for (const Param& param : common_params()) {
    if (param.type == ParamType::kFlag) continue;
    patterns += (patterns.empty() ? "" : "|") + std::string(before) + std::string(param.name) +
                std::string(behind);
  }
  return patterns;
}

std::string bash_case(const Operation& operation) {
  std::string row =
      "    " + std::string(operation.name) + ") flags=\"" + flags_of(operation) + "\"";
  const Param* const word = first_word(operation);
  const Offer offer = offer_for(word);
  if (offer == Offer::kChoices) row += "; words=\"" + joined(word->choices) + "\"";
  if (offer == Offer::kSessions) row += "; sessions=yes";
  return row + " ;;\n";
}

std::string complete_bash() {
  std::string names, cases, choices;
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    names += (names.empty() ? "" : " ") + std::string(operation.name);
    cases += bash_case(operation);
    for (const Param& param : operation.params) {
      if (param.positional || param.choices.empty()) continue;
      choices += "    \"" + std::string(operation.name) + " --" + std::string(param.name) +
                 "\") COMPREPLY=($(compgen -W \"" + joined(param.choices) +
                 "\" -- \"$cur\")); return ;;\n";
    }
  }
  return "# bash completion for clew, made by clew --generate complete-bash\n"
         "_clew() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word last= "
         "command= flags= words= sessions=\n"
         "  local -a roots=()\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         // bash cuts "--root=DIR" into three words.
         "    case \"$last $word\" in\n"
         "      \"--root =\") continue ;;\n"
         "      \"--root \"?*) roots+=(--root \"${word/#\\~\\//$HOME/}\") ;;\n" +
         ("      " + with_values("\"--", " \"?*") + ") ;;\n") +
         "      *\" -\"*|*\" help\") ;;\n"
         "      *) command=${command:-$word} ;;\n"
         "    esac\n"
         "    last=$word\n"
         "  done\n"
         "  case \"$command $prev\" in\n" +
         choices +
         "    *\" --root\") COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n"
         "    *\" --color\") COMPREPLY=($(compgen -W \"auto always never\" -- \"$cur\")); return "
         ";;\n"
         "    *\" --session\") sessions=yes ;;\n"
         "  esac\n"
         "  case $command in\n"
         "    '') COMPREPLY=($(compgen -W \"help " +
         names + " --help --version\" -- \"$cur\")); return ;;\n" + cases +
         "  esac\n"
         "  case $cur in\n"
         "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\")); return ;;\n"
         "  esac\n"
         "  if [ -n \"$words\" ]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "    return\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "  if [ -n \"$sessions\" ]; then\n"
         "    COMPREPLY+=($(compgen -W \"@1 @2 @3 $(" +
         session_ids("\"${roots[@]}\"") +
         ")\" -- \"$cur\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _clew clew\n";
}

std::string quoted_for_zsh(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

std::string zsh_argument(const Param& param) {
  const auto values = [&](std::string_view otherwise) {
    if (!param.choices.empty()) return "(" + joined(param.choices) + ")";
    return param.name == "session" ? std::string("_clew_sessions") : std::string(otherwise);
  };
  if (param.positional) {
    const std::string many = param.type == ParamType::kTextList ? "*" : "";
    return " '" + many + ":" + std::string(param.name) + ":" + values("_files") + "'";
  }
  std::string rest = "[" + quoted_for_zsh(param.help) + "]";
  if (param.type != ParamType::kFlag) rest += ":" + std::string(param.value) + ":" + values("");
  std::string out = " '--" + std::string(param.name) + rest + "'";
  if (param.letter != '\0') out += std::string(" '-") + param.letter + rest + "'";
  return out;
}

std::string complete_zsh() {
  std::string out =
      "#compdef clew\n# made by clew --generate complete-zsh\n"
      "_clew_sessions() {\n  local -a ids\n"
      "  ids=(@1 @2 @3 ${(f)\"$(" +
      session_ids("$roots") +
      ")\"})\n  compadd -a ids\n  _files\n}\n"
      "_clew() {\n"
      "  local -a commands roots\n  local i=2 word\n  commands=(\n";
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    out += "    '" + std::string(operation.name) + ":" + quoted_for_zsh(operation.help) + "'\n";
  }
  out +=
      "  )\n"
      "  for (( word = 2; word < CURRENT; word++ )); do\n"
      "    case $words[word] in\n"
      "      --root) roots+=(--root ${${(Q)words[word+1]}/#\\~\\//$HOME/}) ;;\n"
      "      --root=*) roots+=(${(Q)words[word]}) ;;\n"
      "    esac\n"
      "  done\n"
      // The command comes behind flags and their values.
      "  while (( i < CURRENT )); do\n"
      "    case $words[i] in\n"
      "      " +
      with_values("--", "") +
      ") (( i += 2 )) ;;\n"
      "      -*|help) (( i++ )) ;;\n"
      "      *) break ;;\n"
      "    esac\n"
      "  done\n"
      "  if (( i >= CURRENT )); then\n"
      "    case $words[CURRENT-1] in\n"
      "      --root) _files -/ ;;\n"
      "      *) _describe command commands ;;\n"
      "    esac\n"
      "    return\n"
      "  fi\n"
      // What follows sees the command as the first word.
      "  words=(\"${(@)words[i,-1]}\")\n"
      "  (( CURRENT -= i - 1 ))\n"
      "  case $words[1] in\n";
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    out += "    " + std::string(operation.name) + ") _arguments";
    for (const Param& param : operation.params) out += zsh_argument(param);
    for (const Param& param : common_params()) out += zsh_argument(param);
    out += " ;;\n";
  }
  return out + "  esac\n}\n_clew \"$@\"\n";
}

std::string quoted_for_fish(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

void append_fish_param(std::string& out, const Param& param, const std::string& condition) {
  if (param.positional) return;
  out += "complete -c clew " + condition + "-l " + std::string(param.name);
  if (param.type != ParamType::kFlag) out += " -r";
  if (param.letter != '\0') out += std::string(" -s ") + param.letter;
  if (!param.choices.empty()) out += " -f -a '" + joined(param.choices) + "'";
  if (param.name == "session") out += " -a '(__clew_sessions)'";
  out += " -d " + quoted_for_fish(param.help) + "\n";
}

void append_fish_word(std::string& out, const Param* word, const std::string& condition) {
  const Offer offer = offer_for(word);
  if (offer == Offer::kChoices)
    out += "complete -c clew " + condition + "-f -a '" + joined(word->choices) + "'\n";
  if (offer == Offer::kSessions)
    out += "complete -c clew " + condition + "-a '(__clew_sessions)'\n";
}

std::string complete_fish() {
  std::string out =
      "# made by clew --generate complete-fish\n"
      "function __clew_sessions\n  printf '%s\\n' @1 @2 @3\n"
      "  set -l roots\n  set -l last\n"
      "  for word in (commandline -opc)\n"
      "    string match -q -- --root \"$last\"; and set -a roots --root (string replace -r '^~/' "
      "$HOME/ -- \"$word\")\n"
      "    string match -q -- '--root=*' \"$word\"; and set -a roots $word\n"
      "    set last $word\n"
      "  end\n  " +
      session_ids("$roots") + "\nend\n";
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    out += "complete -c clew -n __fish_use_subcommand -f -a " + std::string(operation.name) +
           " -d " + quoted_for_fish(operation.help) + "\n";
    const std::string condition =
        "-n '__fish_seen_subcommand_from " + std::string(operation.name) + "' ";
    append_fish_word(out, first_word(operation), condition);
    for (const Param& param : operation.params) append_fish_param(out, param, condition);
  }
  for (const Param& param : common_params()) append_fish_param(out, param, "");
  return out;
}

}  // namespace

std::string program_help(int width) {
  const HelpLayout layout(width);
  std::string out;
  append_wrapped(out, layout, "clew: the thread back through every Claude Code session");
  out += "\nUsage: clew [command] [options]\n\nCommands:\n";
  for (const Operation* row : command_rows()) {
    const Operation& operation = *row;
    append_row(out, layout, std::string(operation.name), operation.help);
  }
  out += "\nOptions, before or after the command:\n";
  for (const Param& param : common_params())
    append_row(out, layout, flag_form(param), full_help(param));
  out += "\n";
  append_wrapped(out, layout, "clew help COMMAND says more about one command.");
  return out;
}

std::string command_help(const Operation& operation, int width) {
  const HelpLayout layout(width);
  std::string out;
  append_wrapped(out, layout, "Usage: " + usage_of(operation));
  out += "\n";
  append_wrapped(out, layout, operation.description);
  const auto section = [&](std::string_view title, std::span<const Param> params, bool positional) {
    std::string rows;
    for (const Param& param : params) {
      if (param.positional == positional)
        append_row(rows, layout, flag_form(param), full_help(param));
    }
    if (!rows.empty()) out += "\n" + std::string(title) + ":\n" + rows;
  };
  section("Arguments", operation.params, true);
  section("Options", operation.params, false);
  section("Common options", common_params(), false);
  append_fields(out, layout, operation);
  if (!operation.examples.empty()) out += "\nExamples:\n";
  for (const Example& example : operation.examples) {
    out += "  " + std::string(example.command) + "\n";  // whole, to be copied
    append_wrapped(out, layout, example.what, "      ");
  }
  return out;
}

Result<std::string> generate(std::string_view what) {
  if (what == "man") return man_page();
  if (what == "complete-bash") return complete_bash();
  if (what == "complete-zsh") return complete_zsh();
  if (what == "complete-fish") return complete_fish();
  if (what == "operations") return operations_markdown();
  if (what == "openapi") return openapi_json() + "\n";
  return Error{ErrorCode::kInvalid,
               "--generate makes man, complete-bash, complete-zsh, complete-fish, operations and "
               "openapi, not \"" +
                   std::string(what) + "\""};
}

}  // namespace clew
