// SPDX-License-Identifier: MIT
#include "store/tokenizer.h"

#include "base/text.h"
#include "store/word_characters.h"

namespace clew {
namespace tokens {

bool continues_word(std::string_view text, std::size_t pos) {
  return word_class(decode_utf8(text, pos)) == WordClass::kWord;
}

namespace {

// A character in its composed spelling, and marks on it that are no part of that.
struct Character {
  static constexpr std::size_t kMostMarks = 4;
  char32_t base = 0;
  WordClass kind = WordClass::kNone;
  std::array<char32_t, kMostMarks> marks{};
  std::size_t mark_count = 0;
  std::size_t end = 0;
};

WordClass class_of(char32_t c) {
  if (c >= 0x80) return word_class(c);
  return kind_of(static_cast<char>(c)) == kNone ? WordClass::kNone : WordClass::kWord;
}

char32_t folded(char32_t c) {
  if (c >= 0x80) return fold_character(c);
  return kind_of(static_cast<char>(c)) == kUpper ? c | 0x20U : c;
}

Character read_character(std::string_view text, std::size_t pos) {
  Character one;
  one.base = canonical(decode_utf8(text, pos));
  one.kind = class_of(one.base);
  one.end = pos;
  while (one.kind != WordClass::kNone && pos < text.size() && !is_ascii(text[pos])) {
    const char32_t next = canonical(decode_utf8(text, pos));
    if (const char32_t both = composed(one.base, next)) {
      one.base = both;
      one.kind = class_of(both);
    } else if (one.kind == WordClass::kWord && is_combining(next) &&
               word_class(next) == WordClass::kWord && one.mark_count < Character::kMostMarks) {
      one.marks[one.mark_count++] = next;
    } else {
      break;
    }
    one.end = pos;
  }
  return one;
}

// False when there is no room for it.
bool append(WideWord& word, char32_t c) {
  std::string bytes;
  append_utf8(bytes, c);
  if (word.size + bytes.size() > kMaxToken) return false;
  std::memcpy(word.folded.data() + word.size, bytes.data(), bytes.size());
  word.size += bytes.size();
  return true;
}

}  // namespace

void read_wide_word(std::string_view text, std::size_t pos, WideWord& word) {
  word.size = 0;
  bool room = true;
  for (bool first = true; pos < text.size(); first = false) {
    const Character one = read_character(text, pos);
    if (one.kind == WordClass::kNone) {
      if (first) pos = one.end;
      break;
    }
    if (one.kind == WordClass::kAlone && !first) break;
    room = room && append(word, folded(one.base));
    for (std::size_t i = 0; i < one.mark_count; ++i) room = room && append(word, one.marks[i]);
    pos = one.end;
    if (one.kind == WordClass::kAlone) break;
  }
  word.end = pos;
}

void cut_parts(std::string_view word, Parts& parts) {
  parts.count = 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (kind_of(word[i]) != kUpper) continue;
    const bool after_capital = kind_of(word[i - 1]) == kUpper;
    const bool before_small = i + 1 < word.size() && kind_of(word[i + 1]) == kLower;
    if (after_capital && !before_small) continue;
    if (parts.count + 1 == kMaxParts) {
      parts.count = 1;  // no name
      return;
    }
    parts.ends[parts.count++] = i;
  }
  parts.ends[parts.count++] = word.size();
}

}  // namespace tokens

std::vector<TokenSequence> query_forms(std::string_view text) {
  constexpr std::size_t kMaxForms = 8;
  struct Word {
    TokenSequence parts;
    std::string whole;  // empty: has no other form
    std::size_t end = 0;
  };
  std::vector<Word> words;
  for_each_token(text, [&](const Token& token) {
    if (token.letters) return;
    if (token.whole) {
      words.push_back({{}, std::string(token.text), token.end});
    } else if (!words.empty() && token.end <= words.back().end) {
      words.back().parts.emplace_back(token.text);
    } else {
      words.push_back({{std::string(token.text)}, {}, token.end});
    }
  });
  std::vector<TokenSequence> forms;
  if (words.empty()) return forms;
  forms.emplace_back();
  for (const Word& word : words) {
    const std::size_t count = forms.size();
    if (!word.whole.empty() && 2 * count <= kMaxForms) {
      for (std::size_t i = 0; i < count; ++i) {
        forms.push_back(forms[i]);
        forms.back().push_back(word.whole);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      forms[i].insert(forms[i].end(), word.parts.begin(), word.parts.end());
    }
  }
  const TokenSequence& plain = forms.front();
  const bool is_version = plain.size() > 1 && text.substr(words.front().end).starts_with('.') &&
                          plain.front().find_first_not_of("0123456789") == std::string::npos;
  if (is_version) {
    TokenSequence with_v = plain;
    with_v.front().insert(0, "v");
    forms.push_back(std::move(with_v));
  }
  return forms;
}

}  // namespace clew
