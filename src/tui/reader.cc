// SPDX-License-Identifier: MIT
#include "tui/reader.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/letter_case.h"
#include "base/text.h"
#include "tui/canvas.h"
#include "tui/same_line.h"

namespace clew::tui {
namespace {

constexpr std::size_t kMostWanted = 48;
constexpr std::size_t kMostHeld = 400;                    // messages
constexpr std::size_t kMostBytes = std::size_t{6} << 20;  // of their lines

std::size_t bytes_of(const std::vector<std::string>& lines) {
  std::size_t sum = 0;
  for (const std::string& line : lines) sum += sizeof line + line.size();
  return sum;
}

}  // namespace

void Reader::set_notes(std::vector<MessageNote> notes) {
  std::size_t same = 0;
  while (same < std::min(notes.size(), notes_.size()) && notes[same].entry == notes_[same].entry) {
    ++same;
  }
  if (same < notes_.size()) move_to(notes, same);
  notes_ = std::move(notes);
  const std::size_t last = notes_.empty() ? 0 : notes_.size() - 1;
  if (top_.message > last) top_ = {last, 0};
  focus_ = std::min(focus_, last);
  lines_.erase(lines_.upper_bound(last), lines_.end());
  settle();
}

// From message `same` on there are others: what is looked at and what is open is found among them.
void Reader::move_to(const std::vector<MessageNote>& notes, std::size_t same) {
  std::map<std::int64_t, std::size_t> places;
  for (std::size_t i = same; i < notes.size(); ++i) places.emplace(notes[i].entry, i);
  const auto place_of = [&](std::size_t message) -> std::optional<std::size_t> {
    if (message < same) return message;
    const auto found = message < notes_.size() ? places.find(notes_[message].entry) : places.end();
    return found == places.end() ? std::nullopt : std::optional(found->second);
  };
  // Of a message that is gone the next one that is there.
  const auto next_of = [&](std::size_t message) {
    for (std::size_t i = message; i < notes_.size(); ++i) {
      if (const auto place = place_of(i)) return *place;
    }
    return notes.empty() ? 0 : notes.size() - 1;
  };
  if (!at_end_) hold_top();
  if (held_) {
    if (!place_of(held_->place.message)) held_->lines.reset();
    held_->place.message = next_of(held_->place.message);
  }
  if (top_.message >= same) top_ = {next_of(top_.message), 0};
  focus_ = next_of(focus_);
  std::set<std::size_t> open;
  for (const std::size_t message : open_) {
    if (const auto place = place_of(message)) open.insert(*place);
  }
  open_ = std::move(open);
  lines_.erase(lines_.lower_bound(same), lines_.end());
}

void Reader::hold_top() {
  if (held_) return;
  const auto found = lines_.find(top_.message);
  if (found != lines_.end()) held_ = Held{top_, found->second, at_end_};
}

void Reader::new_form() {
  ++form_;
  top_ = {held_ ? held_->place.message : top_.message, 0};
  lines_.clear();
  stale_.clear();
  settling_ = true;
}

void Reader::set_size(int columns, int rows) {
  rows_ = std::max(rows, 1);
  if (columns == columns_) return settle();
  columns_ = columns;
  if (!at_end_) hold_top();
  new_form();
}

void Reader::set_detail(Detail detail) {
  if (detail == detail_) return;
  detail_ = detail;
  hold_top();
  at_end_ = false;
  new_form();
}

void Reader::make_stale(std::size_t message) {
  if (lines_.contains(message)) stale_.insert(message);
}

void Reader::toggle(std::size_t message) {
  if (!open_.erase(message)) open_.insert(message);
  make_stale(message);
}

void Reader::open(std::size_t message) {
  if (open_.insert(message).second) make_stale(message);
}

void Reader::forget_from(std::size_t message) {
  ++form_;  // what is on its way was made of what there was before
  for (auto line = lines_.lower_bound(message); line != lines_.end(); ++line) {
    stale_.insert(line->first);
  }
}

const std::vector<std::string>* Reader::lines_of(std::size_t message) const {
  const auto found = lines_.find(message);
  return found == lines_.end() ? nullptr : found->second.get();
}

int Reader::height(std::size_t message) const {
  const auto* lines = lines_of(message);
  return lines ? static_cast<int>(lines->size()) : 1;
}

bool Reader::step_down(Place& place) const {
  Place next = place;
  ++next.line;
  while (next.line >= height(next.message)) {
    if (next.message + 1 >= notes_.size()) return false;
    next = {next.message + 1, 0};
  }
  place = next;
  return true;
}

bool Reader::step_up(Place& place) const {
  if (place.line > 0) {
    --place.line;
    return true;
  }
  std::size_t message = place.message;
  while (message > 0) {
    --message;
    if (height(message) > 0) {
      place = {message, height(message) - 1};
      return true;
    }
  }
  return false;
}

// Where the window begins that shows the end.
Place Reader::end_top() const {
  if (notes_.empty()) return {};
  std::size_t last = notes_.size() - 1;
  while (last > 0 && height(last) == 0) --last;
  Place place{last, std::max(0, height(last) - 1)};
  for (int i = 1; i < rows_; ++i) {
    if (!step_up(place)) break;
  }
  return place;
}

// Brings the place to one that there is, and never shows less than the window can.
void Reader::settle() {
  if (notes_.empty()) return;
  if (at_end_) {
    top_ = end_top();
  } else {
    while (top_.line >= height(top_.message) && top_.message + 1 < notes_.size()) {
      top_ = {top_.message + 1, 0};
    }
    top_.line = std::clamp(top_.line, 0, std::max(0, height(top_.message) - 1));
    // Lines above that are not here yet would push the place out of sight when they come.
    const bool above_known = top_.line >= above_ || top_.message == 0 || has(top_.message - 1);
    if (settling_ && has(top_.message) && above_known) {
      settling_ = false;
      for (int i = std::exchange(above_, 0); i > 0; --i) step_up(top_);
    }
    if (shows_too_little()) top_ = end_top();
  }
  keep_focus_in_sight();
}

// Whether the end of the conversation is above the end of the window; never while something below
// is not here, which may be long.
bool Reader::shows_too_little() const {
  int filled = -top_.line;
  for (std::size_t i = top_.message; i < notes_.size(); ++i) {
    if (!has(i)) return false;
    filled += height(i);
    if (filled >= rows_) return false;
  }
  return true;
}

void Reader::keep_focus_in_sight() {
  Place bottom = top_;
  for (int i = 1; i < rows_; ++i) {
    if (!step_down(bottom)) break;
  }
  focus_ = std::clamp(focus_, top_.message, std::max(top_.message, bottom.message));
}

void Reader::drop_far() {
  std::size_t bytes = 0;
  for (const auto& [message, lines] : lines_) bytes += bytes_of(*lines);
  while (lines_.size() > 1 && (lines_.size() > kMostHeld || bytes > kMostBytes)) {
    const auto first = lines_.begin();
    const auto last = std::prev(lines_.end());
    const std::size_t before = top_.message - std::min(top_.message, first->first);
    const std::size_t behind = last->first - std::min(last->first, top_.message);
    const auto far = before > behind ? first : last;
    if (std::max(before, behind) < 2) return;
    bytes -= bytes_of(*far->second);
    stale_.erase(far->first);
    lines_.erase(far);
  }
}

void Reader::put(std::size_t message, Lines lines) {
  if (message >= notes_.size()) return;
  Lines& place = lines_[message];
  stale_.erase(message);
  const Lines before = std::exchange(place, std::move(lines));
  // What comes in above the window or for its first message must not move it.
  if (held_ && held_->place.message == message) {
    top_ = {message, held_->lines ? same_line(*held_->lines, held_->place.line, *place) : 0};
  } else if (message == top_.message && before && !settling_) {
    top_.line = same_line(*before, top_.line, *place);
  }
  drop_far();
  settle();
  if (held_ && held_->at_end && top_ == end_top()) at_end_ = true;
  if (at_end_) held_.reset();
}

std::vector<std::size_t> Reader::wanted() const {
  std::vector<std::size_t> messages;
  if (notes_.empty()) return messages;
  const auto want = [&](std::size_t message) {
    if (!has(message) && messages.size() < kMostWanted) messages.push_back(message);
  };
  int filled = -top_.line;
  std::size_t down = top_.message;
  for (; down < notes_.size() && filled < rows_; ++down) {
    want(down);
    filled += height(down);
  }
  if (at_end_) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows_) && i < notes_.size(); ++i) {
      want(notes_.size() - 1 - i);
    }
  }
  // A few screens ahead and behind, so that nobody waits while scrolling.
  for (int ahead = 0; down < notes_.size() && ahead < 3 * rows_ && messages.size() < kMostWanted;
       ++down) {
    want(down);
    ahead += height(down);
  }
  std::size_t up = top_.message;
  for (int behind = 0; up > 0 && behind < 2 * rows_ && messages.size() < kMostWanted;) {
    want(--up);
    behind += height(up);
  }
  return messages;
}

