// SPDX-License-Identifier: MIT

#include "cli/help.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command_line.h"

namespace clew {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  EXPECT_TRUE(lines.back().empty()) << "the last line ends too";
  lines.pop_back();
  return lines;
}

void expect_fits(const std::string& text) {
  for (const std::string& line : lines_of(text)) {
    EXPECT_LE(display_width(line), 80) << line;
    EXPECT_FALSE(line.ends_with(' ')) << "\"" << line << "\"";
  }
}

TEST(Help, OfTheProgramNamesEveryCommandAndFlag) {
  const std::string help = program_help();
  expect_fits(help);
  for (const Operation& operation : operations()) {
    EXPECT_NE(help.find("\n  " + std::string(operation.name) + " "), std::string::npos)
        << operation.name;
  }
  for (const Param& param : common_params()) {
    EXPECT_NE(help.find("--" + std::string(param.name)), std::string::npos) << param.name;
  }
}

TEST(Help, IsAsWideAsItIsToldTo) {
  const auto expect_narrow = [](const std::string& help) {
    std::string_view rest = help;
    const std::size_t examples = rest.find("\nExamples:");
    for (const std::string& line : lines_of(std::string(rest.substr(0, examples))))
      EXPECT_LE(display_width(line), 40) << line;
  };
  expect_narrow(program_help(40));
  for (const Operation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    expect_narrow(command_help(operation, 40));
  }
}

TEST(Help, OfACommandNamesEveryParameterAndChoice) {
  for (const Operation& operation : operations()) {
    const std::string help = command_help(operation);
    SCOPED_TRACE(operation.name);
    expect_fits(help);
    EXPECT_TRUE(help.starts_with("Usage: clew " + std::string(operation.name)));
    for (const Param& param : operation.params) {
      std::string form =
          param.positional ? "  " + std::string(param.value) : "  --" + std::string(param.name);
      if (param.letter != '\0')
        form = std::string("  -") + param.letter + ", --" + std::string(param.name);
      EXPECT_NE(help.find(form), std::string::npos) << param.name;
      for (const std::string_view choice : param.choices) {
        EXPECT_NE(help.find(choice), std::string::npos) << choice;
      }
    }
    for (const Example& example : operation.examples) {
      EXPECT_NE(help.find(example.command), std::string::npos);
    }
  }
}

// In a man page a dot or an apostrophe at the start of a line is an order, and a bare dash is a
// hyphen that nobody can copy.
TEST(Help, TheManPageHoldsOnlyOrdersThatAreMeant) {
  const std::vector<std::string> known = {".TH ", ".SH ", ".SS ", ".TP",
                                          ".PP",  ".B ",  ".RS",  ".RE"};
  const auto page = generate("man");
  ASSERT_TRUE(page);
  for (const std::string& line : lines_of(*page)) {
    if (line.starts_with('.')) {
      bool is_known = false;
      for (const std::string& order : known) is_known |= line.starts_with(order);
      EXPECT_TRUE(is_known) << line;
    }
    EXPECT_FALSE(line.starts_with('\'')) << line;
    for (std::size_t at = line.find("--"); at != std::string::npos; at = line.find("--", at + 1)) {
      ADD_FAILURE() << "a bare dash: " << line;
    }
  }
  for (const Operation& operation : operations()) {
    EXPECT_NE(page->find(".SS clew " + std::string(operation.name)), std::string::npos);
  }
}

TEST(Help, CompletionsKnowEveryCommandAndFlag) {
  for (const char* shell : {"complete-bash", "complete-zsh", "complete-fish"}) {
    const auto text = generate(shell);
    ASSERT_TRUE(text);
    for (const Operation& operation : operations()) {
      EXPECT_NE(text->find(operation.name), std::string::npos) << shell << " " << operation.name;
      for (const Param& param : operation.params) {
        if (param.positional) continue;
        const std::string form = std::string(shell) == "complete-fish" ? "-l " : "--";
        EXPECT_NE(text->find(form + std::string(param.name)), std::string::npos)
            << shell << " " << param.name;
      }
    }
  }
}

TEST(Help, NothingElseIsGenerated) {
  EXPECT_FALSE(generate("cake"));
  EXPECT_FALSE(generate(""));
}

}  // namespace
}  // namespace clew
