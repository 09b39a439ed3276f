// SPDX-License-Identifier: MIT
#include "tui/model.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "base/text.h"
#include "tui/canvas.h"
#include "tui/help_page.h"
#include "tui/view.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

Key key(char32_t c) { return {.kind = Kind::kText, .character = c}; }
Key key(Kind kind) { return {.kind = kind}; }

SessionItem item(std::string id, std::string name, TimeMs updated) {
  SessionItem one;
  one.path = "/root/" + id + ".jsonl";
  one.id = std::move(id);
  one.name = std::move(name);
  one.updated = updated;
  fold_item(one);
  return one;
}

template <class T>
std::optional<T> find(const std::vector<Request>& requests) {
  for (const Request& one : requests) {
    if (const T* found = std::get_if<T>(&one)) return *found;
  }
  return std::nullopt;
}

class ModelTest : public testing::Test {
 protected:
  ModelTest() {
    model_.resize(80, 24);
    model_.take(ListCame{.items = {item("a1", "Frost bell", 300), item("b2", "Crates", 200),
                                   item("c3", "茶馆", 100)}});
  }
  std::vector<Request> type(std::string_view text) {
    std::vector<Request> last;
    for (const char c : text) last = model_.take(key(static_cast<char32_t>(c)));
    return last;
  }
  // The first session, with a prompt and an answer.
  void read_a_conversation() {
    model_.take(key(Kind::kEnter));
    ConversationCame came;
    came.reader = model_.reader()->number;
    came.title = "Frost bell";
    came.path = "/root/a1.jsonl";
    came.notes = {{.entry = 0, .prompt = true}, {.entry = 1}};
    model_.take(came);
  }
  std::string screen() {
    const Canvas canvas = paint(model_);
    std::string text;
    for (int row = 0; row < canvas.rows(); ++row) {
      for (int i = 0; i < canvas.columns(); ++i) text += canvas.at(row, i).text;
      text += '\n';
    }
    return text;
  }
  Model model_{{.now = 1000}};
};

TEST_F(ModelTest, NarrowsAsYouType) {
  type("/cra");
  ASSERT_EQ(model_.list().rows.size(), 1U);
  EXPECT_EQ(model_.list().current()->id, "b2");
  // Each letter asks for the text, too.
  const auto search = find<WantSearch>(type("t"));
  ASSERT_TRUE(search);
  EXPECT_EQ(search->query, "crat");
  // An answer for other words is no answer.
  model_.take(SearchCame{.query = "cra", .hits = {{"/root/a1.jsonl", {1, "x", "u"}}}});
  EXPECT_EQ(model_.list().rows.size(), 1U);
  model_.take(SearchCame{.query = "crat", .hits = {{"/root/a1.jsonl", {1, "x", "u"}}}});
  ASSERT_EQ(model_.list().rows.size(), 2U);
  EXPECT_TRUE(model_.list().rows[1].by_text);
  model_.take(key(Kind::kEscape));
  EXPECT_EQ(model_.list().rows.size(), 3U);
}

TEST_F(ModelTest, AFoundSessionOpensAtItsHit) {
  type("/bell");
  model_.take(SearchCame{.query = "bell", .hits = {{"/root/a1.jsonl", {1, "x", "uuid-7"}}}});
  model_.take(key(Kind::kEnter));
  const auto want = find<WantConversation>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(want);
  EXPECT_EQ(want->at, "uuid-7");
  EXPECT_EQ(want->what.path, "/root/a1.jsonl");
}

TEST_F(ModelTest, DeletesOnlyAfterAYesAndOffersUndo) {
  EXPECT_FALSE(find<WantEdit>(type("d")));
  EXPECT_NE(screen().find("to the trash? (y/n)"), std::string::npos);
  EXPECT_FALSE(find<WantEdit>(type("n")));
  type("d");
  const auto requests = type("y");
  const auto edit = find<WantEdit>(requests);
  ASSERT_TRUE(edit);
  ASSERT_EQ(edit->changes.size(), 1U);
  EXPECT_EQ(edit->changes[0].operation, "delete");
  EXPECT_EQ(edit->changes[0].given.at("session").front(), "/root/a1.jsonl");
  model_.take(EditDone{"gone", {{{"undelete", edit->changes[0].undo_given}}, true}});
  const auto undone = find<WantEdit>(type("u"));
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->changes[0].operation, "undelete");
  EXPECT_EQ(undone->changes[0].given.at("session").front(), "a1");
  EXPECT_FALSE(find<WantEdit>(type("u")));
}

