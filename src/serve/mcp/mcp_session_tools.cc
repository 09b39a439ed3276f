// SPDX-License-Identifier: MIT

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "json/described_json.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kTitleBytes = 200;
constexpr std::size_t kPromptBytes = 300;
constexpr std::size_t kTextBytes = 4000;
constexpr std::size_t kInputBytes = 1000;
constexpr std::size_t kResultBytes = 1500;

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

McpSession session_of(const ListedSession& row) {
  const FactsView& facts = row.file.facts;
  return {.id = terminal_line(facts.id),
          .title = clean_text(short_name(facts), kTitleBytes),
          .project = terminal_line(facts.cwd),
          .git_branch = terminal_line(facts.git_branch),
          .model = terminal_line(facts.model),
          .created = facts.created_at(),
          .updated = facts.updated_at(),
          .first_prompt = clean_text(facts.first_prompt, kPromptBytes),
          .running = row.running() != nullptr,
          .resume = resume_command(facts.cwd, facts.id)};
}

}  // namespace

Result<McpSessionPage> tool_list_sessions(const ToolContext& context,
                                          const ListSessionsInput& input) {
  Arguments::Given given{{"limit", {std::to_string(input.limit.value)}}};
  const auto give = [&given](const char* name, const std::string& text) {
    if (!text.empty()) given[name] = {text};
  };
  input.project.empty() ? give("all", "true") : give("path", input.project);
  give("since", input.times.since);
  give("until", input.times.until);
  give("cursor", input.cursor);
  auto listing = answer_of<open_session_list>(context.engine, given, context.options);
  if (!listing) return listing.error();
  McpSessionPage page;
  for (const SessionRow& row : listing->list.sessions) {
    page.sessions.push_back(session_of(ListedSession(*listing, row)));
  }
  page.next_cursor = listing->list.next_cursor;
  return page;
}

// --- get_session ---

namespace {

void add_stats(McpOverview& overview, const ThreadMetrics& main) {
  for (const auto& [model, metrics] : main.models) {
    overview.models.push_back(terminal_line(model));
  }
  for (const auto& [tool, metrics] : main.tools) {
    overview.tools.push_back({terminal_line(tool), metrics.calls, metrics.failed});
  }
  overview.tokens.counts = main.tokens;
}

// The first three and the last seven.
void add_prompts(McpOverview& overview, const OutlineAnswer& outline) {
  const Transcript& t = outline.view->session->transcript();
  std::vector<const OutlineRow*> prompts;
  for (const OutlineRow& row : outline.rows) {
    if (row.plan->kind != MessageKind::kPrompt) continue;
    prompts.push_back(&row);
    if (prompts.size() > 10) prompts.erase(prompts.begin() + 3);
  }
  for (const OutlineRow* row : prompts) {
    const std::string preview = outline.view->session->prompt_preview(row->entry);
    overview.prompts.push_back(
        {std::string(uuid_of(t, row->entry).text), clean_text(preview, kPromptBytes)});
  }
}

void add_files(McpOverview& overview, const std::vector<TrackedFile>& files) {
  constexpr std::size_t kMost = 100;
  for (const TrackedFile& file : files) {
    if (overview.files_changed.size() >= kMost) return;
    overview.files_changed.push_back(terminal_line(file.path));
  }
}

McpOverview overview_of(const SessionInfo& info) {
  const SessionFacts& facts = info.facts;
  return {.id = terminal_line(facts.id),
          .title = clean_text(short_name(facts), kTitleBytes),
          .cwd = terminal_line(facts.cwd),
          .git_branch = terminal_line(facts.git_branch),
          .created = facts.created_at(),
          .updated = facts.updated_at(),
          .messages = facts.messages.value_or(0),
          .branches = info.branches,
          .subagents = info.subagents,
          .running = info.running.has_value(),
          .models = {},
          .tools = {},
          .tokens = {},
          .cost_usd = {},
          .prompts = {},
          .files_changed = {},
          .resume = resume_command(facts.cwd, facts.id)};
}

}  // namespace

