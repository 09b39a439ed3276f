// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "base/uuid.h"
#include "catalog/edits/file_move.h"
#include "catalog/edits/session_edits.h"
#include "catalog/layout/layout.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/doctor/examined_file.h"
#include "engine/doctor/place_check.h"
#include "engine/keep/restore_operation.h"
#include "engine/lists/running_sessions.h"
#include "engine/read/open_session.h"
#include "engine/read/resume_command.h"
#include "transcript/label_lines.h"

namespace clew {
namespace {

// Prompts that the history has and the file does not.
void find_not_written(Engine& engine, const Session& session, Diagnosis& diagnosis) {
  const std::string& id = session.facts().id;
  const std::int64_t count = prompts_not_written(
      typed_times(engine.files(), engine.roots().paths, id), id, session.facts().updated);
  if (count == 0) return;
  Trouble trouble;
  trouble.defect = Defect::kH13;
  trouble.sure = Sureness::kPossible;
  trouble.count = count;
  trouble.detail = counted(count, "prompt") + " after its last line";
  diagnosis.troubles.push_back(std::move(trouble));
}

// We read what is kept of a transcript that was emptied; Claude Code reads the disk.
void find_emptied(Engine& engine, const std::string& path, Diagnosis& diagnosis) {
  if (!is_emptied(engine, path)) return;
  Trouble trouble;
  trouble.defect = Defect::kH15;
  trouble.alarm = true;
  trouble.count = 1;
  diagnosis.troubles.push_back(std::move(trouble));
}

std::string repair_command(std::string_view session, const std::string& leaf) {
  std::string command = "clew doctor " + shell_word(session) + " --repair";
  if (!leaf.empty()) command += " --leaf " + shell_word(leaf);
  return command;
}

// Where the file is not what has to be mended, or cannot be, a person can begin anew before the
// error. What comes from the service passes by itself.
std::string go_back_command(const Diagnosis& diagnosis, std::string_view session) {
  const LastError& error = diagnosis.error;
  const bool service = !error.defects.empty() && error.defects.front() == Defect::kI2;
  const bool stays =
      !error.text.empty() && !service && (diagnosis.will_fail() || !error.is_of_file());
  return stays && !error.back.empty() ? repair_command(session, error.back) : std::string();
}

Result<SessionHealth> examine(Engine& engine, const NamedSession& named) {
  auto session = open_file(engine, named.path);
  if (!session) return session.error();
  auto diagnosis = diagnose_session(**session);
  if (!diagnosis) return diagnosis.error();
  if (engine.stop().is_stopped()) return stopped_error();
  find_in_place(engine.files(), **session, named, *diagnosis);
  find_not_written(engine, **session, *diagnosis);
  SessionHealth health;
  health.session = std::move(*session);
  health.diagnosis = std::move(*diagnosis);
  const RepairTrial trial = keep_promises(engine.files(), named, health.diagnosis);
  health.why_not = trial.why_not;
  health.commands = commands_for(*health.session, health.diagnosis, trial, named.id.text());
  find_emptied(engine, named.path, health.diagnosis);  // no copy would help
  if (health.commands.empty()) health.go_back = go_back_command(health.diagnosis, named.id.text());
  health.running = running_sessions(engine).find(named.id.text()) != nullptr;
  return health;
}

Result<std::set<Defect>> chosen_defects(const Arguments& arguments) {
  std::set<Defect> only;
  for (const std::string& name : arguments.list("only")) {
    const auto defect = find_defect(name);
    if (!defect) return Error{ErrorCode::kInvalid, "there is no class " + name};
    only.insert(*defect);
  }
  return only;
}

std::string piece_of(const RandomAccessFile& file, std::int64_t from, std::size_t length) {
  std::string piece(length, '\0');
  auto read = file.read_at(std::max<std::int64_t>(0, from), {piece.data(), piece.size()});
  piece.resize(read ? *read : 0);
  return piece;
}

// Repaired copies of this session in its folder: they say at their end what they were made of.
// Their lines and titles would not tell: several sessions may be copies of one.
std::vector<std::string> copies_of(const FileSystem& files, const RepairRequest& request) {
  constexpr std::size_t kTail = 4096;
  std::vector<std::string> ids;
  const std::string folder = request.folder.text();
  auto there = files.list(folder);
  if (!there) return ids;
  for (const DirEntry& one : *there) {
    const std::string& name = one.name.text();
    if (!is_transcript_name(name)) continue;
    auto file = files.open(folder + "/" + name);
    const auto info = file ? (*file)->info() : Result<FileInfo>(file.error());
    if (!info) continue;
    const std::string tail = piece_of(**file, info->size - std::int64_t{kTail}, kTail);
    if (tail.find(made_of_member(request.made_of)) != std::string::npos)
      ids.push_back(name.substr(0, name.rfind('.')));
  }
  return ids;
}

// Where no repair helps, what does.
Error with_advice(Error error, const SessionHealth& health) {
  if (!health.go_back.empty()) {
    error.message += "; a copy that ends before the error: " + health.go_back;
  }
  return error;
}

Result<CopyAnswer> repair(Engine& engine, const Arguments& arguments, const NamedSession& named,
                          const SessionHealth& health) {
  if (auto free = check_not_running(running_sessions(engine), named.id.text()); !free) {
    return free.error();
  }
  auto place = place_to_edit(named);
  if (!place) return place.error();
  auto only = chosen_defects(arguments);
  if (!only) return only.error();
  const SessionFacts& facts = health.session->facts();
  RepairRequest request{.original = named.path, .folder = place->parent()};
  request.session = make_uuid();
  request.title = short_name(facts) + " (repaired)";
  request.made_of = named.id.text();
  request.only = std::move(*only);
  for (const Trouble& trouble : health.diagnosis.troubles) {
    if (trouble.defect >= Defect::kH1) request.place.insert(trouble.defect);
  }
  if (const std::string leaf = arguments.text("leaf"); !leaf.empty()) {
    auto entry = health.session->find_entry(leaf);
    if (!entry) return entry.error();
    const Transcript& t = health.session->transcript();
    request.leaf = t.text(t[*entry].uuid);
  }
  request.dry_run = arguments.flag("dry-run");
  request.diff = arguments.flag("diff");
  if (!request.dry_run) remove_leftovers(engine.disk(), request.folder, engine.options().now);
  std::vector<std::string> earlier = copies_of(engine.files(), request);
  auto copy = write_repaired_copy(engine.files(), request);
  if (!copy) return copy.error();
  return CopyAnswer{std::move(*copy), request.session,
                    resume_command({}, facts.cwd, request.session), request.dry_run,
                    std::move(earlier)};
}

}  // namespace

std::vector<std::string> commands_for(const Session& session, const Diagnosis& diagnosis,
                                      const RepairTrial& trial, std::string_view name) {
  if (!trial.leaves.empty()) {
    std::vector<std::string> commands;
    for (const std::string& leaf : trial.leaves) commands.push_back(repair_command(name, leaf));
    return commands;
  }
  if (diagnosis.will_fail()) return {};
  const bool hidden = std::any_of(diagnosis.troubles.begin(), diagnosis.troubles.end(),
                                  [](const Trouble& one) { return hides_session(one.defect); });
  if (!hidden) return {};
  // A name that is no session id is not looked for; the file itself is.
  const bool by_path = diagnosis.find(Defect::kH4) != nullptr;
  return {resume_command(session.file_info(), session.facts().cwd,
                         by_path ? session.file() : std::string(session.facts().id))};
}

Result<SessionHealth> examine_session(Engine& engine, const std::string& name) {
  auto named = engine.locate(name);
  if (!named) return named.error();
  return examine(engine, *named);
}

Result<CheckAnswer> check_answer(Engine& engine, const Arguments& arguments) {
  auto session = open_any_file(engine, arguments.text("session"));
  if (!session) return session.error();
  SessionCheck check = check_session(**session);
  auto diagnosis = diagnose_session(**session);
  if (!diagnosis) return diagnosis.error();
  return CheckAnswer{std::move(*session), std::move(check), std::move(diagnosis->troubles)};
}

Result<DoctorAnswer> doctor_answer(Engine& engine, const Arguments& arguments) {
  DoctorAnswer answer;
  const auto name = arguments.maybe_text("session");
  if (!name) {
    if (arguments.flag("repair")) return Error{ErrorCode::kInvalid, "name the session to repair"};
    auto roots = examine_roots(engine);
    if (!roots) return roots.error();
    answer.sessions = std::move(roots->sessions);
    answer.notes = std::move(roots->notes);
    answer.looked_at = roots->looked_at;
    return answer;
  }
  auto named = engine.locate(*name);
  if (!named) return named.error();
  auto health = examine(engine, *named);
  if (!health) return health.error();
  if (arguments.flag("repair")) {
    auto copy = repair(engine, arguments, *named, *health);
    if (!copy) return with_advice(copy.error(), *health);
    answer.copy = std::move(*copy);
  }
  answer.session = std::move(*health);
  return answer;
}

}  // namespace clew
