// SPDX-License-Identifier: MIT
#include "engine/read/session_diagnosis.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "catalog/layout/layout.h"

namespace clew {
namespace {

std::string_view name_of_file(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

// What an open session is to the doctor; the session must live longer.
struct OpenPatient {
  explicit OpenPatient(const Session& session, Symbol leaf)
      : lines(session.lines()),
        bytes(session.opened_file()),
        patient{session.transcript(), session.messages(), lines, bytes,
                !session.facts().forked_from.empty()} {
    patient.leaf = leaf;
    patient.sources = [&session] { return std::make_unique<FileLines>(session.opened_file()); };
    patient.subagent = is_agent_name(name_of_file(session.file()));
  }

  FileLines lines;
  FileBytes bytes;
  Patient patient;
};

}  // namespace

std::int64_t FileBytes::size() const {
  const auto info = file_.info();
  return info ? info->size : 0;
}

Result<std::string> FileBytes::bytes(std::int64_t offset, std::int64_t length) {
  std::string out(static_cast<std::size_t>(length), '\0');
  auto read = file_.read_at(offset, {out.data(), out.size()});
  if (!read) return read.error();
  out.resize(*read);
  return out;
}

Result<Diagnosis> diagnose_session(const Session& session, Symbol leaf) {
  auto diagnosis = diagnose(OpenPatient(session, leaf).patient);
  const Transcript& t = session.transcript();
  if (!diagnosis || !diagnosis->says_nothing || !t.entries.empty() || t.lines == 0) {
    return diagnosis;
  }
  return session.check_has_lines().error();
}

Result<ResumeCheck> check_resume(const Session& session, const ChosenPath& path, Symbol leaf) {
  ResumeCheck check;
  Verdict verdict;
  if (path.rules == RuleSet::k21) {
    auto diagnosis = diagnose_session(session, leaf);
    if (!diagnosis) return diagnosis.error();
    check.will_fail = diagnosis->will_fail();
    verdict = *diagnosis->verdict(path.rules);
    std::copy_if(diagnosis->troubles.begin(), diagnosis->troubles.end(),
                 std::back_inserter(check.alarms), [](const Trouble& one) { return one.alarm; });
  } else {
    verdict = verdict_on(OpenPatient(session, leaf).patient, path);
    check.will_fail = verdict.fails();
  }
  for (ApiRefusal& one : verdict.refusals) {
    const EntryIndex entry = one.place.entry;
    const std::int64_t line = entry == kNoEntry ? 0 : session.transcript()[entry].line;
    check.refusals.push_back({line, std::move(one)});
  }
  return check;
}

}  // namespace clew
