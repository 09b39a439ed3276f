// SPDX-License-Identifier: MIT
//
// What the operation `doctor` answers.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/doctor/repair_copy.h"
#include "engine/doctor/repair_trial.h"
#include "engine/doctor/root_check.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/session.h"
#include "engine/read/session_check.h"
#include "engine/read/session_diagnosis.h"

namespace clew {

template <>
inline constexpr auto kDescription<RootNote> = describe(
    "RootNote", "something that is wrong with a folder, and not with one session",
    field("class", "its short name in docs/doctor.md", &RootNote::defect),
    field("what", "what is wrong", [](const RootNote& n) { return info_of(n.defect).what; }),
    field("place", "file or folder", &RootNote::place),
    field_if_any("detail", "what is particular to it", &RootNote::detail),
    field("count", "of how many sessions", &RootNote::count),
    field("cure", "what to do", [](const RootNote& n) { return info_of(n.defect).cure; }));

template <>
inline constexpr auto kDescription<LastError> =
    describe("LastError", "the error that a session ends with",
             field("text", "in the words of the API", &LastError::text),
             field("line", "its line", &LastError::line),
             field("times", "how often it came in a row", &LastError::times),
             field("classes", "what it tells", &LastError::defects));

template <>
inline constexpr auto kDescription<Verdict> =
    describe("Verdict", "what a version of Claude Code would do with a session",
             field("rules", "which version", &Verdict::rules),
             field_if_any("refused", "why it would not start", &Verdict::refused),
             field_if_any("api", "what the API would answer first", &Verdict::api));

template <>
inline constexpr auto kDescription<Change> =
    describe("RepairChange", "what a repair did", field("class", "about what", &Change::defect),
             field("did", "what it did", [](const Change& c) { return info_of(c.defect).repair; }),
             field("count", "in how many places", &Change::count),
             field("lines", "numbers of the first of these lines", &Change::lines),
             field_if_any("lostBytes", "bytes that are not in the copy", &Change::lost_bytes),
             field_if_any("lost", "what of them can be read, the first of it", &Change::lost));

template <>
inline constexpr auto kDescription<ChangedText> =
    describe("ChangedText", "a text that is not in a copy as it was",
             field("line", "its line in the original", &ChangedText::line),
             field("kind", "what it is", &ChangedText::kind),
             field("before", "the beginning of it", &ChangedText::before),
             field_if_any("after", "the beginning of what stands there now", &ChangedText::after),
             field_if_any("aside", "it is in the copy, but not part of the conversation",
                          &ChangedText::aside));

struct CopyAnswer {
  RepairedCopy copy;
  std::string session;
  std::string resume;  // the command
  bool dry_run = false;
  std::vector<std::string> earlier{};  // copies that were there before
};
template <>
inline constexpr auto kDescription<CopyAnswer> = describe(
    "RepairedCopy", "a repaired copy of a session",
    field("dryRun", "nothing was written", &CopyAnswer::dry_run),
    field("session", "id of the copy", &CopyAnswer::session),
    field("file", "its file", [](const CopyAnswer& a) { return TextOrNull{a.copy.file}; }),
    field("resume", "the command that continues it", &CopyAnswer::resume),
    field(
        "changes", "what is different",
        [](const CopyAnswer& a) -> const auto& { return a.copy.receipt.changes(); }),
    field("addedLines", "lines that are new",
          [](const CopyAnswer& a) { return a.copy.receipt.added_lines; }),
    field("leftOutLines", "lines that are not in it",
          [](const CopyAnswer& a) { return a.copy.receipt.left_out_lines; }),
    field_if_any("asideLines", "lines that are no longer sent: they are behind a compaction",
                 [](const CopyAnswer& a) { return a.copy.receipt.aside_lines; }),
    field("thinkingLines", "lines without their thinking, because something before them changed",
          [](const CopyAnswer& a) { return a.copy.receipt.thinking_lines; }),
    field("texts", "texts of the conversation before",
          [](const CopyAnswer& a) { return a.copy.compared.texts; }),
    field("missingTexts", "texts, of the conversation or beside it, not in the copy as they were",
          [](const CopyAnswer& a) { return a.copy.compared.changed; }),
    field_if_any(
        "changedTexts", "each of these, the first thousand",
        [](const CopyAnswer& a) -> const auto& { return a.copy.compared.first; }),
    field_if_any(
        "stillWrong", "what a resume of the copy fails with or forgets",
        [](const CopyAnswer& a) -> const auto& { return a.copy.left; }),
    field_if_any("earlier", "ids of repaired copies that were there before", &CopyAnswer::earlier),
    field(
        "versions", "what each version makes of the copy",
        [](const CopyAnswer& a) -> const auto& { return a.copy.versions; }),
    field_if_any(
        "diff", "the lines that differ",
        [](const CopyAnswer& a) -> const auto& { return a.copy.diff; }),
    field_if_any("firstPassOnly", "the file is too large for a full dry run",
                 [](const CopyAnswer& a) { return a.copy.only_first_pass; }));

// A session that needs attention.
struct AilingSession {
  std::string unreadable;  // why it cannot be read; then nothing else is known
  std::string session;
  std::string title;
  std::string file;
  std::vector<Defect> defects;
  bool will_fail = false;
  bool not_listed = false;
  bool torn = false;                      // a write was not finished
  std::int64_t bytes = 0;                 // of a huge file, else 0
  std::string filled_by;                  // what takes most of these
  std::optional<std::int64_t> days_left;  // when it is removed soon
  std::string why;
  std::string command;
};
template <>
inline constexpr auto kDescription<AilingSession> = describe(
    "AilingSession", "a session that needs attention",
    field("session", "its id", &AilingSession::session),
    field("title", "its title", &AilingSession::title),
    field("file", "its file", &AilingSession::file),
    field("classes", "what is wrong", &AilingSession::defects),
    field("willFail", "a resume fails or forgets", &AilingSession::will_fail),
    field_if_any("unreadable", "why it cannot be read", &AilingSession::unreadable),
    field("notListed", "the official tools do not show it", &AilingSession::not_listed),
    field("torn", "a write was not finished", &AilingSession::torn),
    field_if_any("bytes", "its size, where that is too much", &AilingSession::bytes),
    field_if_any("filledBy", "what takes most of it", &AilingSession::filled_by),
    field_if_any("daysLeft", "until it is removed, where that is soon", &AilingSession::days_left),
    field("why", "in words", &AilingSession::why),
    field("command", "what to do", &AilingSession::command));

struct SessionHealth {
  SharedSession session;
  Diagnosis diagnosis;
  bool running = false;
  std::vector<std::string> commands;  // what to do; several: one of them
  std::string why_not;                // why a repair does not help
  std::string go_back;                // the command for a copy that ends before the error
};
template <>
inline constexpr auto kDescription<SessionHealth> =
    describe("SessionHealth", "what is wrong with a session",
             field("file", "the transcript",
                   [](const SessionHealth& h) -> const std::string& { return h.session->file(); }),
             field("running", "it is open in a terminal", &SessionHealth::running),
             field("willFail", "a resume by Claude Code 2.1 fails or forgets",
                   [](const SessionHealth& h) { return h.diagnosis.will_fail(); }),
             field_if_any("commands", "what to do; where there are several, one of them",
                          &SessionHealth::commands),
             field_if_any("whyNot", "why a repair does not help", &SessionHealth::why_not),
             field_if_any("goBack", "the command that makes a copy which ends before the error",
                          &SessionHealth::go_back),
             field("error", "the error that it ends with",
                   [](const SessionHealth& h) -> std::optional<LastError> {
                     if (h.diagnosis.error.text.empty()) return std::nullopt;
                     return h.diagnosis.error;
                   }),
             field(
                 "defects", "what is wrong, alarms first",
                 [](const SessionHealth& h) -> const auto& { return h.diagnosis.troubles; }),
             field(
                 "versions", "what each version would do",
                 [](const SessionHealth& h) -> const auto& { return h.diagnosis.verdicts; }));

struct DoctorAnswer {
  std::optional<SessionHealth> session;
  std::optional<CopyAnswer> copy;
  std::optional<std::vector<AilingSession>> sessions;
  std::vector<RootNote> notes;
  std::int64_t looked_at = 0;  // sessions
};
template <>
inline constexpr auto kDescription<DoctorAnswer> = describe(
    "DoctorAnswer", "what is wrong, and what was done about it",
    field_if_any("session", "of one session", &DoctorAnswer::session),
    field_if_any("copy", "with --repair: the copy", &DoctorAnswer::copy),
    field_if_any("sessions", "without a session: those that need attention",
                 &DoctorAnswer::sessions),
    field_if_any("folders", "without a session: what is wrong with folders", &DoctorAnswer::notes),
    field_if_any("lookedAt", "without a session: how many there are", &DoctorAnswer::looked_at));

Result<DoctorAnswer> doctor_answer(Engine& engine, const Arguments& arguments);
// What needs something to be done ends with 1, as check and context --check do. A repair that
// succeeds is done.
inline bool holds_nothing(const DoctorAnswer& answer) {
  if (answer.copy) return false;
  if (answer.session) return answer.session->diagnosis.will_fail();
  return std::any_of(
      answer.sessions->begin(), answer.sessions->end(),
      [](const AilingSession& one) { return one.will_fail || !one.unreadable.empty(); });
}

// The plain form: what was read, and what it means.
struct CheckAnswer {
  SharedSession session;
  SessionCheck check;
  std::vector<Trouble> defects;
};
Result<CheckAnswer> check_answer(Engine& engine, const Arguments& arguments);
inline bool holds_nothing(const CheckAnswer& answer) {
  return std::any_of(answer.defects.begin(), answer.defects.end(),
                     [](const Trouble& one) { return one.alarm; });
}

template <>
inline constexpr auto kDescription<CheckAnswer> = describe(
    "FileCheck", "findings about a transcript",
    field("file", "the transcript",
          [](const CheckAnswer& a) -> const std::string& { return a.session->file(); }),
    field("lines", "how many lines it has",
          [](const CheckAnswer& a) { return a.session->transcript().lines; }),
    field("findingCount", "number of findings", through(&CheckAnswer::check, &SessionCheck::count)),
    field("findings", "each with its place; not all when there are very many",
          through(&CheckAnswer::check, &SessionCheck::findings)),
    field("defects", "what of it matters to a resume, alarms first", &CheckAnswer::defects),
    field(
        "unknown", "types that Clew does not know",
        [](const CheckAnswer& a) -> const auto& { return a.session->transcript().unknown; }));

// What is wrong with one session, for who wants to resume it.
Result<SessionHealth> examine_session(Engine& engine, const std::string& name);

// What to do about it, the same wherever it is said: a repair where something fails and can be
// mended, else what continues a session that is not listed. Empty: nothing.
std::vector<std::string> commands_for(const Session& session, const Diagnosis& diagnosis,
                                      const RepairTrial& trial, std::string_view name);

// The sessions of all roots that need attention.
struct RootHealth {
  std::vector<AilingSession> sessions;
  std::vector<RootNote> notes;
  std::int64_t looked_at = 0;
};
Result<RootHealth> examine_roots(Engine& engine);

}  // namespace clew
