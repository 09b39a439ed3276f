// SPDX-License-Identifier: MIT
//
// Keys, answers and sizes in any order, with hostile texts: nothing breaks, and what is painted is
// harmless. CLEW_RANDOM_SECONDS says for how long.

#include <chrono>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "base/text.h"
#include "tui/key_reader.h"
#include "tui/model.h"
#include "tui/view.h"

namespace clew::tui {
namespace {

class RandomUser {
 public:
  explicit RandomUser(unsigned seed) : random_(seed) {}

  void step() {
    switch (below(12)) {
      case 0:
        take(model_.resize(number(200), number(70)));
        break;
      case 1:
        come();
        break;
      case 2:
      case 3:
        answer();
        break;
      default:
        type();
    }
    check(paint(model_));
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }
  int number(int most) { return 1 + static_cast<int>(below(static_cast<std::size_t>(most))); }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

  std::string text() {
    static const std::vector<std::string> kPieces = {"frost",
                                                     " ",
                                                     "中文",
                                                     "👨‍👩‍👧",
                                                     "\x1b[31mred\x1b[0m",
                                                     "\x1b[2J",
                                                     "\x1b]0;x\x07",
                                                     "\u202e",
                                                     "é",
                                                     "\xff",
                                                     "\t",
                                                     std::string("\0", 1),
                                                     "\x9b",
                                                     "e\u0301",
                                                     "🇩🇪",
                                                     "x"};
    std::string made;
    for (std::size_t i = below(12); i > 0; --i) made += one_of(kPieces);
    return made;
  }

  void type() {
    static const std::vector<std::string> kKeys = {"j",
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
                                                   "d",
                                                   "y",
                                                   "u",
                                                   "v",
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
                                                   "r",
                                                   "s",
                                                   "e",
                                                   "F",
                                                   "R",
                                                   "T",
                                                   "*",
                                                   "i",
                                                   "w",
                                                   "q",
                                                   "\x1b[A",
                                                   "\x1b[B",
                                                   "\x1b[5~",
                                                   "\x1b[6~",
                                                   "\x1b[H",
                                                   "\x1b[F",
                                                   "\x1b[<0;20;5M",
                                                   "\x1b[<64;3;3M",
                                                   "\x1b[<65;3;3M",
                                                   "\x0c",
                                                   "\x1a",
                                                   "\x1b[200~a\nb\x1b[201~",
                                                   "中",
                                                   "\xff",
                                                   "\x1b[",
                                                   "open x",
                                                   "\x03"};
    for (const Key& key : keys_.take(one_of(kKeys))) take(model_.take(key));
    if (below(4) == 0) {
      for (const Key& key : keys_.give_up()) take(model_.take(key));
    }
  }

  void take(std::vector<Request> requests) {
    for (Request& request : requests) asked_.push_back(std::move(request));
    if (asked_.size() > 50) asked_.erase(asked_.begin(), asked_.end() - 50);
  }

  std::vector<std::string> lines(std::size_t most) {
    std::vector<std::string> made;
    for (std::size_t i = below(most); i > 0; --i) made.push_back(text());
    return made;
  }

