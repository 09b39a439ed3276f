// SPDX-License-Identifier: MIT
//
// Copies are found by eight bytes of each secret: a bitmap answers for nearly every place of a text
// that none begins there, whatever the number of secrets.
#include "redact/secret_book.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "json/writer.h"
#include "redact/characters.h"
#include "redact/finder.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kKey = 8;
constexpr std::size_t kBits = std::size_t{1} << 18;
constexpr std::size_t kLong = 24;   // of these, parts count too
constexpr std::size_t kPart = 10;   // of what is random in them
constexpr std::size_t kWhole = 12;  // shorter ones must stand alone

std::uint64_t key_at(std::string_view text, std::size_t at) {
  std::uint64_t key = 0;
  std::memcpy(&key, text.data() + at, kKey);
  return key;
}

std::size_t bit_of(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 46) & (kBits - 1);
}

// How many of the bytes may be written in another way.
std::size_t risks(std::string_view key) {
  return static_cast<std::size_t>(std::count_if(key.begin(), key.end(), [](char c) {
    return !is_alnum(c) && c != '-' && c != '_' && c != '.' && c != '~';
  }));
}

std::string percent_encoded(std::string_view text, std::string_view plain, std::string_view hex) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_alnum(c) || plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out.append({'%', hex[byte >> 4], hex[byte & 15]});
    }
  }
  return out;
}

std::string json_encoded(std::string_view text) {
  std::string quoted;
  json::append_quoted(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

// How these bytes may stand in raw ones.
std::vector<std::string> written_forms(std::string_view text) {
  std::vector<std::string> out = {json_encoded(text)};
  out.push_back(json_encoded(out.front()));
  for (const std::string_view plain : {"-_.~", "-_.~!'()*", "-_.~!$&'()*+,;=:@/"}) {
    out.push_back(percent_encoded(text, plain, "0123456789ABCDEF"));
    out.push_back(percent_encoded(text, plain, "0123456789abcdef"));
  }
  return out;
}

// The beginning that says which kind it is: "ghp_", "sk-ant-api03-", the first part of a JWT.
std::size_t fixed_length(std::string_view text, std::string_view kind) {
  if (kind == "jwt" || kind == "jwe") {
    const std::size_t dot = text.find('.');
    return std::min(text.size(), dot == std::string_view::npos ? 0 : dot + 30);
  }
  if (kind.ends_with("webhook")) return text.size() > 24 ? text.size() - 24 : 0;
  std::size_t fixed = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(text.size(), 24); ++i) {
    if (text[i] == '_' || text[i] == '-' || text[i] == '.') {
      if (makeup(text.substr(fixed, i - fixed)).turns > 2) break;
      fixed = i + 1;
    }
  }
  return std::min(fixed, text.size() / 2);
}

}  // namespace

void SecretBook::note(const TextFinding& finding) {
  const auto known = by_text_.find(finding.secret);
  if (known != by_text_.end()) {
    Secret& secret = secrets_[known->second];
    const bool better =
        secret.by_context != finding.by_context ? secret.by_context : secret.sure < finding.sure;
    if (better) {
      secret.kind = finding.kind;
      secret.sure = finding.sure;
      secret.by_context = finding.by_context;
    }
    return;
  }
  if (is_full()) return;
  by_text_.emplace(finding.secret, static_cast<std::uint32_t>(secrets_.size()));
  secrets_.push_back(
      {finding.secret, finding.kind, finding.sure, finding.by_context, finding.pieces, 0});
}

void SecretBook::finish() {
  std::map<std::string_view, int> numbers;
  texts_.clear();
  anchors_.clear();
  written_.clear();
  bits_.assign(kBits / 64, 0);
  for (std::uint32_t i = 0; i < secrets_.size(); ++i) {
    Secret& secret = secrets_[i];
    secret.number = ++numbers[secret.kind];
    for (const std::string& piece : secret.pieces) want(piece, i, 0);
    if (!secret.pieces.empty()) continue;
    if (is_distinct(secret.text))
      want(secret.text, i, secret.by_context ? 0 : fixed_length(secret.text, secret.kind));
  }
}

