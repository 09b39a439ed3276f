// SPDX-License-Identifier: MIT
//
// The screen as a person sees it: the program in a pseudo-terminal, on the demo.

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "base/text.h"
#include "os/test_dir.h"
#include "test_screen.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
using Options = TestScreen::Options;

constexpr std::string_view kEscape = "\x1b";
constexpr std::string_view kDown = "\x1b[B";

class ScreenTest : public testing::Test {
 protected:
  ScreenTest() {
    for (const char* name : {"home", "cache", "data", "work"}) {
      std::filesystem::create_directories(dir_.path(name));
    }
    environment_ = {{"HOME", dir_.path("home")},
                    {"XDG_CACHE_HOME", dir_.path("cache")},
                    {"XDG_DATA_HOME", dir_.path("data")},
                    {"CLAUDE_CONFIG_DIR", root()},
                    {"TERM", "xterm-256color"},
                    {"LANG", "C.UTF-8"},
                    {"NO_COLOR", ""},
                    {"EDITOR", "/bin/false"},
                    {"CLEW_CLAUDE", STAND_IN}};
    std::string command =
        "env -u CLEW_KEEP HOME=" + dir_.path("home") + " XDG_CACHE_HOME=" + dir_.path("cache") +
        " XDG_DATA_HOME=" + dir_.path("data") + " " CLEW " demo " + root() + " >/dev/null";
    made_ = std::system(command.c_str()) == 0;
  }
  std::string root() const { return dir_.path("root"); }

  Options options(int columns = 80, int rows = 24) {
    Options options;
    options.columns = columns;
    options.rows = rows;
    options.environment = environment_;
    options.folder = dir_.path("work");
    return options;
  }
  std::unique_ptr<TestScreen> start(std::vector<std::string> words, int columns = 80,
                                    int rows = 24) {
    EXPECT_TRUE(made_);
    words.insert(words.begin(), CLEW);
    return std::make_unique<TestScreen>(words, options(columns, rows));
  }
  // The list, all of it.
  std::unique_ptr<TestScreen> list(int columns = 80, int rows = 24) {
    auto screen = start({"ui"}, columns, rows);
    EXPECT_TRUE(screen->wait_for("16 sessions, all projects")) << screen->text();
    return screen;
  }
  std::unique_ptr<TestScreen> reading(const std::string& session, int columns = 80, int rows = 24) {
    auto screen = start({"ui", session}, columns, rows);
    EXPECT_TRUE(screen->wait([&] {
      // What was not fetched yet is shown as a row with three dots alone.
      for (int i = 1; i < rows - 1; ++i) {
        if (screen->row(i).ends_with(" …") && screen->row(i).size() < 8) return false;
      }
      return screen->row(0).find('/') != std::string::npos && screen->row(2).size() > 3;
    })) << screen->text();
    return screen;
  }

  // A session in the folder that the test works in, with one question and its answer.
  std::string make_session(const std::string& id, const std::string& answer = "It is four.") {
    std::string key = dir_.path("work");
    std::replace_if(
        key.begin(), key.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); },
        '-');
    const std::string folder = root() + "/projects/" + key;
    std::filesystem::create_directories(folder);
    const std::string file = folder + "/" + id + ".jsonl";
    const std::string common =
        R"(","sessionId":")" + id + R"(","cwd":")" + dir_.path("work") +
        R"(","version":"2.1.325","isSidechain":false,"userType":"external",)";
    std::ofstream out(file);
    out << R"({"type":"user","parentUuid":null,"uuid":"11111111-1111-4111-8111-111111111111","timestamp":"2026-11-16T20:00:00.000Z)"
        << common << R"("message":{"role":"user","content":"What is two and two?"}})"
        << "\n";
    out << R"({"type":"assistant","parentUuid":"11111111-1111-4111-8111-111111111111","uuid":"22222222-2222-4222-8222-222222222222",)"
        << R"("timestamp":"2026-11-16T20:00:05.000Z)" << common
        << R"("message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":")"
        << answer << R"("}]}})"
        << "\n";
    return file;
  }
  // Of such a session; its title has the same words as its first message.
  static void go_to_begin(TestScreen& screen) {
    screen.type("g");
    ASSERT_TRUE(screen.wait([&] {
      return screen.row(2).find("What is two and two?") != std::string::npos;
    })) << screen.text();
  }
  // A program of a few lines of shell.
  std::string make_script(const std::string& name, const std::string& lines) {
    const std::string path = dir_.path(name);
    std::ofstream(path) << "#!/bin/sh\n" << lines;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  TestDir dir_;
  std::map<std::string, std::string> environment_;
  bool made_ = false;
};

