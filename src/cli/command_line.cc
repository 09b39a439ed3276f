// SPDX-License-Identifier: MIT
//
// The parser is made from the table of operations: a command is a row, its flags are the row's
// parameters.

#include "cli/command_line.h"

#include <algorithm>
#include <deque>

#include <CLI/CLI.hpp>

#include "cli/programs.h"

namespace clew {
namespace {

const std::vector<Param>& common_table() {
  static const std::vector<Param> kTable = {
      {.name = "root",
       .type = ParamType::kTextList,
       .help = "a Claude configuration folder to read instead of $CLAUDE_CONFIG_DIR or ~/.claude; "
               "may be given several times",
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
      {.name = "help", .type = ParamType::kFlag, .help = "say how to use it"},
      {.name = "version", .type = ParamType::kFlag, .help = "print the version"},
  };
  return kTable;
}

// The values that CLI11 collects for the parameters of one command.
struct Collected {
  const Param* param;
  std::vector<std::string> values;
  bool flag = false;
};

void declare(CLI::App& app, const Param& param, Collected& into) {
  const std::string flag = "--" + std::string(param.name);
  if (param.type == ParamType::kFlag) {
    app.add_flag(param.name == "help"      ? "-h,--help"
                 : param.name == "version" ? "-V,--version"
                                           : flag,
                 into.flag);
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
    if (!one.values.empty()) given[std::string(one.param->name)] = one.values;
  }
}

Result<void> apply_common(const Arguments::Given& given, Invocation& invocation) {
  const Operation program{
      .name = "clew", .help = {}, .description = {}, .params = common_table(), .examples = {}};
  auto checked = Arguments::check(program, given);
  if (!checked) return checked.error();
  invocation.roots = checked->list("root");
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

// Those that may be meant. Declaring the options of all takes longer than many a command runs.
std::vector<const Operation*> named_commands(int argc, const char* const* argv) {
  std::vector<const Operation*> named;
  for (const Operation* row : command_rows()) {
    if (std::find(argv, argv + argc, row->name) != argv + argc) named.push_back(row);
  }
  return named;
}

}  // namespace

std::span<const Param> common_params() { return common_table(); }

Result<Invocation> parse_command_line(int argc, const char* const* argv) {
  CLI::App app;
  app.set_help_flag();
  std::deque<Collected> common;
  for (const Param& param : common_table())
    declare(app, param, common.emplace_back(Collected{&param, {}}));
  Invocation invocation;
  app.add_option("--generate", invocation.generate);
  std::deque<std::deque<Collected>> of_command;
  std::vector<CLI::App*> commands;
  const std::vector<const Operation*> named = named_commands(argc, argv);
  for (const Operation* operation : named) {
    CLI::App* command = app.add_subcommand(std::string(operation->name));
    command->set_help_flag();
    command->fallthrough();
    auto& collected = of_command.emplace_back();
    for (const Param& param : operation->params)
      declare(*command, param, collected.emplace_back(Collected{&param, {}}));
    commands.push_back(command);
  }
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return Error{ErrorCode::kInvalid, error.what()};
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!commands[i]->parsed()) continue;
    invocation.operation = named[i];
    collect(of_command[i], invocation.given);
  }
  Arguments::Given given;
  collect(common, given);
  if (auto applied = apply_common(given, invocation); !applied) return applied.error();
  return invocation;
}

}  // namespace clew
