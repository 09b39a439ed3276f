// SPDX-License-Identifier: MIT
//
// Keys and answers of the list.

#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "tui/model.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

Change change_of(std::string operation, std::string undo, const std::string& session) {
  return {.operation = std::move(operation),
          .given = {{"session", {session}}},
          .undo_operation = std::move(undo),
          .undo_given = {{"session", {session}}}};
}

}  // namespace

std::vector<const SessionItem*> Model::chosen_items() const {
  std::vector<const SessionItem*> items;
  for (const ShownRow& row : list_.rows) {
    const SessionItem& item = list_.items[row.item];
    if (list_.chosen.contains(item.path)) items.push_back(&item);
  }
  if (list_.chosen.empty() && list_.current()) items.push_back(list_.current());
  return items;
}

std::size_t Model::chosen_out_of_sight() const {
  std::size_t seen = 0;
  for (const ShownRow& row : list_.rows) {
    seen += list_.chosen.contains(list_.items[row.item].path) ? 1U : 0U;
  }
  return list_.chosen.size() - seen;
}

std::vector<const SessionItem*> Model::items_to_change() {
  std::vector<const SessionItem*> items = chosen_items();
  if (items.empty() && !list_.chosen.empty()) {
    say("what you chose is not in sight; Esc lets go of it", true);
  }
  for (const SessionItem* item : items) {
    if (!item->ghost) continue;
    say("of \"" + item->name + "\" only prompts are left; nothing of it can be changed", true);
    return {};
  }
  return items;
}

void Model::keep_cursor(const std::string& path) {
  for (std::size_t i = 0; i < list_.rows.size(); ++i) {
    if (list_.items[list_.rows[i].item].path == path) {
      list_.cursor = i;
      return;
    }
  }
  list_.cursor = std::min(list_.cursor, list_.rows.empty() ? 0 : list_.rows.size() - 1);
}

Model::Requests Model::list_moved() {
  const auto rows = static_cast<std::size_t>(list_rows());
  if (list_.cursor < list_.top) list_.top = list_.cursor;
  if (list_.cursor >= list_.top + rows) list_.top = list_.cursor - rows + 1;
  if (list_.rows.size() <= rows) list_.top = 0;
  const SessionItem* item = list_.current();
  if (!item) {
    list_.preview_of.clear();
    list_.preview_lines.clear();
    return {};
  }
  if (preview_rows() == 0 || item->path == list_.preview_of) return {};
  list_.preview_of = item->path;
  list_.preview_top = 0;
  const TextHit* hit = list_.filter.query.empty() ? nullptr : find_hit(list_.hits, *item);
  return {WantPreview{.path = item->path,
                      .query = list_.filter.query,
                      .columns = preview_columns(),
                      .rows = preview_rows(),
                      .ghost = item->ghost,
                      .snippet = hit ? hit->snippet : std::string()}};
}

Model::Requests Model::move_list(std::ptrdiff_t step) {
  if (list_.rows.empty()) return {};
  const auto last = static_cast<std::ptrdiff_t>(list_.rows.size()) - 1;
  list_.cursor = static_cast<std::size_t>(
      std::clamp(static_cast<std::ptrdiff_t>(list_.cursor) + step, std::ptrdiff_t{0}, last));
  return list_moved();
}

Model::Requests Model::refilter() {
  const std::string path = list_.current() ? list_.current()->path : std::string();
  static const TextHits kNone;
  const bool fresh = list_.hits_of == list_.filter.query;
  list_.rows = rows_to_show(list_.items, list_.filter, fresh ? list_.hits : kNone);
  keep_cursor(path);
  return list_moved();
}

// The best is on top: the cursor goes there.
Model::Requests Model::narrow() {
  list_.filter.query = std::string(trim(narrow_line().text()));
  list_.cursor = 0;
  list_.top = 0;
  static const TextHits kNone;
  list_.rows = rows_to_show(list_.items, list_.filter, kNone);
  list_.hits.clear();
  list_.hits_of.clear();
  list_.searching = !list_.filter.query.empty();
  list_.preview_of.clear();
  Requests requests = list_moved();
  requests.emplace_back(WantSearch{list_.filter.query});
  return requests;
}