TEST_F(ScreenTest, ListsSessionsNewestFirstWithAPreview) {
  auto screen = list();
  EXPECT_NE(screen->row(1).find("Frost bell"), std::string::npos) << screen->text();
  EXPECT_NE(screen->row(2).find("中秋满座却显示有空桌"), std::string::npos) << screen->text();
  EXPECT_TRUE(screen->look(1, 10).reverse);
  EXPECT_FALSE(screen->look(2, 10).reverse);
  EXPECT_TRUE(screen->wait_for("/home/ada/orchard")) << screen->text();
  screen->type(kDown);
  EXPECT_TRUE(screen->wait_for("/home/ada/茶馆")) << screen->text();
  screen->type("q");
  EXPECT_EQ(screen->finish(), 0);
}

TEST_F(ScreenTest, GivesTheTerminalBack) {
  auto screen = list();
  EXPECT_TRUE(screen->other_screen());
  EXPECT_TRUE(screen->takes_mouse());
  EXPECT_FALSE(screen->cursor_visible());
  EXPECT_FALSE(screen->is_cooked());
  screen->type("q");
  EXPECT_EQ(screen->finish(), 0);
  EXPECT_FALSE(screen->other_screen());
  EXPECT_FALSE(screen->takes_mouse());
  EXPECT_TRUE(screen->cursor_visible());
  EXPECT_TRUE(screen->is_cooked());
}

TEST_F(ScreenTest, GivesTheTerminalBackWhenItIsKilledOrCrashes) {
  for (const int signal : {SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGINT}) {
    auto screen = list();
    screen->signal(signal);
    EXPECT_EQ(screen->finish(), -signal);
    EXPECT_FALSE(screen->other_screen()) << signal;
    EXPECT_FALSE(screen->takes_mouse()) << signal;
    EXPECT_TRUE(screen->cursor_visible()) << signal;
    EXPECT_TRUE(screen->is_cooked()) << signal;
  }
}

// The kernel stops only what a shell with jobs has started.
TEST_F(ScreenTest, StopsAndComesBack) {
  TestScreen screen(
      {"/bin/bash", "--norc", "-m", "-c",
       CLEW
       " ui; echo STOPPED; stty -a | grep -o ' icanon'; read x; fg >/dev/null; echo LEFT; read x"},
      options());
  ASSERT_TRUE(screen.wait_for("16 sessions"));
  screen.type("\x1a");
  ASSERT_TRUE(screen.wait_for("STOPPED")) << screen.text();
  EXPECT_TRUE(screen.wait_for("icanon")) << screen.text();
  EXPECT_FALSE(screen.other_screen());
  EXPECT_TRUE(screen.cursor_visible());
  screen.type("\n");
  EXPECT_TRUE(screen.wait_for("Frost bell")) << screen.text();
  EXPECT_TRUE(screen.other_screen());
  screen.type("q");
  EXPECT_TRUE(screen.wait_for("LEFT")) << screen.text();
  EXPECT_FALSE(screen.other_screen());
}

TEST_F(ScreenTest, NarrowsByTitleThenByText) {
  auto screen = list();
  screen->type("/crates");
  EXPECT_TRUE(screen->wait([&] {
    return screen->row(1).find("Crates for September") != std::string::npos;
  })) << screen->text();
  screen->type("\x15wet bulb");
  // Only the text of the first has it.
  EXPECT_TRUE(screen->wait([&] {
    return screen->row(1).find("≈") != std::string::npos &&
           screen->row(1).find("Frost bell") != std::string::npos;
  })) << screen->text();
  EXPECT_TRUE(screen->cursor_visible());
  screen->type("\r\r");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("Frost bell") != std::string::npos; }))
      << screen->text();
  EXPECT_TRUE(screen->wait_for("wet")) << screen->text();
}

