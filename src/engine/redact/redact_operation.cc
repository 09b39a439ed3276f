// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "base/numbers.h"
#include "base/stop.h"
#include "catalog/layout/session_files.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/redact/redact_answers.h"
#include "engine/redact/redact_options.h"
#include "engine/redact/session_redaction.h"
#include "engine/travel/new_file.h"
#include "os/path_below.h"
#include "os/paths.h"

namespace clew {
namespace {

// A finding that was shown, with what a decision about it needs and no answer may hold.
struct Shown {
  SecretFinding finding;
  std::string secret;
};

// Whether each is kept is for the caller to say, who may decide about them first.
Result<std::vector<Shown>> all_findings(SessionRedaction& all) {
  std::vector<Shown> out;
  auto done =
      all.each_finding([&](const SessionRedaction::Place& place, const redact::LineFinding& one) {
        Shown shown;
        SecretFinding& finding = shown.finding;
        finding.number = std::ssize(out) + 1;
        finding.kind = one.finding.kind;
        finding.label = all.book().label(one.finding.secret, one.finding.kind);
        finding.sure = to_string(one.finding.sure);
        finding.masked = masked_secret(one.finding.secret);
        finding.before = one.before;
        finding.after = one.after;
        finding.member = one.name;
        finding.file = place.source.file;
        finding.line = place.line;
        shown.secret = one.finding.secret;
        out.push_back(std::move(shown));
      });
  if (!done) return done.error();
  return out;
}

// By the number of a finding, by a label ("github-token 1") or by a kind ("github-token").
Result<void> decide(RedactDecisions& decisions, RedactDecisions::What what,
                    const std::string& named, const std::string& session,
                    const std::vector<Shown>& all) {
  for (const Shown& one : all) {
    const SecretFinding& finding = one.finding;
    if (std::to_string(finding.number) == named) {
      decisions.decide_place(what, one.secret, {session, finding.file, finding.line});
      return {};
    }
    if (finding.label == "[" + named + "]" || finding.label == named) {
      decisions.decide_value(what, one.secret);
      return {};
    }
  }
  for (const Shown& one : all) {
    if (one.finding.kind != named) continue;
    decisions.decide_kind(what, named);
    return {};
  }
  return Error{ErrorCode::kNotFound, "this session has no finding '" + named +
                                         "'; name one by its number, a secret by its label "
                                         "(\"github-token 1\"), or a kind"};
}

Result<std::string> decide_all(Engine& engine, const Arguments& arguments,
                               RedactDecisions& decisions, const std::string& session,
                               const std::vector<Shown>& all) {
  using What = RedactDecisions::What;
  std::int64_t count = 0;
  for (const auto& [name, what] : std::map<std::string_view, What>{
           {"keep", What::kKeep}, {"hide", What::kHide}, {"undecided", What::kForget}}) {
    for (const std::string& named : arguments.list(name)) {
      if (auto done = decide(decisions, what, named, session, all); !done) return done.error();
      ++count;
    }
  }
  if (count == 0) return std::string();
  if (auto done = decisions.write(engine.disk(), engine.options().own.redact()); !done)
    return done.error();
  return "remembered " + counted(count, "decision");
}

// Redacted copies below a folder, at the same places as below their root.
Result<void> write_copies(Engine& engine, SessionRedaction& all, const std::string& folder) {
  for (const SessionSource& source : all.sources()) {
    if (engine.stop().is_stopped()) return stopped_error();
    const auto place = PathBelow::parse(folder, folder + "/" + source.file);
    if (!place) return Error{ErrorCode::kInvalid, source.file + " is no place for a copy"};
    if (auto made = engine.disk().create_directories(place->parent()); !made) return made;
    auto file = NewFile::begin_at(engine, *place);
    if (!file) return file.error();
    auto done =
        all.write_copy(source, [&](std::string_view bytes) { return (*file)->append(bytes); });
    if (!done) return done;
    if (auto finished = (*file)->finish(); !finished) return finished;
  }
  return {};
}

Result<std::string> output_folder(Engine& engine, const std::string& named) {
  const std::string wanted = resolve_path(engine.options().folder, named);
  if (auto made = engine.disk().create_directories(wanted); !made) return made.error();
  return engine.disk().real_path(wanted);
}

Result<void> look_at(Engine& engine, const Arguments& arguments, const NamedSession& named,
                     const redact::Finder& finder, RedactDecisions& decisions,
                     RedactAnswer& answer) {
  const std::string id = named.id.text();
  auto all = SessionRedaction::collect(engine, named, finder, nullptr);
  if (!all) return all.error();
  auto shown = all_findings(**all);
  if (!shown) return shown.error();
  auto decided = decide_all(engine, arguments, decisions, id, *shown);
  if (!decided) return decided.error();
  answer.done = *decided;
  std::set<std::string> secrets;
  for (Shown& one : *shown) {
    secrets.insert(one.secret);
    SecretFinding& finding = one.finding;
    finding.kept = decisions.keeps(finding.kind, one.secret, {id, finding.file, finding.line});
    answer.findings.push_back(std::move(finding));
  }
  answer.secrets += std::ssize(secrets);
  answer.files += std::ssize((*all)->sources());
  return {};
}

Result<void> copy_session(Engine& engine, const NamedSession& named, const redact::Finder& finder,
                          const RedactDecisions& decisions, RedactAnswer& answer) {
  auto all = SessionRedaction::collect(engine, named, finder, &decisions);
  if (!all) return all.error();
  answer.secrets += static_cast<std::int64_t>((*all)->book().size());
  answer.files += std::ssize((*all)->sources());
  return write_copies(engine, **all, answer.output);
}

// But for those that a person hid.
Result<std::vector<NamedSession>> all_sessions(Engine& engine, const Arguments& arguments) {
  auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  std::vector<NamedSession> out;
  const SessionFiles found = find_session_files(engine.files(), engine.roots().paths);
  for (const SessionFile& file : found.files) {
    const auto id = session_id_of(base_name(file.path));
    if (!id || hidden->hides(found.folders[file.folder].key, id->text())) continue;
    out.push_back({file.path, *id, found.folders[file.folder]});
  }
  return out;
}

}  // namespace

Result<DecideAnswer> decide_answer(Engine& engine, const Arguments& arguments) {
  auto finder = finder_for(arguments);
  if (!finder) return finder.error();
  auto decisions = RedactDecisions::read(engine.files(), engine.options().own.redact());
  if (!decisions) return decisions.error();
  auto named = engine.locate(arguments.text("session"));
  if (!named) return named.error();
  auto all = SessionRedaction::collect(engine, *named, *finder, nullptr);
  if (!all) return all.error();
  auto shown = all_findings(**all);
  if (!shown) return shown.error();
  auto done = decide_all(engine, arguments, *decisions, named->id.text(), *shown);
  if (!done) return done.error();
  if (done->empty()) {
    return Error{ErrorCode::kInvalid, "say what to keep, to hide or to leave undecided"};
  }
  return DecideAnswer{named->id.text(), std::move(*done)};
}

Result<RedactAnswer> redact_answer(Engine& engine, const Arguments& arguments) {
  RedactAnswer answer;
  auto finder = finder_for(arguments);
  if (!finder) return finder.error();
  auto decisions = RedactDecisions::read(engine.files(), engine.options().own.redact());
  if (!decisions) return decisions.error();
  const auto output = arguments.maybe_text("output");
  if (output) {
    auto folder = output_folder(engine, *output);
    if (!folder) return folder.error();
    answer.output = *folder;
  }
  std::vector<NamedSession> sessions;
  if (const auto name = arguments.maybe_text("session")) {
    auto named = engine.locate(*name);
    if (!named) return named.error();
    answer.session = named->id.text();
    sessions.push_back(std::move(*named));
  } else if (output && arguments.flag("all")) {
    auto all = all_sessions(engine, arguments);
    if (!all) return all.error();
    sessions = std::move(*all);
  } else {
    return Error{ErrorCode::kInvalid,
                 "name a session; all of them can only be copied: --all --output FOLDER"};
  }
  for (const NamedSession& session : sessions) {
    auto done = output ? copy_session(engine, session, *finder, *decisions, answer)
                       : look_at(engine, arguments, session, *finder, *decisions, answer);
    if (!done) return done.error();
  }
  return answer;
}

}  // namespace clew