TEST_F(ModelTest, SeveralAreChangedTogetherAndTakenBackTogether) {
  const auto edit = find<WantEdit>(type("  p"));
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->changes.size(), 2U);
  EXPECT_TRUE(model_.list().chosen.empty());
  WantEdit undo{{}, true};
  for (const Change& change : edit->changes) {
    undo.changes.push_back({change.undo_operation, change.undo_given});
  }
  model_.take(EditDone{"2 sessions are pinned", undo});
  const auto undone = find<WantEdit>(type("u"));
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->changes.size(), 2U);
  // What of it failed can be tried again.
  model_.take(EditDone{"1 of 2", {{undone->changes[0]}, true}, true});
  const auto again = find<WantEdit>(type("u"));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->changes.size(), 1U);
}

TEST_F(ModelTest, ATitleForSeveralBeginsWithNoneOfTheirs) {
  type("  R");
  EXPECT_EQ(model_.typing(), Typing::kRename);
  EXPECT_EQ(model_.line().text(), "");
  EXPECT_NE(screen().find("one title for 2 sessions: "), std::string::npos) << screen();
  // An empty one changes nothing.
  EXPECT_FALSE(find<WantEdit>(model_.take(key(Kind::kEnter))));
  type("R");
  EXPECT_EQ(model_.line().text(), "茶馆");  // the cursor went on while choosing
}

TEST_F(ModelTest, UndoingATitleFreezesNoneThatWasNotGiven) {
  SessionItem named = item("b2", "Crates", 100);
  named.title = "Crates";
  model_.take(ListCame{.items = {item("a1", "Pears", 200), named}});
  type("R!");
  const auto derived = find<WantEdit>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(derived);
  EXPECT_EQ(derived->changes[0].undo_operation, "rename");
  EXPECT_FALSE(derived->changes[0].undo_given.contains("title"));
  type("jR!");
  const auto own = find<WantEdit>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(own);
  EXPECT_EQ(own->changes[0].undo_given.at("title").front(), "Crates");
}

TEST_F(ModelTest, WhatIsTypedIsForTheSessionItWasBegunFor) {
  type("R!");
  model_.take(ListCame{.items = {item("b2", "Crates", 200), item("c3", "Tea", 100)}});
  const auto edit = find<WantEdit>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(edit);
  ASSERT_EQ(edit->changes.size(), 1U);
  EXPECT_EQ(edit->changes[0].given.at("session").front(), "/root/a1.jsonl");
}

TEST_F(ModelTest, WhatWasChosenAndIsNotInSightIsLeftAlone) {
  type(" /cra");
  model_.take(key(Kind::kEnter));
  EXPECT_NE(screen().find("1 chosen, 1 out of sight"), std::string::npos) << screen();
  EXPECT_FALSE(find<WantEdit>(type("p")));
  EXPECT_NE(screen().find("not in sight"), std::string::npos);
  type("d");
  EXPECT_FALSE(model_.question());
}

TEST_F(ModelTest, PastedTextAnswersNoQuestion) {
  // A terminal that knows no brackets sends it all at once.
  const auto burst = [&](std::string_view text) {
    std::vector<Request> all;
    for (std::size_t i = 0; i < text.size(); ++i) {
      Key one = key(static_cast<char32_t>(text[i]));
      one.more = i + 1 < text.size();
      for (Request& request : model_.take(one)) all.push_back(std::move(request));
    }
    return all;
  };
  EXPECT_FALSE(find<WantEdit>(burst("dyyy")));
  EXPECT_TRUE(model_.question());
  EXPECT_FALSE(find<WantEdit>(model_.take(Key{.kind = Kind::kPaste, .text = "y"})));
  EXPECT_TRUE(model_.question());
  EXPECT_TRUE(find<WantEdit>(type("y")));
}

TEST_F(ModelTest, PastedLineEndsAreTextAndSendNothing) {
  read_a_conversation();
  type("s");
  EXPECT_FALSE(
      find<WantDrive>(model_.take(Key{.kind = Kind::kPaste, .text = "first line\nsecond line\n"})));
  EXPECT_EQ(model_.line().text(), "first line\nsecond line");
  Key enter = key(Kind::kEnter);
  enter.more = true;  // more text came at once behind it
  EXPECT_FALSE(find<WantDrive>(model_.take(enter)));
  type("third");
  const std::string shown = screen();
  EXPECT_NE(shown.find("say: first line"), std::string::npos) << shown;
  EXPECT_NE(shown.find("\nsecond line"), std::string::npos) << shown;
  const auto sent = find<WantDrive>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->words, "first line\nsecond line\nthird");
}

