// SPDX-License-Identifier: MIT
#include "redact/passphrase.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "redact/characters.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kShortest = 6;
constexpr std::size_t kLongestPassphrase = 128;

// What sentences and labels have, and passwords of several words hardly.
constexpr std::array<std::string_view, 84> kSentenceWords = {
    "a",        "an",      "the",     "your",     "you",     "is",       "are",      "was",
    "be",       "to",      "of",      "for",      "in",      "on",       "at",       "with",
    "and",      "or",      "not",     "must",     "should",  "can",      "may",      "will",
    "has",      "have",    "this",    "that",     "it",      "its",      "if",       "when",
    "from",     "by",      "as",      "no",       "new",     "old",      "please",   "enter",
    "password", "secret",  "token",   "key",      "least",   "chars",    "char",     "characters",
    "length",   "minimum", "maximum", "min",      "max",     "required", "invalid",  "incorrect",
    "wrong",    "field",   "value",   "string",   "reset",   "change",   "changed",  "confirm",
    "repeat",   "forgot",  "user",    "username", "login",   "sign",     "set",      "using",
    "use",      "used",    "more",    "than",     "default", "type",     "optional", "none",
    "see",      "only",    "same",    "passwords"};

// What sentences have besides, where nothing but words is looked at.
constexpr std::array<std::string_view, 120> kTalk = {
    "my",      "our",      "their",    "his",       "her",       "we",        "they",
    "he",      "she",      "me",       "us",        "them",      "what",      "which",
    "who",     "where",    "how",      "why",       "here",      "there",     "then",
    "now",     "still",    "just",     "also",      "never",     "always",    "already",
    "only",    "too",      "very",     "so",        "but",       "because",   "while",
    "after",   "before",   "until",    "without",   "within",    "into",      "out",
    "up",      "down",     "over",     "under",     "via",       "per",       "through",
    "against", "between",  "during",   "about",     "like",      "all",       "any",
    "each",    "every",    "some",     "both",      "do",        "does",      "did",
    "done",    "had",      "been",     "being",     "were",      "could",     "would",
    "might",   "shall",    "stored",   "saved",     "hashed",    "salted",    "encrypted",
    "sent",    "checked",  "verified", "validated", "matched",   "matches",   "empty",
    "missing", "expired",  "rejected", "accepted",  "ignored",   "logged",    "shown",
    "hidden",  "masked",   "redacted", "plain",     "plaintext", "text",      "strong",
    "weak",    "short",    "long",     "needs",     "need",      "contain",   "contains",
    "include", "includes", "one",      "two",       "uppercase", "lowercase", "digit",
    "digits",  "letter",   "letters",  "number",    "symbol",    "special",   "file",
    "prompt"};

std::vector<std::string_view> words_of_phrase(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;
       at = text.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

bool is_of_sentence(std::string_view word) {
  while (!word.empty() && !is_alnum(word.back())) word.remove_suffix(1);
  while (!word.empty() && !is_alnum(word.front())) word.remove_prefix(1);
  const std::string low = ascii_lower(word);
  return std::find(kSentenceWords.begin(), kSentenceWords.end(), std::string_view(low)) !=
         kSentenceWords.end();
}

// Letters and digits in one word, but not as in "SHA256".
bool is_mixed(std::string_view word) {
  const Makeup made = makeup(word);
  if (made.digits == 0 || made.letters() == 0) return false;
  const auto letters = static_cast<std::size_t>(
      std::find_if_not(word.begin(), word.end(), is_letter) - word.begin());
  const bool digits_last =
      letters >= 3 && std::all_of(word.begin() + static_cast<long>(letters), word.end(), is_digit);
  return !digits_last;
}

bool is_plain_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), is_lower) ||
         std::all_of(word.begin(), word.end(), is_digit);
}

bool is_program_text(std::string_view value) {
  for (const std::string_view sign : {"://", "${", "{{", "=>", "->", "::", "()", "&&", "||", " = ",
                                      " == ", "<%", ":\\", "...", "/>", "\\d", "\\w"}) {
    if (value.find(sign) != std::string_view::npos) return true;
  }
  return value.front() == '^' || value.starts_with("\\\\") || value.starts_with("--");
}

// One word with quotes in it that has no digits: random letters without them, too.
bool is_random_around_quotes(std::string_view value) {
  if (value.find_first_of("\"'`\\") == std::string_view::npos) return false;
  std::string plain(value);
  std::erase_if(
      plain, [](char c) { return std::string_view("\"'`\\").find(c) != std::string_view::npos; });
  return plain.find(' ') == std::string::npos && strength(plain) >= Strength::kWeak;
}

}  // namespace

std::string without_backslashes(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const bool means_next = value[at] == '\\' && at + 1 < value.size() && !is_alnum(value[at + 1]);
    if (means_next) ++at;
    out += value[at];
  }
  return out;
}

bool is_word_list(std::string_view value) {
  if (value.size() > kLongestPassphrase || is_placeholder(value)) return false;
  const std::vector<std::string_view> words = words_of_phrase(value);
  if (words.size() < 4 || words.size() > 8) return false;
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    return word.size() >= 3 && word.size() <= 12 &&
           std::all_of(word.begin(), word.end(), is_lower) && !is_of_sentence(word) &&
           std::find(kTalk.begin(), kTalk.end(), word) == kTalk.end();
  });
}

Span words_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_lower(text[end]) || text[end] == ' ')) ++end;
  const bool ends = end == text.size() ||
                    std::string_view("\n\r.,;!\"'`)<|").find(text[end]) != std::string_view::npos;
  if (!ends) return {at, at};
  while (end > at && text[end - 1] == ' ') --end;
  return {at, end};
}

bool is_passphrase(std::string_view value) {
  if (value.size() < kShortest || value.size() > kLongestPassphrase || is_placeholder(value))
    return false;
  if (value.find_first_of("\n\r\t") != std::string_view::npos || is_program_text(value))
    return false;
  const Makeup made = makeup(value);
  if (made.digits == 0) return is_random_around_quotes(value);
  if (made.letters() < 3) return false;
  const std::vector<std::string_view> words = words_of_phrase(value);
  if (words.size() < 2) {
    if (value.find_first_of("\"'`\\") == std::string_view::npos) return false;
    std::string plain(value);
    std::replace_if(
        plain.begin(), plain.end(),
        [](char c) { return std::string_view("\"'`\\").find(c) != std::string_view::npos; }, '#');
    return is_made_up(plain) || strength(plain) >= Strength::kWeak;
  }
  if (words.size() > 8 || std::any_of(words.begin(), words.end(), is_of_sentence)) return false;
  if (std::any_of(words.begin(), words.end(), is_mixed)) return true;
  return words.size() >= 4 && std::all_of(words.begin(), words.end(), is_plain_word);
}

}  // namespace clew::redact
