// SPDX-License-Identifier: MIT
#include "catalog/beside/session_parts.h"

#include <set>
#include <string>

#include "catalog/beside/plans.h"
#include "catalog/facts/session_facts.h"
#include "catalog/list/subagents.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"
#include "transcript/plan_lines.h"

namespace clew {
namespace {

// Names of plans, without their endings, wherever the root was when they were written.
std::set<std::string> plans_named_in(const FileSystem& files, const std::string& transcript) {
  std::set<std::string> plans;
  const auto file = files.open(transcript);
  if (!file) return plans;
  LineReader lines(**file);
  for (;;) {
    const auto line = lines.next_with([](std::string_view text) { return text.find(kPlanMark); });
    if (!line || !*line) return plans;
    const std::string path = plan_named_in((*line)->text);
    if (!path.empty()) plans.emplace(stem(path));
  }
}

// Places whose names do not tell whose they are.
std::set<std::string> nameless_parts(const FileSystem& files, const NamedSession& session) {
  std::set<std::string> paths;
  FactsReader reader;
  for (const Subagent& agent : find_subagents(files, session.path).agents) {
    const auto facts = reader.read(files, agent.path);
    if (facts && facts->recorded_id == session.id) paths.insert(agent.path);
  }
  const auto facts = reader.read(files, session.path);
  if (!facts) return paths;
  std::set<std::string> plans = plans_named_in(files, session.path);
  plans.insert(facts->slug);
  for (const std::string& slug : plans) {
    if (const auto plan = plan_file(files, session.folder.root, slug)) paths.insert(*plan);
  }
  return paths;
}

// By the id in its place. Another project may have a session of the same id.
bool is_named_after(const std::string& file, const NamedSession& session) {
  if (session_of_file(file) != session.id.text()) return false;
  const ProjectPlace place = project_place(file);
  if (!place.key.empty() && place.key != session.folder.key) return false;
  return is_place_of_session(file, session.id);
}

}  // namespace

std::vector<RootFile> files_of_session(const FileSystem& files, const RootFiles& all,
                                       const NamedSession& session) {
  const std::set<std::string> nameless = nameless_parts(files, session);
  std::vector<RootFile> found;
  std::vector<RootFile> transcript;
  for (const RootFile& file : all.files) {
    const std::string path = resolve_path(session.folder.root, file.file);
    if (path == session.path) {
      transcript.push_back(file);
    } else if (is_named_after(file.file, session) || nameless.contains(path)) {
      found.push_back(file);
    }
  }
  found.insert(found.end(), transcript.begin(), transcript.end());
  return found;
}

}  // namespace clew
