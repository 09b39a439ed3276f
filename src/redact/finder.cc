// SPDX-License-Identifier: MIT
#include "redact/finder.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <re2/re2.h>
#include <unordered_set>

#include "redact/characters.h"
#include "redact/context.h"
#include "redact/key_block.h"
#include "redact/keyword_finder.h"
#include "redact/layer.h"
#include "redact/prefilter.h"
#include "redact/prose.h"
#include "redact/secret_book.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr int kDeepest = 4;
constexpr std::size_t kMostDecoded = 16;  // times the text: encodings in encodings have an end
constexpr std::size_t kLongestSecret = 8192;
constexpr std::size_t kBehindKeyword = 512;

re2::StringPiece piece_of(std::string_view text) { return {text.data(), text.size()}; }

struct Compiled {
  Kind kind;
  std::unique_ptr<RE2> expression;
  int groups = 0;
};

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    if (end > at) out.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// How a keyword may be written in raw bytes, when it has more than letters: "https:\/\/",
// "%3A%2F%2F".
std::vector<std::string> encoded_forms(std::string_view keyword) {
  constexpr std::string_view kSpecial = "/:$+~=\" ";
  if (keyword.find_first_of(kSpecial) == std::string_view::npos) return {};
  // "://" stands for all that end so.
  if (keyword.size() > 3 && keyword.ends_with("://")) return {};
  std::string slashes, percent, twice;
  for (const char c : keyword) {
    const bool special = kSpecial.find(c) != std::string_view::npos;
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    const std::string code{kHex[byte >> 4], kHex[byte & 15]};
    slashes += c == '/' ? "\\/" : std::string(1, c);
    percent += special ? "%" + code : std::string(1, c);
    twice += special ? "%25" + code : std::string(1, c);
  }
  std::vector<std::string> out = {percent, twice};
  if (slashes != keyword) {
    out.push_back(slashes);
    for (std::size_t at = 0; (at = slashes.find('\\', at)) != std::string::npos; at += 2)
      slashes.insert(at, 1, '\\');
    out.push_back(slashes);
  }
  return out;
}

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

}  // namespace

struct Finder::Table {
  struct Use {
    unsigned uses = 0;               // WordUse
    std::vector<std::size_t> kinds;  // in `compiled`
    std::size_t literal = 0;
  };

  explicit Table(const Options& given) : options(given) {}

  Use& word(std::string_view text, unsigned used) {
    const auto [at, added] = by_word.try_emplace(std::string(text), words.size());
    if (added) {
      words.emplace_back(text);
      uses.emplace_back();
    }
    Use& use = uses[at->second];
    use.uses |= used;
    return use;
  }

  bool is_off(std::string_view kind) const {
    return std::find(options.off.begin(), options.off.end(), kind) != options.off.end();
  }

  void add_kind(const Kind& kind) {
    if (is_off(kind.name)) return;
    auto expression = std::make_unique<RE2>(piece_of(kind.expression), RE2::Quiet);
    const int groups = expression->NumberOfCapturingGroups();
    compiled.push_back({kind, std::move(expression), groups});
    const std::size_t number = compiled.size() - 1;
    if (kind.keywords == kBase64Text) {
      base64_kinds.push_back(number);
      return;
    }
    const bool any_case = kind.expression.find("(?i") != std::string_view::npos;
    for (const std::string& keyword : parts_of(kind.keywords)) {
      unsigned used = any_case ? unsigned{kAnyCase} : 0U;
      if (keyword.ends_with("://")) {
        used |= kAddress;
      } else if (!kind.whole) {
        used |= kind.lead > 1 ? unsigned{kAlways} : unsigned{kCommand};
      } else {
        used |= kind.lead > 0 ? kInside : groups > 0 ? kNamed : kShape;
      }
      word(keyword, used).kinds.push_back(number);
      for (const std::string& encoded : encoded_forms(keyword)) word(encoded, kAlways | kAnyCase);
    }
  }

  void add_words() {
    for (const std::string_view telling : telling_words()) word(telling, kTelling | kAnyCase);
    for (const std::string_view foreign : foreign_words()) word(foreign, kForeign);
    if (!is_off("private-key")) word(kKeyBlockWord, kBlock | kAnyCase);
    for (const std::string& disguise : disguise_words()) word(disguise, kDisguise | kAnyCase);
    for (std::size_t i = 0; i < options.literals.size(); ++i) {
      word(options.literals[i], kAlways).literal = i + 1;
    }
  }

  Result<void> add_expressions();

  // Whether a kind's expression matches where its keyword stands; adds what it found.
  void try_kind(std::string_view text, Span keyword, const Compiled& kind, FoundList& out) const;
  bool take(std::string_view text, Span whole, Span secret, const Kind& kind, FoundList& out) const;
  void find_in_view(std::string_view text, FoundList& out) const;
  void find_asked_for(std::string_view text, FoundList& out) const;

  Options options;
  std::vector<Compiled> compiled;
  std::vector<std::size_t> base64_kinds;
  struct Asked {
    std::string_view name;
    std::unique_ptr<RE2> expression;
  };
  std::vector<Asked> asked;
  std::vector<std::string> words;
  std::vector<Use> uses;
  std::map<std::string, std::size_t> by_word;
  std::unique_ptr<KeywordFinder> keywords;
};