Model::Requests Model::toggle_filter(char32_t key) {
  RowFilter& filter = list_.filter;
  if (key == '1') filter.running = !filter.running;
  if (key == '3') filter.pinned = !filter.pinned;
  if (key == '4') filter.tagged = !filter.tagged;
  if (key == 'o') {
    filter.order = filter.order == RowFilter::Order::kName
                       ? RowFilter::Order::kUpdated
                       : static_cast<RowFilter::Order>(static_cast<int>(filter.order) + 1);
    say(filter.order == RowFilter::Order::kUpdated ? "newest first"
        : filter.order == RowFilter::Order::kSize  ? "largest first"
                                                   : "by name");
  }
  if (key == 't') {
    const TimeMs steps[] = {options_.now - kDayMs, options_.now - 7 * kDayMs,
                            options_.now - 30 * kDayMs};
    const std::string_view names[] = {"of the last day", "of 7 days", "of 30 days"};
    std::size_t next = 0;
    if (filter.since != kNoTime) {
      while (next < 3 && filter.since <= steps[next]) ++next;
    }
    filter.since = next < 3 ? steps[next] : kNoTime;
    say(next < 3 ? "only those " + std::string(names[next]) : "of all time");
  }
  Requests requests = refilter();
  if (key == '2') {
    filter.kept = !filter.kept;
    list_.scope.ghosts = filter.kept;
  }
  if (key == 'a') list_.scope.all = !list_.scope.all;
  if (key == 'H') list_.scope.hidden = !list_.scope.hidden;
  if (key == 'S') list_.scope.subagents = !list_.scope.subagents;
  if (key == '2' || key == 'a' || key == 'H' || key == 'S') requests.emplace_back(list_.scope);
  return requests;
}

// Several are changed to the same, whatever each was before.
Model::Requests Model::edit_chosen(char32_t key) {
  const std::vector<const SessionItem*> items = items_to_change();
  if (items.empty()) return {};
  const bool pin = !std::all_of(items.begin(), items.end(), [](auto* one) { return one->pinned; });
  const bool hide = !std::all_of(items.begin(), items.end(), [](auto* one) { return one->hidden; });
  WantEdit edit;
  for (const SessionItem* item : items) {
    if (key == 'p' && item->pinned != pin) {
      edit.changes.push_back(pin ? change_of("pin", "unpin", item->path)
                                 : change_of("unpin", "pin", item->path));
    }
    if (key == 'x' && item->hidden != hide) {
      edit.changes.push_back(hide ? change_of("hide", "unhide", item->id)
                                  : change_of("unhide", "hide", item->id));
    }
    if (key == 'd') {
      Change change = change_of("delete", "undelete", item->path);
      change.undo_given = {{"session", {item->id}}};
      edit.changes.push_back(std::move(change));
    }
  }
  if (key != 'd') {
    list_.chosen.clear();
    return {std::move(edit)};
  }
  const std::string what =
      items.size() == 1 ? "\"" + items.front()->name + "\"" : counted(std::ssize(items), "session");
  const std::size_t left = chosen_out_of_sight();
  const std::string rest =
      left == 0 ? "" : " (" + std::to_string(left) + " more, out of sight, stay)";
  question_ = Question{"Move " + what + " to the trash" + rest + "? (y/n)", {std::move(edit)}};
  return {};
}

// What is typed is for these, whatever comes to stand under the cursor meanwhile.
Model::Requests Model::begin_label(Typing what) {
  const std::vector<const SessionItem*> items = items_to_change();
  if (items.empty()) return {};
  typing_for_.clear();
  for (const SessionItem* item : items) typing_for_.push_back(*item);
  // What one of several is called is no beginning of what all shall be called.
  const SessionItem& first = typing_for_.front();
  const bool one = typing_for_.size() == 1;
  return begin_typing(what, !one ? "" : what == Typing::kRename ? first.name : first.tag);
}

Model::Requests Model::undo() {
  if (undos_.empty()) {
    say("there is nothing to undo");
    return {};
  }
  WantEdit last = std::move(undos_.back());
  undos_.pop_back();
  return {std::move(last)};
}

Model::Requests Model::take_edit(EditDone done) {
  say(std::move(done.said), done.failed);
  if (!done.undo.changes.empty()) undos_.push_back(std::move(done.undo));
  list_.preview_of.clear();
  return {list_.scope};
}

Model::Requests Model::open_current() {
  if (options_.pick) {
    Leave leave{.chosen = true, .ids = {}};
    for (const SessionItem* item : chosen_items()) leave.ids.push_back(item->id);
    leave.chosen = !leave.ids.empty();
    return {leave};
  }
  const SessionItem* item = list_.current();
  if (!item) return {};
  if (item->ghost) {
    say("the transcript is gone; its prompts are in the preview", true);
    return {};
  }
  const TextHit* hit = list_.filter.query.empty() ? nullptr : find_hit(list_.hits, *item);
  const bool found = hit && !hit->uuid.empty();
  Requests requests = open({item->path}, found ? hit->uuid : std::string());
  if (found) {
    ReaderState& state = *reader_on_top();
    // What a search means by several words is not one text: the first of them is marked.
    state.needle = list_.filter.query.substr(0, list_.filter.query.find(' '));
  }
  return requests;
}

