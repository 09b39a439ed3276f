// SPDX-License-Identifier: MIT

#include "engine/read/conversation_view.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "catalog/beside/tool_results.h"
#include "catalog/layout/layout.h"
#include "engine/read/open_session.h"
#include "engine/read/session_answers.h"

namespace clew {
namespace {

// Drops all but the messages [from, to).
void keep_range(ConversationView& view, std::size_t from, std::size_t to) {
  auto& list = view.messages;
  const bool has_at = view.at && *view.at >= from && *view.at < to;
  view.at = has_at ? std::optional(*view.at - from) : std::nullopt;
  view.skipped_after += list.size() - to;
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(to), list.end());
  view.skipped_before += from;
  list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(from));
}

// Puts a result that lies in a file of its own into the place of its excerpt. When that file is
// gone the excerpt stays.
void fetch_stored_result(const FileSystem& files, const std::string& transcript, ToolCall& tool) {
  constexpr std::int64_t kLargest = std::int64_t{8} << 20;
  if (tool.stored_at.empty()) return;
  auto content = read_tool_result(files, transcript, tool.stored_at, kLargest);
  if (content) tool.result = std::move(*content);
}

// The message of --at, if this is a plan that has it.
bool take_plan(ConversationView& view, EntryIndex entry, std::vector<MessagePlan> messages) {
  const auto place = place_of(view.session->transcript(), messages, entry);
  if (!place) return false;
  view.messages = std::move(messages);
  view.at = *place;
  return true;
}

// Looks for the line in what a person saw of these lines, then in all of them.
bool take_lines(ConversationView& view, EntryIndex entry, const std::vector<EntryIndex>& lines) {
  const Transcript& t = view.session->transcript();
  view.elsewhere.emplace();
  if (take_plan(view, entry, plan_messages(t, lines, Detail::kShown))) return true;
  view.elsewhere->meta = true;
  return take_plan(view, entry, plan_messages(t, lines, Detail::kAll));
}

// A line that nothing shown so far holds: on another branch, of a subagent that wrote into this
// file, or one that is not meant to be read.
bool find_elsewhere(ConversationView& view, EntryIndex entry) {
  const Session& session = *view.session;
  const std::string why = "the way that has the line asked for";
  if (take_lines(view, entry, session.transcript_view(view.path))) return true;
  ChosenPath path = session.path_through(view.path, entry);
  if (take_lines(view, entry, session.transcript_view(path))) {
    view.path = std::move(path);
    view.path.reason = why;
    view.elsewhere->leaf = uuid_of(session.transcript(), view.path.tip).text;
    return true;
  }
  std::vector<EntryIndex> lines = session.side_thread(entry);
  if (!take_lines(view, entry, lines)) return false;
  view.elsewhere->agent = uuid_of(session.transcript(), lines.front()).text;
  view.path.refused.clear();
  view.path.tip = lines.back();
  view.path.chain = std::move(lines);
  view.path.reason = why;
  return true;
}

// `may_leave`: nobody said which lines are shown, so those that hold the line are.
Result<void> start_at(ConversationView& view, const std::string& uuid, std::size_t before,
                      bool may_leave) {
  auto entry = view.session->find_entry(uuid);
  if (!entry) return entry.error();
  view.at = place_of(view.session->transcript(), view.messages, *entry);
  if (!view.at && !(may_leave && find_elsewhere(view, *entry))) {
    const std::string problem =
        may_leave ? " is nothing that can be shown; `clew raw SESSION " + uuid + "` prints it"
                  : " is not among these messages; without --leaf, "
                    "--agent and --view the branch that has it is shown";
    return Error{ErrorCode::kNotFound, "line " + uuid + problem};
  }
  keep_range(view, *view.at - std::min(*view.at, before), view.messages.size());
  return {};
}

void keep_asked_for(ConversationView& view, const Arguments& arguments) {
  const auto given = [&](std::string_view name) {
    return static_cast<std::size_t>(arguments.maybe_integer(name).value_or(0));
  };
  if (const std::size_t offset = std::min(given("offset"), view.messages.size()); offset > 0) {
    keep_range(view, offset, view.messages.size());
  }
  const bool ends_there = view.at && arguments.maybe_integer("last");
  if (ends_there) {
    const std::size_t end = *view.at + 1;
    keep_range(view, end - std::min(end, given("last")), end);
  }
  if (arguments.maybe_integer("first")) {
    keep_range(view, 0, std::min(view.messages.size(), given("first")));
  }
  if (arguments.maybe_integer("last") && !ends_there) {
    const std::size_t end = view.messages.size();
    keep_range(view, end - std::min(end, given("last")), end);
  }
}