Result<McpOverview> tool_get_session(const ToolContext& context, const GetSessionInput& input) {
  const Arguments::Given given{{"session", {std::string(plain_session_id(input.session))}}};
  auto info = answer_of<open_info>(context.engine, given, context.options);
  if (!info) return info.error();
  McpOverview overview = overview_of(*info);
  // What cannot be said is left out, but not because the time was over.
  std::optional<Error> cancelled;
  const auto take = [&cancelled](const auto& answer, const auto& add) {
    if (answer) return add(*answer);
    if (answer.error().code == ErrorCode::kCancelled) cancelled = answer.error();
  };
  take(answer_of<stats_answer>(context.engine, given, context.options),
       [&](const StatsAnswer& stats) { add_stats(overview, stats.metrics.main); });
  take(answer_of<files_answer>(context.engine, given, context.options),
       [&](const FilesAnswer& files) { add_files(overview, files.view.files); });
  take(answer_of<outline_answer>(context.engine, given, context.options),
       [&](const OutlineAnswer& outline) { add_prompts(overview, outline); });
  take(
      answer_of<usage_answer>(
          context.engine, {{"kind", {"sessions"}}, {"session", {info->facts.id}}}, context.options),
      [&](const UsageAnswer& usage) {
        overview.cost_usd = ExactNumber{exact_usd(UsageTotals{&usage}.tally().cost)};
      });
  if (cancelled) return *cancelled;
  return overview;
}

// --- read_messages ---

namespace {

McpMessage message_of(const ShownMessage& shown, const ReadMessagesInput& input) {
  const Message& message = *shown.message;
  McpMessage out;
  out.uuid = terminal_line(shown.uuid());
  out.role = message.role;
  out.kind = message.kind;
  out.time = shown.first().time;
  if (input.includes(MessagePart::kText)) out.text = clean_text(message.text, kTextBytes);
  if (input.includes(MessagePart::kThinking))
    out.thinking = clean_text(message.thought, kTextBytes);
  if (!input.includes(MessagePart::kTools)) return out;
  for (const ToolCall& tool : message.tools) {
    out.tools.push_back({.name = terminal_line(tool.name),
                         .state = tool.state,
                         .input = clean_text(tool.input.empty() ? "null" : tool.input, kInputBytes),
                         .result = clean_text(tool.result, kResultBytes)});
  }
  return out;
}

// Where a page of messages starts: from a cursor, around a message, at the end or at the beginning.
Result<Arguments::Given> page_arguments(const ToolContext& context,
                                        const ReadMessagesInput& input) {
  const std::string session(plain_session_id(input.session));
  Arguments::Given given{{"session", {session}}};
  const std::string limit = std::to_string(input.limit.value);
  if (const std::string_view cursor = input.cursor; !cursor.empty()) {
    if (cursor.find_first_not_of("0123456789") != cursor.npos || cursor.size() > 12) {
      return invalid("cursor: not one of ours");
    }
    given["offset"] = {std::string(cursor)};
  } else if (!input.around.empty()) {
    const Arguments::Given at{{"session", {session}}, {"at", {input.around}}, {"first", {"1"}}};
    auto answer = answer_of<show_answer>(context.engine, at, context.options);
    if (!answer) return answer.error();
    const std::size_t place = answer->view->skipped_before;
    given["offset"] = {std::to_string(place - std::min<std::size_t>(place, 2))};
  } else if (input.last) {
    given["last"] = {limit};
    return given;
  }
  given["first"] = {limit};
  return given;
}

// As many as fit, at least one.
Result<McpMessagePage> message_page(const ConversationAnswer& answer,
                                    const ReadMessagesInput& input) {
  McpMessagePage page;
  std::size_t bytes = 0;
  auto read = answer.messages.each([&](const ShownMessage& shown) {
    McpMessage message = message_of(shown, input);
    bytes += json::to_text(message).size() + 1;
    if (!page.messages.empty() && bytes + 500 > kLargestToolAnswer) return false;
    page.messages.push_back(std::move(message));
    return true;
  });
  if (!read) return read.error();
  page.id = terminal_line(answer.view->session->id());
  page.offset = answer.view->skipped_before;
  page.total = answer.total();
  const std::size_t end = page.offset + page.messages.size();
  if (end < page.total) page.next_cursor = std::to_string(end);
  return page;
}

}  // namespace

bool ReadMessagesInput::includes(MessagePart part) const {
  if (!include) return part != MessagePart::kThinking;
  return std::find(include->begin(), include->end(), part) != include->end();
}

Result<McpMessagePage> tool_read_messages(const ToolContext& context,
                                          const ReadMessagesInput& input) {
  auto given = page_arguments(context, input);
  if (!given) return given.error();
  Result<McpMessagePage> page = McpMessagePage{};
  auto read = with_answer<show_answer>(context.engine, *given, context.options,
                                       [&](const ConversationAnswer& answer) -> Result<void> {
                                         page = message_page(answer, input);
                                         if (!page) return page.error();
                                         return {};
                                       });
  if (!read) return read.error();
  return page;
}

}  // namespace clew