TEST_F(ScreenTest, FiltersChoosesAndUndoes) {
  auto screen = list();
  screen->type("p");
  EXPECT_TRUE(screen->wait_for("is pinned"));
  EXPECT_TRUE(screen->wait([&] { return screen->row(1).find("▲") != std::string::npos; }))
      << screen->text();
  screen->type("3");
  EXPECT_TRUE(screen->wait_for("1 of 16 sessions")) << screen->text();
  screen->type("3u");
  EXPECT_TRUE(screen->wait_without("▲")) << screen->text();
  screen->type(
      "R\x15"
      "A new name\r");
  EXPECT_TRUE(screen->wait([&] { return screen->row(1).find("A new name") != std::string::npos; }))
      << screen->text();
  screen->type("u");
  EXPECT_TRUE(screen->wait([&] { return screen->row(1).find("Frost bell") != std::string::npos; }))
      << screen->text();
  screen->type(
      "T\x15"
      "weather\r");
  EXPECT_TRUE(screen->wait_for("#weather")) << screen->text();
  screen->type("x");
  EXPECT_TRUE(screen->wait_for("15 sessions")) << screen->text();
  screen->type("u");
  EXPECT_TRUE(screen->wait_for("16 sessions")) << screen->text();
  screen->type("  d");
  EXPECT_TRUE(screen->wait_for("Move 2 sessions to the trash? (y/n)")) << screen->text();
  screen->type("y");
  EXPECT_TRUE(screen->wait_for("14 sessions")) << screen->text();
  // What one key did one key takes back.
  screen->type("u");
  EXPECT_TRUE(screen->wait_for("16 sessions")) << screen->text();
  EXPECT_TRUE(screen->wait_for("2 sessions are back")) << screen->text();
}

TEST_F(ScreenTest, CommandsThatChangeSomethingAskFirst) {
  auto screen = list();
  screen->type(":delete\r");
  EXPECT_TRUE(screen->wait_for("clew delete, for \"Frost bell\"")) << screen->text();
  screen->type("n");
  EXPECT_TRUE(screen->wait_for("nothing was done")) << screen->text();
  screen->type(":delete\r");
  EXPECT_TRUE(screen->wait_for("Do it? (y/n)")) << screen->text();
  screen->type("y");
  EXPECT_TRUE(screen->wait_for("15 sessions")) << screen->text();
  // One that only looks does not.
  screen->type(":keep status\r");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("keep status") != std::string::npos; }))
      << screen->text();
}

TEST_F(ScreenTest, ShowsGoneSessionsWithTheirPrompts) {
  auto screen = list();
  screen->type("2");
  EXPECT_TRUE(screen->wait_for("†")) << screen->text();
  EXPECT_TRUE(screen->wait_for("The transcript is gone")) << screen->text();
}

TEST_F(ScreenTest, EverySizeAndResizing) {
  auto screen = list(300, 90);
  EXPECT_NE(screen->row(1).find("│"), std::string::npos);
  for (const auto& [columns, rows] :
       {std::pair(80, 24), std::pair(40, 10), std::pair(7, 3), std::pair(200, 50)}) {
    EXPECT_TRUE(screen->resize_and_wait(columns, rows));
    EXPECT_NE(screen->row(0).find("clew"), std::string::npos)
        << columns << "x" << rows << screen->text();
  }
  screen->type("q");
  EXPECT_EQ(screen->finish(), 0);
}

TEST_F(ScreenTest, ColoursOnlyWhereTheyAreWanted) {
  auto with = list();
  const int row = with->row_of("Frost bell");
  bool colored = false;
  for (int i = 0; i < 80; ++i) colored |= with->look(row + 1, i).color >= 0;
  EXPECT_TRUE(colored);
  with->type("q");
  with->finish();
  environment_["NO_COLOR"] = "1";
  auto without = list();
  for (int r = 0; r < 24; ++r) {
    for (int i = 0; i < 80; ++i) EXPECT_EQ(without->look(r, i).color, -1) << r << "," << i;
  }
  EXPECT_TRUE(without->look(1, 10).reverse);
}