// Of a session that was opened, the parameters `rules` and `leaf`.
Result<OpenedPath> path_of(Engine& engine, const Arguments& arguments, SharedSession session) {
  auto rules = parse_rule_set(arguments.text("rules"));
  if (!rules) return rules.error();
  auto path = session->path(*rules, arguments.text("leaf"));
  if (!path) return path.error();
  if (engine.stop().is_stopped()) return stopped_error();
  return OpenedPath{std::move(session), std::move(*path)};
}

// By its id, or enough of its beginning, both also as its file is named.
Result<Subagent> find_agent(const Engine& engine, const Session& session, std::string_view name) {
  constexpr std::size_t kShortest = 4;
  const std::string_view plain = agent_of(name).empty() ? name : agent_of(name);
  std::vector<Subagent> agents = subagents_of(engine, session).agents;
  std::vector<Subagent*> begin_so;
  for (Subagent& agent : agents) {
    if (agent.id == plain) return std::move(agent);
    if (plain.size() >= kShortest && agent.id.starts_with(plain)) begin_so.push_back(&agent);
  }
  if (begin_so.size() == 1) return std::move(*begin_so.front());
  const std::string what = begin_so.empty() ? "no subagent of this session has the id "
                                            : "several subagents have an id that begins with ";
  return Error{begin_so.empty() ? ErrorCode::kNotFound : ErrorCode::kInvalid,
               what + std::string(name) + "; `clew agents SESSION` lists them"};
}

// The parameters `session` and `agent`: the file of the subagent, or its lines in the session's.
Result<OpenedPath> open_agent(Engine& engine, const Arguments& arguments, const std::string& name) {
  auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  auto agent = find_agent(engine, **session, name);
  if (!agent) return agent.error();
  if (agent->own_file) {
    auto own = open_file(engine, agent->path);
    if (!own) return own.error();
    return path_of(engine, arguments, std::move(*own));
  }
  if (arguments.text("view") == "context" || !arguments.text("leaf").empty()) {
    return Error{ErrorCode::kInvalid, "subagent " + agent->id +
                                          " wrote into the file of its session: it has no branches "
                                          "and nothing resumes it, so --leaf and --view context do "
                                          "not go with it"};
  }
  auto opened = path_of(engine, arguments, *session);
  if (!opened) return opened;
  auto first = (*session)->find_entry(agent->id);
  if (!first) return first.error();
  opened->path.chain = (*session)->side_thread(*first);
  opened->path.tip = opened->path.chain.back();
  opened->path.refused.clear();
  opened->path.reason = "the subagent asked for, inside the file of its session";
  opened->side_thread = true;
  return opened;
}

// Plans these lines of a path; what belongs to the branch as a whole is left out.
Result<ConversationView> plan_view(Engine& engine, OpenedPath opened,
                                   const std::vector<EntryIndex>& entries, Detail detail) {
  ConversationView view = view_on(engine, std::move(opened.session));
  view.path = std::move(opened.path);
  if (view.path.tip == kNoEntry && !entries.empty()) {
    view.path.tip = shown_tip(view.session->messages(), view.path);
  }
  view.side_thread = opened.side_thread;
  for (const Subagent& one :
       inline_subagents(view.session->tree(), view.session->opened_file(), view.session->file())) {
    if (!one.tool_use_id.empty()) view.inline_agents.emplace(one.tool_use_id, one.id);
  }
  view.messages = plan_messages(view.session->transcript(), entries, detail);
  if (view.stop.is_stopped()) return stopped_error();
  return view;
}

}  // namespace

Result<OpenedPath> open_path(Engine& engine, const Arguments& arguments, EmptyFile empty) {
  const std::string name = arguments.text("session");
  auto session =
      empty == EmptyFile::kIsFine ? open_any_file(engine, name) : open_session(engine, name);
  if (!session) return session.error();
  return path_of(engine, arguments, std::move(*session));
}

