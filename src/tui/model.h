// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "tui/key.h"
#include "tui/line_edit.h"
#include "tui/reader.h"
#include "tui/requests.h"
#include "tui/session_rows.h"

namespace clew::tui {

// The list of sessions.
struct ListState {
  std::vector<SessionItem> items;
  std::vector<ShownRow> rows;  // of these, those that are shown
  TextHits hits;
  std::string hits_of;  // the words that `hits` are of
  RowFilter filter;
  WantList scope;
  std::size_t cursor = 0;  // in rows
  std::size_t top = 0;
  std::set<std::string> chosen;  // paths
  std::string project;
  std::string note;
  bool came = false;
  bool whole = false;
  bool searching = false;
  std::int64_t left_hidden = 0;
  bool preview = true;
  std::string preview_of;  // path
  std::vector<std::string> preview_lines;
  int preview_top = 0;

  const SessionItem* current() const {
    return cursor < rows.size() ? &items[rows[cursor].item] : nullptr;
  }
};

// A conversation on the screen.
struct ReaderState {
  std::uint64_t number = 0;  // tells answers for it from those for others
  Conversation what;
  Reader reader;
  std::string title;
  std::string id;
  std::string note;
  std::string folder;
  std::string tip;
  std::string context;
  std::string at;  // the line that it was opened at
  std::size_t branches = 0;
  bool came = false;
  bool grown = false;  // messages came below what is in sight
  // Finding.
  WantFind::What find_what = WantFind::What::kWords;
  std::string needle;
  std::optional<Place> hit;
  std::optional<std::size_t> hit_message;  // its lines are on their way
  int find_step = 1;
  bool finding = false;
  // The tree beside the text.
  bool tree = false;
  bool tree_focused = false;
  std::vector<TreeRow> tree_rows;
  std::size_t tree_cursor = 0;
  std::string marked_tip;  // to be compared with another
};

// Lines of a command, or of this program's help.
struct PageState {
  std::string title;
  std::vector<std::string> lines;
  int top = 0;
  std::string needle = {};
  std::string help = {};  // it is the help, of this place
};

using AboveList = std::variant<ReaderState, PageState>;

// What is being typed at the bottom of the screen, and what for.
enum class Typing : std::uint8_t {
  kNothing,
  kNarrow,
  kCommand,
  kFind,
  kFile,
  kRename,
  kTag,
  kWords,   // for claude
  kAnswer,  // why a permission is refused
};
inline constexpr std::size_t kTypings = 9;

// A question that one key answers.
struct Question {
  std::string text;
  std::vector<Request> if_yes;
};

// All that the screen shows, and what every key does to it. Pure: keys and events go in, requests
// come out.
class Model {
 public:
  struct Options {
    bool pick = false;  // choose sessions, and leave with their ids
    bool list = true;   // whether a list lies below
    TimeMs now = 0;
  };
  explicit Model(Options options);

  // Begins with a session instead of the list.
  std::vector<Request> open(Conversation what, std::string at = {});
  std::vector<Request> start();

  // Before the start: sessions of all projects, or of the one the person stands in.
  void set_scope(bool all) { list_.scope.all = all; }
  // As if this had been typed behind "/"; with `typing` it goes on.
  std::vector<Request> begin_narrowing(const std::string& query);
  std::vector<Request> narrow_by(const std::string& query);
  // Whether the window shows places whose lines are not here.
  bool has_gaps() const;

  std::vector<Request> take(const Key& key);
  std::vector<Request> take(Event event);
  std::vector<Request> resize(int columns, int rows);
  // Lines that have come into reach since.
  std::vector<Request> wanted_lines();
  // The terminal shows pictures, with cells of this size; it has none of them yet.
  std::vector<Request> set_pictures(CellSize cell);
  void set_now(TimeMs now) { options_.now = now; }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const Options& options() const { return options_; }
  const ListState& list() const { return list_; }
  const std::deque<AboveList>& above() const { return above_; }
  const ReaderState* reader() const;
  const PageState* page() const;
  Typing typing() const { return typing_; }
  const LineEdit& line() const;
  const std::optional<Question>& question() const { return question_; }
  const std::string& message() const { return message_; }
  bool message_is_bad() const { return message_bad_; }
  const std::optional<DriveState>& drive() const { return drive_; }
  // How many sessions what is typed is for.
  std::size_t typing_for() const { return typing_for_.size(); }
  // Those that were chosen and are not among the rows.
  std::size_t chosen_out_of_sight() const;