Model::Requests Model::list_motion(const Key& key, bool& taken) {
  const int page = std::max(1, list_rows() - 1);
  const auto all = std::ssize(list_.rows);
  taken = true;
  if (key.is('j') || key.kind == Kind::kDown || key.is_ctrl('n')) return move_list(1);
  if (key.is('k') || key.kind == Kind::kUp || key.is_ctrl('p')) return move_list(-1);
  if (key.kind == Kind::kWheelDown) return move_list(3);
  if (key.kind == Kind::kWheelUp) return move_list(-3);
  if (key.kind == Kind::kPageDown || key.is_ctrl('f')) return move_list(page);
  if (key.kind == Kind::kPageUp || key.is_ctrl('b')) return move_list(-page);
  if (key.is_ctrl('d')) return move_list(page / 2);
  if (key.is_ctrl('u')) return move_list(-page / 2);
  if (key.is('g') || key.kind == Kind::kHome) return move_list(-all);
  if (key.is('G') || key.kind == Kind::kEnd) return move_list(all);
  if (key.is('J') || key.is('K')) {
    const int most = std::max(0, static_cast<int>(list_.preview_lines.size()) - preview_rows());
    list_.preview_top = std::clamp(list_.preview_top + (key.is('J') ? 1 : -1), 0, most);
    return {};
  }
  taken = false;
  return {};
}

Model::Requests Model::choose(const Key& key) {
  if (key.is('*')) {
    const bool none = list_.chosen.empty();
    list_.chosen.clear();
    if (none) {
      for (const ShownRow& row : list_.rows) list_.chosen.insert(list_.items[row.item].path);
    }
    return {};
  }
  if (const SessionItem* item = list_.current()) {
    if (!list_.chosen.erase(item->path)) list_.chosen.insert(item->path);
  }
  return move_list(1);
}

// First what was chosen, then what narrows is given up.
Model::Requests Model::list_escape() {
  if (!list_.chosen.empty()) {
    list_.chosen.clear();
    return {};
  }
  if (list_.filter.query.empty()) return options_.pick ? quit() : Requests();
  narrow_line().set({});
  return narrow();
}

Model::Requests Model::list_key(const Key& key) {
  bool taken = false;
  Requests requests = list_motion(key, taken);
  if (taken) return requests;
  if (key.kind == Kind::kEnter || key.is('l') || key.kind == Kind::kRight) return open_current();
  if (key.kind == Kind::kClick) return click(key);
  if (key.kind == Kind::kEscape) return list_escape();
  if (key.is(' ') || key.kind == Kind::kTab || key.is('*')) return choose(key);
  if (key.kind != Kind::kText || key.ctrl || key.alt) return {};
  constexpr std::u32string_view kFilters = U"1234aHSto";
  constexpr std::u32string_view kEdits = U"pxd";
  if (kFilters.find(key.character) != kFilters.npos) return toggle_filter(key.character);
  if (kEdits.find(key.character) != kEdits.npos) return edit_chosen(key.character);
  switch (key.character) {
    case '/':
      return begin_typing(Typing::kNarrow);
    case 'u':
      return undo();
    case 'R':
      return begin_label(Typing::kRename);
    case 'T':
      return begin_label(Typing::kTag);
    case 'v':
      list_.preview = !list_.preview;
      list_.preview_of.clear();
      return list_moved();
    default:
      return about_current(key.character);
  }
}

// Keys about the session under the cursor.
Model::Requests Model::about_current(char32_t key) {
  const SessionItem* item = list_.current();
  if (!item || item->ghost) return {};
  switch (key) {
    case 'y':
      say("id copied: " + item->id);
      return {WantCopy{item->id}};
    case 'r':
      return {WantDrive{.action = WantDrive::Action::kResume,
                        .path = item->path,
                        .message = std::nullopt,
                        .words = {}}};
    case 'c':
      return about_session({"context"});
    case 'D':
      return about_session({"doctor"});
    case 'U':
      return about_session({"usage", "daily", "--breakdown", "--session"});
    default:
      return {};
  }
}

Model::Requests Model::take_list(ListCame came) {
  // The first rows, to have something to show; not after all of them.
  if (!came.whole && list_.whole) return {};
  const std::string path = list_.current() ? list_.current()->path : std::string();
  list_.items = std::move(came.items);
  list_.project = std::move(came.project);
  list_.note = std::move(came.note);
  list_.left_hidden = came.hidden;
  list_.came = true;
  list_.whole = came.whole;
  list_.cursor = std::min(list_.cursor, list_.items.size());
  const bool fresh = list_.hits_of == list_.filter.query;
  list_.rows = rows_to_show(list_.items, list_.filter, fresh ? list_.hits : TextHits());
  keep_cursor(path);
  return above_.empty() ? list_moved() : Requests();
}

Model::Requests Model::take_search(SearchCame came) {
  if (came.query != list_.filter.query) return {};
  list_.searching = false;
  list_.hits = std::move(came.hits);
  list_.hits_of = came.query;
  if (!came.note.empty()) say(std::move(came.note), true);
  list_.preview_of.clear();
  return refilter();
}

}  // namespace clew::tui
