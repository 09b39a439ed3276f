// SPDX-License-Identifier: MIT
//
// What is typed at the bottom of the screen, and what becomes of it.

#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "tui/model.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

std::vector<std::string> words_between_blanks(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool any = false;
  for (const char c : text + " ") {
    if (c == '"') {
      quoted = !quoted;
      any = true;
    } else if (c == ' ' && !quoted) {
      if (any || !word.empty()) words.push_back(std::exchange(word, {}));
      any = false;
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

bool is_for_claude(Typing what) { return what == Typing::kWords || what == Typing::kAnswer; }

}  // namespace

Model::Requests Model::begin_typing(Typing what, std::string text) {
  typing_ = what;
  message_.clear();
  if (what != Typing::kNarrow) edit_line().set(std::move(text));
  edit_line().take_lines(is_for_claude(what));
  return {};
}

// Words for claude are there again the next time: they may have been long.
Model::Requests Model::give_up_typing() {
  const Typing what = std::exchange(typing_, Typing::kNothing);
  if (what == Typing::kWords && reader()) {
    unsent_[reader()->what.path] = lines_[static_cast<std::size_t>(what)].text();
  }
  if (what != Typing::kNarrow) return {};
  if (options_.pick) return quit();
  narrow_line().set({});
  return narrow();
}

Model::Requests Model::take_typing(const Key& key) {
  const Typing what = typing_;
  if (key.kind == Kind::kEscape || key.is_ctrl('c') || key.is_ctrl('g')) return give_up_typing();
  if (key.is_ctrl('z')) return {Suspend{}};
  if (key.kind == Kind::kEnter && is_for_claude(what) && (key.alt || key.more)) {
    edit_line().add_line_end();
    return {};
  }
  if (key.kind == Kind::kEnter) {
    const std::string text = edit_line().text();
    edit_line().remember();
    typing_ = Typing::kNothing;
    return typed(what, text);
  }
  if (what == Typing::kNarrow) return take_narrowing(key);
  if (key.kind == Kind::kBackspace && edit_line().text().empty()) return give_up_typing();
  if (edit_line().take(key)) message_.clear();
  return {};
}

// The list moves while its words are typed.
Model::Requests Model::take_narrowing(const Key& key) {
  switch (key.kind) {
    case Kind::kUp:
    case Kind::kWheelUp:
      return move_list(-1);
    case Kind::kDown:
    case Kind::kWheelDown:
      return move_list(1);
    case Kind::kPageUp:
      return move_list(-list_rows());
    case Kind::kPageDown:
      return move_list(list_rows());
    case Kind::kTab: {
      if (const SessionItem* item = list_.current()) {
        if (!list_.chosen.erase(item->path)) list_.chosen.insert(item->path);
      }
      return move_list(1);
    }
    default:
      break;
  }
  if (key.is_ctrl('n')) return move_list(1);
  if (key.is_ctrl('p')) return move_list(-1);
  const std::string before = narrow_line().text();
  narrow_line().take(key);
  return narrow_line().text() == before ? Requests() : narrow();
}

Model::Requests Model::typed(Typing what, const std::string& text) {
  switch (what) {
    case Typing::kNarrow:
      return options_.pick ? open_current() : list_moved();
    case Typing::kCommand:
      return run_command(text);
    case Typing::kFind:
    case Typing::kFile: {
      if (PageState* shown = page_on_top()) {
        shown->needle = text;
        return page_key({.kind = Kind::kText, .character = 'n'});
      }
      ReaderState* state = reader_on_top();
      if (!state || text.empty()) return {};
      state->needle = text;
      state->find_what = what == Typing::kFile ? WantFind::What::kFile : WantFind::What::kWords;
      state->hit.reset();
      return find_from(*state, state->reader.focus(), 1);
    }
    case Typing::kRename:
    case Typing::kTag:
      return typed_label(what, text);
    case Typing::kWords:
      return typed_words(text);
    case Typing::kAnswer: {
      if (!drive_ || !drive_->question) return {};
      const WantAnswer answer{
          .conversation = drive_->conversation, .request = drive_->question->request, .why = text};
      drive_->question.reset();
      return {answer};
    }
    case Typing::kNothing:
      break;
  }
  return {};
}

// A title or a tag, for the sessions that it was begun for.
Model::Requests Model::typed_label(Typing what, const std::string& text) {
  const bool rename = what == Typing::kRename;
  const std::vector<SessionItem> items = std::exchange(typing_for_, {});
  WantEdit edit;
  for (const SessionItem& item : items) {
    // Undone, a session that had no title of its own is called again by what it says.
    const std::string& before = rename ? item.title : item.tag;
    if ((rename && (text.empty() || text == item.name)) || text == before) continue;
    const std::string member = rename ? "title" : "tag";
    Change change{.operation = rename ? "rename" : "tag", .given = {{"session", {item.path}}}};
    if (!text.empty()) change.given[member] = {text};
    change.undo_operation = change.operation;
    change.undo_given = {{"session", {item.path}}};
    if (!before.empty()) change.undo_given[member] = {before};
    edit.changes.push_back(std::move(change));
  }
  list_.chosen.clear();
  if (edit.changes.empty()) {
    say("nothing was changed");
    return {};
  }
  return {std::move(edit)};
}

Model::Requests Model::typed_words(const std::string& text) {
  ReaderState* state = reader_on_top();
  if (!state || trim(text).empty()) return {};
  unsent_.erase(state->what.path);
  say("sending");
  // On from the branch that is read; what comes then is the branch that continues.
  WantDrive drive{.action = WantDrive::Action::kResume,
                  .path = state->what.path,
                  .reader = state->number,
                  .message = std::nullopt,
                  .at = std::exchange(state->what.leaf, {}),
                  .words = text};
  state->reader.go_to_end();
  return {drive};
}

// Nothing that was typed is lost: it is in the line again, or comes when it is begun again.
Model::Requests Model::not_sent(NotSent words) {
  const WantDrive& drive = words.drive;
  if (drive.action == WantDrive::Action::kEdit) {
    if (drive.message) unsent_edits_[{drive.path, *drive.message}] = drive.words;
    say(words.why + "; e opens what you wrote again", true);
    return {};
  }
  unsent_[drive.path] = drive.words;
  ReaderState* state = reader_of(drive.reader);
  if (state && state->what.leaf.empty()) state->what.leaf = drive.at;
  if (state && state == reader_on_top() && typing_ == Typing::kNothing && !question_) {
    begin_typing(Typing::kWords, drive.words);
  }
  say(words.why, true);
  return {};
}

Model::Requests Model::run_command(const std::string& text) {
  std::vector<std::string> words = words_between_blanks(text);
  if (!words.empty() && words[0] == "clew") words.erase(words.begin());
  if (words.empty()) return {};
  if (words[0] == "q" || words[0] == "quit") return quit();
  if (words[0] == "help" && words.size() == 1) return show_help();
  if ((words[0] == "open" || words[0] == "ui") && words.size() == 2) return open({words[1]});
  say("…");
  return {WantCommand{.words = std::move(words),
                      .session = current_session(),
                      .columns = columns_ - 2,
                      .about = current_title()}};
}

Model::Requests Model::ask_first(AskFirst ask) {
  std::string text = "clew";
  for (const std::string& word : ask.command.words) text += " " + terminal_line(word);
  if (ask.about_session) text += ", for \"" + ask.command.about + "\"";
  ask.command.agreed = true;
  message_.clear();
  question_ = Question{text + ": this changes something. Do it? (y/n)", {std::move(ask.command)}};
  return {};
}

std::string Model::current_session() const {
  if (const ReaderState* state = reader()) return state->what.path;
  const SessionItem* item = above_.empty() ? list_.current() : nullptr;
  return item && !item->ghost ? item->path : std::string();
}

std::string Model::current_title() const {
  if (reader()) return reader()->title;
  return list_.current() ? list_.current()->name : std::string();
}

Model::Requests Model::about_session(std::vector<std::string> words) {
  const std::string session = current_session();
  if (session.empty()) return {};
  std::string title = "clew";
  for (const std::string& word : words) {
    if (word.starts_with("--")) break;
    title += " " + word;
  }
  title += " · " + current_title();
  words.push_back(session);
  say("…");
  return {WantCommand{.words = std::move(words),
                      .session = {},
                      .columns = columns_ - 2,
                      .title = std::move(title)}};
}

}  // namespace clew::tui