Result<ConversationView> open_conversation(Engine& engine, const Arguments& arguments) {
  const bool context = arguments.text("view") == "context";
  const auto agent = arguments.maybe_text("agent");
  auto opened = agent ? open_agent(engine, arguments, *agent) : open_path(engine, arguments);
  if (!opened) return opened.error();
  const std::vector<EntryIndex> entries =
      opened->side_thread ? opened->path.chain
      : context           ? sent_entries(opened->session->transcript(), opened->path)
                          : opened->session->transcript_view(opened->path);
  if (engine.stop().is_stopped()) return stopped_error();
  const bool all = context || arguments.flag("meta");
  auto planned =
      plan_view(engine, std::move(*opened), entries, all ? Detail::kAll : Detail::kShown);
  if (!planned) return planned;
  ConversationView& view = *planned;
  if (const auto at = arguments.maybe_text("at")) {
    // With --last the messages before it are needed, however many.
    const std::size_t before = arguments.maybe_integer("last")
                                   ? view.session->transcript().entries.size()
                                   : static_cast<std::size_t>(arguments.integer("before"));
    const bool may_leave = !context && !agent && arguments.text("leaf").empty();
    if (auto started = start_at(view, *at, before, may_leave); !started) return started.error();
  }
  keep_asked_for(view, arguments);
  view.extras = extras_of(*view.session, view.path, entries);
  keep_snapshots_shown(view);
  return planned;
}

std::optional<std::size_t> place_of(const Transcript& t, const std::vector<MessagePlan>& messages,
                                    EntryIndex entry) {
  const Symbol uuid = t[entry].uuid;
  const auto is_it = [&](EntryIndex e) { return e == entry || t[e].uuid == uuid; };
  const auto holds = [&](const MessagePlan& plan) {
    return std::any_of(plan.entries.begin(), plan.entries.end(), is_it) ||
           std::any_of(plan.tools.begin(), plan.tools.end(), [&](const ToolCallPlan& tool) {
             return std::any_of(tool.results.begin(), tool.results.end(), is_it);
           });
  };
  const auto found = std::find_if(messages.begin(), messages.end(), holds);
  if (found == messages.end()) return std::nullopt;
  return static_cast<std::size_t>(found - messages.begin());
}

ConversationView view_on(Engine& engine, SharedSession session) {
  ConversationView view;
  view.files = &engine.files();
  view.stop = engine.stop();
  view.session = std::move(session);
  return view;
}

Result<ConversationView> whole_branch(Engine& engine, OpenedPath opened) {
  const std::vector<EntryIndex> entries = opened.session->transcript_view(opened.path);
  auto view = plan_view(engine, std::move(opened), entries, Detail::kShown);
  if (view) view->extras = extras_of(*view->session, view->path, entries);
  return view;
}

void keep_snapshots_shown(ConversationView& view) {
  if (view.skipped_before + view.skipped_after == 0) return;
  std::unordered_set<Symbol> shown;
  for (const MessagePlan& plan : view.messages) {
    for (const EntryIndex entry : plan.entries)
      shown.insert(view.session->transcript()[entry].uuid);
  }
  std::erase_if(view.extras.snapshots,
                [&](const SnapshotStep& step) { return !shown.contains(step.message); });
}

std::int64_t bytes_of(const Transcript& t, const MessagePlan& plan) {
  std::int64_t bytes = 0;
  for (const EntryIndex entry : plan.entries) bytes += t[entry].length;
  for (const ToolCallPlan& tool : plan.tools) {
    for (const EntryIndex result : tool.results) bytes += t[result].length;
  }
  return bytes;
}

Result<void> each_message(const ConversationView& view, std::span<const MessagePlan> messages,
                          const std::function<bool(const Message&)>& visit) {
  FileLines lines = view.session->lines();
  MessageReader reader(view.session->transcript(), lines);
  for (const MessagePlan& plan : messages) {
    if (view.stop.is_stopped()) return stopped_error();
    auto message = reader.read(plan);
    if (!message) return message.error();
    for (ToolCall& tool : message->tools) {
      fetch_stored_result(*view.files, view.session->file(), tool);
      const auto agent = view.inline_agents.find(tool.id);
      if (agent != view.inline_agents.end()) tool.agent = agent->second;
    }
    if (!visit(*message)) break;
  }
  return {};
}

}  // namespace clew