TEST_F(ModelTest, WordsThatWereNotSentAreKept) {
  read_a_conversation();
  type("swhat now?");
  const auto sent = find<WantDrive>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(sent);
  model_.take(NotSent{*sent, "claude was not found"});
  EXPECT_EQ(model_.typing(), Typing::kWords);
  EXPECT_EQ(model_.line().text(), "what now?");
  EXPECT_NE(screen().find("claude was not found"), std::string::npos) << screen();
  EXPECT_NE(screen().find("say: what now?"), std::string::npos) << screen();
  // Given up, they are there the next time.
  model_.take(key(Kind::kEscape));
  type("s");
  EXPECT_EQ(model_.line().text(), "what now?");
  // One that ended before it took them gives them back, too.
  model_.take(key(Kind::kEnter));
  DriveState state;
  state.path = "/root/a1.jsonl";
  state.ended = state.failed = true;
  state.doing = "claude ended with code 1";
  state.unsent = "what now?";
  model_.take(DriveCame{state});
  EXPECT_EQ(model_.line().text(), "what now?");
  EXPECT_NE(screen().find("claude ended with code 1"), std::string::npos) << screen();
}

TEST_F(ModelTest, AnEditThatWasNotSentIsOpenedAgain) {
  read_a_conversation();
  type("g");
  const auto edit = find<WantDrive>(type("e"));
  ASSERT_TRUE(edit);
  WantDrive edited = *edit;
  edited.words = "a long new prompt";
  model_.take(NotSent{edited, "refused"});
  const auto again = find<WantDrive>(type("e"));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->draft, "a long new prompt");
}

TEST_F(ModelTest, CommandsThatChangeSomethingAreAskedAbout) {
  type(":delete");
  const auto command = find<WantCommand>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(command);
  EXPECT_FALSE(command->agreed);
  model_.take(AskFirst{*command, true});
  EXPECT_NE(screen().find("clew delete, for \"Frost bell\": this changes something"),
            std::string::npos)
      << screen();
  EXPECT_FALSE(find<WantCommand>(type("n")));
  model_.take(AskFirst{*command, true});
  const auto agreed = find<WantCommand>(type("y"));
  ASSERT_TRUE(agreed);
  EXPECT_TRUE(agreed->agreed);
}

TEST_F(ModelTest, ANewListKeepsTheSessionUnderTheCursor) {
  type("j");
  EXPECT_EQ(model_.list().current()->id, "b2");
  model_.take(ListCame{
      .items = {item("n0", "New", 900), item("a1", "Frost bell", 300), item("b2", "Crates", 200)}});
  EXPECT_EQ(model_.list().current()->id, "b2");
}

TEST_F(ModelTest, PicksAndLeavesWithIds) {
  Model model({.pick = true, .now = 1000});
  model.resize(80, 24);
  model.begin_narrowing("");
  model.take(ListCame{.items = {item("a1", "Frost bell", 300), item("b2", "Crates", 200)}});
  for (const char c : std::string("crates")) model.take(key(static_cast<char32_t>(c)));
  const auto leave = find<Leave>(model.take(key(Kind::kEnter)));
  ASSERT_TRUE(leave);
  EXPECT_TRUE(leave->chosen);
  EXPECT_EQ(leave->ids, std::vector<std::string>{"b2"});
}

TEST_F(ModelTest, FindsInMessagesThatAreNotLoaded) {
  model_.take(key(Kind::kEnter));
  const std::uint64_t number = model_.reader()->number;
  ConversationCame came;
  came.reader = number;
  came.title = "Frost bell";
  came.notes.resize(500);
  model_.take(came);
  type("/wet");
  const auto want = find<WantFind>(model_.take(key(Kind::kEnter)));
  ASSERT_TRUE(want);
  EXPECT_EQ(want->words, "wet");
  FindCame found;
  found.reader = number;
  found.words = "wet";
  found.message = 7;
  const auto lines = find<WantMessages>(model_.take(found));
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->messages.front(), 7U);
  EXPECT_TRUE(lines->open.front());  // nothing of it is folded
  // What an older question found is dropped.
  found.words = "other";
  found.message = 400;
  model_.take(found);
  EXPECT_EQ(model_.reader()->reader.focus(), 7U);
}

TEST_F(ModelTest, LinesOfAnotherWidthAreDropped) {
  model_.take(key(Kind::kEnter));
  ConversationCame came;
  came.reader = model_.reader()->number;
  came.notes.resize(3);
  const auto before = model_.take(came);
  const WantMessages old = *find<WantMessages>(before);
  model_.resize(120, 30);
  MessagesCame lines{
      old.reader, old.form, {{0, std::make_shared<const std::vector<std::string>>(1, "x")}}};
  model_.take(lines);
  EXPECT_FALSE(model_.reader()->reader.has(0));
}

