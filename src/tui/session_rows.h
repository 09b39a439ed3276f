// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"

namespace clew::tui {

// A session as the list shows it. Plain values: the model knows no engine. Texts are lines that are
// safe for a terminal.
struct SessionItem {
  enum class Run : std::uint8_t { kNo, kWorks, kWaits };

  std::string path;  // of the transcript, which names it to every operation; of a ghost its id
  std::string id;
  std::string name;
  std::string title;    // that somebody gave it
  std::string project;  // last step of the folder
  std::string folder;   // that it worked in
  std::string branch;   // of git
  std::string tag;
  std::string model;
  std::string prompt;   // how it begins
  std::string machine;  // another one that has kept it
  TimeMs created = kNoTime;
  TimeMs updated = kNoTime;
  std::int64_t size = 0;
  Run run = Run::kNo;
  bool kept = false;   // only in the keep
  bool ghost = false;  // only its prompts are left
  bool hidden = false;
  bool pinned = false;
  bool agent = false;
  bool compacted = false;
  bool forked = false;
  std::string folded = {};  // what narrowing looks into, in small letters
};

// Fills in `folded`.
void fold_item(SessionItem& item);

// What the full text of a session has for the words that were typed.
struct TextHit {
  std::int64_t count = 0;
  std::string snippet;
  std::string uuid;  // of the line of the best one
};
using TextHits = std::unordered_map<std::string, TextHit>;  // by path, of subagents by id

// The hit of this session, if it has one.
const TextHit* find_hit(const TextHits& hits, const SessionItem& item);

// Which sessions to show.
struct RowFilter {
  std::string query;
  bool running = false;
  bool kept = false;
  bool pinned = false;
  bool tagged = false;
  TimeMs since = kNoTime;
  enum class Order : std::uint8_t { kUpdated, kSize, kName } order = Order::kUpdated;

  bool any() const { return running || kept || pinned || tagged || since != kNoTime; }
};

struct ShownRow {
  std::size_t item = 0;
  bool by_text = false;  // only its text has the words
};

// All words must be in the name, the prompt, the project, the branch, the tag or the id; behind
// those come the sessions whose text has them. Pinned ones come first.
std::vector<ShownRow> rows_to_show(const std::vector<SessionItem>& items, const RowFilter& filter,
                                   const TextHits& hits);

}  // namespace clew::tui
