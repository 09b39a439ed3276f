// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clew::tui {

// What is known of a message before its text is fetched.
struct MessageNote {
  std::int64_t entry = -1;  // the line of the file that names it, which tells it from others
  bool prompt = false;      // a person's words
  bool failed = false;      // an error, or a call that failed
  bool forks = false;       // the conversation went several ways from here
};

using Lines = std::shared_ptr<const std::vector<std::string>>;  // safe, with looks

// How much of a conversation is shown.
enum class Detail : std::uint8_t { kWords, kUsual, kAll };

// A line of a message.
struct Place {
  std::size_t message = 0;
  int line = 0;
  auto operator<=>(const Place&) const = default;
};

// A window on a conversation whose messages are fetched when they come near: it knows how many
// there are and holds the lines of few. A message whose lines are not here takes one line of the
// screen. Pure: lines are asked for with wanted() and come with put().
class Reader {
 public:
  // What is looked at stays, wherever it stands among the new ones.
  void set_notes(std::vector<MessageNote> notes);
  std::size_t size() const { return notes_.size(); }
  const std::vector<MessageNote>& notes() const { return notes_; }

  // Another size or level of detail needs all lines anew. What stands at the top stays there; who
  // is at the end stays there when the size changes.
  void set_size(int columns, int rows);
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  void set_detail(Detail detail);
  Detail detail() const { return detail_; }
  // The form in which lines are wanted; lines of another one are of no use.
  std::uint64_t form() const { return form_; }

  bool is_open(std::size_t message) const { return open_.contains(message); }
  void toggle(std::size_t message);
  void open(std::size_t message);

  // Messages whose lines are needed now or soon, the most urgent first.
  std::vector<std::size_t> wanted() const;
  void put(std::size_t message, Lines lines);
  // Whether its lines are here as they are wanted now.
  bool has(std::size_t message) const {
    return lines_.contains(message) && !stale_.contains(message);
  }
  const std::vector<std::string>* lines_of(std::size_t message) const;
  // All lines have to be made anew from this message on: the conversation has grown.
  void forget_from(std::size_t message);

  Place top() const { return top_; }
  std::size_t focus() const { return focus_; }
  bool is_at_end() const { return at_end_; }

  void scroll(int lines);
  void go_to(Place place, int above = 0);
  void go_to_start();
  void go_to_end();
  // The message that is spoken of: the next one, the one before.
  void move_focus(int step);
  void set_focus(std::size_t message);
  // The next message after the focus (or before it) that `which` is true of.
  bool jump(bool MessageNote::*which, int step);

  // The rows of the window, top to bottom; nothing for what is not here yet.
  struct Row {
    std::size_t message = 0;
    int line = 0;
    const std::string* text = nullptr;
  };
  std::vector<Row> window() const;

  // The first line behind `from` (or before it) in the message's lines that has the words.
  std::optional<int> line_with(std::size_t message, const std::string& needle, int from,
                               int step) const;

 private:
  int height(std::size_t message) const;
  bool step_down(Place& place) const;
  bool step_up(Place& place) const;
  Place end_top() const;
  bool shows_too_little() const;
  void settle();
  void drop_far();
  void keep_focus_in_sight();
  void new_form();
  void hold_top();
  void move_to(const std::vector<MessageNote>& notes, std::size_t same);
  void make_stale(std::size_t message);

  std::vector<MessageNote> notes_;
  std::map<std::size_t, Lines> lines_;
  std::set<std::size_t> stale_;  // shown until they come as they are wanted now
  std::set<std::size_t> open_;
  // What stood at the top when all lines had to be made anew; until the person moves.
  struct Held {
    Place place;
    Lines lines;
    bool at_end = false;
  };
  std::optional<Held> held_;
  int columns_ = 80;
  int rows_ = 20;
  Detail detail_ = Detail::kUsual;
  std::uint64_t form_ = 1;
  Place top_;
  std::size_t focus_ = 0;
  bool at_end_ = false;    // stays at the end when it grows
  int above_ = 0;          // lines to show above a place that was gone to
  bool settling_ = false;  // the place was gone to before its lines were here
};

// Where the words are in a line, without regard to case unless they have capital letters; bytes.
std::vector<std::pair<std::size_t, std::size_t>> find_words(const std::string& line,
                                                            const std::string& needle);

}  // namespace clew::tui