TEST_F(ModelTest, OnlyAYesLetsAnythingRun) {
  DriveState state;
  state.conversation = "c1";
  state.question = DriveState::Question{"r1", {"rm -rf /"}, true};
  model_.take(DriveCame{state});
  // It came up just now: the key was meant for something else.
  EXPECT_FALSE(find<WantAnswer>(model_.take(key('y'))));
  model_.set_now(2000);
  for (const Key& pressed : {key('j'), key(Kind::kEnter), key(' '), key('Y'), key('q')}) {
    model_.take(DriveCame{state});
    EXPECT_FALSE(find<WantAnswer>(model_.take(pressed)));
  }
  EXPECT_NE(screen().find("rm -rf /"), std::string::npos);
  const auto refused = model_.take(key('n'));
  ASSERT_TRUE(find<WantAnswer>(refused));
  EXPECT_FALSE(find<WantAnswer>(refused)->allow);
  model_.take(DriveCame{state});
  model_.set_now(3000);
  const auto allowed = model_.take(key('y'));
  EXPECT_TRUE(find<WantAnswer>(allowed)->allow);
  EXPECT_FALSE(find<WantAnswer>(allowed)->always);
}

TEST_F(ModelTest, NothingIsAllowedBeforeItWasReadToItsEnd) {
  DriveState state;
  state.conversation = "c1";
  // Longer than the screen, and the harm is at the end of a long line.
  state.question = DriveState::Question{
      "r1", {"Bash wants to run", std::string(80 * 30, 'x') + " rm -rf /"}, true};
  model_.take(DriveCame{state});
  EXPECT_EQ(screen().find("rm -rf /"), std::string::npos);
  EXPECT_FALSE(find<WantAnswer>(model_.take(key('y'))));
  for (int i = 0; i < 4; ++i) model_.take(key(' '));
  model_.set_now(2000);
  EXPECT_NE(screen().find("rm -rf /"), std::string::npos) << screen();
  const auto allowed = find<WantAnswer>(model_.take(key('y')));
  ASSERT_TRUE(allowed);
  EXPECT_TRUE(allowed->allow);
}

TEST_F(ModelTest, LeavingWhileClaudeWorksIsAsked) {
  DriveState state;
  state.conversation = "c1";
  state.doing = "thinking";
  model_.take(DriveCame{state});
  EXPECT_FALSE(find<Leave>(model_.take(key('q'))));
  EXPECT_TRUE(find<Leave>(model_.take(key('y'))));
}

TEST_F(ModelTest, CommandsAreAboutTheSessionThatIsLookedAt) {
  type(":stats");
  const auto requests = model_.take(key(Kind::kEnter));
  ASSERT_TRUE(find<WantCommand>(requests));
  EXPECT_EQ(find<WantCommand>(requests)->session, "/root/a1.jsonl");
  model_.take(PageCame{"clew stats", {"one", "two"}});
  EXPECT_NE(screen().find("two"), std::string::npos);
  model_.take(key('q'));
  EXPECT_EQ(model_.page(), nullptr);
}

TEST_F(ModelTest, EverySizeCanBePainted) {
  for (const int columns : {1, 2, 10, 20, 40, 80, 120, 300}) {
    for (const int rows : {1, 2, 3, 5, 24, 90}) {
      model_.resize(columns, rows);
      const Canvas canvas = paint(model_);
      EXPECT_EQ(canvas.columns(), columns);
      EXPECT_EQ(canvas.rows(), rows);
    }
  }
}

TEST(HelpPage, HasAllKeysWithoutRepeats) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const KeyRow& row : key_rows())
    EXPECT_TRUE(seen.insert({row.where, row.keys}).second) << row.keys;
  EXPECT_GT(help_lines(80).size(), seen.size());
  for (const std::string& line : help_lines(78, "reader")) {
    EXPECT_LE(display_width(without_looks(line)), 78) << line;
  }
  EXPECT_EQ(without_looks(help_lines(78, "reader").front()), "In a conversation");
}

TEST(HelpPage, TheManualHasEveryKey) {
  std::ifstream file(CLEW_SOURCE "/docs/ui.md");
  const std::string manual(std::istreambuf_iterator<char>(file), {});
  for (const KeyRow& row : key_rows()) {
    const std::string line = "| `" + std::string(row.keys) + "` | " + std::string(row.what) + " |";
    EXPECT_NE(manual.find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace clew::tui