void Reader::scroll(int lines) {
  if (notes_.empty()) return;
  settling_ = false;
  held_.reset();
  if (lines < 0) at_end_ = false;
  for (int i = 0; i < std::abs(lines); ++i) {
    if (!(lines > 0 ? step_down(top_) : step_up(top_))) break;
  }
  if (shows_too_little()) top_ = end_top();
  at_end_ = lines > 0 && top_ == end_top() && lines_.contains(notes_.size() - 1);
  keep_focus_in_sight();
}

void Reader::go_to(Place place, int above) {
  if (notes_.empty()) return;
  place.message = std::min(place.message, notes_.size() - 1);
  held_.reset();
  at_end_ = false;
  focus_ = place.message;
  top_ = place;
  above_ = above;
  settling_ = true;
  settle();
  focus_ = place.message;
  keep_focus_in_sight();
}

void Reader::go_to_start() { go_to({}); }

void Reader::go_to_end() {
  held_.reset();
  at_end_ = true;
  focus_ = notes_.empty() ? 0 : notes_.size() - 1;
  settle();
}

void Reader::set_focus(std::size_t message) {
  if (notes_.empty()) return;
  focus_ = std::min(message, notes_.size() - 1);
  keep_focus_in_sight();
}

void Reader::move_focus(int step) {
  if (notes_.empty()) return;
  std::size_t next = focus_;
  do {
    if (step < 0 && next == 0) return;
    if (step > 0 && next + 1 >= notes_.size()) return;
    next = step > 0 ? next + 1 : next - 1;
  } while (height(next) == 0);
  go_to({next, 0});
  focus_ = next;
}

