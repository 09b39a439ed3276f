// SPDX-License-Identifier: MIT
#include "redact/prose.h"

#include <re2/re2.h>

#include "redact/other_languages.h"
#include "redact/passphrase.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kSentenceLength = 160;

// What hides a password: "bcrypt2b12", "SHA512Crypt".
bool is_algorithm(std::string_view value) {
  static const RE2 names(
      R"re((?i)(?:aes|sha|md5|rsa|ed25519|pbkdf2|bcrypt|scrypt|argon2|base64|hmac|utf)[-_0-9a-z]*)re");
  return value.size() <= 16 && RE2::FullMatch(re2::StringPiece(value.data(), value.size()), names);
}

void add(std::string_view text, const re2::StringPiece& piece, Promise promise, FoundList& out) {
  const auto begin = static_cast<std::size_t>(piece.data() - text.data());
  const Span value = without_punctuation(text, {begin, begin + piece.size()});
  if (!is_said(text, value, promise)) return;
  out.push_back(
      {value, promise == Promise::kPassword ? "password" : "token", Sure::kPossible, true});
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

Span without_punctuation(std::string_view text, Span value) {
  while (!value.empty() &&
         std::string_view(".,;:)\"'`").find(text[value.end - 1]) != std::string_view::npos) {
    --value.end;
  }
  return value;
}

bool is_said(std::string_view text, Span span, Promise promise) {
  const std::string_view value = span.of(text);
  // A blank, a quote or a sign of another script stands before it.
  const bool apart = span.begin > 0 && (static_cast<unsigned char>(text[span.begin - 1]) >= 0x80 ||
                                        std::string_view(" \t\n\"'`").find(text[span.begin - 1]) !=
                                            std::string_view::npos);
  const Strength strong = strength(value);
  const Makeup made = makeup(value);
  if (made.digits == 0 && (made.other == 0 || made.lower == 0 || made.upper == 0)) return false;
  if (is_uuid(value) || value.find('/') == 0 || is_algorithm(value)) return false;
  if (promise == Promise::kPassword) {
    return (value.size() >= 8 && strong >= Strength::kWeak) || (apart && is_made_up(value));
  }
  return (strong == Strength::kStrong && !is_identifier(value)) || is_random_word(value);
}

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
    const std::size_t before_it = out.size();
    add(text, groups[1], promise, out);
    if (out.size() == before_it && promise == Promise::kPassword)
      find_in_foreign_sentence(text, name, out);
    return;
  }
  if (promise == Promise::kPassword && find_in_foreign_sentence(text, name, out)) return;
  const std::size_t from = name.begin > kSentenceLength ? name.begin - kSentenceLength : 0;
  const std::string_view ahead = text.substr(from, name.begin - from);
  if (RE2::FullMatch(re2::StringPiece(ahead.data(), ahead.size()), before, &value)) {
    add(text, value, promise, out);
  }
}

}  // namespace clew::redact
