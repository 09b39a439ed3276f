// SPDX-License-Identifier: MIT
#include "engine/drive/drive_request.h"

#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/live_registry.h"
#include "drive/fork_file.h"
#include "drive/session_links.h"
#include "drive/session_place.h"
#include "drive/workspaces.h"
#include "engine/keep/restore_operation.h"
#include "engine/read/open_session.h"
#include "engine/read/root_option.h"
#include "os/paths.h"
#include "os/process_probe.h"
#include "transcript/context_refs.h"

namespace clew {
namespace {

using Action = DriveRequest::Action;
using How = ResumePlan::How;

constexpr std::size_t kPreview = 100;
constexpr std::size_t kKeptShown = 3;
constexpr std::size_t kDroppedShown = 200;

class Preparation {
 public:
  Preparation(Engine& engine, const DriveRequest& request) : engine_(engine), request_(request) {}

  Result<PreparedDrive> run() {
    out_.action = request_.action;
    out_.prompt = request_.prompt;
    out_.link_instructions = request_.link_instructions;
    out_.launch.options = request_.options;
    out_.launch.ask_permissions = request_.ask_permissions;
    out_.launch.partial_messages = request_.partial_messages;
    if (auto done = find_program(); !done) return done.error();
    auto done = request_.action == Action::kRun ? prepare_new() : prepare_old();
    if (!done) return done.error();
    if (request_.action == Action::kFork) return std::move(out_);
    // A value that cannot be passed on shall be known before anything is written.
    auto command = stream_command(out_.launch);
    if (!command) return command.error();
    return std::move(out_);
  }

 private:
  Result<void> find_program() {
    if (request_.action == Action::kFork) return {};  // our own work alone
    auto program = find_claude(request_.claude);
    if (program) {
      out_.launch.program = *program;
    } else if (request_.only_look && request_.claude.empty()) {
      out_.launch.program = "claude";
    } else {
      return program.error();
    }
    const bool matters = request_.action == Action::kEdit || !request_.at.empty();
    if (!matters || !program) return {};
    auto version = ask_claude_version(*program);
    if (!version) return version.error();
    out_.version = *version;
    return {};
  }

  // The variable is set only where the environment would lead elsewhere: with it the program looks
  // for its settings in other places, too.
  void set_root(const std::string& root) {
    const RootEnvironment& environment = engine_.options().environment;
    std::string usual;
    if (environment.config_dir && !environment.config_dir->empty()) {
      usual = *environment.config_dir;
    } else if (environment.home) {
      usual = join_path(*environment.home, kUsualRoot);
    }
    const auto real = engine_.files().real_path(usual);
    const auto asked = engine_.files().real_path(root);
    const bool same = usual == root || (real && asked && *real == *asked);
    if (!same) out_.launch.root = asked ? *asked : root;
  }

  Result<std::string> chosen_folder() const {
    const std::string& here = engine_.options().folder;
    std::string folder = request_.folder.empty() ? here : request_.folder;
    folder = resolve_path(here, folder);
    if (!folder.starts_with('/')) {
      return Error{ErrorCode::kInvalid, "name the folder to work in with --folder DIR"};
    }
    auto real = engine_.files().real_path(folder);
    if (!real) return Error{ErrorCode::kNotFound, "there is no folder " + folder};
    return *real;
  }

  Result<void> prepare_new() {
    out_.how = How::kNewSession;
    const auto& roots = engine_.options().roots;
    if (!roots.empty()) set_root(roots.front());
    if (!request_.workspace.empty()) {
      auto parsed = parse_workspace(request_.workspace, engine_.options().folder);
      if (!parsed) return parsed.error();
      out_.workspace = request_.workspace;
      return {};
    }
    auto folder = chosen_folder();
    if (!folder) return folder.error();
    out_.launch.folder = *folder;
    return {};
  }

