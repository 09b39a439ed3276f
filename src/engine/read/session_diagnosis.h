// SPDX-License-Identifier: MIT
//
// What is wrong with an opened session. All who say something of that ask here: doctor, check,
// context --check, the warning before a resume and the overview of all sessions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/described.h"
#include "doctor/diagnosis.h"
#include "engine/read/session.h"

namespace clew {

// Any bytes of an open file.
class FileBytes : public ByteSource {
 public:
  explicit FileBytes(const RandomAccessFile& file) : file_(file) {}

  std::int64_t size() const override;
  Result<std::string> bytes(std::int64_t offset, std::int64_t length) override;

 private:
  const RandomAccessFile& file_;
};

// `leaf`: the end that is meant; none: that of 2.1. An error for files that hold something else
// than a transcript: pictures, logs.
Result<Diagnosis> diagnose_session(const Session& session, Symbol leaf = kNoSymbol);

template <>
inline constexpr auto kDescription<Trouble> = describe(
    "FoundDefect", "something that is wrong with a session",
    field("class", "its short name in docs/doctor.md", &Trouble::defect),
    field("name", "the same in words", [](const Trouble& t) { return info_of(t.defect).name; }),
    field("alarm", "whether a resume by Claude Code 2.1 fails or forgets", &Trouble::alarm),
    field("sure", "how sure this is", &Trouble::sure),
    field("what", "what is wrong", [](const Trouble& t) { return info_of(t.defect).what; }),
    field_if_any("detail", "what is particular to this file", &Trouble::detail),
    field("count", "in how many places", &Trouble::count),
    field("lines", "numbers of the first of these lines", &Trouble::lines),
    field("versions", "which versions are affected", [](const Trouble& t) { return t.versions(); }),
    field_if_any("by21", "what 2.1 does about a note",
                 [](const Trouble& t) { return t.way_of_21(); }),
    field("heals", "whether 2.1 copes with it by itself",
          [](const Trouble& t) { return info_of(t.defect).heals; }),
    field_if_any("api", "what the API says to it", &Trouble::api),
    field_if_any("repair", "what a repair does about it",
                 [](const Trouble& t) { return t.repair(); }),
    field_if_any("onRequest", "it is repaired only when it is named with --only",
                 [](const Trouble& t) { return t.is_mendable() && is_on_request(t.defect); }),
    field_if_any("ends",
                 "the ends that a repair can continue from: one has to be named with --leaf",
                 &Trouble::ends),
    field_if_any("cure", "what a person can do",
                 [](const Trouble& t) { return info_of(t.defect).cure; }));

// What the API would not take.
struct RefusedBlock {
  std::int64_t line = 0;  // 0: not about one
  ApiRefusal refusal;
};
template <>
inline constexpr auto kDescription<RefusedBlock> = describe(
    "ApiRefusal", "what the API would not take",
    field("rule", "number of the rule in docs/doctor.md",
          [](const RefusedBlock& r) { return r.refusal.rule; }),
    field("class", "what is wrong, by its short name there",
          [](const RefusedBlock& r) { return r.refusal.defect; }),
    field("fatal", "false: Claude Code mends it on the way, or it is not certain to be refused",
          [](const RefusedBlock& r) { return r.refusal.fatal; }),
    field_if_any("line", "number of the line", &RefusedBlock::line),
    field("message", "in the words of the API",
          [](const RefusedBlock& r) -> const std::string& { return r.refusal.message; }));

// Whether the conversation of a path can be continued.
struct ResumeCheck {
  bool will_fail = false;
  std::vector<RefusedBlock> refusals;
  std::vector<Trouble> alarms;  // what fails or is forgotten; of the rules of 2.1
};
Result<ResumeCheck> check_resume(const Session& session, const ChosenPath& path, Symbol leaf);

}  // namespace clew
