// SPDX-License-Identifier: MIT

#include "cli/command_line.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/programs.h"

namespace clew {
namespace {

Result<Invocation> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "clew");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::vector<std::string> given(const Invocation& invocation, const std::string& name) {
  const auto found = invocation.given.find(name);
  return found == invocation.given.end() ? std::vector<std::string>{} : found->second;
}

using Words = std::vector<std::string>;

TEST(CommandLine, NothingIsNoCommand) {
  const auto line = parse({});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->operation, nullptr);
  EXPECT_FALSE(line->json || line->help || line->version);
  EXPECT_EQ(line->color, ColorChoice::kAuto);
  EXPECT_EQ(line->width, 0);
}

TEST(CommandLine, TheCommandIsKnownWhereTheRestIsAMistake) {
  const auto command = [](std::vector<const char*> words) {
    words.insert(words.begin(), "clew");
    const Operation* row = typed_command(static_cast<int>(words.size()), words.data());
    return row ? std::string(row->name) : std::string();
  };
  EXPECT_EQ(command({"list", "--rot", "x"}), "list");
  EXPECT_EQ(command({"--json", "show", "-q"}), "show");
  EXPECT_EQ(command({"--rot", "list"}), "");
  EXPECT_EQ(command({"shwo"}), "");
}

TEST(CommandLine, ACommandWithItsArgumentsAndFlags) {
  const auto line = parse({"raw", "a.jsonl", "0123"});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->operation->name, "raw");
  EXPECT_EQ(given(*line, "session"), Words{"a.jsonl"});
  EXPECT_EQ(given(*line, "uuid"), Words{"0123"});

  const auto show = parse({"show", "--rules", "2.0", "a.jsonl", "--first=3", "--meta"});
  ASSERT_TRUE(show);
  EXPECT_EQ(given(*show, "session"), Words{"a.jsonl"});
  EXPECT_EQ(given(*show, "rules"), Words{"2.0"});
  EXPECT_EQ(given(*show, "first"), Words{"3"});
  EXPECT_EQ(given(*show, "meta"), Words{"true"});
}

TEST(CommandLine, CommonFlagsBeforeAndAfterTheCommand) {
  for (const std::vector<const char*>& words : {
           std::vector<const char*>{"--json", "--width", "40", "--color", "never", "--root", "/a",
                                    "--root", "/b", "show", "x.jsonl"},
           std::vector<const char*>{"show", "x.jsonl", "--root", "/a", "--root", "/b", "--color",
                                    "never", "--width", "40", "--json"},
           std::vector<const char*>{"--json", "--root", "/a", "show", "--color=never", "x.jsonl",
                                    "--width=40", "--root", "/b"},
       }) {
    const auto line = parse(words);
    ASSERT_TRUE(line) << line.error().message;
    EXPECT_EQ(line->operation->name, "show");
    EXPECT_TRUE(line->json);
    EXPECT_EQ(line->width, 40);
    EXPECT_EQ(line->color, ColorChoice::kNever);
    EXPECT_EQ(line->roots, (Words{"/a", "/b"}));
    EXPECT_EQ(given(*line, "session"), Words{"x.jsonl"});
  }
}

TEST(CommandLine, HelpNeedsNothingElse) {
  for (const char* flag : {"-h", "--help"}) {
    EXPECT_TRUE(parse({flag})->help);
    const auto line = parse({"raw", flag});
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->help);
    EXPECT_EQ(line->operation->name, "raw");
  }
  for (const char* flag : {"-V", "--version"}) EXPECT_TRUE(parse({flag})->version);
}