  Result<void> prepare_old() {
    if (!request_.workspace.empty()) {
      return Error{ErrorCode::kInvalid, "a workspace is for a new session (clew run)"};
    }
    auto named = engine_.locate(request_.session);
    if (!named) return named.error();
    named_ = std::move(*named);
    if (auto here = find_far_folder(); !here) return here;
    auto session = open_session(engine_, *named_);
    if (!session) return session.error();
    session_ = std::move(*session);
    out_.session = named_->id.text();
    out_.file = named_->path;
    out_.ahead = copies_ahead(engine_, *named_);
    if (const std::string& root = named_->folder.root; !root.empty()) {
      const std::string here = engine_.root_to_restore_to(root);
      set_root(here.empty() ? root : here);
    }
    auto plan = make_plan();
    if (!plan) return plan.error();
    out_.how = plan->how;
    out_.reason = plan->reason;
    out_.launch.resume_at = plan->how == How::kSameFile ? plan->at : std::string();
    summarise(*plan);
    if (plan->how == How::kFork) {
      if (auto may = check_far_copy(); !may) return may;
      if (auto done = prepare_copy(*plan); !done) return done;
    } else if (plan->how != How::kNewSession) {
      out_.launch.resume = named_->id.text();
      if (is_not_for_claude(engine_, named_->path)) {
        out_.restore = named_;
        out_.from_store = engine_.is_stored(named_->path);
        out_.restore_to = far_folder_;
        out_.restore_command = restore_command();
      }
      if (auto done = check_running(); !done) return done;
    }
    return place();
  }

  // What another machine kept is brought here first, for a folder of this one.
  Result<void> find_far_folder() {
    if (engine_.machine_of(named_->path).empty()) return {};
    auto folder = folder_to_restore_to(engine_, *named_, request_.folder);
    if (!folder) {
      return Error{folder.error().code, folder.error().message + "; clew restore " +
                                            named_->id.text() + root_option(engine_, named_->path) +
                                            " --project FOLDER brings it to this machine"};
    }
    far_folder_ = std::move(*folder);
    return {};
  }

  // A copy would be written beside what lies in the keep.
  Result<void> check_far_copy() const {
    if (far_folder_.empty()) return {};
    const char* const where = engine_.is_stored(named_->path)     ? " is in the session store"
                              : is_of_team(engine_, named_->path) ? " is in the team's store"
                                                                  : " was kept by another machine";
    return Error{ErrorCode::kInvalid, named_->id.text() + where + "; clew restore " +
                                          named_->id.text() + root_option(engine_, named_->path) +
                                          " brings it to Claude Code here, where it can be copied"};
  }

  // What brings it here, for who runs the rest by hand.
  std::string restore_command() const {
    std::string command = "clew restore " + shell_word(named_->id.text());
    if (!far_folder_.empty()) command += " --project " + shell_word(far_folder_);
    return command + root_option(engine_, named_->path);
  }

  Result<ResumePlan> make_plan() {
    const RuleSet rules = rules_of(out_.version);
    const Fork fork =
        request_.fork || request_.action == Action::kFork ? Fork::kAlways : Fork::kOnlyIfNeeded;
    std::optional<EntryIndex> at;
    if (!request_.at.empty()) {
      auto entry = session_->find_entry(request_.at);
      if (!entry) return entry.error();
      at = *entry;
      out_.at = session_->transcript().text(session_->transcript()[*entry].uuid);
    }
    if (request_.action != Action::kEdit) return plan_resume(session_->messages(), rules, at, fork);
    if (!at) return Error{ErrorCode::kInvalid, "name the prompt to edit by its uuid"};
    auto plan = plan_edit(session_->messages(), rules, *at, fork);
    if (plan) replace_prompt(*at);
    return plan;
  }