  // What claude asks, broken for the screen, and which part of it is shown: nothing may be allowed
  // before all of it was.
  std::vector<std::string> question_lines() const;
  int question_rows() const;
  int question_top() const { return question_top_; }

  // Widths of the parts of the screen.
  bool preview_beside() const;  // else below the list
  int list_columns() const;
  int list_rows() const;
  int preview_columns() const;
  int preview_rows() const;  // 0: there is none
  int tree_columns() const;  // of the tree beside the text; 0: there is none
  int reader_columns() const;
  int body_rows() const;

 private:
  using Requests = std::vector<Request>;

  void say(std::string text, bool bad = false);
  ReaderState* reader_on_top();
  PageState* page_on_top();
  ReaderState* reader_of(std::uint64_t number);
  LineEdit& edit_line();
  LineEdit& narrow_line();

  // model.cc
  Requests take_question(const Key& key);
  Requests take_permission(const Key& key);
  Requests common_key(const Key& key, bool& taken);
  Requests close_top();
  Requests show_help();
  Requests show_page(std::string title, std::vector<std::string> lines);
  Requests page_key(const Key& key);
  Requests quit();
  Requests take_drive(DriveState state);

  // model_typing.cc
  Requests begin_typing(Typing what, std::string text = {});
  Requests take_typing(const Key& key);
  Requests take_narrowing(const Key& key);
  Requests give_up_typing();
  Requests typed(Typing what, const std::string& text);
  Requests typed_label(Typing what, const std::string& text);
  Requests typed_words(const std::string& text);
  Requests not_sent(NotSent words);
  Requests run_command(const std::string& text);
  Requests ask_first(AskFirst ask);
  std::string current_session() const;
  std::string current_title() const;
  // A command about the session that is looked at, named behind these words.
  Requests about_session(std::vector<std::string> words);

  // model_list.cc
  Requests list_key(const Key& key);
  Requests list_motion(const Key& key, bool& taken);
  Requests list_escape();
  Requests choose(const Key& key);
  Requests about_current(char32_t key);
  Requests list_moved();
  Requests move_list(std::ptrdiff_t step);
  Requests narrow();
  Requests refilter();
  Requests toggle_filter(char32_t key);
  Requests edit_chosen(char32_t key);
  Requests begin_label(Typing what);
  Requests open_current();
  Requests undo();
  // What keys change: what was chosen, else what the cursor is on. Nothing, and the reason is said,
  // where that cannot be.
  std::vector<const SessionItem*> items_to_change();
  std::vector<const SessionItem*> chosen_items() const;
  Requests take_edit(EditDone done);
  Requests take_list(ListCame came);
  Requests take_search(SearchCame came);
  void keep_cursor(const std::string& path);

  // model_reader.cc
  Requests reader_key(ReaderState& state, const Key& key);
  Requests move_reader(ReaderState& state, const Key& key, bool& taken);
  Requests tree_key(ReaderState& state, const Key& key);
  Requests reader_action(ReaderState& state, char32_t key);
  Requests find_next(ReaderState& state, int step);
  Requests find_from(ReaderState& state, std::size_t from, int step);
  Requests show_hit(ReaderState& state);
  Requests click(const Key& key);
  Requests take_conversation(ConversationCame came);
  Requests take_messages(MessagesCame came);
  Requests take_found(FindCame came);
  Requests disk_changed(const DiskChanged& changed);
  Requests switch_to(ReaderState& state, const TreeRow& row);
  Requests lines_for(const ReaderState& state) const;
  void fit_reader(ReaderState& state) const;

  Options options_;
  int columns_ = 80;
  int rows_ = 24;
  CellSize cell_;
  ListState list_;
  std::deque<AboveList> above_;
  Typing typing_ = Typing::kNothing;
  std::array<LineEdit, kTypings> lines_;
  std::vector<SessionItem> typing_for_;        // as they were when the typing began
  std::map<std::string, std::string> unsent_;  // words for claude that it did not get, by file
  std::map<std::pair<std::string, std::size_t>, std::string> unsent_edits_;  // the same, by prompt
  std::optional<Question> question_;
  bool skip_burst_ = false;  // keys that came together with the one that raised a question
  std::string message_;
  bool message_bad_ = false;
  std::vector<WantEdit> undos_;
  std::optional<DriveState> drive_;
  int question_top_ = 0;
  TimeMs asked_at_ = 0;
  std::uint64_t next_reader_ = 1;
  std::string go_to_id_;  // the cursor goes there when the list comes
};

}  // namespace clew::tui