TEST_F(ScreenTest, RefusesATerminalThatCannotDoIt) {
  environment_["TERM"] = "dumb";
  auto screen = start({"ui"});
  EXPECT_EQ(screen->finish(), 2);
  EXPECT_TRUE(screen->has("cannot move its cursor")) << screen->text();
}

TEST_F(ScreenTest, HelpAndCommands) {
  auto screen = list();
  screen->type("?");
  EXPECT_TRUE(screen->wait_for("In the list"));
  screen->type("q:stats\r");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("clew stats") != std::string::npos; }))
      << screen->text();
  screen->type("q:usage\r");
  EXPECT_TRUE(screen->wait_for("█")) << screen->text();
  screen->type("q:nonsense\r");
  EXPECT_TRUE(screen->wait_for("nonsense")) << screen->text();
  screen->type("q");
  EXPECT_EQ(screen->finish(), 0);
}

TEST_F(ScreenTest, PickPrintsTheIdOnly) {
  Options one = options();
  one.output = dir_.path("picked");
  TestScreen screen({CLEW, "pick"}, one);
  ASSERT_TRUE(screen.wait_for("16 sessions"));
  screen.type("crates");
  ASSERT_TRUE(screen.wait([&] { return screen.row(1).find("Crates") != std::string::npos; }))
      << screen.text();
  screen.type("\r");
  EXPECT_EQ(screen.finish(), 0);
  std::ifstream file(one.output);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line.substr(0, 8), "0bff7470");
  EXPECT_FALSE(std::getline(file, line));

  TestScreen left({CLEW, "pick"}, one);
  ASSERT_TRUE(left.wait_for("16 sessions"));
  left.type(kEscape);
  EXPECT_EQ(left.finish(), 1);
}

TEST_F(ScreenTest, ReadsFindsAndFolds) {
  auto screen = reading("b4256ee4");
  screen->type("g");
  EXPECT_TRUE(screen->wait_for("The frost bell rang at ten past five")) << screen->text();
  EXPECT_TRUE(screen->wait_for("✓ Glob")) << screen->text();
  screen->type("1");
  EXPECT_TRUE(screen->wait_without("✓ Glob")) << screen->text();
  screen->type("2/blossoms\r");
  EXPECT_TRUE(screen->wait([&] {
    const int row = screen->row_of("blossoms");
    return row > 0 &&
           screen->look(row, static_cast<int>(screen->row(row).find("blossoms"))).reverse;
  })) << screen->text();
  screen->type("/there is no such word here\r");
  EXPECT_TRUE(screen->wait_for("is nowhere in this conversation")) << screen->text();
  screen->type("g]");
  EXPECT_TRUE(screen->wait_for("✗")) << screen->text();
  screen->type("q");
  EXPECT_TRUE(screen->wait_for("sessions")) << screen->text();
}

TEST_F(ScreenTest, GoesThroughTheTreeAndComparesBranches) {
  auto screen = reading("0bff7470", 120, 40);
  screen->type("t");
  EXPECT_TRUE(screen->wait_for("├─○")) << screen->text();
  EXPECT_TRUE(screen->wait_for("Draw that as a chart")) << screen->text();
  screen->type("gj");
  screen->type("j");
  screen->type("j\r");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("⑂") != std::string::npos; }))
      << screen->text();
  screen->type(
      "\tg"
      "c");
  EXPECT_TRUE(screen->wait_for("two branches")) << screen->text();
  EXPECT_TRUE(screen->has("A  ")) << screen->text();
  EXPECT_TRUE(screen->has("B  ")) << screen->text();
  screen->type("qc");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("q") == std::string::npos; }));
}

TEST_F(ScreenTest, CopiesThroughTheTerminal) {
  auto screen = list();
  screen->type("y");
  EXPECT_TRUE(screen->wait([&] { return !screen->clipboard().empty(); }));
  EXPECT_EQ(screen->clipboard().substr(0, 7), "\x1b]52;c;");
  EXPECT_TRUE(screen->wait_for("id copied: b4256ee4"));
}

