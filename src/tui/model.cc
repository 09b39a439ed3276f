// SPDX-License-Identifier: MIT
#include "tui/model.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "tui/canvas.h"
#include "tui/help_page.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

constexpr TimeMs kToSee = 400;    // that it takes to see that something is asked
constexpr int kBesideFrom = 110;  // columns from which the preview stands beside the list

}  // namespace

Model::Model(Options options) : options_(options) { list_.scope.all = false; }

std::vector<Request> Model::start() {
  WantList first = list_.scope;
  first.first = rows_;
  return {first};
}

std::vector<Request> Model::open(Conversation what, std::string at) {
  ReaderState state;
  state.number = next_reader_++;
  state.what = std::move(what);
  state.at = std::move(at);
  fit_reader(state);
  const WantConversation want{state.number, state.what, state.at};
  above_.emplace_back(std::move(state));
  message_.clear();
  return {want};
}

std::vector<Request> Model::narrow_by(const std::string& query) {
  narrow_line().set(terminal_line(query));
  return narrow();
}

std::vector<Request> Model::begin_narrowing(const std::string& query) {
  typing_ = Typing::kNarrow;
  return query.empty() ? Requests() : narrow_by(query);
}

bool Model::has_gaps() const {
  const ReaderState* state = reader();
  if (!state) return false;
  if (!state->came) return true;
  for (const Reader::Row& row : state->reader.window()) {
    if (!row.text) return true;
  }
  return false;
}

// --- what lies on top ---

const ReaderState* Model::reader() const {
  return above_.empty() ? nullptr : std::get_if<ReaderState>(&above_.back());
}
const PageState* Model::page() const {
  return above_.empty() ? nullptr : std::get_if<PageState>(&above_.back());
}
ReaderState* Model::reader_on_top() {
  return above_.empty() ? nullptr : std::get_if<ReaderState>(&above_.back());
}
PageState* Model::page_on_top() {
  return above_.empty() ? nullptr : std::get_if<PageState>(&above_.back());
}
ReaderState* Model::reader_of(std::uint64_t number) {
  for (AboveList& one : above_) {
    auto* state = std::get_if<ReaderState>(&one);
    if (state && state->number == number) return state;
  }
  return nullptr;
}

const LineEdit& Model::line() const { return lines_[static_cast<std::size_t>(typing_)]; }
LineEdit& Model::edit_line() { return lines_[static_cast<std::size_t>(typing_)]; }
LineEdit& Model::narrow_line() { return lines_[static_cast<std::size_t>(Typing::kNarrow)]; }

void Model::say(std::string text, bool bad) {
  message_ = terminal_line(text);
  message_bad_ = bad;
}

// --- sizes ---

int Model::body_rows() const { return std::max(1, rows_ - 2); }
bool Model::preview_beside() const { return columns_ >= kBesideFrom; }
int Model::preview_rows() const {
  if (!list_.preview) return 0;
  if (preview_beside()) return body_rows();
  return rows_ < 16 ? 0 : body_rows() * 2 / 5;
}
int Model::list_rows() const {
  return std::max(
      1, preview_beside() || preview_rows() == 0 ? body_rows() : body_rows() - preview_rows() - 1);
}
int Model::list_columns() const {
  return preview_beside() && list_.preview ? std::max(60, columns_ * 11 / 20) : columns_;
}
int Model::preview_columns() const {
  return preview_beside() ? columns_ - list_columns() - 2 : columns_;
}
int Model::tree_columns() const {
  const ReaderState* state = reader();
  if (!state || !state->tree) return 0;
  return columns_ >= 100 ? std::min(60, columns_ * 2 / 5) : std::max(20, columns_ * 2 / 5);
}
int Model::reader_columns() const {
  const int tree = tree_columns();
  return std::max(10, columns_ - (tree > 0 ? tree + 1 : 0) - 2);
}

