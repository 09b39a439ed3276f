// SPDX-License-Identifier: MIT
#include "tui/session_rows.h"

#include <algorithm>

#include "base/letter_case.h"

namespace clew::tui {
namespace {

std::vector<std::string> words_of(std::string_view query) {
  std::vector<std::string> words;
  const std::string folded = lower_case(query);
  std::size_t at = 0;
  while (at < folded.size()) {
    const std::size_t end = std::min(folded.find(' ', at), folded.size());
    if (end > at) words.push_back(folded.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool has_all(const std::string& folded, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return folded.find(word) != std::string::npos;
  });
}

bool passes(const SessionItem& item, const RowFilter& filter) {
  if (filter.running && item.run == SessionItem::Run::kNo) return false;
  if (filter.kept && !item.kept && !item.ghost) return false;
  if (filter.pinned && !item.pinned) return false;
  if (filter.tagged && item.tag.empty()) return false;
  return filter.since == kNoTime || item.updated >= filter.since;
}

}  // namespace

void fold_item(SessionItem& item) {
  std::string all = item.name;
  for (const std::string* part :
       {&item.title, &item.prompt, &item.folder, &item.branch, &item.tag, &item.id}) {
    if (!part->empty()) all += '\n' + *part;
  }
  item.folded = lower_case(all);
}

const TextHit* find_hit(const TextHits& hits, const SessionItem& item) {
  for (const std::string* key : {&item.path, &item.id}) {
    const auto found = hits.find(*key);
    if (found != hits.end()) return &found->second;
  }
  return nullptr;
}

std::vector<ShownRow> rows_to_show(const std::vector<SessionItem>& items, const RowFilter& filter,
                                   const TextHits& hits) {
  const std::vector<std::string> words = words_of(filter.query);
  std::vector<ShownRow> rows;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!passes(items[i], filter)) continue;
    if (has_all(items[i].folded, words)) {
      rows.push_back({i, false});
    } else if (find_hit(hits, items[i])) {
      rows.push_back({i, true});
    }
  }
  const auto before = [&](const ShownRow& a, const ShownRow& b) {
    const SessionItem& x = items[a.item];
    const SessionItem& y = items[b.item];
    if (x.pinned != y.pinned) return x.pinned;
    if (a.by_text != b.by_text) return b.by_text;
    switch (filter.order) {
      case RowFilter::Order::kSize:
        return x.size > y.size;
      case RowFilter::Order::kName:
        return x.name < y.name;
      case RowFilter::Order::kUpdated:
        return x.updated > y.updated;
    }
    return false;
  };
  // As they come they mostly are in order.
  if (!std::is_sorted(rows.begin(), rows.end(), before)) {
    std::stable_sort(rows.begin(), rows.end(), before);
  }
  return rows;
}

}  // namespace clew::tui