// The rows between what claude asks and the keys that answer it.
std::string asked_for(const TestScreen& screen) {
  const int first = screen.row_of("claude asks");
  std::string text;
  for (int i = first; first >= 0 && i < 23; ++i) text += screen.row(i) + "\n";
  return text;
}

constexpr const char* kId = "aaaaaaaa-1111-4222-8333-444444444444";

TEST_F(ScreenTest, GrowsWithoutLosingThePlace) {
  std::string many;
  for (int i = 0; i < 60; ++i) many += "line " + std::to_string(i) + "\\n\\n";
  const std::string file = make_session(kId, many);
  auto screen = reading(kId);
  go_to_begin(*screen);
  // The watch begins a moment after the list is there; until it listens, more is written.
  int written = 0;
  std::string parent = "22222222-2222-4222-8222-222222222222";
  EXPECT_TRUE(screen->wait([&] {
    if (screen->has("more below")) return true;
    const std::string uuid =
        std::to_string(77'000'000 + written++) + "-7777-4777-8777-777777777777";
    std::ofstream(file, std::ios::app)
        << R"({"type":"user","uuid":")" << uuid << R"(","parentUuid":")" << parent
        << R"(","sessionId":")" << kId
        << R"(","timestamp":"2026-11-16T22:00:00.000Z","version":"2.1.325","isSidechain":false,"userType":"external",)"
        << R"("message":{"role":"user","content":"Grown while you looked"}})"
        << "\n";
    parent = uuid;
    screen->settle(milliseconds(500));
    return false;
  })) << screen->text();
  EXPECT_NE(screen->row(2).find("What is two and two?"), std::string::npos) << screen->text();
  screen->type("G");
  EXPECT_TRUE(screen->wait_for("Grown while you looked")) << screen->text();
}

TEST_F(ScreenTest, HandsTheTerminalToClaudeAndComesBack) {
  make_session(kId);
  environment_["CLEW_CLAUDE"] = make_script(
      "claude",
      "[ \"$1\" = --version ] && echo '2.1.325 (Claude Code)' && exit\n"
      "echo \"STUB RUNS $*\"; stty -a | grep -o ' icanon'; read answer; echo got $answer >>" +
          dir_.path("log") + "\n");
  auto screen = reading(kId);
  screen->type("r");
  ASSERT_TRUE(screen->wait_for("STUB RUNS")) << screen->text();
  EXPECT_TRUE(screen->has("--resume")) << screen->text();
  EXPECT_TRUE(screen->wait_for("icanon"));
  EXPECT_FALSE(screen->other_screen());
  screen->type("hello\n");
  EXPECT_TRUE(screen->wait([&] { return screen->other_screen(); }));
  EXPECT_TRUE(screen->wait_for("It is four.")) << screen->text();
  EXPECT_TRUE(screen->wait_for("claude ended with code 0")) << screen->text();
  std::ifstream log(dir_.path("log"));
  std::string line;
  std::getline(log, line);
  EXPECT_EQ(line, "got hello");
}

TEST_F(ScreenTest, SaysSomethingAndTheAnswerComes) {
  make_session(kId);
  auto screen = reading(kId);
  screen->type("sand three?\r");
  // The stand-in writes what it says into the session, as claude does.
  EXPECT_TRUE(screen->wait_for("and three?")) << screen->text();
  EXPECT_TRUE(screen->wait_for("claude waits for words")) << screen->text();
}

TEST_F(ScreenTest, AsksBeforeAnythingRuns) {
  make_session(kId);
  auto screen = reading(kId);
  screen->type("sask\r");
  ASSERT_TRUE(screen->wait_for("claude asks")) << screen->text();
  const std::string asked = asked_for(*screen);
  // It takes a moment until a yes counts.
  EXPECT_TRUE(screen->wait([&] {
    if (asked_for(*screen) != asked) return true;
    screen->type("y");
    screen->settle(milliseconds(100));
    return asked_for(*screen) != asked;
  })) << screen->text();
  EXPECT_TRUE(screen->wait_for("claude asks")) << screen->text();
  screen->type("n");
  EXPECT_TRUE(screen->wait_without("claude asks")) << screen->text();
}

