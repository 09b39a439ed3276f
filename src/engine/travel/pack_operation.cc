// SPDX-License-Identifier: MIT
#include "engine/travel/pack_operation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/uuid.h"
#include "catalog/beside/session_parts.h"
#include "catalog/facts/session_facts.h"
#include "catalog/list/git_remote.h"
#include "engine/keep/restore_operation.h"
#include "engine/travel/new_file.h"
#include "os/paths.h"
#include "travel/session_pack.h"

namespace clew {
namespace {

// What goes into a pack: read through the engine's files, so that kept sessions travel too.
class Collector {
 public:
  explicit Collector(Engine& engine) : engine_(engine) {
    manifest_.clew = CLEW_VERSION;
    manifest_.packed = engine.options().now;
  }

  Result<void> add(const std::string& name) {
    auto session = engine_.locate(name);
    if (!session) return session.error();
    const std::string id = session->id.text();
    if (!is_uuid(id) || session->folder.root.empty()) {
      return Error{ErrorCode::kInvalid, session->path +
                                            " is not the transcript of a session in a "
                                            "configuration folder; --root names one"};
    }
    if (!ids_.insert(id).second) {
      return Error{ErrorCode::kInvalid, id + " was named twice: a pack holds a session once"};
    }
    PackedSession packed{id};
    auto facts = FactsReader().read(engine_.files(), session->path);
    if (!facts) return facts.error();
    packed.title = facts->title();
    packed.folder = facts->cwd;
    if (engine_.kept().machine_of(session->path).empty()) add_remote(packed);
    if (auto whole = check_kept_whole(engine_, *session); !whole) return whole;
    if (auto readable = check_all_found(*session); !readable) return readable;
    for (RootFile& file : files_of_session(engine_.files(), root_files(*session), *session)) {
      // Two sessions may have one plan.
      if (places_.insert(file.file).second) packed.files.push_back({std::move(file.file)});
    }
    roots_.push_back(session->folder.root);
    auto measured = measure_files(engine_.files(), roots_.back(), packed, engine_.stop());
    if (!measured) return measured;
    manifest_.sessions.push_back(std::move(packed));
    return {};
  }

  const PackManifest& manifest() const { return manifest_; }
  const std::vector<std::string>& roots() const { return roots_; }

 private:
  // A pack from which something is left out would be found out on the other machine, when it is too
  // late.
  Result<void> check_all_found(const NamedSession& session) {
    const RootFiles& all = root_files(session);
    const auto place = session.path.substr(session.folder.root.size() + 1);
    const bool found = std::any_of(all.files.begin(), all.files.end(),
                                   [&](const RootFile& file) { return file.file == place; });
    if (!found) {
      return Error{ErrorCode::kInvalid, session.path +
                                            " is a link or behind one, and links are not packed; "
                                            "nothing was written"};
    }
    for (const Finding& finding : all.findings) {
      const bool of_session = finding.path.find(session.id.text()) != std::string::npos;
      if (of_session) return Error{ErrorCode::kIo, finding.reason + "; nothing was written"};
    }
    return {};
  }

  void add_remote(PackedSession& packed) const {
    const auto copy = find_copy(engine_.files(), packed.folder);
    if (!copy) return;
    packed.remote = copy->remote;
    packed.below = copy->below;
  }

  const RootFiles& root_files(const NamedSession& session) {
    const auto found = all_.find(session.folder.root);
    if (found != all_.end()) return found->second;
    return all_[session.folder.root] = find_root_files(engine_.files(), session.folder.root);
  }

  Engine& engine_;
  PackManifest manifest_;
  std::vector<std::string> roots_;  // of each session
  std::set<std::string> ids_;
  std::set<std::string> places_;
  std::map<std::string, RootFiles> all_;  // by root
};

PackedName name_of(const PackedSession& session) {
  PackedName name{session.id, session.title, session.folder};
  for (const PackedFile& file : session.files) name.bytes += file.size;
  name.files = std::ssize(session.files);
  return name;
}

std::string output_of(const Arguments& arguments, const PackManifest& manifest) {
  if (const auto named = arguments.maybe_text("output")) return *named;
  return "clew-" + manifest.sessions.front().id.substr(0, 8) + ".tar.zst";
}

}  // namespace

Result<PackAnswer> pack_answer(Engine& engine, const Arguments& arguments) {
  Collector collector(engine);
  for (const std::string& name : arguments.list("session")) {
    if (auto added = collector.add(name); !added) return added.error();
  }
  auto out = NewFile::begin(engine, output_of(arguments, collector.manifest()));
  if (!out) return out.error();
  auto written = write_pack(
      engine.files(), collector.manifest(), collector.roots(),
      [&](std::string_view bytes) { return (*out)->append(bytes); }, engine.stop());
  if (!written) return written.error();
  const std::string filler = filler_for_pack((*out)->size(), collector.manifest().bytes());
  if (auto filled = (*out)->append(filler); !filled) return filled.error();
  PackAnswer answer{(*out)->path(), (*out)->size(), {}};
  if (auto finished = (*out)->finish(); !finished) return finished.error();
  for (const PackedSession& session : collector.manifest().sessions) {
    answer.sessions.push_back(name_of(session));
  }
  return answer;
}

}  // namespace clew
