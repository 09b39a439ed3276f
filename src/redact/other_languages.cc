// SPDX-License-Identifier: MIT
//
// Where a value begins is all that languages differ in. Scripts without blanks have a particle or a
// wide colon before it, the others a verb behind some words ("of the database"); wide punctuation
// is no part of a value, because a value is ASCII.
#include "redact/other_languages.h"

#include <algorithm>
#include <array>
#include <re2/re2.h>
#include <string>

#include "base/text.h"
#include "redact/characters.h"
#include "redact/prose.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::size_t kSentence = 200;

// Of Russian and Polish the stems: their words change at the end.
constexpr std::array<std::string_view, 50> kForeignWords = {"密码",
                                                            "密碼",
                                                            "口令",
                                                            "令牌",
                                                            "密钥",
                                                            "密鑰",
                                                            "通行码",
                                                            "パスワード",
                                                            "パスフレーズ",
                                                            "トークン",
                                                            "暗証番号",
                                                            "비밀번호",
                                                            "패스워드",
                                                            "암호",
                                                            "토큰",
                                                            "парол",
                                                            "Парол",
                                                            "ПАРОЛ",
                                                            "токен",
                                                            "Токен",
                                                            "contraseña",
                                                            "Contraseña",
                                                            "CONTRASEÑA",
                                                            "hasło",
                                                            "Hasło",
                                                            "senha",
                                                            "Senha",
                                                            "SENHA",
                                                            "palavra-passe",
                                                            "Palavra-passe",
                                                            "Kennwort",
                                                            "kennwort",
                                                            "KENNWORT",
                                                            "Zugangscode",
                                                            "wachtwoord",
                                                            "Wachtwoord",
                                                            "lösenord",
                                                            "Lösenord",
                                                            "heslo",
                                                            "Heslo",
                                                            "şifre",
                                                            "Şifre",
                                                            "mật khẩu",
                                                            "Mật khẩu",
                                                            "mot de passe",
                                                            "Mot de passe",
                                                            "MOT DE PASSE",
                                                            "mots de passe",
                                                            "parola d'ordine",
                                                            "كلمة المرور"};

// Between such a word and its value these say that something else is meant: what a password is
// stored as, how long it is, what checks it.
constexpr std::array<std::string_view, 43> kOfSomethingElse = {
    "哈希",    "散列",        "长度",     "長度", "字段",     "策略",    "算法",     "加密",
    "管理器",  "文件",        "模块",     "函数", "变量",     "學",      "学",       "校验",
    "验证",    "格式",        "ハッシュ", "長さ", "ファイル", "関数",    "変数",     "マネージャ",
    "해시",    "길이",        "파일",     "함수", "변수",     "Hash",    "hash",     "Länge",
    "Datei",   "хеш",         "хэш",      "длин", "файл",     "fichier", "longueur", "longitud",
    "archivo", "comprimento", "arquivo"};

bool is_of_something_else(std::string_view words) {
  return std::any_of(kOfSomethingElse.begin(), kOfSomethingElse.end(), [&](std::string_view one) {
    return words.find(one) != std::string_view::npos;
  });
}

constexpr std::string_view kOpens = R"re((?:\s|["'`*(]|[（「『“”‘’„«《【：:=、]))re";
constexpr std::string_view kValue = R"re(([!#-&+-_a-~][!#-_a-~]{7,199}))re";
constexpr std::string_view kIsEast =
    R"re((?:是|为|為|成了?|叫|即|は|が|[:：=—–→]|->|이|가|는|은))re";
// A letter of whatever script, or nearly: RE2 needs a megabyte for each \p{L} that is repeated.
constexpr std::string_view kLetter = R"re([^\x00-@\[-`{-\x7f。，！？；：、“”„«»（）「」])re";
constexpr std::string_view kEast = R"re([^\x00-\x08\n-\x1f!-\x7f。，！？；：、“”„«»（）「」])re";
constexpr std::string_view kVerbWest =
    R"re([ \t]+(?:lautet|ist|war|heißt|auf|es|era|está|est|était|é|è|foi|jest|par|para|теперь|сейчас|это|на|был)(?:[ \t]+(?:jetzt|nun|ahora|maintenant|agora|теперь))?[ \t:])re";
constexpr std::string_view kSignWest =
    R"re((?:[ \t]+(?:[-–—]|is|to)[ \t]|[ \t]?(?:[:：=—–→]|->)))re";
