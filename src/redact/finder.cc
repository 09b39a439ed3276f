// SPDX-License-Identifier: MIT
#include "redact/finder.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <unordered_set>

#include "redact/characters.h"
#include "redact/context.h"
#include "redact/finder_table.h"
#include "redact/key_block.h"
#include "redact/layer.h"
#include "redact/prefilter.h"
#include "redact/prose.h"
#include "redact/secret_book.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr int kDeepest = 4;
constexpr std::size_t kMostDecoded = 16;  // times the text: encodings in encodings have an end

// The text itself, or something that was decoded from another view.
struct View {
  std::string_view text;
  Layer layer;  // unless it is the text itself
  const View* from = nullptr;
  int depth = 0;
  bool base64 = false;
  bool joined = false;  // names in it may have got values of other lines

  Span to_root(Span span) const {
    const View* view = this;
    for (; view->from; view = view->from) span = view->layer.to_source(span);
    return span;
  }
};

// Everything that is found in one text and in what it decodes to.
class Search {
 public:
  Search(std::string_view text, std::string_view name)
      : name_(name), room_(kMostDecoded * (text.size() + 1024)) {
    views_.push_back({text, {}, nullptr, 0, false, false});
  }

  template <class FindInView, class Base64Kinds>
  void run(const FindInView& find_in_view, const Base64Kinds& at_base64, const SecretBook* known) {
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const View& view = views_[i];
      FoundList found;
      find_in_view(view.text, found);
      if (i == 0 && !name_.empty()) find_by_name(name_, view.text, found);
      if (view.depth < kDeepest) decode(view, at_base64, found);
      note(view, found);
      if (known) note_known(view, *known);
    }
  }

  std::vector<TextFinding> take() { return std::move(out_); }
  const std::vector<int>& depths() const { return depths_; }

 private:
  void add(const View& from, Layer layer, bool base64, bool joined = false) {
    if (room_ < layer.text.size() ||
        !seen_.insert(std::hash<std::string_view>{}(layer.text)).second)
      return;
    room_ -= layer.text.size();
    View view;
    view.layer = std::move(layer);
    view.from = &from;
    view.depth = from.depth + 1;
    view.base64 = base64 || from.base64;
    view.joined = joined || from.joined;
    views_.push_back(std::move(view));
    views_.back().text = views_.back().layer.text;
  }

  template <class Base64Kinds>
  void decode(const View& view, const Base64Kinds& at_base64, FoundList& found) {
    for (const auto decoded : {unescaped, percent_decoded, shown, overprinted, markup_decoded}) {
      if (auto layer = decoded(view.text)) add(view, std::move(*layer), false);
    }
    if (!view.joined) {
      if (auto layer = redact::joined(view.text)) add(view, std::move(*layer), false, true);
    }
    for (Layer& layer : base64_decoded(view.text)) {
      const Span source = layer.to_source({0, 1});
      at_base64(view.text, Span{source.begin, source.begin + 1}, found);
      add(view, std::move(layer), true);
    }
  }

  void note(const View& view, FoundList& found) {
    for (const Found& one : found) {
      if (view.joined && one.by_context) continue;
      TextFinding finding;
      finding.span = view.to_root(one.span);
      finding.secret = one.span.of(view.text);
      finding.kind = one.kind;
      finding.sure = one.sure;
      finding.by_context = one.by_context;
      finding.closed = one.closed;
      finding.decoded = view.base64;
      if (one.kind == "private-key") note_block(view, one, finding);
      depths_.push_back(view.depth);
      out_.push_back(std::move(finding));
    }
  }

  // The key is its lines, whatever stands before each of them.
  static void note_block(const View& view, const Found& one, TextFinding& finding) {
    finding.secret.clear();
    for (const std::string_view line : lines_of_key(one.span.of(view.text))) {
      if (is_own_line(line)) finding.pieces.emplace_back(line);
      finding.secret += line;
    }
  }

  void note_known(const View& view, const SecretBook& known) {
    known.find(view.text, [&](Span span, std::size_t secret) {
      TextFinding finding;
      finding.span = view.to_root(span);
      finding.secret = known.text_of(secret);
      finding.kind = known.kind_of(secret);
      finding.sure = known.sure_of(secret);
      finding.decoded = view.base64;
      out_.push_back(std::move(finding));
      depths_.push_back(view.depth);
    });
  }

  std::string_view name_;
  std::size_t room_;  // bytes that may still be decoded
  std::deque<View> views_;
  std::unordered_set<std::size_t> seen_;
  std::vector<TextFinding> out_;
  std::vector<int> depths_;  // of the views that these are from
};