// Uuids and names are any text: digits only, a dash in front after "--" or "=", Chinese, empty.
TEST(CommandLine, OddValuesStayWhatTheyAre) {
  const auto line = parse({"show", "--", "-x.jsonl"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(given(*line, "session"), Words{"-x.jsonl"});
  EXPECT_EQ(given(*parse({"show", "面包 🍞.jsonl"}), "session"), Words{"面包 🍞.jsonl"});
  EXPECT_EQ(given(*parse({"show", "x", "--leaf=-5"}), "leaf"), Words{"-5"});
  EXPECT_EQ(given(*parse({"show", "x", "--leaf", "00001"}), "leaf"), Words{"00001"});
  EXPECT_EQ(given(*parse({"raw", "x", ""}), "uuid"), Words{""});
  // A name that is also a command's.
  EXPECT_EQ(given(*parse({"show", "show"}), "session"), Words{"show"});
  // Brackets, braces and commas are no lists.
  EXPECT_EQ(given(*parse({"show", "[a,b].jsonl"}), "session"), Words{"[a,b].jsonl"});
  EXPECT_EQ(given(*parse({"show", "x", "--leaf", "a,b"}), "leaf"), Words{"a,b"});
  EXPECT_EQ(given(*parse({"show", "x", "--leaf", "%%"}), "leaf"), Words{"%%"});
}

TEST(CommandLine, RepeatedValuesAreAllThereToBeJudged) {
  EXPECT_EQ(given(*parse({"show", "x", "--first", "1", "--first", "2"}), "first"),
            (Words{"1", "2"}));
}

TEST(CommandLine, MistakesAreErrors) {
  for (const std::vector<const char*>& words : {
           std::vector<const char*>{"frobnicate"},
           std::vector<const char*>{"show", "x", "y"},
           std::vector<const char*>{"show", "x", "--colour", "red"},
           std::vector<const char*>{"show", "x", "--colour=red"},
           std::vector<const char*>{"show", "x", "-x"},
           std::vector<const char*>{"show", "x", "--leaf"},
           std::vector<const char*>{"show", "x", "--rules"},
           std::vector<const char*>{"--width"},
           std::vector<const char*>{"--width", "wide"},
           std::vector<const char*>{"--color", "red"},
           std::vector<const char*>{"show", "x", "--all=maybe"},
       }) {
    const auto line = parse(words);
    EXPECT_FALSE(line) << words.front() << " " << words.back();
    if (!line) {
      EXPECT_EQ(line.error().code, ErrorCode::kInvalid);
      EXPECT_EQ(line.error().message.find('\n'), std::string::npos) << line.error().message;
      EXPECT_FALSE(line.error().message.empty());
    }
  }
}

TEST(CommandLine, EveryOperationIsACommand) {
  for (const Operation& operation : operations()) {
    const auto line = parse({operation.name.data(), "--help"});
    ASSERT_TRUE(line) << operation.name;
    EXPECT_EQ(line->operation, &operation);
  }
}

TEST(CommandLine, LettersStandForFlags) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"search", "-n", "5", "-l", "pool"},
        {"search", "-n5", "pool", "-l"},
        {"search", "-ln", "5", "pool"},
        {"search", "--limit", "5", "--list", "pool"}}) {
    const auto line = parse(words);
    ASSERT_TRUE(line) << line.error().message;
    EXPECT_EQ(given(*line, "limit"), Words{"5"});
    EXPECT_EQ(given(*line, "list"), Words{"true"});
    EXPECT_EQ(given(*line, "query"), Words{"pool"});
  }
  // A word to leave out is none of them, even when it begins with such a letter.
  const auto search = parse({"search", "pool", "-nothing", "-please", "-p", "orchard"});
  ASSERT_TRUE(search) << search.error().message;
  EXPECT_EQ(given(*search, "query"), (Words{"pool", "-nothing", "-please"}));
  EXPECT_EQ(given(*search, "project"), Words{"orchard"});
}

// Who has learnt a letter knows it in every command. -n is how many rows, whatever they are.
TEST(CommandLine, NoLetterMeansTwoThings) {
  std::map<char, std::string_view> meanings;
  const auto note = [&](const Param& param, std::string_view command) {
    if (param.letter == '\0') return;
    const std::string_view meaning = param.name == "lines" ? "limit" : param.name;
    const auto [place, is_new] = meanings.emplace(param.letter, meaning);
    EXPECT_EQ(place->second, meaning) << "-" << param.letter << " of " << command;
  };
  // And who knows the flag finds its letter everywhere.
  std::map<std::string_view, char> letters;
  for (const Operation* row : command_rows()) {
    for (const Param& param : row->params) {
      note(param, row->name);
      if (param.positional) continue;
      const auto [place, is_new] = letters.emplace(param.name, param.letter);
      EXPECT_EQ(place->second, param.letter) << "--" << param.name << " of " << row->name;
    }
  }
  for (const Param& param : common_params()) note(param, "clew");
  EXPECT_EQ(meanings['n'], "limit");
}

}  // namespace
}  // namespace clew
