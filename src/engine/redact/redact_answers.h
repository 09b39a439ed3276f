// SPDX-License-Identifier: MIT
//
// What the operations `redact` and `scan` answer. No member ever holds a whole secret.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/described.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

struct SecretFinding {
  std::int64_t number = 0;
  std::string kind;
  std::string label;
  std::string sure;
  std::string masked;
  std::string before;
  std::string after;
  std::string member;
  std::string file;
  std::int64_t line = 0;
  bool kept = false;
};
template <>
inline constexpr auto kDescription<SecretFinding> = describe(
    "SecretFinding", "a place where a secret stands",
    field("number", "to name it in --keep and --hide", &SecretFinding::number),
    field("kind", "what it is: github-token, password, ...", &SecretFinding::kind),
    field("label", "what stands for this secret everywhere", &SecretFinding::label),
    field("sure", "possible, likely or certain", &SecretFinding::sure),
    field("masked", "its first and last characters", &SecretFinding::masked),
    field("before", "the text before it, up to the secret before", &SecretFinding::before),
    field("after", "the text behind it, up to the next secret", &SecretFinding::after),
    field_if_any("member", "the member of the line it stands under", &SecretFinding::member),
    field("file", "the file of the session", &SecretFinding::file),
    field("line", "its line there; 0 in what has no lines", &SecretFinding::line),
    field("kept", "whether somebody decided to keep it", &SecretFinding::kept));

struct RedactAnswer {
  std::string session;
  std::vector<SecretFinding> findings;
  std::int64_t secrets = 0;
  std::int64_t files = 0;
  std::string done;
  std::string output;
};
template <>
inline constexpr auto kDescription<RedactAnswer> =
    describe("RedactAnswer", "the secrets of a session, never a whole one",
             field_if_any("session", "its id", &RedactAnswer::session),
             field("places", "every place, by file and line", &RedactAnswer::findings),
             field("secrets", "how many different ones", &RedactAnswer::secrets),
             field("files", "how many files were looked at", &RedactAnswer::files),
             field_if_any("done", "what was decided, in words", &RedactAnswer::done),
             field_if_any("output", "the folder with the redacted copies", &RedactAnswer::output));
Result<RedactAnswer> redact_answer(Engine& engine, const Arguments& arguments);

// The decisions alone, for who cannot say them to `redact` because that only reads.
struct DecideAnswer {
  std::string session;
  std::string done;
};
template <>
inline constexpr auto kDescription<DecideAnswer> =
    describe("Decided", "decisions about the secrets of a session",
             field("session", "its id", &DecideAnswer::session),
             field("done", "what was decided, in words", &DecideAnswer::done));
Result<DecideAnswer> decide_answer(Engine& engine, const Arguments& arguments);

struct SecretPlace {
  std::string session;
  std::string file;
  std::int64_t line = 0;
  std::string member;
  TimeMs time = 0;
};
template <>
inline constexpr auto kDescription<SecretPlace> = describe(
    "SecretPlace", "where a secret stands", field("session", "whose", &SecretPlace::session),
    field("file", "the file", &SecretPlace::file),
    field("line", "its line there", &SecretPlace::line),
    field_if_any("member", "the member of the line it stands under", &SecretPlace::member),
    field_if_any("time", "when the line was written, in milliseconds since 1970",
                 &SecretPlace::time));

struct ScannedSecret {
  std::string kind;
  std::string sure;
  std::string masked;
  TimeMs first = 0;
  TimeMs last = 0;
  std::int64_t count = 0;
  std::int64_t sessions = 0;
  std::vector<SecretPlace> places;
};
template <>
inline constexpr auto kDescription<ScannedSecret> =
    describe("ScannedSecret", "a secret and its places",
             field("kind", "what it is: github-token, password, ...", &ScannedSecret::kind),
             field("sure", "possible, likely or certain", &ScannedSecret::sure),
             field("masked", "its first and last characters", &ScannedSecret::masked),
             field_if_any("first", "when it was first written, in milliseconds since 1970",
                          &ScannedSecret::first),
             field_if_any("last", "when it was last written", &ScannedSecret::last),
             field("count", "in how many places it stands", &ScannedSecret::count),
             field("sessions", "in how many sessions", &ScannedSecret::sessions),
             field("places", "the first of these places", &ScannedSecret::places));

struct ScanAnswer {
  std::vector<ScannedSecret> secrets;
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  std::int64_t kept = 0;
};
template <>
inline constexpr auto kDescription<ScanAnswer> =
    describe("ScanAnswer", "the secrets in sessions, oldest first",
             field("secrets", "each once", &ScanAnswer::secrets),
             field("files", "how many files were looked at", &ScanAnswer::files),
             field("bytes", "how large they are", &ScanAnswer::bytes),
             field("kept", "how many places are left out, because somebody decided to keep them",
                   &ScanAnswer::kept));
// The exit code is for programs that must stop when there is a secret: 1 when something was found.
inline bool holds_nothing(const ScanAnswer& answer) { return !answer.secrets.empty(); }
Result<ScanAnswer> scan_answer(Engine& engine, const Arguments& arguments);

// "ghp_…x4": enough to recognize it, too little to use it.
std::string masked_secret(std::string_view secret);

}  // namespace clew
