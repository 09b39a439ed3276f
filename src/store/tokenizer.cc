// SPDX-License-Identifier: MIT
#include "store/tokenizer.h"

#include "base/text.h"
#include "store/word_characters.h"

namespace clew {
namespace tokens {

bool continues_word(std::string_view text, std::size_t pos) {
  return word_class(decode_utf8(text, pos)) == WordClass::kWord;
}

void read_wide_word(std::string_view text, std::size_t pos, WideWord& word) {
  word.size = 0;
  std::string one;
  bool full = false;
  bool first = true;
  while (pos < text.size()) {
    std::size_t next = pos;
    const char32_t c = decode_utf8(text, next);
    WordClass kind = WordClass::kNone;
    char32_t folded = c;
    if (c < 0x80) {
      const Ascii ascii = kind_of(static_cast<char>(c));
      kind = ascii == kNone ? WordClass::kNone : WordClass::kWord;
      if (ascii == kUpper) folded = c | 0x20U;
    } else {
      kind = word_class(c);
      folded = fold_character(c);
    }
    if (kind == WordClass::kNone) {
      if (first) pos = next;
      break;
    }
    if (kind == WordClass::kAlone && !first) break;
    one.clear();
    append_utf8(one, folded);
    full = full || word.size + one.size() > kMaxToken;
    if (!full) {
      std::memcpy(word.folded.data() + word.size, one.data(), one.size());
      word.size += one.size();
    }
    pos = next;
    first = false;
    if (kind == WordClass::kAlone) break;
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
  return forms;
}

}  // namespace clew