bool overlap(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

// What a deeper view says about the same place is what the secret really is.
void drop_encoded_twins(std::vector<TextFinding>& all, const std::vector<int>& depths) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return all[a].span.begin < all[b].span.begin; });
  std::size_t longest = 0;
  for (const TextFinding& one : all) longest = std::max(longest, one.span.end - one.span.begin);
  std::vector<bool> drop(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].by_context) continue;
    const Span span = all[i].span;
    const std::size_t first = span.begin > longest ? span.begin - longest : 0;
    auto near = std::lower_bound(
        order.begin(), order.end(), first,
        [&](std::size_t k, std::size_t begin) { return all[k].span.begin < begin; });
    for (; near != order.end() && all[*near].span.begin < span.end && !drop[i]; ++near) {
      const std::size_t k = *near;
      if (depths[k] <= depths[i] || all[k].decoded != all[i].decoded) continue;
      // Decoded, an escaped quote looks like the one that closes.
      if (all[i].closed && all[k].span.end < span.end) continue;
      drop[i] = all[i].secret != all[k].secret && overlap(span, all[k].span);
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!drop[i] && kept++ != i) all[kept - 1] = std::move(all[i]);
  }
  all.resize(kept);
}

}  // namespace

Finder::Finder(std::shared_ptr<const Table> table) : table_(std::move(table)) {}
Finder::Finder(Finder&&) noexcept = default;
Finder& Finder::operator=(Finder&&) noexcept = default;
Finder::~Finder() = default;

Result<Finder> Finder::make(const Options& options) {
  if (options == Options{}) {
    static const auto kUsual = make_table({});
    if (!kUsual) return kUsual.error();
    return Finder(*kUsual);
  }
  auto table = make_table(options);
  if (!table) return table.error();
  return Finder(std::move(*table));
}

Result<std::shared_ptr<const Finder::Table>> Finder::make_table(const Options& options) {
  auto table = std::make_shared<Table>(options);
  for (const Kind& kind : all_kinds()) table->add_kind(kind);
  table->add_words();
  if (auto added = table->add_expressions(); !added) return added.error();
  table->keywords = std::make_unique<KeywordFinder>(table->words);
  return std::shared_ptr<const Table>(std::move(table));
}

bool Finder::candidates(std::string_view raw, std::vector<std::size_t>& places) const {
  bool hidden = false;
  table_->keywords->scan_any_order(raw, [&](std::size_t number, std::size_t end) {
    const Span word{end - table_->words[number].size(), end};
    const unsigned uses = table_->uses[number].uses;
    if ((uses & kAnyCase) == 0 && word.of(raw) != table_->words[number]) return;
    if (!is_worth_a_look(raw, word, uses)) return;
    places.push_back(word.begin);
    hidden = hidden || (uses & kDisguise) != 0;
  });
  for (Span run = next_base64_run(raw, 0); !run.empty(); run = next_base64_run(raw, run.end)) {
    if (base64_text_begins(run.of(raw)) == std::string_view::npos) continue;
    places.push_back(run.begin);
    hidden = true;
  }
  return hidden;
}

bool Finder::looks_everywhere() const { return !table_->asked.empty(); }

bool Finder::may_hold(std::string_view raw) const {
  if (looks_everywhere()) return true;
  std::vector<std::size_t> places;
  candidates(raw, places);
  return !places.empty();
}

std::vector<TextFinding> Finder::find(std::string_view text, std::string_view name,
                                      const SecretBook* known) const {
  Search search(text, name);
  search.run([&](std::string_view view, FoundList& out) { table_->find_in_view(view, out); },
             [&](std::string_view view, Span at, FoundList& out) {
               for (const std::size_t kind : table_->base64_kinds) {
                 table_->try_kind(view, at, table_->compiled[kind], out);
               }
             },
             known);
  std::vector<TextFinding> all = search.take();
  drop_encoded_twins(all, search.depths());
  return all;
}

std::vector<std::string_view> Finder::kinds() const {
  std::vector<std::string_view> out;
  for (const Compiled& one : table_->compiled) out.push_back(one.kind.name);
  for (const std::string_view name : context_kinds()) out.push_back(name);
  for (const Table::Asked& one : table_->asked) out.push_back(one.name);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<TextFinding> without_overlaps(std::vector<TextFinding> all) {
  const auto rank = [](const TextFinding& one) {
    return std::make_tuple(one.by_context ? 1 : 0, one.span.begin - one.span.end,
                           -static_cast<int>(one.sure), one.span.begin);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const TextFinding& a, const TextFinding& b) { return rank(a) < rank(b); });
  std::map<std::size_t, TextFinding> taken;  // by the end of the span
  for (TextFinding& one : all) {
    const auto next = taken.upper_bound(one.span.begin);
    if (next == taken.end() || next->second.span.begin >= one.span.end) {
      taken.emplace(one.span.end, std::move(one));
      continue;
    }
    // A name says where the value ends better than a shape does.
    TextFinding& other = next->second;
    const auto after = std::next(next);
    const bool longer = one.by_context && one.span.begin == other.span.begin &&
                        one.span.end > other.span.end &&
                        one.secret.find_first_of(";& ,") == std::string::npos &&
                        one.span.end - other.span.end <= 64;
    if (longer && (after == taken.end() || after->second.span.begin >= one.span.end)) {
      TextFinding grown = std::move(other);
      grown.span.end = one.span.end;
      taken.erase(next);
      taken.emplace(grown.span.end, std::move(grown));
    }
  }
  std::vector<TextFinding> out;
  out.reserve(taken.size());
  for (auto& [end, one] : taken) out.push_back(std::move(one));
  return out;
}

}  // namespace clew::redact