std::vector<Request> Model::resize(int columns, int rows) {
  columns_ = std::max(columns, 1);
  rows_ = std::max(rows, 1);
  for (AboveList& one : above_) {
    if (auto* state = std::get_if<ReaderState>(&one)) fit_reader(*state);
    auto* page = std::get_if<PageState>(&one);
    if (page && !page->help.empty()) page->lines = help_lines(columns_ - 2, page->help);
  }
  list_.preview_of.clear();
  Requests requests = wanted_lines();
  if (above_.empty()) {
    for (Request& one : list_moved()) requests.push_back(std::move(one));
  }
  return requests;
}

std::vector<Request> Model::set_pictures(CellSize cell) {
  cell_ = cell;
  for (AboveList& one : above_) {
    if (auto* state = std::get_if<ReaderState>(&one)) state->reader.forget_from(0);
  }
  return wanted_lines();
}

std::vector<Request> Model::wanted_lines() {
  const ReaderState* state = reader();
  return state ? lines_for(*state) : Requests();
}

// --- keys ---

std::vector<Request> Model::take(const Key& key) {
  if (skip_burst_) {
    skip_burst_ = key.more;
    return {};
  }
  const bool asked = question_.has_value();
  Requests requests;
  if (drive_ && drive_->question && typing_ == Typing::kNothing && !question_) {
    requests = take_permission(key);
  } else if (question_) {
    requests = take_question(key);
  } else if (typing_ != Typing::kNothing) {
    requests = take_typing(key);
  } else {
    bool taken = false;
    requests = common_key(key, taken);
    if (!taken) {
      message_.clear();
      if (ReaderState* state = reader_on_top()) {
        requests = reader_key(*state, key);
      } else if (page_on_top()) {
        requests = page_key(key);
      } else {
        requests = list_key(key);
      }
    }
  }
  // Nobody answers a question in the moment it is asked; text that is pasted might.
  if (question_ && !asked) skip_burst_ = key.more;
  for (Request& one : wanted_lines()) requests.push_back(std::move(one));
  return requests;
}

Model::Requests Model::quit() {
  if (!drive_ || drive_->ended || drive_->doing.empty()) return {Leave{}};
  question_ = Question{"claude works for you here and would be stopped. Leave? (y/n)", {Leave{}}};
  return {};
}

Model::Requests Model::close_top() {
  if (above_.empty()) return quit();
  above_.pop_back();
  if (above_.empty()) {
    if (!options_.list) return quit();
    list_.preview_of.clear();
    return list_moved();
  }
  ReaderState* state = reader_on_top();
  if (!state) return {};
  fit_reader(*state);
  return {WantConversation{state->number, state->what, {}}};
}

Model::Requests Model::common_key(const Key& key, bool& taken) {
  taken = true;
  if (key.is_ctrl('c')) return quit();
  if (key.is_ctrl('z')) return {Suspend{}};
  if (key.is_ctrl('l')) {
    Requests requests{Repaint{}, list_.scope};
    if (const ReaderState* state = reader()) {
      requests.emplace_back(WantConversation{state->number, state->what, {}});
    }
    return requests;
  }
  if (key.is(':')) return begin_typing(Typing::kCommand);
  if (key.is('?')) return show_help();
  if (key.is('i') && drive_ && !drive_->ended && !drive_->doing.empty()) {
    say("interrupting");
    return {WantInterrupt{drive_->conversation}};
  }
  const bool back =
      key.kind == Kind::kBackspace || key.is('q') || (key.kind == Kind::kEscape && !above_.empty());
  if (back) return close_top();
  taken = false;
  return {};
}

Model::Requests Model::take_question(const Key& key) {
  if (key.kind == Kind::kPaste || key.kind == Kind::kUnknown || key.kind == Kind::kResize)
    return {};
  Question question = std::move(*question_);
  question_.reset();
  if (key.is('y') || key.is('Y')) {
    list_.chosen.clear();
    return std::move(question.if_yes);
  }
  if (key.is_ctrl('c')) return {Leave{}};
  say("nothing was done");
  return {};
}

