// SPDX-License-Identifier: MIT
//
// Sentences in many languages, with passwords of many shapes and with what only looks like them.
// All values are invented.
#include <array>

#include <gtest/gtest.h>

#include "base/text.h"
#include "redact/redactor.h"
#include "redact/test_finder.h"

namespace clew::redact {
namespace {

constexpr std::array<std::string_view, 12> kShapes = {
    "Midlm7tOtHWn", "Mi4kzTqW82pc",  "Frost.bell4711", "hunter2024",
    "Zk9!vQ2r",     "kT7-pWx9-Lm3q", "b7Qz#4mN!x",     "sommerregen77",
    "x8Kd02mPq",    "p4ssWort!neu",  "qT5zB3nV8kLw",   "9fKeTrab"};

// A line of a transcript, with other letters than those of ASCII as they are or escaped.
std::string line_of(std::string_view text, bool escaped) {
  std::string quoted = as_json(text);
  if (escaped) {
    std::string ascii;
    for (std::size_t at = 0; at < quoted.size();) {
      const char32_t c = decode_utf8(quoted, at);
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      ascii += c < 0x80 ? std::string(1, static_cast<char>(c)) : std::string(code);
    }
    quoted = ascii;
  }
  return "{\"text\":" + quoted + "}";
}

std::string copy_of_line(const std::string& line) {
  Redactor redactor(finder());
  redactor.collect_line(line);
  redactor.finish();
  return redactor.redact_line(line).value_or(line);
}

void expect_taken_out(std::string_view form, std::string_view value) {
  std::string text(form);
  text.replace(text.find("<>"), 2, value);
  std::string rest(form);
  rest.replace(rest.find("<>"), 2, "[password 1]");
  for (const bool escaped : {false, true}) {
    EXPECT_EQ(copy_of_line(line_of(text, escaped)), line_of(rest, escaped)) << text;
  }
}

constexpr std::array kSentences = {
    // Chinese
    "数据库密码是 <> ，别告诉别人。", "密码是 <>", "密码：<>，请保密", "密码为“<>”。",
    "登录密码:<>", "管理员密码已经改成 <> 了", "把密码改为 <>", "root 的密码现在是「<>」",
    "新密码就是 <>。", "<> 是数据库的密码", "用 <> 作为密码登录", "請用密碼 <> 登入",
    "Wi-Fi 密码（<>）", "測試環境的密碼為：<>", "password 是 <>，别外传", "令牌：<>",
    // Japanese
    "パスワードは <> です", "パスワードは「<>」です。", "パスワード：<>",
    "DBのパスワードが<>なので", "パスワードを <> に変更しました", "新しいパスワードは、<>です",
    "<> が管理者のパスワードです", "パスワードは次のとおりです：<>",
    // Korean
    "비밀번호는 <> 입니다", "비밀번호: <>", "데이터베이스 비밀번호가 <> 이에요",
    "비밀번호를 <> 로 변경했어요", "비밀번호를 <> 으로 바꿨어요", "새 비밀번호는 “<>” 입니다.",
    "관리자 암호는 <> 입니다",
    // German
    "Das Passwort lautet <>.", "das Kennwort ist <>", "Kennwort: <>",
    "Das Passwort für die Datenbank lautet <>", "das Kennwort für das neue Wiki ist „<>“",
    "das Passwort wurde auf <> geändert", "<> ist das Kennwort", "nimm <> als Kennwort",
    // French
    "le mot de passe est <>", "Mot de passe : <>", "le mot de passe de la base est <>",
    "le mot de passe du wiki est « <> »", "<> est le mot de passe", "utilise <> comme mot de passe",
    // Spanish
    "la contraseña es <>", "Contraseña: <>", "la contraseña de la base de datos es <>",
    "la contraseña del wiki ahora es <>", "usa <> como contraseña", "<> es la nueva contraseña",
    // Portuguese
    "a senha é <>", "Senha: <>", "a senha do banco de dados é <>", "mudei a senha para <>",
    "use <> como senha", "a palavra-passe é <>",
    // Russian
    "пароль <>", "Пароль: <>", "пароль от базы данных: <>", "новый пароль теперь <>",
    "сменил пароль на <>", "<> — это пароль", "с паролем <> всё работает", "пароль для входа — <>",
    // Polish, Dutch, Swedish, Turkish, Italian
    "hasło to <>", "het wachtwoord is <>", "wachtwoord: <>", "lösenord: <>", "Şifre: <>",
    "parola d'ordine: <>"};

TEST(Languages, PasswordsInSentences) {
  static_assert(kSentences.size() >= 60);
  std::size_t shape = 0;
  for (const std::string_view form : kSentences) {
    for (int i = 0; i < 3; ++i) expect_taken_out(form, kShapes[shape++ % kShapes.size()]);
  }
}

TEST(Languages, TheSameValuesInAll) {
  for (const std::string_view value : kShapes) {
    for (const std::string_view form :
         {"the password is <>", "密码是 <>", "パスワードは <> です", "비밀번호는 <> 입니다",
          "das Kennwort ist <>", "le mot de passe est <>", "la contraseña es <>", "a senha é <>",
          "пароль: <>"}) {
      expect_taken_out(form, value);
    }
  }
}

TEST(Languages, PasswordsOfLettersAlone) {
  for (const std::string_view form :
       {"密码是 <>", "密码：<>。", "パスワードは <> です", "비밀번호는 <> 입니다"}) {
    expect_taken_out(form, "qwkzjvhxpt");
  }
}

TEST(Languages, Numbers) {
  for (const std::string_view form : {"my pin is <> for the vault",
                                      "the PIN: <>",
                                      "PIN=<>",
                                      "pin code is <>.",
                                      "VAULT_PIN=<>",
                                      "the passcode for the door is <>",
                                      "passcode <>",
                                      "your verification code is <>",
                                      "验证码是 <>",
                                      "验证码：<>，五分钟内有效",
                                      "验证码<>",
                                      "您的验证码为<>。",
                                      "暗証番号は <> です",
                                      "認証コード：<>",
                                      "인증번호는 <> 입니다",
                                      "die PIN lautet <>",
                                      "Bestätigungscode: <>",
                                      "le code PIN est <>",
                                      "el PIN es <>",
                                      "o PIN do cofre é <>",
                                      "пин-код: <>",
                                      "код подтверждения <>",
                                      "código de verificación: <>"}) {
    for (const std::string_view number : {"482913", "7305", "90417263"}) {
      expect_taken_out(form, number);
    }
  }
  Redactor redactor(finder());
  const std::string line = R"({"pin":"482913","title":"482913"})";
  redactor.collect_line(line);
  redactor.finish();
  EXPECT_EQ(redactor.redact_line(line).value_or(line),
            R"({"pin":"[password 1]","title":"482913"})");
}

constexpr std::array kLookAlikes = {
    // Chinese
    "密码是必填项", "密码长度至少为 12 个字符", "密码是 null", "密码是 ${DB_PASSWORD}",
    "密码：required", "密码字段是 password_hash_v2", "密码用 AES256GCM 加密",
    "密码哈希是 a94a8fe5ccb19ba61c4c0873d391e987", "密码策略：min12chars",
    "密码在 config/settings2.yml 里", "密码是 process.env.DB_PASS1", "密码学课程 CS101a2024",
    "vault_2024 是密码管理器", "忘记密码了怎么办", "密码校验函数是 checkPassword2()",
    "密码是 <your-password1>", "密钥文件是 ./keys/id_ed25519", "令牌是 v1.2.3",
    // Japanese
    "パスワードは8文字以上です", "パスワードは必須です", "パスワードは config/app2.yml にあります",
    "パスワードのハッシュは sha256crypt です", "パスワードは ${SECRET1} から読みます",
    "パスワードを忘れました", "パスワードファイルは users2.conf です",
    "パスワードは bcrypt2b10 で保存",
    // Korean
    "비밀번호는 필수입니다", "비밀번호는 8자 이상", "비밀번호 해시는 argon2id19 입니다",
    "비밀번호는 process.env.PW1 입니다", "비밀번호 파일은 users2.conf 입니다",
    // German
    "Das Passwort ist zu kurz", "das Kennwort ist verschlüsselt", "Kennwort: erforderlich",
    "Das Passwort muss mindestens 12 Zeichen haben", "das Kennwort ist in config/app2.yml",
    "der Hash des Passworts ist 12 Byte lang", "das Passwort ist SHA512Crypt",
    "Kennwort vergessen?",
    // French
    "le mot de passe est obligatoire", "mot de passe : requis",
    "le mot de passe est dans config/app2.yml", "le mot de passe est trop court",
    "mot de passe oublié", "le mot de passe est incorrectement saisi",
    // Spanish
    "la contraseña es obligatoria", "la contraseña es incorrecta", "contraseña: requerida",
    "la contraseña está en config/app2.yml", "¿olvidaste la contraseña?",
    "la contraseña es ${CLAVE1}",
    // Portuguese
    "a senha é obrigatória", "a senha é muito curta", "senha: obrigatório",
    "a senha está em config/app2.yml", "vamos desenhar1234 isso", "esqueci a senha",
    // Russian
    "пароль обязателен", "пароль слишком короткий", "пароль хранится в config/app2.yml",
    "длина пароля: 12", "хеш пароля: sha256crypt", "забыл пароль", "пароль — ${DB_PASSWORD1}",
    // Numbers
    "pin 13 of the board", "the pin is 3.3 V", "pin 1024 of the connector", "the GPIO pin is 4829",
    "pin: 2024.1", "pin is 1234", "PIN: 0000", "the otp is valid for 300 seconds",
    "ping is 4829 ms", "we pinned it to 482913", "pin = 20240501", "the pin is 4829 bytes long",
    "验证码有效期 5 分钟", "验证码是 6 位数字", "PIN muss 4 bis 8 Ziffern haben", "spin: 4829x",
    "opinion is 5000 words"};

TEST(Languages, WhatOnlyLooksLikeThem) {
  static_assert(kLookAlikes.size() >= 60);
  for (const std::string_view text : kLookAlikes) {
    for (const bool escaped : {false, true}) {
      const std::string line = line_of(text, escaped);
      EXPECT_EQ(copy_of_line(line), line);
    }
  }
}

}  // namespace
}  // namespace clew::redact