  // What an editor attached to the old prompt stays attached.
  void replace_prompt(EntryIndex entry) {
    const Message old = message_of(entry);
    out_.old_prompt = old.text;
    if (request_.drop_context || request_.prompt.empty()) return;
    ParsedPrompt prompt = parse_context_refs(old.text);
    json::Parser parser;
    if (const auto contexts = parser.parse_copy(old.contexts); prompt.refs.empty() && contexts) {
      prompt.refs = read_contexts(*contexts);
    }
    if (prompt.refs.empty() || !parse_context_refs(request_.prompt).refs.empty()) return;
    prompt.text = request_.prompt;
    out_.prompt = write_context_refs(prompt);
  }

  Message message_of(EntryIndex entry) {
    const EntryIndex one[] = {entry};
    const Transcript& t = session_->transcript();
    const auto plans = plan_messages(t, one, Detail::kAll);
    if (plans.empty()) return {};
    FileLines lines = session_->lines();
    auto message = MessageReader(t, lines).read(plans.front());
    return message ? std::move(*message) : Message();
  }

  std::vector<LineSummary> summaries(const std::vector<MessagePlan>& plans, std::size_t from,
                                     std::size_t to) {
    std::vector<LineSummary> list;
    const Transcript& t = session_->transcript();
    for (std::size_t i = from; i < to; ++i) {
      const EntryIndex first = plans[i].entries.front();
      list.push_back({std::string(t.text(t[first].uuid)), std::string(name_of(plans[i].role)),
                      std::string(name_of(plans[i].kind)),
                      session_->prompt_preview(first, kPreview)});
    }
    return list;
  }

  void summarise(const ResumePlan& plan) {
    const Transcript& t = session_->transcript();
    const auto kept = plan_messages(t, plan.kept);
    const auto dropped = plan_messages(t, plan.dropped);
    out_.kept_count = kept.size();
    out_.dropped_count = dropped.size();
    out_.kept = summaries(kept, kept.size() - std::min(kept.size(), kKeptShown), kept.size());
    out_.dropped = summaries(dropped, 0, std::min(dropped.size(), kDroppedShown));
  }

  Result<void> check_running() {
    if (request_.force) return {};
    return check_free(
        read_live_registry(engine_.files(), RealProcessProbe(), engine_.roots().paths),
        named_->id.text());
  }

  Result<void> prepare_copy(const ResumePlan& plan) {
    ForkRequest fork;
    fork.session = named_->id.text();
    fork.new_session = make_uuid();
    fork.title = request_.title.empty() ? title() + " (fork)" : request_.title;
    fork.last = plan.keep;
    fork.rules = rules_of(out_.version);
    fork.now = engine_.options().now;
    FileLines lines = session_->lines();
    auto text = fork_text(session_->messages(), lines, fork);
    if (!text) return text.error();
    out_.fork_session = fork.new_session;
    out_.fork_text = std::move(*text);
    out_.launch.resume = fork.new_session;
    auto folder = folder_of_copy();
    if (!folder) return folder.error();
    const auto name = transcript_name(fork.new_session);
    if (!name) return Error{ErrorCode::kInvalid, fork.new_session + " is not the id of a session"};
    out_.fork_file = *folder / *name;
    return {};
  }

  // The project that a copy becomes part of: the chosen one, or that of the original.
  Result<PathBelow> folder_of_copy() {
    if (!request_.folder.empty()) {
      auto chosen = chosen_folder();
      if (!chosen) return chosen.error();
      const std::string root =
          named_->folder.root.empty() ? engine_.receiving_root() : named_->folder.root;
      if (root.empty()) return Error{ErrorCode::kNotFound, "there is no root to copy it to"};
      set_root(root);
      const auto key = PlainName::from(project_key(*chosen));
      if (!key) return Error{ErrorCode::kInvalid, *chosen + " cannot have sessions"};
      return PathBelow(root) / kProjectsFolder / *key;
    }
    if (named_->folder.key.empty()) {
      auto own = find_session_folder(engine_.files(), *named_, session_->transcript());
      if (!own) return own.error();
    }
    auto place = place_to_edit(*named_);
    if (!place) return place.error();
    return place->parent();
  }

