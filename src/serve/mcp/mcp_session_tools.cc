// SPDX-License-Identifier: MIT

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "engine/read/resume_command.h"
#include "engine/usage/session_usage.h"
#include "serve/mcp/mcp_budget.h"
#include "serve/mcp/mcp_resources.h"
#include "serve/mcp/mcp_scope.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kPromptBytes = 300;
constexpr std::size_t kTextBytes = 4000;
constexpr std::size_t kInputBytes = 1000;
constexpr std::size_t kResultBytes = 1500;

McpSession session_of(const Engine& engine, const ListedSession& row) {
  const FactsView& facts = row.file.facts;
  return {.id = short_line(facts.id),
          .title = clean_text(short_name(facts), kTitleBytes),
          .project = short_line(facts.cwd),
          .git_branch = short_line(facts.git_branch),
          .model = short_line(facts.model),
          .created = facts.created_at(),
          .updated = facts.updated_at(),
          .first_prompt = clean_text(facts.first_prompt, kPromptBytes),
          .running = row.running() != nullptr,
          .resume = resume_command(engine, row.row->file, facts.path, facts.cwd, facts.id)};
}

// How many sessions there are in all projects, for who found none in the scope.
Result<std::int64_t> sessions_anywhere(const ToolContext& context, Arguments::Given given) {
  given.erase("path");
  given["all"] = {"true"};
  given["limit"] = {"0"};
  auto listing = answer_of<list_answer>(context.engine, given, context.options);
  if (!listing) return listing.error();
  return std::ssize(listing->list.sessions);
}

}  // namespace

Result<McpSessionPage> tool_list_sessions(const ToolContext& context,
                                          const ListSessionsInput& input) {
  Arguments::Given given;
  const auto give = [&given](const char* name, const std::string& text) {
    if (!text.empty()) given[name] = {text};
  };
  const McpScope scope(context, input.project);
  scope.give_path(given);
  give("since", input.times.since);
  give("until", input.times.until);
  give("cursor", input.cursor);
  // A cursor is made for the end of a list, so what does not fit is listed again, shorter.
  auto limit = static_cast<std::size_t>(input.limit.value);
  for (;;) {
    given["limit"] = {std::to_string(limit)};
    auto listing = answer_of<list_answer>(context.engine, given, context.options);
    if (!listing) return listing.error();
    AnswerBudget budget(input.max_chars);
    McpSessionPage page;
    for (const SessionRow& row : listing->list.sessions) {
      McpSession session = session_of(context.engine, ListedSession(*listing, row));
      if (!budget.takes(session)) break;
      page.sessions.push_back(std::move(session));
    }
    if (page.sessions.size() < listing->list.sessions.size()) {
      limit = page.sessions.size();
      continue;
    }
    page.where.scope = scope.name();
    if (page.sessions.empty() && input.cursor.empty() && !scope.is_everything()) {
      auto outside = sessions_anywhere(context, std::move(given));
      if (!outside) return outside.error();
      page.where.outside = *outside;
    }
    page.next_cursor = listing->list.next_cursor;
    if (!page.next_cursor.empty()) {
      page.cut =
          cut_by_budget(static_cast<std::size_t>(input.limit.value) - limit,
                        "of the sessions asked for", input.max_chars, "nextCursor gives them");
    }
    return page;
  }
}

// --- get_session ---

namespace {

constexpr std::size_t kMostModels = 10;
constexpr std::size_t kMostTools = 40;
constexpr std::size_t kMostFiles = 40;
constexpr std::size_t kMostAgents = 40;

void say_cut(McpOverview& overview, std::size_t all, std::size_t most, std::string_view what) {
  if (all <= most) return;
  overview.cut += (overview.cut.empty() ? "" : " ") + std::to_string(all - most) + " more " +
                  std::string(what) + ".";
}

void add_stats(McpOverview& overview, const ThreadMetrics& main) {
  for (const auto& [model, metrics] : main.models) {
    if (overview.models.size() < kMostModels) overview.models.push_back(short_line(model));
  }
  for (const auto& [tool, metrics] : main.tools) {
    if (overview.tools.size() < kMostTools)
      overview.tools.push_back({short_line(tool), metrics.calls, metrics.failed});
  }
  say_cut(overview, main.models.size(), kMostModels, "models were used");
  say_cut(overview, main.tools.size(), kMostTools,
          "tools were called: usage_summary with groupBy tools");
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
  for (const TrackedFile& file : files) {
    if (overview.files_changed.size() < kMostFiles)
      overview.files_changed.push_back(short_line(file.path));
  }
  say_cut(overview, files.size(), kMostFiles,
          "files were changed: read_messages with include tools shows the calls");
}

void add_agents(McpOverview& overview, const std::vector<Subagent>& agents) {
  for (const Subagent& agent : agents) {
    if (overview.agents.size() == kMostAgents) break;
    const std::string& what = agent.description.empty() ? agent.prompt : agent.description;
    overview.agents.push_back(
        {short_line(agent.id), short_line(agent.type), clean_text(what, kTitleBytes)});
  }
  say_cut(overview, agents.size(), kMostAgents, "subagents were started");
}

McpOverview overview_of(const Engine& engine, const SessionInfo& info) {
  const SessionFacts& facts = info.facts;
  return {.id = short_line(facts.id),
          .title = clean_text(short_name(facts), kTitleBytes),
          .cwd = short_line(facts.cwd),
          .git_branch = short_line(facts.git_branch),
          .created = facts.created_at(),
          .updated = facts.updated_at(),
          .messages = facts.messages.value_or(0),
          .branches = info.branches,
          .subagents = info.subagents,
          .agents = {},
          .running = info.running.has_value(),
          .models = {},
          .tools = {},
          .tokens = {},
          .cost_usd = ExactNumber{exact_usd(info.usage ? info.usage->cost : 0)},
          .prompts = {},
          .files_changed = {},
          .resume = resume_command(engine, facts.file, facts.path, facts.cwd, facts.id),
          .cut = {}};
}

}  // namespace