  // Answers something that was asked for, now or long ago.
  void answer() {
    if (asked_.empty()) return;
    const Request request = one_of(asked_);
    if (const auto* want = std::get_if<WantMessages>(&request)) {
      MessagesCame came{want->reader, want->form, {}};
      for (const std::size_t message : want->messages) {
        if (below(8) == 0) continue;
        came.messages.emplace_back(message,
                                   std::make_shared<const std::vector<std::string>>(lines(9)));
      }
      take(model_.take(came));
    } else if (const auto* open = std::get_if<WantConversation>(&request)) {
      ConversationCame came;
      came.reader = open->reader;
      came.path = open->what.path;
      came.title = text();
      came.tip = text();
      came.branches = below(4);
      came.notes.resize(below(60));
      std::int64_t entry = 0;
      for (MessageNote& note : came.notes) {
        entry += number(3);
        note = {entry, below(3) == 0, below(5) == 0, below(9) == 0};
      }
      if (!came.notes.empty() && below(3) == 0) came.at = below(came.notes.size());
      take(model_.take(came));
    } else if (const auto* find = std::get_if<WantFind>(&request)) {
      FindCame came;
      came.reader = find->reader;
      came.words = find->words;
      came.what = find->what;
      came.step = find->step;
      if (below(4) != 0) came.message = below(60);
      take(model_.take(came));
    } else if (const auto* tree = std::get_if<WantTree>(&request)) {
      TreeCame came{tree->reader, {}};
      for (std::size_t i = below(9); i > 0; --i)
        came.rows.push_back({text(), text(), text(), below(2) == 0});
      take(model_.take(came));
    } else if (const auto* search = std::get_if<WantSearch>(&request)) {
      SearchCame came{.query = search->query};
      came.hits["p" + std::to_string(below(9))] = {3, text(), text()};
      take(model_.take(came));
    } else if (const auto* preview = std::get_if<WantPreview>(&request)) {
      take(model_.take(PreviewCame{preview->path, lines(30)}));
    } else if (const auto* edit = std::get_if<WantEdit>(&request)) {
      take(model_.take(EditDone{text(), *edit, below(2) == 0}));
    } else if (const auto* drive = std::get_if<WantDrive>(&request)) {
      take(model_.take(NotSent{*drive, text()}));
    } else if (const auto* command = std::get_if<WantCommand>(&request)) {
      take(model_.take(AskFirst{*command, below(2) == 0}));
    }
  }

  // What comes by itself.
  void come() {
    switch (below(7)) {
      case 0: {
        ListCame came;
        came.whole = below(3) != 0;
        for (std::size_t i = below(40); i > 0; --i) {
          SessionItem item;
          item.path = "p" + std::to_string(i);
          item.id = item.path;
          item.name = text();
          item.project = text();
          item.tag = below(2) == 0 ? text() : "";
          item.updated = static_cast<TimeMs>(below(100'000));
          item.ghost = below(9) == 0;
          item.pinned = below(9) == 0;
          fold_item(item);
          came.items.push_back(std::move(item));
        }
        take(model_.take(std::move(came)));
        break;
      }
      case 1:
        take(model_.take(PageCame{text(), lines(80)}));
        break;
      case 2:
        take(model_.take(Failed{text(), below(5)}));
        break;
      case 3:
        take(model_.take(DiskChanged{"p1", below(2) == 0}));
        break;
      case 4: {
        DriveState state;
        state.conversation = "c1";
        state.path = "p1";
        state.doing = below(2) == 0 ? text() : "";
        state.text = text();
        state.ended = below(6) == 0;
        if (below(4) == 0) state.question = DriveState::Question{"r", lines(60), below(2) == 0};
        take(model_.take(DriveCame{state}));
        break;
      }
      case 5:
        take(model_.take(SessionMade{"p2", text()}));
        break;
      default:
        take(model_.take(Said{text()}));
    }
  }

  static void check(const Canvas& canvas) {
    for (int row = 0; row < canvas.rows(); ++row) {
      for (int column = 0; column < canvas.columns(); ++column) {
        const std::string& cell = canvas.at(row, column).text;
        ASSERT_TRUE(is_valid_utf8(cell));
        for (const char c : cell) ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
        ASSERT_EQ(cell.find("\u202e"), std::string::npos);
        ASSERT_EQ(cell.find("\u009b"), std::string::npos);
        ASSERT_LE(display_width(cell), column + 1 < canvas.columns() ? 2 : 1);
      }
    }
    ASSERT_LT(canvas.cursor_row, canvas.rows());
    ASSERT_LT(canvas.cursor_column, canvas.columns());
  }

  std::mt19937 random_;
  Model model_{{.now = 100'000}};
  KeyReader keys_;
  std::vector<Request> asked_;
};

TEST(Random, KeysAnswersAndSizes) {
  const char* given = std::getenv("CLEW_RANDOM_SECONDS");
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(given ? std::atoi(given) : 2);
  for (unsigned seed = given ? std::random_device{}() : 1; std::chrono::steady_clock::now() < end;
       ++seed) {
    SCOPED_TRACE(seed);
    RandomUser user(seed);
    for (int i = 0; i < 400 && !testing::Test::HasFatalFailure(); ++i) user.step();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

}  // namespace
}  // namespace clew::tui
