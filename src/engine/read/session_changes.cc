// SPDX-License-Identifier: MIT

#include "engine/read/session_changes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/diff.h"
#include "catalog/list/subagents.h"
#include "engine/read/agent_calls.h"
#include "engine/read/agent_changes.h"
#include "engine/read/conversation_view.h"
#include "engine/read/file_points.h"
#include "engine/read/open_session.h"
#include "engine/read/session_extras.h"
#include "engine/read/turn_plan.h"

namespace clew {
namespace {

// A call that changed a file, wherever it stands.
struct FoundCall {
  ToolCall call;
  std::string uuid;
  std::string agent;
  std::int32_t turn = 0;
  TimeMs time = kNoTime;
};

// Which changes are asked for.
struct WantedChanges {
  std::optional<std::int64_t> turn;  // only this one, from 1 as people count; else all
  std::string path;                  // only this file; empty: all
  bool steps = false;                // also each change by itself

  bool all() const { return !turn && path.empty(); }
  bool takes(std::int32_t of_turn, const std::string& shown, const std::string& whole) const {
    return (!turn || of_turn + 1 == *turn) && (path.empty() || path == shown || path == whole);
  }
};

ChangeStep step_of(const FoundCall& found, const std::string& path, const EditedFile& changed) {
  ChangeStep step{path, found.call.name, found.uuid, found.agent, found.turn, found.time};
  step.diff.assign(changed.lines.end() - static_cast<std::ptrdiff_t>(changed.last_lines),
                   changed.lines.end());
  for (const std::string& line : step.diff) step.counts.count(line);
  return step;
}

class ChangeReader {
 public:
  ChangeReader(Engine& engine, std::shared_ptr<const FileWay> way)
      : engine_(engine), way_(std::move(way)), calls_(calls_by_id(way_->session->transcript())) {}

  Result<void> read_session();
  Result<void> read_agents();
  ChangesAnswer answer(const WantedChanges& wanted);

 private:
  void take(const ChangingCall& changing, const std::string& agent, std::int32_t turn);
  Result<void> read_agent(const Subagent& agent);

  Engine& engine_;
  std::shared_ptr<const FileWay> way_;
  std::map<std::string_view, EntryIndex> calls_;
  std::vector<std::int32_t> turn_of_;
  std::vector<FoundCall> found_;
};

void ChangeReader::take(const ChangingCall& changing, const std::string& agent, std::int32_t turn) {
  const EntryIndex line = changing.call.call;
  FoundCall found{changing.call, std::string(uuid_of(changing.transcript, line).text), agent, turn};
  if (line != kNoEntry) found.time = changing.transcript[line].time;
  found.call.call = kNoEntry;  // of this transcript, which the next step does not know
  found_.push_back(std::move(found));
}

Result<void> ChangeReader::read_session() {
  const Transcript& t = way_->session->transcript();
  const std::vector<MessagePlan> messages = plan_messages(t, way_->lines);
  turn_of_ = turns_by_entry(t, messages, plan_turns(messages));
  return each_changing_call(engine_, way_->session, messages, [this](const ChangingCall& changing) {
    const EntryIndex line = changing.call.call;
    take(changing, "", line == kNoEntry ? kNoTurn : turn_of_[static_cast<std::size_t>(line)]);
  });
}

Result<void> ChangeReader::read_agent(const Subagent& agent) {
  const auto call = calls_.find(agent.tool_use_id);
  const std::int32_t turn =
      call == calls_.end() ? kNoTurn : turn_of_[static_cast<std::size_t>(call->second)];
  // What another branch had done is not of this one.
  if (call != calls_.end() && turn == kNoTurn) return {};
  return each_changing_call(engine_, way_->session, agent,
                            [&](const ChangingCall& changing) { take(changing, agent.id, turn); });
}

Result<void> ChangeReader::read_agents() {
  for (const Subagent& agent : subagents_of(engine_, *way_->session).agents) {
    if (auto read = read_agent(agent); !read) return read;
    if (engine_.stop().is_stopped()) return stopped_error();
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const FoundCall& a, const FoundCall& b) { return a.time < b.time; });
  return {};
}

ChangesAnswer ChangeReader::answer(const WantedChanges& wanted) {
  const Transcript& t = way_->session->transcript();
  std::map<std::string, FileBackup> copies;
  const Symbol start = way_->lines.empty() ? kNoSymbol : t[way_->lines.front()].uuid;
  for (const auto& [name, backup] : way_->states.rewind_to(start))
    copies.insert_or_assign(way_->on_disk(name), backup);
  const auto copy_of = [&](const std::string& whole) -> std::optional<std::string> {
    const auto copy = copies.find(whole);
    return copy == copies.end() ? std::nullopt : way_->copy(engine_, copy->second);
  };
  // Every call is followed, so that what a later one found is known.
  EditedFiles all(t, way_->folder);
  EditedFiles some(t, way_->folder);
  ChangesAnswer answer{way_->session, {}, {}};
  for (const FoundCall& found : found_) {
    if (engine_.stop().is_stopped()) return answer;
    const EditedFile* changed = all.add(found.call, copy_of);
    if (changed == nullptr) continue;
    const std::string shown = way_->shown_path(changed->path);
    if (!wanted.takes(found.turn, shown, changed->path)) continue;
    if (!wanted.all()) {
      std::optional<std::string> before = changed->last_before;
      some.add(found.call, [&](const std::string&) { return before; });
    }
    if (wanted.steps) answer.steps.push_back(step_of(found, shown, *changed));
  }
  for (const EditedFile& file : (wanted.all() ? all : some).files()) {
    if (engine_.stop().is_stopped()) return answer;
    FileDiff diff{way_->shown_path(file.path), file.created, file.before && file.now, file.calls};
    diff.diff = diff.whole ? unified_diff(*file.before, *file.now) : file.lines;
    for (const std::string& line : diff.diff) diff.counts.count(line);
    answer.files.push_back(std::move(diff));
  }
  return answer;
}

}  // namespace

Result<ChangesAnswer> changes_answer(Engine& engine, const Arguments& arguments) {
  auto way = FileWay::open(engine, arguments.text("session"), arguments.text("leaf"));
  if (!way) return way.error();
  ChangeReader reader(engine, std::move(*way));
  if (auto read = reader.read_session(); !read) return read.error();
  if (auto read = reader.read_agents(); !read) return read.error();
  ChangesAnswer answer = reader.answer(
      {arguments.maybe_integer("turn"), arguments.text("file"), arguments.flag("steps")});
  if (engine.stop().is_stopped()) return stopped_error();
  return answer;
}

}  // namespace clew