Result<McpOverview> tool_get_session(const ToolContext& context, const GetSessionInput& input) {
  auto session = session_in_scope(context, input.session);
  if (!session) return session.error();
  const Arguments::Given given{{"session", {std::move(*session)}}};
  auto info = answer_of<info_answer>(context.engine, given, context.options);
  if (!info) return info.error();
  McpOverview overview = overview_of(context.engine, *info);
  // What cannot be said is left out, but not because the time was over.
  std::optional<Error> cancelled;
  const auto take = [&cancelled](const auto& answer, const auto& add) {
    if (answer) return add(*answer);
    if (answer.error().code == ErrorCode::kCancelled) cancelled = answer.error();
  };
  Arguments::Given of_file = given;
  of_file["no-usage"] = {"true"};
  take(answer_of<stats_answer>(context.engine, of_file, context.options),
       [&](const StatsAnswer& stats) { add_stats(overview, stats.metrics.main); });
  take(answer_of<open_agents>(context.engine, given, context.options),
       [&](const Subagents& found) { add_agents(overview, found.agents); });
  take(answer_of<files_answer>(context.engine, given, context.options),
       [&](const FilesAnswer& files) { add_files(overview, files.view.files); });
  take(answer_of<outline_answer>(context.engine, given, context.options),
       [&](const OutlineAnswer& outline) { add_prompts(overview, outline); });
  if (cancelled) return *cancelled;
  return overview;
}

// --- read_messages ---

namespace {

// Makes messages for one page, and knows whether any text of them was cut.
class MessageCutter {
 public:
  explicit MessageCutter(const ReadMessagesInput& input)
      : input_(input), text_bytes_(text_limit(kTextBytes, input.max_chars)) {}

  bool has_cut() const { return has_cut_; }

  // Calls of tools as far as they fit into `room`.
  McpMessage message_of(const ShownMessage& shown, std::int64_t room) {
    const Message& message = *shown.message;
    McpMessage out;
    out.uuid = short_line(shown.uuid());
    out.role = message.role;
    out.kind = message.kind;
    out.time = shown.first().time;
    if (input_.includes(MessagePart::kText)) out.text = cut(message.text, text_bytes_);
    if (input_.includes(MessagePart::kThinking)) out.thinking = cut(message.thought, text_bytes_);
    if (!input_.includes(MessagePart::kTools)) return out;
    room -= bytes_of(out);
    for (const ToolCall& tool : message.tools) {
      McpToolCall call{.name = short_line(tool.name),
                       .state = tool.state,
                       .input = cut(tool.input.empty() ? "null" : tool.input, kInputBytes),
                       .result = cut(tool.result, kResultBytes)};
      room -= bytes_of(call);
      if (room < 0) break;
      out.tools.push_back(std::move(call));
    }
    out.tools_left_out = message.tools.size() - out.tools.size();
    has_cut_ = has_cut_ || out.tools_left_out > 0;
    return out;
  }

 private:
  std::string cut(std::string_view text, std::size_t most) {
    has_cut_ = has_cut_ || text.size() > most;
    return clean_text(text, most);
  }
  template <class Item>
  static std::int64_t bytes_of(const Item& item) {
    return static_cast<std::int64_t>(json::to_text(item).size()) + 1;
  }