  std::string title() {
    auto facts = FactsReader().read(engine_.files(), named_->path);
    return facts ? short_name(*facts) : named_->id.text();
  }

  // In which folder claude is started.
  Result<void> place() {
    if (!far_folder_.empty()) {
      out_.launch.folder = far_folder_;
      return {};
    }
    if (!request_.folder.empty()) {
      auto chosen = chosen_folder();
      if (!chosen) return chosen.error();
      out_.launch.folder = *chosen;
      if (out_.how == How::kFork || out_.how == How::kNewSession) return {};
      auto checked = check_chosen_folder(engine_.files(), *named_, *chosen);
      if (!checked) return checked.error();
      return {};
    }
    auto folder = find_session_folder(engine_.files(), *named_, session_->transcript());
    if (folder) {
      out_.launch.folder = *folder;
    } else if (request_.action != Action::kFork) {  // a copy may lie where its original lies
      return folder.error();
    }
    return {};
  }

  Engine& engine_;
  const DriveRequest& request_;
  PreparedDrive out_;
  std::optional<NamedSession> named_;
  std::string far_folder_;  // that stands for the one of another machine
  SharedSession session_;
};

}  // namespace

Result<PreparedDrive> prepare_drive(Engine& engine, const DriveRequest& request) {
  return Preparation(engine, request).run();
}

Result<PreparedDrive> prepare_inquiry(Engine& engine, const std::string& session) {
  DriveRequest request;
  request.action = Action::kResume;
  request.session = session;
  request.force = true;  // nothing is written to it
  auto prepared = prepare_drive(engine, request);
  if (!prepared) return prepared;
  prepared->restore.reset();
  prepared->launch.resume.clear();
  prepared->launch.options.settings = R"({"disableAllHooks":true})";
  prepared->unseen = true;
  return prepared;
}

Result<void> carry_out(Engine& engine, PreparedDrive& prepared) {
  WritableFileSystem& files = engine.files();
  if (prepared.restore) {
    auto restored =
        restore_session(engine, *prepared.restore, {.folder = prepared.restore_to, .whole = true});
    if (!restored) return restored.error();
  }
  if (prepared.fork_file) {
    if (auto made = files.create_directories(prepared.fork_file->parent()); !made) return made;
    auto written = files.create_file(*prepared.fork_file, prepared.fork_text);
    if (!written) return written;
    prepared.fork_text.clear();
  }
  if (prepared.workspace.empty()) return {};
  auto request = parse_workspace(prepared.workspace, engine.options().folder);
  if (!request) return request.error();
  const std::string instructions = join_path(engine.options().folder, "CLAUDE.md");
  if (prepared.link_instructions) {
    if (!files.stat(instructions)) {
      return Error{ErrorCode::kNotFound, "there is no " + instructions + " to link to"};
    }
    request->instructions = instructions;
  }
  auto workspace =
      make_workspace(files, engine.options().own.workspaces(), *request, engine.options().now);
  if (!workspace) return workspace.error();
  prepared.launch.folder = workspace->path;
  return {};
}

Result<void> link_sessions(Engine& engine, const PreparedDrive& prepared,
                           const std::string& new_session) {
  if (prepared.how != How::kNewSession || prepared.session.empty()) return {};
  return add_session_link(engine.files(), engine.options().own.links(),
                          {prepared.session, prepared.at, new_session, engine.options().now});
}

std::string_view name_of(DriveRequest::Action action) {
  switch (action) {
    case Action::kRun:
      return "run";
    case Action::kResume:
      return "resume";
    case Action::kEdit:
      return "edit";
    case Action::kFork:
      return "fork";
  }
  return "";
}

std::optional<ChildOptions> command_of(const PreparedDrive& prepared) {
  if (prepared.action == Action::kFork) return std::nullopt;
  auto command = stream_command(prepared.launch);
  return command ? std::optional(std::move(*command)) : std::nullopt;
}

}  // namespace clew
