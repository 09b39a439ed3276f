// SPDX-License-Identifier: MIT
//
// The parser is made from the table of operations: a command is a row, its flags are the row's
// parameters.

#include "cli/command_line.h"

#include <algorithm>
#include <deque>

#include <CLI/CLI.hpp>

#include "base/edit_distance.h"
#include "base/text.h"
#include "cli/programs.h"

namespace clew {
namespace {

const std::vector<Param>& common_table() {
  static const std::vector<Param> kTable = {
      {.name = "root",
       .type = ParamType::kTextList,
       .help =
           "a Claude configuration folder to read instead of $CLAUDE_CONFIG_DIR or ~/.claude, or a "
           "team's store: postgres://NAME@HOST/DATABASE, or team: for the one that was "
           "joined; may be given several times",
       .value = "DIR"},
      {.name = "keep-dir",
       .help = "the folder of the keep, instead of $CLEW_KEEP or $XDG_DATA_HOME/clew/keep",
       .value = "DIR"},
      {.name = "json", .type = ParamType::kFlag, .help = "print JSON for programs"},
      {.name = "color",
       .help = "colours in the output",
       .value = "WHEN",
       .fallback = "auto",
       .choices = {"auto", "always", "never"}},
      {.name = "width",
       .type = ParamType::kInteger,
       .help = "columns to write for; 0 asks the terminal",
       .value = "N",
       .fallback = "0",
       .max = 10000},
      {.name = "no-pager",
       .type = ParamType::kFlag,
       .help = "write to the terminal itself, however much it is"},
      {.name = "help", .letter = 'h', .type = ParamType::kFlag, .help = "say how to use it"},
      {.name = "version", .letter = 'V', .type = ParamType::kFlag, .help = "print the version"},
  };
  return kTable;
}

constexpr char kPlainWord = '\1';  // before a word that begins with "-" and is no flag

// The values that CLI11 collects for the parameters of one command.
struct Collected {
  const Param* param;
  std::vector<std::string> values;
  bool flag = false;
};

void declare(CLI::App& app, const Param& param, Collected& into) {
  const std::string flag = "--" + std::string(param.name);
  if (param.type == ParamType::kFlag) {
    app.add_flag(flag, into.flag);
  } else if (param.positional) {
    CLI::Option* option = app.add_option(std::string(param.name), into.values);
    if (param.type == ParamType::kTextList) {
      option->expected(0, CLI::detail::expected_max_vector_size);
    } else {
      option->expected(1)->allow_extra_args(false);  // else it would take the next one's word too
    }
  } else {
    // Several times, but each time one value: what follows is another argument.
    app.add_option(flag, into.values)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  }
}

void collect(const std::deque<Collected>& all, Arguments::Given& given) {
  for (const Collected& one : all) {
    if (one.flag) given[std::string(one.param->name)] = {"true"};
    if (one.values.empty()) continue;
    auto& values = given[std::string(one.param->name)];
    for (const std::string& value : one.values)
      values.push_back(value.starts_with(kPlainWord) ? value.substr(1) : value);
  }
}

Result<void> apply_common(const Arguments::Given& given, Invocation& invocation) {
  const Operation program{
      .name = "clew", .help = {}, .description = {}, .params = common_table(), .examples = {}};
  auto checked = Arguments::check(program, given);
  if (!checked) return checked.error();
  invocation.roots = checked->list("root");
  invocation.keep = checked->text("keep-dir");
  invocation.json = checked->flag("json");
  invocation.help = checked->flag("help");
  invocation.no_pager = checked->flag("no-pager");
  invocation.version = checked->flag("version");
  invocation.width = static_cast<int>(checked->integer("width"));
  const std::string color = checked->text("color");
  invocation.color = color == "always"  ? ColorChoice::kAlways
                     : color == "never" ? ColorChoice::kNever
                                        : ColorChoice::kAuto;
  return {};
}

const Operation* find_command(std::string_view name) {
  const auto rows = command_rows();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [name](const Operation* row) { return row->name == name; });
  return found == rows.end() ? nullptr : *found;
}

Error unknown(const std::string& what, std::string_view typed,
              std::span<const std::string_view> names, std::string_view mark) {
  const std::string_view near = nearest_name(typed, names);
  return {
      ErrorCode::kInvalid,
      what + (near.empty() ? "" : "; did you mean " + std::string(mark) + std::string(near) + "?")};
}

// What was typed, made unambiguous before it is taken apart: which command is meant, flags that
// there are, and words that only look like flags ("-home-ada-orchard" is a project, "-minus" a word
// to leave out). Of several mistakes the first is said.
class TypedWords {
 public:
  TypedWords(int argc, const char* const* argv) : words_(argv + 1, argv + argc) {}