std::vector<std::string> Model::question_lines() const {
  std::vector<std::string> lines;
  if (!drive_ || !drive_->question) return lines;
  for (const std::string& line : drive_->question->lines) {
    for (std::string& part : wrap_to_width(line, std::max(1, columns_ - 2))) {
      lines.push_back(std::move(part));
    }
  }
  return lines;
}

int Model::question_rows() const { return std::max(1, rows_ / 2); }

// Only a key that says yes lets anything run, only what was seen to its end, and not one that was
// on its way when the question came up.
Model::Requests Model::take_permission(const Key& key) {
  const DriveState::Question& asked = *drive_->question;
  const int rest = static_cast<int>(question_lines().size()) - question_rows();
  const auto scroll = [&](int lines) {
    question_top_ = std::clamp(question_top_ + lines, 0, std::max(0, rest));
    return Requests();
  };
  if (key.is('j') || key.kind == Kind::kDown || key.kind == Kind::kWheelDown) return scroll(1);
  if (key.is('k') || key.kind == Kind::kUp || key.kind == Kind::kWheelUp) return scroll(-1);
  if (key.is(' ') || key.kind == Kind::kPageDown) return scroll(question_rows());
  if (key.is('b') || key.kind == Kind::kPageUp) return scroll(-question_rows());
  if (key.is('y') || key.is('a')) {
    if (question_top_ < rest) return scroll(question_rows());
    if (key.more || (options_.now >= asked_at_ && options_.now < asked_at_ + kToSee)) return {};
  }
  WantAnswer answer{.conversation = drive_->conversation, .request = asked.request, .why = {}};
  if (key.is_ctrl('c')) return quit();
  if (key.is_ctrl('z')) return {Suspend{}};
  if (key.is('i')) return {WantInterrupt{drive_->conversation}};
  if (key.is('y')) {
    answer.allow = true;
  } else if (key.is('a') && asked.can_remember) {
    answer.allow = answer.always = true;
  } else if (key.is('w')) {
    return begin_typing(Typing::kAnswer);
  } else if (!key.is('n')) {
    return {};
  }
  drive_->question.reset();
  return {answer};
}

Model::Requests Model::show_help() {
  const ReaderState* state = reader();
  const std::string_view where = !state ? "list" : state->tree_focused ? "tree" : "reader";
  show_page("Keys", help_lines(columns_ - 2, where));
  page_on_top()->help = where;
  return {};
}

Model::Requests Model::show_page(std::string title, std::vector<std::string> lines) {
  constexpr std::size_t kMostAbove = 16;
  if (above_.size() >= kMostAbove) above_.pop_front();
  above_.emplace_back(PageState{.title = std::move(title), .lines = std::move(lines)});
  message_.clear();
  return {};
}

Model::Requests Model::page_key(const Key& key) {
  PageState& shown = *page_on_top();
  const int rows = body_rows();
  const int last = std::max(0, static_cast<int>(shown.lines.size()) - rows);
  const auto find = [&](int step) {
    for (int i = shown.top + step; i >= 0 && i < static_cast<int>(shown.lines.size()); i += step) {
      const std::string plain = without_looks(shown.lines[static_cast<std::size_t>(i)]);
      if (find_words(plain, shown.needle).empty()) continue;
      shown.top = i;
      return;
    }
    say("no more of \"" + shown.needle + "\"");
  };
  if (key.is('j') || key.kind == Kind::kDown) shown.top += 1;
  if (key.is('k') || key.kind == Kind::kUp) shown.top -= 1;
  if (key.kind == Kind::kWheelDown) shown.top += 3;
  if (key.kind == Kind::kWheelUp) shown.top -= 3;
  if (key.is(' ') || key.kind == Kind::kPageDown || key.is_ctrl('f')) shown.top += rows;
  if (key.is('b') || key.kind == Kind::kPageUp || key.is_ctrl('b')) shown.top -= rows;
  if (key.is_ctrl('d')) shown.top += rows / 2;
  if (key.is_ctrl('u')) shown.top -= rows / 2;
  if (key.is('g') || key.kind == Kind::kHome) shown.top = 0;
  if (key.is('G') || key.kind == Kind::kEnd) shown.top = last;
  if (key.is('/')) return begin_typing(Typing::kFind);
  if (key.is('n') && !shown.needle.empty()) find(1);
  if (key.is('N') && !shown.needle.empty()) find(-1);
  shown.top = std::clamp(shown.top, 0, last);
  return {};
}

