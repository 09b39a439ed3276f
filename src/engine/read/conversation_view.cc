// SPDX-License-Identifier: MIT

#include "engine/read/conversation_view.h"

#include <algorithm>
#include <utility>

#include "catalog/beside/tool_results.h"
#include "engine/read/open_session.h"

namespace clew {
namespace {

bool holds(const MessagePlan& plan, EntryIndex entry) {
  const auto is_it = [entry](EntryIndex e) { return e == entry; };
  if (std::any_of(plan.entries.begin(), plan.entries.end(), is_it)) return true;
  return std::any_of(plan.tools.begin(), plan.tools.end(), [&](const ToolCallPlan& tool) {
    return std::any_of(tool.results.begin(), tool.results.end(), is_it);
  });
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

Result<void> start_at(ConversationView& view, const std::string& uuid, std::size_t before) {
  auto entry = view.session->find_entry(uuid);
  if (!entry) return entry.error();
  for (std::size_t i = 0; i < view.messages.size(); ++i) {
    if (!holds(view.messages[i], *entry)) continue;
    keep_range(view, i - std::min(i, before), view.messages.size());
    return {};
  }
  return Error{ErrorCode::kNotFound, "line " + uuid +
                                         " is not on this branch; `clew show SESSION --leaf " +
                                         uuid + "` shows the way to it"};
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
    if (auto started = start_at(view, *at, before); !started) return started.error();
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