TEST_F(ScreenTest, WordsThatAreRefusedAreNotLost) {
  make_session(kId);
  environment_["CLEW_CLAUDE"] = dir_.path("no-such-claude");
  auto screen = reading(kId);
  screen->type("sa long question\r");
  EXPECT_TRUE(screen->wait_for("no-such-claude")) << screen->text();
  EXPECT_TRUE(screen->wait_for("say: a long question")) << screen->text();
  EXPECT_TRUE(screen->cursor_visible());
  screen->type(kEscape);
  EXPECT_TRUE(screen->wait_without("say:")) << screen->text();
  screen->type("s");
  EXPECT_TRUE(screen->wait_for("say: a long question")) << screen->text();
}

TEST_F(ScreenTest, PastedTextIsTextAndNothingElse) {
  make_session(kId);
  auto screen = reading(kId);
  screen->type("s\x1b[200~one\rtwo\nq\ndy\x1b[201~");
  EXPECT_TRUE(screen->wait_for("say: one")) << screen->text();
  EXPECT_EQ(screen->row(21), "two") << screen->text();
  EXPECT_EQ(screen->row(22), "q") << screen->text();
  EXPECT_EQ(screen->row(23), "dy") << screen->text();
  // A terminal without brackets sends it as if it were typed, in one piece.
  screen->type("\x1b");
  EXPECT_TRUE(screen->wait_without("say:")) << screen->text();
  screen->type("s\x15\x0b");
  screen->type("three\rfour\nfive");
  EXPECT_TRUE(screen->wait([&] { return screen->row(23) == "five"; })) << screen->text();
  // Where keys are commands it is none.
  screen->type("\x1b");
  EXPECT_TRUE(screen->wait_without("five")) << screen->text();
  screen->type("\x1b[200~qqdy\x1b[201~?");
  EXPECT_TRUE(screen->wait_for("In a conversation")) << screen->text();
}

TEST_F(ScreenTest, TheLineAtTheTopStaysAtTheTop) {
  std::string many;
  for (int i = 0; i < 400; ++i) many += "word" + std::to_string(i) + " ";
  make_session(kId, many);
  auto screen = reading(kId);
  go_to_begin(*screen);
  for (int i = 0; i < 10; ++i) {
    const std::string before = screen->row(1) + screen->row(2);
    screen->type("j");
    ASSERT_TRUE(screen->wait([&] { return screen->row(1) + screen->row(2) != before; }));
  }
  const std::string line = screen->row(1);
  const std::string word =
      line.substr(line.find("word"), line.find(' ', line.find("word")) - line.find("word")) + " ";
  for (const int columns : {50, 133, 61, 80}) {
    ASSERT_TRUE(screen->resize_and_wait(columns, 24));
    EXPECT_TRUE(screen->wait([&] {
      return (screen->row(1) + " ").find(word) != std::string::npos;
    })) << columns
        << " " << word << screen->text();
  }
  EXPECT_EQ(screen->row(1), line);
  for (const char* key : {"1", "3", "2"}) {
    screen->forget_bytes();
    screen->type(key);
    EXPECT_TRUE(screen->wait([&] {
      return screen->row(1) == line && (screen->has("words only") || screen->has("as usual") ||
                                        screen->has("everything open"));
    })) << key
        << screen->text();
  }
}

TEST_F(ScreenTest, EditsAPromptInTheEditorAndSendsIt) {
  make_session(kId);
  environment_["EDITOR"] = make_script("editor", "echo 'What is five and five?' >\"$1\"\n");
  auto screen = reading(kId);
  go_to_begin(*screen);
  screen->type("e");
  EXPECT_TRUE(screen->wait_for("What is five and five?")) << screen->text();
}

TEST_F(ScreenTest, Forks) {
  make_session(kId);
  auto screen = reading(kId);
  screen->type("F");
  EXPECT_TRUE(screen->wait_for("a copy with")) << screen->text();
  EXPECT_TRUE(screen->wait_for("It is four.")) << screen->text();
}

