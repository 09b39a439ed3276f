// SPDX-License-Identifier: MIT
//
// Keys and answers of a conversation.

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "tui/model.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

constexpr int kAboveHit = 4;  // lines that are shown above what was found

}  // namespace

void Model::fit_reader(ReaderState& state) const {
  const int tree =
      state.tree
          ? (columns_ >= 100 ? std::min(60, columns_ * 2 / 5) : std::max(20, columns_ * 2 / 5)) + 1
          : 0;
  state.reader.set_size(std::max(10, columns_ - tree - 2), body_rows());
}

Model::Requests Model::lines_for(const ReaderState& state) const {
  if (!state.came) return {};
  const std::vector<std::size_t> messages = state.reader.wanted();
  if (messages.empty()) return {};
  WantMessages want{.reader = state.number,
                    .form = state.reader.form(),
                    .messages = messages,
                    .open = {},
                    .columns = state.reader.columns(),
                    .detail = state.reader.detail(),
                    .cell = cell_};
  for (const std::size_t message : messages) want.open.push_back(state.reader.is_open(message));
  return {want};
}

Model::Requests Model::move_reader(ReaderState& state, const Key& key, bool& taken) {
  Reader& reader = state.reader;
  const int page = std::max(1, reader.rows() - 1);
  taken = true;
  if (key.is('j') || key.kind == Kind::kDown) {
    reader.scroll(1);
  } else if (key.is('k') || key.kind == Kind::kUp) {
    reader.scroll(-1);
  } else if (key.kind == Kind::kWheelDown) {
    reader.scroll(3);
  } else if (key.kind == Kind::kWheelUp) {
    reader.scroll(-3);
  } else if (key.is(' ') || key.kind == Kind::kPageDown || key.is_ctrl('f')) {
    reader.scroll(page);
  } else if (key.is('b') || key.kind == Kind::kPageUp || key.is_ctrl('b')) {
    reader.scroll(-page);
  } else if (key.is_ctrl('d')) {
    reader.scroll(page / 2);
  } else if (key.is_ctrl('u')) {
    reader.scroll(-page / 2);
  } else if (key.is('g') || key.kind == Kind::kHome) {
    reader.go_to_start();
  } else if (key.is('G') || key.kind == Kind::kEnd) {
    reader.go_to_end();
  } else if (key.is('J') || key.kind == Kind::kTab) {
    reader.move_focus(1);
  } else if (key.is('K') || key.kind == Kind::kBackTab) {
    reader.move_focus(-1);
  } else if (key.is('}') || key.is('{')) {
    if (!reader.jump(&MessageNote::prompt, key.is('}') ? 1 : -1)) say("no further prompt");
  } else if (key.is(']') || key.is('[')) {
    if (!reader.jump(&MessageNote::failed, key.is(']') ? 1 : -1)) say("no further error");
  } else {
    taken = false;
  }
  if (state.reader.is_at_end()) state.grown = false;
  return {};
}

Model::Requests Model::reader_key(ReaderState& state, const Key& key) {
  if (state.tree && state.tree_focused) return tree_key(state, key);
  if (key.kind == Kind::kClick) return click(key);
  if (key.kind == Kind::kTab && state.tree) {
    state.tree_focused = true;
    return {};
  }
  bool taken = false;
  Requests requests = move_reader(state, key, taken);
  if (taken) return requests;
  if (key.kind == Kind::kLeft || key.is('h')) return close_top();
  if (key.kind == Kind::kEnter || key.is('o') || key.kind == Kind::kRight || key.is('l')) {
    state.reader.toggle(state.reader.focus());
    return {};
  }
  if (key.kind != Kind::kText || key.ctrl || key.alt) return {};
  return reader_action(state, key.character);
}

