// SPDX-License-Identifier: MIT
#include "catalog/list/live_registry.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/layout.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {
namespace {

LiveStatus status_of(std::string_view text) {
  for (const LiveStatus status :
       {LiveStatus::kBusy, LiveStatus::kWaiting, LiveStatus::kIdle, LiveStatus::kShell}) {
    if (text == name_of(status)) return status;
  }
  return LiveStatus::kUnknown;
}

std::string text_or_number(const json::Value& value) {
  if (value.kind() == json::Kind::kNumber) return value.to_json();
  return std::string(value.string_or(""));
}

enum class Life { kDead, kAlive, kUnsure };

// Whether the process that wrote the note still runs. `space` is "linux:<machine>:pid:[123]".
Life judge(const ProcessProbe& processes, std::int64_t pid, const std::string& start,
           std::string_view space) {
  const std::string here = processes.number_space();
  const bool elsewhere = !space.empty() && !here.empty() && !space.ends_with(here);
  if (elsewhere) return Life::kUnsure;
  if (!processes.is_alive(pid)) return Life::kDead;
  const auto mark = processes.start_mark(pid);
  if (start.empty() || !mark) return Life::kUnsure;
  return *mark == start ? Life::kAlive : Life::kDead;  // else the number was given to another
}

class RegistryReader {
 public:
  RegistryReader(const FileSystem& files, const ProcessProbe& processes, LiveRegistry& registry)
      : files_(files), processes_(processes), registry_(registry) {}

  void read(const std::string& root) {
    const std::string folder = join_path(root, kRegistryFolder);
    const auto entries = files_.list(folder);
    if (!entries) {
      if (entries.error().code != ErrorCode::kNotFound) {
        registry_.findings.push_back({Finding::Kind::kUnreadable, folder, entries.error().message});
      }
      return;
    }
    for (const DirEntry& entry : *entries) {
      if (extension(entry.name) == ".json") read_note(root, join_path(folder, entry.name));
    }
  }

 private:
  void read_note(const std::string& root, const std::string& path) {
    const auto text = read_file(files_, path, 1 << 20);
    if (!text) {
      if (text.error().code == ErrorCode::kNotFound) return;  // the session ended this moment
      registry_.findings.push_back({Finding::Kind::kUnreadable, path, text.error().message});
      return;
    }
    const auto note = parser_.parse_copy(*text);
    if (!note || !(*note)["sessionId"].is_string()) {
      registry_.findings.push_back(
          {Finding::Kind::kDamaged, path, path + " does not say which session it is about"});
      return;
    }
    LiveSession live;
    live.pid = (*note)["pid"].int_or(0);
    const Life life = judge(processes_, live.pid, text_or_number((*note)["procStart"]),
                            (*note)["pidDomain"].string_or(""));
    if (life == Life::kDead) return;
    live.certain = life == Life::kAlive;
    live.session = (*note)["sessionId"].string_or("");
    live.status = status_of((*note)["status"].string_or(""));
    live.cwd = (*note)["cwd"].string_or("");
    live.name = (*note)["name"].string_or("");
    live.kind = (*note)["kind"].string_or("");
    live.version = (*note)["version"].string_or("");
    live.root = root;
    live.started = (*note)["startedAt"].int_or(kNoTime);
    live.updated = (*note)["updatedAt"].int_or(kNoTime);
    registry_.sessions.push_back(std::move(live));
  }

  const FileSystem& files_;
  const ProcessProbe& processes_;
  LiveRegistry& registry_;
  json::Parser parser_;
};

}  // namespace

std::string_view name_of(LiveStatus status) {
  switch (status) {
    case LiveStatus::kBusy:
      return "busy";
    case LiveStatus::kWaiting:
      return "waiting";
    case LiveStatus::kIdle:
      return "idle";
    case LiveStatus::kShell:
      return "shell";
    case LiveStatus::kUnknown:
      return "unknown";
  }
  return "unknown";
}

const LiveSession* LiveRegistry::find(std::string_view session) const {
  const LiveSession* found = nullptr;
  for (const LiveSession& live : sessions) {
    if (live.session == session && (found == nullptr || live.certain)) found = &live;
  }
  return found;
}

LiveRegistry read_live_registry(const FileSystem& files, const ProcessProbe& processes,
                                const std::vector<std::string>& roots) {
  LiveRegistry registry;
  RegistryReader reader(files, processes, registry);
  for (const std::string& root : roots) reader.read(root);
  std::sort(registry.sessions.begin(), registry.sessions.end(),
            [](const LiveSession& a, const LiveSession& b) { return a.pid < b.pid; });
  return registry;
}

}  // namespace clew