TEST_F(ScreenTest, PicturesAreShownWhereTheTerminalSaysItCan) {
  make_session(kId);
  const std::string png = "iVBORw0KGgoAAAANSUhEUgAAAoAAAAFA" + std::string(6000, 'A');
  const auto add = [&](const std::string& file, const std::string& data) {
    std::ofstream(file, std::ios::app)
        << R"({"type":"user","parentUuid":"22222222-2222-4222-8222-222222222222","uuid":"33333333-3333-4333-8333-333333333333","sessionId":")"
        << kId
        << R"(","timestamp":"2026-11-16T20:01:00.000Z","version":"2.1.325","isSidechain":false,"userType":"external","message":{"role":"user","content":[{"type":"text","text":"Look at this"},)"
        << R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":")" << data
        << R"("}}]}})"
        << "\n";
  };
  add(make_session(kId), png);
  environment_["KITTY_WINDOW_ID"] = "1";
  auto screen = reading(kId);
  EXPECT_TRUE(screen->wait_for("[image/png")) << screen->text();
  ASSERT_TRUE(
      screen->wait([&] { return screen->bytes().find("\x1b_Gi=31") != std::string::npos; }));
  EXPECT_EQ(screen->bytes().find("iVBOR"), std::string::npos);
  screen->type("\x1b_Gi=31;OK\x1b\\");
  EXPECT_TRUE(screen->wait_for("\U0010eeee\u0305\u0305\U0010eeee\u0305\u030d")) << screen->text();
  EXPECT_NE(screen->bytes().find(",c=60,r=15,m=1;iVBOR"), std::string::npos);
  EXPECT_TRUE(screen->has("Look at this")) << screen->text();
  screen->type("q");
  EXPECT_TRUE(screen->wait([&] { return screen->row(0).find("clew") != std::string::npos; }));
  screen->type("q");
  EXPECT_EQ(screen->finish(), 0);
  EXPECT_NE(screen->bytes().find("\x1b_Ga=d,d=I"), std::string::npos);

  // Nobody says so: nothing is sent. And what is no picture is never sent.
  add(make_session(kId), "AAAA\\u001b]52;c;evil");
  auto other = reading(kId);
  other->type("\x1b_Gi=31;OK\x1b\\");
  EXPECT_TRUE(other->wait_for("[image/png")) << other->text();
  EXPECT_EQ(other->bytes().find("evil"), std::string::npos);
  EXPECT_EQ(other->bytes().find("a=T"), std::string::npos);
}

// --- hostile sessions ---

TEST_F(ScreenTest, NothingInASessionSteersTheTerminal) {
  make_session(
      kId,
      R"(before \u001b[2J\u001b[31;1Hgone \u001b]0;title\u0007 \u009b6n \u202eright to left\u202c )"
      R"(\u001bP1$r\u001b\\\\ \u0000\u0008\u007f \u2066x after \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67)");
  auto screen = reading(kId);
  EXPECT_TRUE(screen->wait_for("before")) << screen->text();
  EXPECT_TRUE(screen->has("after")) << screen->text();
  EXPECT_TRUE(screen->has("What is two and two?")) << screen->text();
  const std::string& bytes = screen->bytes();
  for (const std::string_view bad :
       {"\x1b]0;", "\x1bP", "\xc2\x9b", "\u202e", "\u2066", "\x1b[6n", "\x07"}) {
    EXPECT_EQ(bytes.find(bad), std::string::npos) << bad;
  }
}