Model::Requests Model::reader_action(ReaderState& state, char32_t key) {
  Reader& reader = state.reader;
  const std::size_t focus = reader.focus();
  const auto drive = [&](WantDrive::Action action, std::optional<std::size_t> message) {
    return Requests{WantDrive{.action = action,
                              .path = state.what.path,
                              .reader = state.number,
                              .message = message,
                              .words = {}}};
  };
  const bool of_agent = !state.what.agent.empty();
  if (of_agent && (key == 'r' || key == 's' || key == 'e' || key == 'F')) {
    say("a subagent cannot be gone on with; go back to its session", true);
    return {};
  }
  switch (key) {
    case '1':
    case '2':
    case '3':
      reader.set_detail(static_cast<Detail>(key - '1'));
      say(key == '1' ? "words only" : key == '2' ? "as usual" : "everything open");
      return {};
    case 'm':
      state.what.meta = !state.what.meta;
      say(state.what.meta ? "with all lines" : "without lines that are not meant to be read");
      return {WantConversation{state.number, state.what, {}}};
    case '/':
      return begin_typing(Typing::kFind);
    case 'f':
      return begin_typing(Typing::kFile);
    case 'n':
      return find_next(state, 1);
    case 'N':
      return find_next(state, -1);
    case 'y':
      return {WantMessageText{state.number, focus, WantMessageText::What::kText}};
    case 'Y':
      return {WantMessageText{state.number, focus, WantMessageText::What::kCode}};
    case 'L':
      return {WantMessageText{state.number, focus, WantMessageText::What::kLinks}};
    case 't': {
      state.tree = state.tree_focused = !state.tree;
      fit_reader(state);
      if (!state.tree) return {};
      return {WantTree{state.number, tree_columns() - 2}};
    }
    case 'c':
      if (state.what.leaf.empty()) return about_session({"context"});
      return about_session({"context", "--leaf", state.what.leaf});
    case 'D':
      return about_session({"doctor"});
    case 'U':
      return about_session({"usage", "daily", "--breakdown", "--session"});
    case 's':
      return begin_typing(Typing::kWords, unsent_[state.what.path]);
    case 'e':
      if (focus >= reader.size() || !reader.notes()[focus].prompt) {
        say("this is no prompt; } and { go to the prompts", true);
        return {};
      }
      {
        Requests edit = drive(WantDrive::Action::kEdit, focus);
        const auto draft = unsent_edits_.find({state.what.path, focus});
        if (draft != unsent_edits_.end()) {
          std::get<WantDrive>(edit.front()).draft = draft->second;
          unsent_edits_.erase(draft);
        }
        return edit;
      }
    case 'F':
      return drive(WantDrive::Action::kFork, focus);
    case 'r':
      return drive(WantDrive::Action::kResume, std::nullopt);
    default:
      return {};
  }
}

Model::Requests Model::tree_key(ReaderState& state, const Key& key) {
  const std::size_t last = state.tree_rows.empty() ? 0 : state.tree_rows.size() - 1;
  std::size_t& cursor = state.tree_cursor;
  if (key.is('j') || key.kind == Kind::kDown || key.kind == Kind::kWheelDown) {
    cursor = std::min(cursor + 1, last);
  } else if (key.is('k') || key.kind == Kind::kUp || key.kind == Kind::kWheelUp) {
    cursor -= cursor > 0 ? 1 : 0;
  } else if (key.is('g') || key.kind == Kind::kHome) {
    cursor = 0;
  } else if (key.is('G') || key.kind == Kind::kEnd) {
    cursor = last;
  } else if (key.kind == Kind::kTab) {
    state.tree_focused = false;
  } else if (key.is('t') || key.kind == Kind::kLeft || key.is('h')) {
    state.tree = state.tree_focused = false;
    fit_reader(state);
  } else if (cursor < state.tree_rows.size()) {
    const TreeRow& row = state.tree_rows[cursor];
    if (key.kind == Kind::kEnter || key.is('l') || key.kind == Kind::kRight)
      return switch_to(state, row);
    if (key.is('c') && !row.tip.empty()) {
      const std::string other = state.marked_tip.empty() ? state.tip : state.marked_tip;
      if (other == row.tip) {
        state.marked_tip = row.tip;
        say("marked; c on another branch compares the two");
        return {};
      }
      state.marked_tip.clear();
      return {WantCompare{state.what.path, other, row.tip, columns_ - 2}};
    }
    if (key.is('/')) return begin_typing(Typing::kFind);
  }
  return {};
}

Model::Requests Model::switch_to(ReaderState& state, const TreeRow& row) {
  if (row.entry.empty()) return {};
  // On the way that is shown already: to that place.
  if (!row.active) state.what.leaf = row.tip;
  state.tree_focused = false;
  return {WantConversation{state.number, state.what, row.entry}};
}

// --- finding ---

Model::Requests Model::find_from(ReaderState& state, std::size_t from, int step) {
  state.finding = true;
  state.find_step = step;
  say("looking for \"" + state.needle + "\"");
  return {WantFind{.reader = state.number,
                   .what = state.find_what,
                   .words = state.needle,
                   .from = from,
                   .step = step}};
}

Model::Requests Model::find_next(ReaderState& state, int step) {
  if (state.needle.empty()) {
    say("/ finds words, f a file");
    return {};
  }
  // First in the message that is looked at, then in the others.
  const std::size_t size = state.reader.size();
  if (size == 0) return {};
  if (state.find_what == WantFind::What::kWords && state.hit) {
    const auto line =
        state.reader.line_with(state.hit->message, state.needle, state.hit->line, step);
    if (line) {
      state.hit = Place{state.hit->message, *line};
      state.reader.go_to(*state.hit, kAboveHit);
      return {};
    }
  }
  const std::size_t at = state.hit ? state.hit->message : state.reader.focus();
  return find_from(state, (at + (step > 0 ? 1 : size - 1)) % size, step);
}