  Result<void> read() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i] == "--") {
        plain_ = true;
      } else if (auto taken = take(i); !taken) {
        return taken;
      }
    }
    return {};
  }

  const Operation* command() const { return command_; }
  bool asks_for_help() const { return help_; }
  // In the order in which CLI11 wishes them: the last first.
  std::vector<std::string> reversed() const { return {out_.rbegin(), out_.rend()}; }

 private:
  // Takes the word at `i`, and the value that belongs to it.
  Result<void> take(std::size_t& i) {
    const std::string& word = words_[i];
    if (plain_ || word.size() < 2 || word.front() != '-') return take_plain(word);
    if (!word.starts_with("--")) return take_letters(i);
    const std::string name = word.substr(2, word.find('=') - 2);
    const Param* param = find_flag([&](const Param& one) { return one.name == name; });
    if (!param && name != "generate") return unknown_flag(name);
    out_.push_back(word);
    const bool has_value = !param || param->type != ParamType::kFlag;
    if (has_value && name.size() + 2 == word.size() && i + 1 < words_.size())
      out_.push_back(marked(words_[++i]));
    return {};
  }

  static std::string marked(const std::string& word) {
    return word.starts_with('-') ? std::string(1, kPlainWord) + word : word;
  }

  Result<void> take_plain(const std::string& word) {
    if (command_ || plain_) {
      out_.push_back(marked(word));
      return {};
    }
    if (word == "help") {
      help_ = true;
      return {};
    }
    command_ = find_command(word);
    if (command_) {
      out_.push_back(word);
      return {};
    }
    std::vector<std::string_view> names = {"help"};
    for (const Operation* row : command_rows()) names.push_back(row->name);
    return unknown("there is no command \"" + word + "\"", word, names, "");
  }

  // What is meant by "-l", "-lc", "-n 5", "-ln 5" and "-n5"; empty for any other word, such as one
  // to leave out ("-minus").
  std::vector<const Param*> flags_of(const std::string& word) const {
    std::vector<const Param*> flags;
    for (std::size_t at = 1; at < word.size(); ++at) {
      const char c = word[at];
      const Param* param = find_flag([c](const Param& one) { return one.letter == c; });
      if (!param) return {};
      flags.push_back(param);
      if (param->type == ParamType::kFlag || at + 1 == word.size()) continue;
      const bool number = param->type == ParamType::kInteger &&
                          word.find_first_not_of("0123456789", at + 1) == word.npos;
      return number ? flags : std::vector<const Param*>();
    }
    return flags;
  }

  // Flags by their letters, in full; any other word is one.
  Result<void> take_letters(std::size_t& i) {
    const std::string& word = words_[i];
    const std::vector<const Param*> flags = flags_of(word);
    for (const Param* param : flags) out_.push_back("--" + std::string(param->name));
    if (!flags.empty()) {
      if (flags.back()->type == ParamType::kFlag) return {};
      if (flags.size() + 1 < word.size()) {
        out_.push_back(word.substr(flags.size() + 1));
      } else if (i + 1 < words_.size()) {
        out_.push_back(marked(words_[++i]));
      }
      return {};
    }
    const std::string name = word.substr(1);
    if (find_flag([&](const Param& one) { return one.name == name; }))
      return Error{ErrorCode::kInvalid, "there is no " + word + "; did you mean -" + word + "?"};
    if (word.size() == 2 || !command_)
      return Error{ErrorCode::kInvalid,
                   "there is no flag " + word +
                       "; what is no flag stands behind --, as in clew search -- " +
                       shell_word(word)};
    out_.push_back(marked(word));
    return {};
  }

  template <class Fits>
  const Param* find_flag(const Fits& fits) const {
    for (const Param& param : common_table()) {
      if (fits(param)) return &param;
    }
    if (!command_) return nullptr;
    for (const Param& param : command_->params) {
      if (!param.positional && fits(param)) return &param;
    }
    return nullptr;
  }

  Error unknown_flag(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Param& param : common_table()) names.push_back(param.name);
    for (const Param& param : command_ ? command_->params : std::vector<Param>()) {
      if (!param.positional) names.push_back(param.name);
    }
    const std::string whose = command_ ? "clew " + std::string(command_->name) : "clew";
    return unknown(whose + " has no --" + name, name, names, "--");
  }

  std::vector<std::string> words_;
  std::vector<std::string> out_;
  const Operation* command_ = nullptr;
  bool plain_ = false;  // behind "--"
  bool help_ = false;
};

}  // namespace

std::span<const Param> common_params() { return common_table(); }

const Operation* typed_command(int argc, const char* const* argv) {
  TypedWords words(argc, argv);
  static_cast<void>(words.read());
  return words.command();
}

Result<Invocation> parse_command_line(int argc, const char* const* argv) {
  CLI::App app;
  app.set_help_flag();
  std::deque<Collected> common;
  for (const Param& param : common_table())
    declare(app, param, common.emplace_back(Collected{&param, {}}));
  Invocation invocation;
  if (argc > 0) invocation.program = argv[0];
  app.add_option("--generate", invocation.generate);
  std::deque<Collected> of_command;
  TypedWords words(argc, argv);
  if (auto read = words.read(); !read) return read.error();
  if (words.command()) {
    // Only this one: declaring the options of all takes longer than many a command runs.
    CLI::App* command = app.add_subcommand(std::string(words.command()->name));
    command->set_help_flag();
    command->fallthrough();
    for (const Param& param : words.command()->params)
      declare(*command, param, of_command.emplace_back(Collected{&param, {}}));
  }
  app.require_subcommand(0, 1);
  try {
    app.parse(words.reversed());
  } catch (const CLI::ParseError& error) {
    return Error{ErrorCode::kInvalid, error.what()};
  }
  invocation.operation = words.command();
  collect(of_command, invocation.given);
  Arguments::Given given;
  collect(common, given);
  if (auto applied = apply_common(given, invocation); !applied) return applied.error();
  invocation.help = invocation.help || words.asks_for_help();
  return invocation;
}

}  // namespace clew
