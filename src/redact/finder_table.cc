// SPDX-License-Identifier: MIT
#include "redact/finder_table.h"

#include "base/text.h"
#include "redact/characters.h"
#include "redact/context.h"
#include "redact/key_block.h"
#include "redact/layer.h"
#include "redact/other_languages.h"
#include "redact/pin_number.h"
#include "redact/prefilter.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kLongestSecret = 8192;
constexpr std::size_t kBehindKeyword = 512;

re2::StringPiece piece_of(std::string_view text) { return {text.data(), text.size()}; }

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    if (end > at) out.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// How a word with other letters than those of ASCII begins in raw bytes where these are escaped:
// "\u5bc6\u7801", and within a text of JSON once more. Two of them tell enough; whole words would
// make the automaton several times as large, and a scan slower.
std::vector<std::string> escaped_beginnings(std::string_view word) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr int kEnough = 2;
  std::string once, twice;
  int escapes = 0;
  for (std::size_t at = 0; at < word.size() && escapes < kEnough;) {
    const char32_t c = decode_utf8(word, at);
    if (c < 0x80) {
      once += static_cast<char>(c);
      twice += static_cast<char>(c);
      continue;
    }
    std::string code;
    for (const unsigned shift : {12U, 8U, 4U, 0U}) code += kHex[(c >> shift) & 15U];
    once += "\\u" + code;
    twice += "\\\\u" + code;
    ++escapes;
  }
  if (escapes == 0) return {};
  return {once, twice};
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

}  // namespace

void Finder::Table::add_kind(const Kind& kind) {
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

void Finder::Table::add_words() {
  for (const std::string_view telling : telling_words()) word(telling, kTelling | kAnyCase);
  for (const std::string_view foreign : foreign_words()) {
    word(foreign, kForeign);
    for (const std::string& form : escaped_beginnings(foreign)) word(form, kForeignForm | kAnyCase);
  }
  for (const std::string_view pin : pin_words()) {
    word(pin, kPin | kAnyCase);
    for (const std::string& form : escaped_beginnings(pin)) word(form, kForeignForm | kAnyCase);
  }
  if (!is_off("private-key")) word(kKeyBlockWord, kBlock | kAnyCase);
  for (const std::string& disguise : disguise_words()) word(disguise, kDisguise | kAnyCase);
  for (std::size_t i = 0; i < options.literals.size(); ++i) {
    word(options.literals[i], kAlways).literal = i + 1;
  }
}

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
    if ((use.uses & kForeign) != 0) find_near_foreign_word(text, span, out);
    if ((use.uses & kPin) != 0) find_pin(text, span, out);
    if ((use.uses & kBlock) != 0) {
      const KeyBlock block = key_block_at(text, span);
      if (!block.pieces.empty()) out.push_back({block.body, "private-key", Sure::kCertain, false});
    }
    if (use.literal > 0) out.push_back({span, "own", Sure::kCertain, false});
    for (const std::size_t kind : use.kinds) try_kind(text, span, compiled[kind], out);
  });
  find_asked_for(text, out);
}

}  // namespace clew::redact