Model::Requests Model::take_found(FindCame came) {
  ReaderState* state = reader_of(came.reader);
  if (!state || came.words != state->needle || came.what != state->find_what) return {};
  state->finding = false;
  if (!came.message) {
    say("\"" + came.words + "\" is nowhere in this conversation", true);
    return {};
  }
  say(came.wrapped ? "went on at the other end" : "");
  state->find_step = came.step;
  state->hit_message = came.message;
  state->hit = Place{*came.message, came.step > 0 ? -1 : INT32_MAX / 2};
  // Folded lines would hide it.
  state->reader.open(*came.message);
  state->reader.go_to({*came.message, 0});
  return show_hit(*state);
}

Model::Requests Model::show_hit(ReaderState& state) {
  if (!state.hit_message || !state.reader.has(*state.hit_message)) return {};
  const std::size_t message = *std::exchange(state.hit_message, std::nullopt);
  const auto line = state.reader.line_with(message, state.needle, state.hit->line, state.find_step);
  state.hit = Place{message, line.value_or(0)};
  state.reader.go_to(*state.hit, kAboveHit);
  return {};
}

Model::Requests Model::click(const Key& key) {
  const int row = key.row - 1;  // below the head line
  if (row < 0) return {};
  if (ReaderState* state = reader_on_top()) {
    const int tree = tree_columns();
    if (tree > 0 && key.column < tree) {
      state->tree_focused = true;
      const auto at = static_cast<std::size_t>(row);
      if (at < state->tree_rows.size()) state->tree_cursor = at;
      return {};
    }
    state->tree_focused = false;
    const auto window = state->reader.window();
    if (static_cast<std::size_t>(row) >= window.size()) return {};
    const std::size_t message = window[static_cast<std::size_t>(row)].message;
    const bool same = message == state->reader.focus();
    state->reader.set_focus(message);
    if (same) state->reader.toggle(message);
    return {};
  }
  if (row >= list_rows() || key.column >= list_columns()) return {};
  const std::size_t at = list_.top + static_cast<std::size_t>(row);
  if (at >= list_.rows.size()) return {};
  if (at == list_.cursor) return open_current();
  list_.cursor = at;
  return list_moved();
}

// --- what comes ---

Model::Requests Model::take_conversation(ConversationCame came) {
  ReaderState* state = reader_of(came.reader);
  if (!state) return {};
  const bool first = !state->came;
  const std::size_t before = state->reader.size();
  const bool grew = !first && came.notes.size() > before;
  state->came = true;
  if (state->what.agent.empty() && !came.path.empty()) state->what.path = std::move(came.path);
  state->title = std::move(came.title);
  state->id = std::move(came.id);
  state->note = std::move(came.note);
  state->folder = std::move(came.folder);
  state->tip = std::move(came.tip);
  state->context = std::move(came.context);
  state->branches = came.branches;
  // The last message may have grown too; one that has another neighbour may have another heading.
  const bool other = came.at.has_value() || came.notes.size() < before;
  state->reader.forget_from(other ? 0 : before < 2 ? 0 : before - 2);
  state->reader.set_notes(std::move(came.notes));
  if (came.at) {
    state->reader.go_to({*came.at, 0});
    if (first && !state->needle.empty()) {
      state->reader.open(*came.at);
      state->hit = Place{*came.at, -1};
      state->hit_message = came.at;
    }
  } else if (first) {
    // Who opens a conversation wants to know how it stands: the end, as everywhere in a shell.
    state->reader.go_to_end();
  }
  if (grew && !state->reader.is_at_end()) state->grown = true;
  Requests requests;
  if (state->tree) requests.emplace_back(WantTree{state->number, tree_columns() - 2});
  return requests;
}

Model::Requests Model::take_messages(MessagesCame came) {
  ReaderState* state = reader_of(came.reader);
  if (!state || came.form != state->reader.form()) return {};
  for (auto& [message, lines] : came.messages) state->reader.put(message, std::move(lines));
  return show_hit(*state);
}

Model::Requests Model::disk_changed(const DiskChanged& changed) {
  Requests requests;
  if (changed.list && list_.came) requests.emplace_back(list_.scope);
  if (!changed.files) return requests;
  // Those below are read again when they come to the top.
  const ReaderState* state = reader();
  if (state && state->came && (changed.path.empty() || state->what.path == changed.path)) {
    requests.emplace_back(WantConversation{state->number, state->what, {}});
  }
  return requests;
}

}  // namespace clew::tui