void SecretBook::want(std::string_view text, std::uint32_t secret, std::size_t fixed) {
  const auto number = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back({text, secret, static_cast<std::uint32_t>(fixed)});
  add_anchor(number, 0, text.size());
  if (text.size() < kLong) return;
  add_anchor(number, fixed, std::min(text.size(), fixed + kPart));
  add_anchor(number, text.size() - kPart, text.size());
}

// The eight bytes between two places that are most likely to be written as they are.
void SecretBook::add_anchor(std::uint32_t text, std::size_t from, std::size_t to) {
  const std::string_view wanted = texts_[text].text;
  std::size_t best = from;
  for (std::size_t at = from; at + kKey <= to; ++at) {
    if (risks(wanted.substr(at, kKey)) < risks(wanted.substr(best, kKey))) best = at;
  }
  if (best + kKey > wanted.size()) return;
  const std::uint64_t key = key_at(wanted, best);
  mark(key);
  anchors_.emplace(key, Anchor{text, static_cast<std::uint32_t>(best)});
  if (risks(wanted.substr(best, kKey)) == 0) return;
  for (const std::string& form : written_forms(wanted.substr(best, kKey))) {
    const std::uint64_t written = key_at(form, 0);
    mark(written);
    written_.insert(written);
  }
}

void SecretBook::mark(std::uint64_t key) {
  bits_[bit_of(key) / 64] |= std::uint64_t{1} << (bit_of(key) % 64);
}

bool SecretBook::may_begin(std::uint64_t key) const {
  const std::size_t bit = bit_of(key);
  return (bits_[bit / 64] >> (bit % 64) & 1) != 0;
}

std::string SecretBook::label(std::string_view secret, std::string_view kind) const {
  const auto known = by_text_.find(std::string(secret));
  if (known == by_text_.end()) return "[" + std::string(kind) + "]";
  const Secret& one = secrets_[known->second];
  return "[" + std::string(one.kind) + " " + std::to_string(one.number) + "]";
}

void SecretBook::compare(std::string_view text, std::size_t at, const Anchor& anchor,
                         const Hit& hit) const {
  const Wanted& wanted = texts_[anchor.text];
  std::size_t first = anchor.offset;
  std::size_t begin = at;
  while (first > 0 && begin > 0 && wanted.text[first - 1] == text[begin - 1]) --first, --begin;
  std::size_t last = anchor.offset + kKey;
  std::size_t end = at + kKey;
  while (last < wanted.text.size() && end < text.size() && wanted.text[last] == text[end])
    ++last, ++end;
  const bool whole = first == 0 && last == wanted.text.size();
  if (whole && wanted.text.size() < kWhole) {
    const bool alone =
        (begin == 0 || !is_alnum(text[begin - 1])) && (end == text.size() || !is_alnum(text[end]));
    if (!alone) return;
  }
  if (!whole) {
    const std::size_t random =
        last - std::min<std::size_t>(last, std::max<std::size_t>(first, wanted.fixed));
    const bool at_an_end = first == 0 || last == wanted.text.size() || first <= wanted.fixed;
    if (wanted.text.size() < kLong || random < kPart || (!at_an_end && random < 20)) return;
  }
  hit({begin, end}, wanted.secret);
}

void SecretBook::find(std::string_view text, const Hit& hit) const {
  if (texts_.empty()) return;
  for (std::size_t at = 0; at + kKey <= text.size(); ++at) {
    const std::uint64_t key = key_at(text, at);
    if (!may_begin(key)) continue;
    const auto [from, to] = anchors_.equal_range(key);
    for (auto anchor = from; anchor != to; ++anchor) compare(text, at, anchor->second, hit);
  }
}

void SecretBook::candidates(std::string_view raw, std::vector<std::size_t>& places) const {
  if (texts_.empty()) return;
  for (std::size_t at = 0; at + kKey <= raw.size(); ++at) {
    const std::uint64_t key = key_at(raw, at);
    if (may_begin(key) && (anchors_.contains(key) || written_.contains(key))) places.push_back(at);
  }
}

}  // namespace clew::redact
