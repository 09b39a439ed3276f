// SPDX-License-Identifier: MIT
#include "redact/pin_number.h"

#include <algorithm>
#include <array>
#include <re2/re2.h>
#include <string>

#include "base/text.h"
#include "redact/characters.h"
#include "redact/secret_name.h"

namespace clew::redact {
namespace {

constexpr std::array<std::string_view, 30> kPinWords = {"pin",
                                                        "passcode",
                                                        "verification code",
                                                        "security code",
                                                        "one-time code",
                                                        "2fa code",
                                                        "otp",
                                                        "验证码",
                                                        "驗證碼",
                                                        "校验码",
                                                        "动态码",
                                                        "暗証番号",
                                                        "認証コード",
                                                        "確認コード",
                                                        "인증번호",
                                                        "인증 코드",
                                                        "핀번호",
                                                        "пин-код",
                                                        "пинкод",
                                                        "код подтверждения",
                                                        "código de verificación",
                                                        "código de seguridad",
                                                        "código de verificação",
                                                        "código de segurança",
                                                        "code de vérification",
                                                        "code de sécurité",
                                                        "bestätigungscode",
                                                        "zugangscode",
                                                        "einmalcode",
                                                        "codice di verifica"};

// What has pins besides banks.
constexpr std::array<std::string_view, 18> kHardware = {
    "gpio", "board", "connector", "header", "arduino",  "solder", "voltage", "chip",   "socket",
    "jtag", "uart",  "i2c",       "spi",    "resistor", "led",    "version", "commit", "release"};

bool has_hardware(std::string_view text) {
  const std::string low = ascii_lower(text);
  return std::any_of(kHardware.begin(), kHardware.end(), [&](std::string_view word) {
    const std::size_t at = low.find(word);
    if (at == std::string::npos || (at > 0 && is_letter(low[at - 1]))) return false;
    const std::string_view rest = std::string_view(low).substr(at + word.size());
    return rest.empty() || !is_letter(rest[0]) || rest[0] == 's';
  });
}

// "1234", "0000", "87654321", and days: nobody hides these.
bool is_plain_number(std::string_view number) {
  const auto steps = [&](int step) {
    return std::adjacent_find(number.begin(), number.end(),
                              [step](char a, char b) { return b - a != step; }) == number.end();
  };
  if (steps(0) || steps(1) || steps(-1)) return true;
  static const RE2 day("(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])");
  return RE2::FullMatch(re2::StringPiece(number.data(), number.size()), day);
}

// "3.3 V", "1024 bytes", "2024-05-01", "482913abc": no PIN goes on like that.
bool goes_on(std::string_view rest) {
  static const RE2 more(
      R"re((?i)[0-9a-z_%]|[-.,:/][0-9]|\s?(?:mv|v|ma|a|ms|s|seconds?|minutes?|k?hz|mhz|bytes?|bits?|kb|mb|px|mm|cm|ohms?|rpm|times|digits?|characters?|chars?|zeichen|stellen|ziffern|caract[eè]res|chiffres|d[ií]gitos)\b|\s?(?:Ω|位|个|個|桁|文字|자리|символ|цифр|знак))re");
  return more.Match(re2::StringPiece(rest.data(), rest.size()), 0, rest.size(), RE2::ANCHOR_START,
                    nullptr, 0);
}

bool is_word_of_its_own(std::string_view text, Span word) {
  if (!is_letter(text[word.begin])) return true;
  // "ping", "pinned"; "pincode" is one.
  const bool longer = word.end < text.size() && is_lower(text[word.end]) && text[word.end] != 'c';
  if (longer || word.begin == 0) return !longer;
  const char before = text[word.begin - 1];
  return !is_letter(before) || (is_lower(before) && is_upper(text[word.begin]));
}

}  // namespace

std::span<const std::string_view> pin_words() { return kPinWords; }

void find_pin(std::string_view text, Span word, FoundList& out) {
  constexpr std::size_t kNear = 120;
  constexpr std::size_t kAround = 40;
  static const RE2 behind(
      R"re((?i)((?:[ -]?(?:code|number|nr\.?|no\.?|码|碼|番号|コード|번호|코드))?["'`*”」]{0,3}(?:\s(?:for|of|on|at|to|de|del|da|do|der|des|für|pour|du|от|для)(?:\s["'`]?[^\s"'`:=：]+["'`]?){1,4}?)?(\s*(?:is|was|[=：:]|ist|lautet|est|es|é|—|–|-|→|为|為|是|は|が|이|가|은|는)(?:\s+(?:now|jetzt))?|\s+)(?:\s|["'`*(「“『（:：])*|)([0-9]{4,8}))re");
  if (!is_word_of_its_own(text, word)) return;
  const std::string_view rest = text.substr(word.end, kNear);
  if (std::none_of(rest.begin(), rest.end(), is_digit)) return;
  re2::StringPiece groups[4];
  if (!behind.Match(re2::StringPiece(rest.data(), rest.size()), 0, rest.size(), RE2::ANCHOR_START,
                    groups, 4)) {
    return;
  }
  const auto begin = static_cast<std::size_t>(groups[3].data() - text.data());
  const Span number{begin, begin + groups[3].size()};
  // "pin 1024" alone may be one of a connector; "pin1024" is a name.
  const std::string_view lead(groups[2].data() ? groups[2].data() : "", groups[2].size());
  const bool bare = is_blank(lead);
  const bool ascii = is_ascii(word.of(text));
  if (bare && (ascii_lower(word.of(text)) == "pin" || (ascii && lead.empty()))) return;
  if (is_plain_number(number.of(text))) return;
  if (goes_on(text.substr(number.end, 24))) return;
  const std::size_t from = word.begin > kAround ? word.begin - kAround : 0;
  if (has_hardware(text.substr(from, number.end + kAround - from))) return;
  out.push_back({number, "password", Sure::kPossible, true});
}

bool is_pin(std::string_view name, std::string_view value) {
  if (value.size() < 4 || value.size() > 8 || !std::all_of(value.begin(), value.end(), is_digit)) {
    return false;
  }
  const auto words = words_of(name);
  if (words.empty() || is_plain_number(value) || has_hardware(name)) return false;
  const std::string& last = words.back();
  const bool code = words.size() > 1 && last == "code" && words[words.size() - 2] == "pin";
  return last == "pin" || last == "passcode" || last == "pincode" || last == "otp" || code;
}

}  // namespace clew::redact
