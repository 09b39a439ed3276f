// SPDX-License-Identifier: MIT

#include "engine/read/conversation_view.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "catalog/beside/tool_results.h"
#include "engine/read/open_session.h"

namespace clew {
namespace {

// Which message holds the line, or one with its uuid: a resumed session repeats lines.
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

// Drops all but the messages [from, to).
void keep_range(ConversationView& view, std::size_t from, std::size_t to) {
  auto& list = view.messages;
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
  return take_plan(view, entry, plan_messages(t, lines, Detail::kShown)) ||
         take_plan(view, entry, plan_messages(t, lines, Detail::kAll));
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
    return true;
  }
  std::vector<EntryIndex> lines = session.side_thread(entry);
  if (!take_lines(view, entry, lines)) return false;
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
                  : " is not among these messages; without --leaf and "
                    "--view the branch that has it is shown";
    return Error{ErrorCode::kNotFound, "line " + uuid + problem};
  }
  const std::size_t kept = std::min(*view.at, before);
  keep_range(view, *view.at - kept, view.messages.size());
  view.at = kept;
  return {};
}

void keep_asked_for(ConversationView& view, const Arguments& arguments) {
  const auto given = [&](std::string_view name) {
    return static_cast<std::size_t>(arguments.maybe_integer(name).value_or(0));
  };
  if (const std::size_t offset = std::min(given("offset"), view.messages.size()); offset > 0) {
    keep_range(view, offset, view.messages.size());
  }
  if (arguments.maybe_integer("first")) {
    keep_range(view, 0, std::min(view.messages.size(), given("first")));
  }
  if (arguments.maybe_integer("last")) {
    const std::size_t kept = std::min(view.messages.size(), given("last"));
    keep_range(view, view.messages.size() - kept, view.messages.size());
  }
}

}  // namespace

Result<OpenedPath> open_path(Engine& engine, const Arguments& arguments, EmptyFile empty) {
  auto rules = parse_rule_set(arguments.text("rules"));
  if (!rules) return rules.error();
  const std::string name = arguments.text("session");
  auto session =
      empty == EmptyFile::kIsFine ? open_any_file(engine, name) : open_session(engine, name);
  if (!session) return session.error();
  auto path = (*session)->path(*rules, arguments.text("leaf"));
  if (!path) return path.error();
  if (engine.stop().is_stopped()) return stopped_error();
  return OpenedPath{std::move(*session), std::move(*path)};
}

Result<ConversationView> open_conversation(Engine& engine, const Arguments& arguments) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  ConversationView view;
  view.files = &engine.files();
  view.stop = engine.stop();
  view.session = std::move(opened->session);
  view.path = std::move(opened->path);
  const Transcript& t = view.session->transcript();
  const bool context = arguments.text("view") == "context";
  const std::vector<EntryIndex> entries =
      context ? sent_entries(t, view.path) : view.session->transcript_view(view.path);
  if (view.stop.is_stopped()) return stopped_error();
  const bool all = context || arguments.flag("meta");
  view.messages = plan_messages(t, entries, all ? Detail::kAll : Detail::kShown);
  if (view.stop.is_stopped()) return stopped_error();
  if (const auto at = arguments.maybe_text("at")) {
    const auto before = static_cast<std::size_t>(arguments.integer("before"));
    const bool may_leave = !context && arguments.text("leaf").empty();
    if (auto started = start_at(view, *at, before, may_leave); !started) return started.error();
  }
  keep_asked_for(view, arguments);
  return view;
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
    for (ToolCall& tool : message->tools)
      fetch_stored_result(*view.files, view.session->file(), tool);
    if (!visit(*message)) break;
  }
  return {};
}

}  // namespace clew