// --- what comes ---

Model::Requests Model::take_drive(DriveState state) {
  const bool same = drive_ && drive_->question && state.question &&
                    drive_->question->request == state.question->request;
  if (!same) {
    question_top_ = 0;
    asked_at_ = options_.now;
  }
  if (state.failed) say(state.doing, true);
  if (!state.unsent.empty()) {
    const ReaderState* shown = reader();
    not_sent({.drive = {.path = state.path,
                        .reader = shown && shown->what.path == state.path ? shown->number : 0,
                        .message = std::nullopt,
                        .words = state.unsent},
              .why = message_});
  }
  if (state.ended) {
    drive_.reset();
  } else {
    drive_ = std::move(state);
  }
  return {};
}

std::vector<Request> Model::take(Event event) {
  Requests requests = std::visit(
      [this](auto&& came) -> Requests {
        using T = std::decay_t<decltype(came)>;
        if constexpr (std::is_same_v<T, ListCame>) {
          return take_list(std::move(came));
        } else if constexpr (std::is_same_v<T, SearchCame>) {
          return take_search(std::move(came));
        } else if constexpr (std::is_same_v<T, PreviewCame>) {
          if (came.path == list_.preview_of) {
            list_.preview_lines = std::move(came.lines);
          }
        } else if constexpr (std::is_same_v<T, ConversationCame>) {
          return take_conversation(std::move(came));
        } else if constexpr (std::is_same_v<T, MessagesCame>) {
          return take_messages(std::move(came));
        } else if constexpr (std::is_same_v<T, FindCame>) {
          return take_found(std::move(came));
        } else if constexpr (std::is_same_v<T, TreeCame>) {
          if (ReaderState* state = reader_of(came.reader)) {
            state->tree_rows = std::move(came.rows);
            state->tree_cursor = 0;
            for (std::size_t i = 0; i < state->tree_rows.size(); ++i) {
              if (state->tree_rows[i].active) state->tree_cursor = i;
            }
          }
        } else if constexpr (std::is_same_v<T, PageCame>) {
          return show_page(std::move(came.title), std::move(came.lines));
        } else if constexpr (std::is_same_v<T, EditDone>) {
          return take_edit(std::move(came));
        } else if constexpr (std::is_same_v<T, AskFirst>) {
          return ask_first(std::move(came));
        } else if constexpr (std::is_same_v<T, NotSent>) {
          return not_sent(std::move(came));
        } else if constexpr (std::is_same_v<T, TextCame>) {
          say(came.text.empty() ? "there is no " + came.what + " in it" : came.what + " copied");
          if (!came.text.empty()) return {WantCopy{std::move(came.text)}};
        } else if constexpr (std::is_same_v<T, SessionMade>) {
          Requests made;
          if (!came.path.empty()) made = open({came.path});
          made.emplace_back(list_.scope);
          if (!came.said.empty()) say(std::move(came.said));
          return made;
        } else if constexpr (std::is_same_v<T, Failed>) {
          ReaderState* state = reader_of(came.reader);
          // A conversation that cannot be shown at all is no place to stay.
          if (state && !state->came && state == reader_on_top()) {
            Requests closed = close_top();
            say(std::move(came.message), true);
            return closed;
          }
          if (state) state->finding = false;
          say(std::move(came.message), true);
        } else if constexpr (std::is_same_v<T, Said>) {
          say(std::move(came.text));
        } else if constexpr (std::is_same_v<T, DiskChanged>) {
          return disk_changed(came);
        } else if constexpr (std::is_same_v<T, DriveCame>) {
          return take_drive(std::move(came.state));
        }
        return {};
      },
      std::move(event));
  for (Request& one : wanted_lines()) requests.push_back(std::move(one));
  return requests;
}

}  // namespace clew::tui
