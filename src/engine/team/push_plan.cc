// SPDX-License-Identifier: MIT
#include "engine/team/push_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/hash.h"
#include "base/uuid.h"
#include "catalog/beside/session_parts.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/git_remote.h"
#include "engine/lists/session_list.h"
#include "engine/team/sent_sessions.h"

namespace clew {
namespace {

// The files of a root by the session in their names; those of nobody's name under "".
using FilesBySession = std::map<std::string, std::vector<RootFile>>;

class Planner {
 public:
  Planner(Engine& engine, const SharedList& shared, const std::string& machine)
      : engine_(engine), shared_(shared), machine_(machine) {
    const auto decisions = read_file(engine.files(), engine.options().own.redact(), 64 << 20);
    decisions_ = decisions ? hash_bytes(*decisions) : 0;
  }

  Result<PushPlan> plan() {
    for (const SharedProject& project : shared_.projects) {
      if (auto done = add_project(project); !done) return done.error();
    }
    return std::move(plan_);
  }

 private:
  Result<void> add_project(const SharedProject& shared) {
    auto list =
        list_with_cache(engine_, {.project = shared.path, .worktrees = false, .show_hidden = true});
    if (!list) return list.error();
    for (const Finding& finding : list->findings) plan_.findings.push_back(finding);
    for (const SessionRow& row : list->sessions) {
      const ProjectFolder& folder = list->folders[row.folder];
      const std::string_view machine = engine_.machine_of(folder.root);
      const bool own = machine.empty() || engine_.is_stored(folder.root);
      if (own) add_session(shared, row, folder);
    }
    return {};
  }

  void add_session(const SharedProject& shared, const SessionRow& row,
                   const ProjectFolder& folder) {
    const FactsView facts = row.facts();
    auto id = PlainName::from(facts.id);
    if (!id || !is_uuid(facts.id) || !row.readable) return;
    // Folders whose keys are the same lie in one: /a/b and /a-b. Only the one that was named goes.
    const bool of_another = shared.path.starts_with('/') && !facts.cwd.empty() &&
                            facts.cwd != shared.path && project_key(facts.cwd) == folder.key;
    if (of_another) return;
    if (row.hidden) {
      ++plan_.hidden;
      return;
    }
    if (shared_.withheld.contains(facts.id)) {
      ++plan_.withheld;
      return;
    }
    PlannedSession planned{
        .session = {.path = std::string(facts.path), .id = std::move(*id), .folder = folder},
        .files = {},
        .project = project_at(shared, folder, std::string(facts.cwd))};
    planned.files = files_of(planned.session);
    planned.place = session_place(folder.root, folder.key, planned.session.id.text());
    planned.look = look_of(planned, shared.redact);
    plan_.sessions.push_back(std::move(planned));
  }

  // `cwd`: that a session of it was recorded in, where it is shared by the name of its folder below
  // the root alone.
  std::size_t project_at(const SharedProject& shared, const ProjectFolder& folder,
                         const std::string& cwd) {
    const auto known =
        std::find_if(plan_.projects.begin(), plan_.projects.end(), [&](const PlannedProject& one) {
          return one.project.root == folder.root && one.project.key == folder.key;
        });
    if (known != plan_.projects.end()) {
      return static_cast<std::size_t>(known - plan_.projects.begin());
    }
    PlannedProject made{.project = {.machine = machine_,
                                    .root = folder.root,
                                    .key = folder.key,
                                    .folder = shared.path.starts_with('/') ? shared.path : cwd,
                                    .visibility = shared.visibility},
                        .shared = shared};
    const std::string& here = made.project.folder;
    if (const auto copy = here.starts_with('/') ? find_copy(engine_.files(), here) : std::nullopt) {
      made.project.remote = copy->remote;
      made.project.below = copy->below;
    }
    plan_.projects.push_back(std::move(made));
    return plan_.projects.size() - 1;
  }

  std::vector<RootFile> files_of(const NamedSession& session) {
    const std::string& root = session.folder.root;
    auto known = by_root_.find(root);
    if (known == by_root_.end()) {
      known = by_root_.emplace(root, FilesBySession()).first;
      RootFiles all = find_root_files(engine_.files(), root);
      for (RootFile& file : all.files) {
        known->second[session_of_file(file.file)].push_back(std::move(file));
      }
      for (Finding& finding : all.findings) plan_.findings.push_back(std::move(finding));
    }
    RootFiles some{known->second[session.id.text()], {}};
    const auto& nobodys = known->second[""];
    some.files.insert(some.files.end(), nobodys.begin(), nobodys.end());
    return files_of_session(engine_.files(), some, session);
  }

  std::uint64_t look_of(const PlannedSession& session, bool redact) const {
    std::uint64_t look = redact ? decisions_ + 1 : 0;
    for (const RootFile& file : session.files) {
      look = hash_bytes(file.file, look);
      for (const auto number : {file.info.size, file.info.mtime_ns, file.info.ctime_ns})
        look = hash_bytes(std::to_string(number) + " ", look);
    }
    return look;
  }

  Engine& engine_;
  const SharedList& shared_;
  const std::string& machine_;
  std::uint64_t decisions_ = 0;
  std::map<std::string, FilesBySession> by_root_;
  PushPlan plan_;
};

}  // namespace

Result<PushPlan> plan_push(Engine& engine, const SharedList& shared, const std::string& machine) {
  return Planner(engine, shared, machine).plan();
}

}  // namespace clew