TEST_F(ScreenTest, HugeLinesAndLoopsAreSurvived) {
  make_session(kId, std::string(300'000, 'x') + " end");
  const std::string file = make_session("bbbbbbbb-1111-4222-8333-444444444444");
  {
    // Two lines that are each other's parents, a torn one, and nonsense.
    std::ofstream out(file, std::ios::app);
    for (const auto& [uuid, parent] : {std::pair('3', '4'), std::pair('4', '3')}) {
      const auto id = [](char c) { return std::string(8, c) + "-1111-4111-8111-111111111111"; };
      out << R"({"type":"user","uuid":")" << id(uuid) << R"(","parentUuid":")" << id(parent)
          << R"(","sessionId":"b","message":{"role":"user","content":"loop"}})"
          << "\n";
    }
    out << "{\"type\":\"user\",\"uu\n\x01\x02 nonsense\n[[[[[[\n";
  }
  auto screen = reading(kId);
  EXPECT_TRUE(screen->wait_for("end")) << screen->text();
  screen->type("gGj k");
  screen->type("q");
  auto loop = reading("bbbbbbbb-1111-4222-8333-444444444444");
  EXPECT_TRUE(loop->wait_for("What is two and two?")) << loop->text();
  loop->type("tq");
  EXPECT_TRUE(loop->wait_for("2 sessions of")) << loop->text();
}

// --- random keys ---

TEST_F(ScreenTest, RandomKeysDoNoHarm) {
  make_session(kId);
  const char* given = std::getenv("CLEW_RANDOM_SECONDS");
  // Without it the same few keys each time: a test of every run does not depend on luck.
  const auto seconds = std::chrono::seconds(given ? std::atoi(given) : 2);
  // All but those that leave, and those that hand the terminal to somebody.
  const std::vector<std::string> keys = {"j",
                                         "k",
                                         "g",
                                         "G",
                                         "\r",
                                         "\x1b",
                                         "\t",
                                         "\x1b[Z",
                                         " ",
                                         "/",
                                         ":",
                                         "?",
                                         "n",
                                         "N",
                                         "}",
                                         "{",
                                         "]",
                                         "[",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "t",
                                         "o",
                                         "a",
                                         "H",
                                         "S",
                                         "p",
                                         "x",
                                         "u",
                                         "v",
                                         "y",
                                         "Y",
                                         "c",
                                         "D",
                                         "U",
                                         "m",
                                         "f",
                                         "J",
                                         "K",
                                         "b",
                                         "\x04",
                                         "\x15",
                                         "\x7f",
                                         "h",
                                         "l",
                                         "\x1b[A",
                                         "\x1b[B",
                                         "\x1b[5~",
                                         "\x1b[6~",
                                         "\x1b[H",
                                         "\x1b[F",
                                         "\x1b[<0;20;5M",
                                         "\x1b[<64;3;3M",
                                         "\x1b[<65;3;3M",
                                         "\x1b[200~past\ned\x1b[201~",
                                         "frost",
                                         "中",
                                         "\xff",
                                         "\x1b[",
                                         "\x0c",
                                         "F",
                                         "R",
                                         "T",
                                         "*",
                                         "i",
                                         "w"};
  std::mt19937 random(given ? std::random_device{}() : 1U);
  std::string typed;
  const auto end = std::chrono::steady_clock::now() + seconds;
  auto screen = start({"ui"});
  ASSERT_TRUE(screen->wait_for("session"));
  while (std::chrono::steady_clock::now() < end) {
    if (screen->has_ended()) {
      ASSERT_EQ(screen->finish(), 0) << screen->text() << "\nafter " << typed;
      screen = start({"ui"});
      screen->wait_for("session");
    }
    const std::string& key = keys[random() % keys.size()];
    typed += key + "|";
    screen->type(key);
    if (given && random() % 40 == 0) {
      // Not smaller: libvterm breaks where a wide character has no place. random_test.cc does.
      screen->resize(static_cast<int>(20 + random() % 130), static_cast<int>(5 + random() % 55));
    }
    screen->settle(milliseconds(random() % 4 == 0 ? 5 : 0));
  }
  if (!screen->has_ended()) {
    screen->type("\x1b\x03");
    screen->settle(milliseconds(100));
    screen->type("\x03");
  }
  // The last key may come when the terminal is the shell's again, where it means a signal.
  const int code = screen->finish();
  EXPECT_TRUE(code == 0 || code == -SIGINT) << code << screen->text() << "\nafter " << typed;
  EXPECT_TRUE(screen->is_cooked());
}

}  // namespace
}  // namespace clew