bool Reader::jump(bool MessageNote::*which, int step) {
  std::size_t next = focus_;
  while (!(step < 0 && next == 0) && !(step > 0 && next + 1 >= notes_.size())) {
    next = step > 0 ? next + 1 : next - 1;
    if (!(notes_[next].*which)) continue;
    go_to({next, 0});
    focus_ = next;
    return true;
  }
  return false;
}

std::vector<Reader::Row> Reader::window() const {
  std::vector<Row> rows;
  if (notes_.empty()) return rows;
  Place place = top_;
  if (height(place.message) == 0 && !step_down(place)) return rows;
  for (int i = 0; i < rows_; ++i) {
    const auto* lines = lines_of(place.message);
    const std::string* text = nullptr;
    if (lines && place.line < static_cast<int>(lines->size())) {
      text = &(*lines)[static_cast<std::size_t>(place.line)];
    }
    rows.push_back({place.message, place.line, text});
    if (!step_down(place)) break;
  }
  return rows;
}

std::optional<int> Reader::line_with(std::size_t message, const std::string& needle, int from,
                                     int step) const {
  const auto* lines = lines_of(message);
  if (!lines) return std::nullopt;
  const int count = static_cast<int>(lines->size());
  if (step < 0) from = std::min(from, count);
  for (int i = from + step; i >= 0 && i < count; i += step) {
    const std::string plain = without_looks((*lines)[static_cast<std::size_t>(i)]);
    if (!find_words(plain, needle).empty()) return i;
  }
  return std::nullopt;
}

std::vector<std::pair<std::size_t, std::size_t>> find_words(const std::string& line,
                                                            const std::string& needle) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  if (needle.empty()) return found;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  const bool plain = std::all_of(line.begin(), line.end(), is_ascii);
  const std::string small = lower_case(needle);
  const bool exact = small != needle;
  // Where small letters take other bytes the places would not fit: then case counts.
  const std::string folded = exact ? line : plain ? ascii_lower(line) : lower_case(line);
  const std::string& in = folded.size() == line.size() ? folded : line;
  const std::string& what = exact ? needle : small;
  for (std::size_t at = 0; (at = in.find(what, at)) != std::string::npos; at += what.size()) {
    found.emplace_back(at, at + what.size());
  }
  return found;
}

}  // namespace clew::tui