constexpr std::string_view kWordsWest =
    R"re((?:s|es|en|ów|[а-яё]{1,3})?((?:[ \t]+["'`„“]?(?:[^\x00-&(-,0-@\[-^{-\x7f。，！？；：、“”„«»（）「」])+["'`“”]?){0,6}?)re";

template <class... Part>
std::string pattern(const Part&... parts) {
  return (std::string() + ... + std::string(parts));
}

re2::StringPiece piece_for(std::string_view text) { return {text.data(), text.size()}; }

bool match_here(const RE2& expression, std::string_view text, re2::StringPiece* groups, int count) {
  return expression.Match(piece_for(text), 0, text.size(), RE2::ANCHOR_START, groups, count);
}

// Characters that belong together: no value is cut out of "contraseñas2neu".
bool goes_on_as_word(std::string_view text, std::size_t end) {
  if (end + 1 >= text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[end]);
  // Latin letters with accents, Greek and Cyrillic ones; not the quotes of U+00AB and U+00BB.
  return lead >= 0xC3 && lead <= 0xD3;
}

// A password of letters alone: where no blanks part words, no word of the sentence looks like it.
bool is_said_of_letters(std::string_view text, Span value, std::string_view words) {
  const bool eastern = std::any_of(words.begin(), words.end(),
                                   [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
  return eastern && is_made_of_letters(value.of(text));
}

bool add_value(std::string_view text, const re2::StringPiece& piece, std::string_view words,
               FoundList& out) {
  const auto begin = static_cast<std::size_t>(piece.data() - text.data());
  Span value = without_punctuation(text, {begin, begin + piece.size()});
  if (goes_on_as_word(text, value.end) || is_of_something_else(words)) return false;
  if (!is_said(text, value, Promise::kPassword) && !is_said_of_letters(text, value, words)) {
    return false;
  }
  out.push_back({value, "password", Sure::kPossible, true});
  return true;
}

enum class Tongue { kOther, kMaybeEnglish };

std::string_view words_before(std::string_view text, Span word, const re2::StringPiece& value) {
  const auto end = static_cast<std::size_t>(value.data() - text.data());
  return Span{word.begin, end}.of(text);
}

// `word`: what names the value, which stands behind it.
bool find_behind(std::string_view text, Span word, Tongue tongue, FoundList& out) {
  static const RE2 at_once(pattern("(", kOpens, "+)", kValue));
  static const RE2 inflected(pattern(R"re([а-яё]{1,3}()re", kOpens, "+)", kValue));
  static const RE2 east(
      pattern("(", kEast, "{0,16}?", kIsEast, "(?:", kIsEast, "|", kOpens, ")*)", kValue));
  // "パスワードを ... に変更": what it was set to.
  static const RE2 set_to(
      pattern("((?:を|를|을)", kOpens, "*)", kValue, R"re(["'`)”’」』]*\s*(?:に|へ|로|으로))re"));
  static const RE2 verb(pattern(kWordsWest, kVerbWest, "(?:", kOpens, ")*)", kValue));
  static const RE2 sign(pattern(kWordsWest, kSignWest, "(?:", kOpens, ")*)", kValue));
  const std::string_view rest = text.substr(word.end, kSentence);
  re2::StringPiece groups[3];
  for (const RE2* form : {&at_once, &inflected, &east, &set_to, &verb, &sign}) {
    // Behind an English name these are English, which others read.
    if (tongue == Tongue::kMaybeEnglish && (form == &at_once || form == &sign)) continue;
    if (match_here(*form, rest, groups, 3) &&
        add_value(text, groups[2], words_before(text, word, groups[2]), out)) {
      return true;
    }
  }
  return false;
}

// "... 是数据库的密码", "use ... como contraseña".
void find_before(std::string_view text, Span word, FoundList& out) {
  static const RE2 before(pattern(
      R"re((?s:.*?))re", kValue, R"re(["'`)”’」』»]*()re",
      R"re(\s*(?:就?是|作为|作為|当作?|當作?|が|は|を|이|가|은|는|을|를))re", kEast,
      R"re({0,12}|\s+(?:es|est|é|è|ist|als|como|comme|come|is|as|это|как|является|[-–—])\s+(?:)re",
      kLetter, R"re(+\s+){0,4}))re"));
  std::size_t from = word.begin > kSentence ? word.begin - kSentence : 0;
  while (from < word.begin && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
  const std::string_view ahead = text.substr(from, word.begin - from);
  re2::StringPiece groups[2];
  if (!RE2::FullMatch(piece_for(ahead), before, &groups[0], &groups[1])) return;
  if (is_of_something_else(text.substr(word.end, 12))) return;
  add_value(text, groups[0], {groups[1].data(), groups[1].size()}, out);
}

bool is_ascii_letter_beside(std::string_view text, Span word) {
  const bool before = word.begin > 0 && is_letter(text[word.begin - 1]);
  const bool behind = word.end < text.size() && is_letter(text[word.end]) && text[word.end] != 's';
  return before || behind;
}

}  // namespace

std::span<const std::string_view> foreign_words() { return kForeignWords; }

bool find_in_foreign_sentence(std::string_view text, Span name, FoundList& out) {
  // Nearly all such names stand in English and in code: these are not asked.
  const std::string_view rest = text.substr(name.end, kSentence);
  constexpr std::array<std::string_view, 8> kVerbs = {" lautet ", " ist ", " es ",   " est ",
                                                      " auf ",    " era ", " para ", " par "};
  const bool has_verb = std::any_of(kVerbs.begin(), kVerbs.end(), [&](std::string_view verb) {
    return rest.find(verb) != std::string_view::npos;
  });
  const std::string_view called = name.of(text);
  const bool german = called.find("asswort") != std::string_view::npos;
  if (!german && !has_verb && is_ascii(rest)) return false;
  return find_behind(text, name, german ? Tongue::kOther : Tongue::kMaybeEnglish, out);
}

void find_near_foreign_word(std::string_view text, Span word, FoundList& out) {
  // "senha" in "desenhar" is no word.
  if (is_letter(text[word.begin]) && is_ascii_letter_beside(text, word)) return;
  if (!find_behind(text, word, Tongue::kOther, out)) find_before(text, word, out);
}

}  // namespace clew::redact
