// SPDX-License-Identifier: MIT
#include "redact/prose.h"

#include <array>
#include <re2/re2.h>

#include "redact/passphrase.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kSentenceLength = 160;

constexpr std::array<std::string_view, 22> kForeignWords = {
    "密码",       "密碼",       "口令",         "令牌",        "密钥",       "パスワード",
    "トークン",   "비밀번호",   "пароль",       "Пароль",      "contraseña", "Contraseña",
    "hasło",      "Hasło",      "senha",        "Senha",       "Kennwort",   "kennwort",
    "wachtwoord", "Wachtwoord", "mot de passe", "Mot de passe"};

// `apart`: a blank, a quote or a sign of another script stands before it.
bool is_said(std::string_view value, Promise promise, bool apart) {
  const Strength strong = strength(value);
  const Makeup made = makeup(value);
  if (made.digits == 0 && (made.other == 0 || made.lower == 0 || made.upper == 0)) return false;
  if (is_uuid(value) || value.find('/') == 0) return false;
  if (promise == Promise::kPassword) {
    return (value.size() >= 8 && strong >= Strength::kWeak) || (apart && is_made_up(value));
  }
  return (strong == Strength::kStrong && !is_identifier(value)) || is_random_word(value);
}

void add(std::string_view text, const re2::StringPiece& piece, Promise promise, FoundList& out) {
  std::string_view value(piece.data(), piece.size());
  while (!value.empty() &&
         std::string_view(".,;:)\"'`").find(value.back()) != std::string_view::npos) {
    value.remove_suffix(1);
  }
  const auto begin = static_cast<std::size_t>(value.data() - text.data());
  const bool apart =
      begin > 0 && (static_cast<unsigned char>(text[begin - 1]) >= 0x80 ||
                    std::string_view(" \t\n\"'`").find(text[begin - 1]) != std::string_view::npos);
  if (!is_said(value, promise, apart)) return;
  out.push_back({{begin, begin + value.size()},
                 promise == Promise::kPassword ? "password" : "token",
                 Sure::kPossible,
                 true});
}

// A password of letters alone is told by what leads to it ("is", a colon) and by not being a word,
// or by being several that make no sentence.
bool find_words(std::string_view text, Span name, FoundList& out) {
  static const RE2 lead(R"re(["'`*]{0,2}\s+(?:is|was|=)(?:\s+now)?\s*:?\s+["'`*]{0,2})re");
  const std::string_view after = text.substr(name.end, kSentenceLength);
  const re2::StringPiece rest(after.data(), after.size());
  re2::StringPiece match;
  if (!lead.Match(rest, 0, rest.size(), RE2::ANCHOR_START, &match, 1)) return false;
  const Span words = words_at(text, name.end + match.size());
  if (!is_word_list(words.of(text)) && !is_made_of_letters(words.of(text))) return false;
  out.push_back({words, "password", Sure::kPossible, true});
  return true;
}

}  // namespace

void find_in_prose(std::string_view text, Span name, Promise promise, FoundList& out) {
  // "pass X to Y" is no password.
  const bool short_name = name.end - name.begin <= 4 && name.of(text) != "pw";
  if (promise < Promise::kToken || short_name) return;
  if (promise == Promise::kPassword && find_words(text, name, out)) return;
  static const RE2 behind(
      R"re([sS]?["'`*]{0,2}(?:\s+(?:for|of|on|in|to|at)\s+(?:the\s+|our\s+|my\s+)?["'`]?[^\s,;:]{1,40}["'`]?){0,2}(?:\s+(?:is|was|are|be|will|should|must|has|been|set|changed|reset|rotated|now|still|currently|just|to|as|equals|reads|says|lautet|ist|heißt))*\s*(?:[:(]|->|→|[-–—] )?\s*["'`*(]{0,2}([^\s"'`]{8,200}))re");
  static const RE2 before(
      R"re((?:.|\n)*?([^\s"'`(]{8,200})["'`)]{0,2}\s+(?:is|was|as|for|=)\s+(?:(?:the|a|an|our|my|your|its|new|old)\s+)?(?:[A-Za-z]{2,20}\s+){0,2})re");
  re2::StringPiece value;
  const std::string_view after = text.substr(name.end, kSentenceLength);
  const re2::StringPiece rest(after.data(), after.size());
  re2::StringPiece groups[2];
  if (behind.Match(rest, 0, rest.size(), RE2::ANCHOR_START, groups, 2)) {
    add(text, groups[1], promise, out);
    return;
  }
  const std::size_t from = name.begin > kSentenceLength ? name.begin - kSentenceLength : 0;
  const std::string_view ahead = text.substr(from, name.begin - from);
  if (RE2::FullMatch(re2::StringPiece(ahead.data(), ahead.size()), before, &value)) {
    add(text, value, promise, out);
  }
}

std::span<const std::string_view> foreign_words() { return kForeignWords; }

void find_behind_foreign_word(std::string_view text, std::size_t at, FoundList& out) {
  static const RE2 behind(
      R"re((?:\s|是|为|為|は|が|:|：|=|이|는|은|`|"|'|\*|「|『|“| lautet | ist | is | est | es | é )+([!#-_a-~]{8,200}))re");
  const std::string_view after = text.substr(at, kSentenceLength);
  re2::StringPiece groups[2];
  const re2::StringPiece rest(after.data(), after.size());
  if (behind.Match(rest, 0, rest.size(), RE2::ANCHOR_START, groups, 2)) {
    add(text, groups[1], Promise::kPassword, out);
  }
}

}  // namespace clew::redact