Result<void> Finder::Table::add_expressions() {
  for (const std::string& expression : options.expressions) {
    auto compiled_one = std::make_unique<RE2>(piece_of(expression), RE2::Quiet);
    if (!compiled_one->ok()) {
      return Error{ErrorCode::kInvalid,
                   "'" + expression + "' is no expression: " + compiled_one->error()};
    }
    asked.push_back({"own", std::move(compiled_one)});
  }
  const auto add = [&](bool wanted, std::string_view name, std::string_view expression) {
    if (wanted) asked.push_back({name, std::make_unique<RE2>(piece_of(expression), RE2::Quiet)});
  };
  add(options.emails, "email",
      R"(([A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}))");
  add(options.addresses, "ip-address",
      R"(\b((?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]))\b)");
  add(options.addresses, "ip-address",
      R"(\b((?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){2,6}:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,4})\b)");
  add(options.homes, "user-name",
      R"((?:/home/|/Users/|C:\\+Users\\+|-home-|-Users-)([A-Za-z0-9._]{1,40}))");
  add(options.hosts, "host-name",
      R"(\b((?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.){1,6}(?:internal|local|lan|corp|intranet|home|test|com|net|org|io|dev|cloud|app|de|eu|uk|fr|cn|jp))\b)");
  return {};
}

bool Finder::Table::take(std::string_view text, Span whole, Span secret, const Kind& kind,
                         FoundList& out) const {
  if (secret.empty()) return false;
  if (kind.whole) {
    if (whole.begin == secret.begin && is_alnum(text[secret.begin]) &&
        !is_left_edge(text, secret.begin))
      return false;
    if (secret.end < text.size() && is_alnum(text[secret.end]) && is_alnum(text[secret.end - 1]))
      return false;
  }
  const std::string_view value = secret.of(text);
  if (kind.entropy > 0 && entropy(value) < kind.entropy) return false;
  if (kind.whole && is_placeholder(value)) return false;
  if (kind.check && !kind.check(value)) return false;
  out.push_back({secret, kind.name, kind.sure, false});
  return true;
}

void Finder::Table::try_kind(std::string_view text, Span keyword, const Compiled& one,
                             FoundList& out) const {
  const Kind& kind = one.kind;
  const bool anchored = kind.lead == 0;
  if (anchored && kind.whole && one.groups == 0 && is_alnum(text[keyword.begin]) &&
      !is_left_edge(text, keyword.begin)) {
    return;
  }
  const std::size_t from = keyword.begin > kind.lead ? keyword.begin - kind.lead : 0;
  const std::size_t end =
      std::min(text.size(), anchored ? from + kLongestSecret : keyword.end + kBehindKeyword);
  const re2::StringPiece window = piece_of(text.substr(0, end));
  re2::StringPiece groups[2];
  const int wanted = std::min(one.groups, 1) + 1;
  for (std::size_t at = from; at <= keyword.begin;) {
    if (!one.expression->Match(window, at, end, anchored ? RE2::ANCHOR_START : RE2::UNANCHORED,
                               groups, wanted))
      return;
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    const Span whole{begin, begin + groups[0].size()};
    if (whole.begin > keyword.begin) return;
    const re2::StringPiece& group = groups[wanted - 1];
    const auto first = static_cast<std::size_t>(group.data() - text.data());
    if (group.data() && take(text, whole, {first, first + group.size()}, kind, out)) return;
    if (anchored) return;
    at = whole.begin + 1;
  }
}

void Finder::Table::find_asked_for(std::string_view text, FoundList& out) const {
  for (const Asked& one : asked) {
    const int wanted = std::min(one.expression->NumberOfCapturingGroups(), 1) + 1;
    re2::StringPiece groups[2];
    for (std::size_t at = 0; at < text.size();) {
      if (!one.expression->Match(piece_of(text), at, text.size(), RE2::UNANCHORED, groups, wanted))
        break;
      const re2::StringPiece& group = groups[wanted - 1];
      const auto whole_end =
          static_cast<std::size_t>(groups[0].data() - text.data()) + groups[0].size();
      if (group.data() && !group.empty()) {
        const auto first = static_cast<std::size_t>(group.data() - text.data());
        out.push_back({{first, first + group.size()}, one.name, Sure::kLikely, false});
      }
      at = std::max(at + 1, whole_end);
    }
  }
}

void Finder::Table::find_in_view(std::string_view text, FoundList& out) const {
  std::size_t told = 0;  // what telling words have been asked about
  keywords->scan(text, [&](std::size_t number, std::size_t end) {
    const Use& use = uses[number];
    const Span span{end - words[number].size(), end};
    if ((use.uses & kAnyCase) == 0 && span.of(text) != words[number]) return;
    if ((use.uses & kTelling) != 0 && span.begin >= told) told = find_by_word(text, span, out);
    if ((use.uses & kForeign) != 0) find_behind_foreign_word(text, end, out);
    if ((use.uses & kBlock) != 0) {
      const KeyBlock block = key_block_at(text, span);
      if (!block.pieces.empty()) out.push_back({block.body, "private-key", Sure::kCertain, false});
    }
    if (use.literal > 0) out.push_back({span, "own", Sure::kCertain, false});
    for (const std::size_t kind : use.kinds) try_kind(text, span, compiled[kind], out);
  });
  find_asked_for(text, out);
}

namespace {

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