  const ReadMessagesInput& input_;
  std::size_t text_bytes_;
  bool has_cut_ = false;
};

// A number of the conversation that has the message around which was read, or of the usual one.
std::string cursor_at(std::size_t end, const ReadMessagesInput& input) {
  const std::string& before = input.cursor;
  const std::size_t sign = before.find('@');
  const std::string around =
      sign == std::string::npos ? input.around : before.substr(std::min(sign + 1, before.size()));
  return std::to_string(end) + (around.empty() ? "" : "@" + around);
}

// Where a page of messages starts: from a cursor, around a message, at the end or at the beginning.
Result<Arguments::Given> page_arguments(const ToolContext& context,
                                        const ReadMessagesInput& input) {
  auto session = session_in_scope(context, input.session);
  if (!session) return session.error();
  Arguments::Given given{{"session", {std::move(*session)}}};
  if (!input.agent.empty()) given["agent"] = {input.agent};
  const std::string limit = std::to_string(input.limit.value);
  if (const std::string_view cursor = input.cursor; !cursor.empty()) {
    const std::string_view number = cursor.substr(0, cursor.find('@'));
    if (number.empty() || number.size() > 12 ||
        number.find_first_not_of("0123456789") != number.npos) {
      return invalid("cursor: not one of ours");
    }
    given["offset"] = {std::string(number)};
    if (number.size() < cursor.size()) {
      given["at"] = {std::string(cursor.substr(number.size() + 1))};
      given["before"] = {"999999999999"};  // the message only says which conversation is meant
    }
  } else if (!input.around.empty()) {
    given["at"] = {input.around};
    given["before"] = {input.from ? "0" : "2"};
  } else if (input.last) {
    given["last"] = {limit};
    return given;
  }
  given["first"] = {limit};
  return given;
}

void place_page(McpMessagePage& page, const ConversationAnswer& answer) {
  page.id = short_line(answer.view->session->id());
  page.offset = answer.view->skipped_before;
  page.total = answer.total();
}

// As many as fit, at least one. A message that would fit into an empty page only is left to one.
Result<McpMessagePage> message_page(const ConversationAnswer& answer,
                                    const ReadMessagesInput& input) {
  McpMessagePage page;
  AnswerBudget budget(input.max_chars);
  MessageCutter cutter(input);
  const std::int64_t whole_page = budget.left();
  auto read = answer.messages.each([&](const ShownMessage& shown) {
    McpMessage message = cutter.message_of(shown, whole_page);
    if (!budget.takes(message)) return false;
    page.messages.push_back(std::move(message));
    return true;
  });
  if (!read) return read.error();
  place_page(page, answer);
  const std::size_t end = page.offset + page.messages.size();
  if (end < page.total) page.next_cursor = cursor_at(end, input);
  const std::size_t asked = answer.view->messages.size();
  page.cut = cut_by_budget(asked - page.messages.size(), "of the messages asked for",
                           input.max_chars, "nextCursor gives them");
  if (cutter.has_cut()) {
    page.cut += page.cut.empty() ? "" : ". ";
    page.cut += "Some texts are cut: around with the uuid and from 0 reads a message whole";
  }
  return page;
}

// One message, whole, in pieces.
Result<McpMessagePage> message_piece(const ConversationAnswer& answer,
                                     const ReadMessagesInput& input) {
  McpMessagePage page;
  place_page(page, answer);
  const auto from = static_cast<std::size_t>(input.from->value);
  // Half of it: a text of quotes and backslashes takes twice its size in JSON.
  const auto most = static_cast<std::size_t>(AnswerBudget(input.max_chars).left()) / 2;
  auto read = answer.messages.each([&](const ShownMessage& shown) {
    const std::string whole = message_markdown(shown, std::string::npos);
    const std::string_view rest = std::string_view(whole).substr(cut_utf8(whole, from).size());
    const std::string_view piece = cut_utf8(rest, most);
    McpMessage message;
    message.uuid = short_line(shown.uuid());
    message.role = shown.message->role;
    message.kind = shown.message->kind;
    message.time = shown.first().time;
    message.text = piece;
    page.messages.push_back(std::move(message));
    if (piece.size() < rest.size()) {
      page.cut = std::to_string(rest.size() - piece.size()) + " bytes more: from " +
                 std::to_string(whole.size() - rest.size() + piece.size());
    }
    return false;
  });
  if (!read) return read.error();
  return page;
}

}  // namespace

bool ReadMessagesInput::includes(MessagePart part) const {
  if (!include) return part != MessagePart::kThinking;
  return std::find(include->begin(), include->end(), part) != include->end();
}

Result<McpMessagePage> tool_read_messages(const ToolContext& context,
                                          const ReadMessagesInput& input) {
  if (input.from && input.around.empty()) return invalid("from: needs around");
  auto given = page_arguments(context, input);
  if (!given) return given.error();
  Result<McpMessagePage> page = McpMessagePage{};
  auto read = with_answer<show_answer>(context.engine, *given, context.options,
                                       [&](const ConversationAnswer& answer) -> Result<void> {
                                         page = input.from ? message_piece(answer, input)
                                                           : message_page(answer, input);
                                         if (!page) return page.error();
                                         return {};
                                       });
  if (!read) return read.error();
  return page;
}

}  // namespace clew
