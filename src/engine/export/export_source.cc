// SPDX-License-Identifier: MIT
#include "engine/export/export_source.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/export/message_costs.h"
#include "engine/read/edited_files.h"
#include "engine/read/session_answers.h"
#include "engine/redact/redact_options.h"
#include "json/value.h"

namespace clew {
namespace {

ExportDetail detail_named(std::string_view name) {
  if (name == "no-tools") return ExportDetail::kNoTools;
  return name == "talk" ? ExportDetail::kTalk : ExportDetail::kAll;
}

bool is_talk(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kQueued ||
         kind == MessageKind::kAnswer;
}

// What is left of a message; nothing when that is nothing.
std::optional<Message> reduced(const Message& message, ExportDetail detail) {
  const bool talk = detail == ExportDetail::kTalk;
  if (talk && !is_talk(message.kind)) return std::nullopt;
  Message out = message;
  out.tools.clear();
  if (talk) out.thought.clear();
  const bool empty = is_blank(out.text) && out.thought.empty() && out.parts.empty();
  return empty ? std::nullopt : std::optional(std::move(out));
}

std::string below(const std::string& folder, const std::string& path) {
  const bool inside = !folder.empty() && path.starts_with(folder + "/");
  return inside ? path.substr(folder.size() + 1) : path;
}

// What calls did to files, one after the other.
class Changes {
 public:
  Changes(const Transcript& transcript, std::string folder, bool whole_files)
      : transcript_(transcript), folder_(std::move(folder)), whole_files_(whole_files) {}

  std::optional<ExportedChange> of(const ToolCall& call) {
    if (!changes_a_file(call.name) || call.state != ToolState::kSuccess) return std::nullopt;
    // Following a file from call to call means to hold all of it.
    EditedFiles files(transcript_, folder_);
    files.add(call, [&](const std::string& path) { return known(path); });
    if (files.files().empty()) return std::nullopt;
    const EditedFile& file = files.files().front();
    ExportedChange change{.path = below(folder_, file.path),
                          .created = file.created,
                          .placed = file.before.has_value() || says_places(call),
                          .lines = file.lines};
    if (!whole_files_) return change;
    now_[file.path] = file.now;
    change.before = file.before;
    change.now = file.now;
    return change;
  }

 private:
  std::optional<std::string> known(const std::string& path) const {
    const auto found = now_.find(path);
    return found == now_.end() ? std::nullopt : found->second;
  }
  // The call reported which lines it changed.
  static bool says_places(const ToolCall& call) {
    json::Parser parser;
    const auto reported = parser.parse_copy(call.structured.empty() ? "{}" : call.structured);
    return reported && !(*reported)["structuredPatch"].elements().empty();
  }

  const Transcript& transcript_;
  std::string folder_;
  bool whole_files_;
  std::map<std::string, std::optional<std::string>> now_;  // as calls left them
};

std::string first_model(const Transcript& t, const std::vector<MessagePlan>& messages) {
  for (const MessagePlan& plan : messages) {
    if (plan.role != Role::kAssistant) continue;
    const std::string_view model = t.text(t[plan.entries.front()].model);
    if (!model.empty() && model != kSyntheticModel) return std::string(model);
  }
  return {};
}

std::map<std::string, std::string, std::less<>> inline_agents_of(const Session& session) {
  std::map<std::string, std::string, std::less<>> out;
  for (const Subagent& one :
       inline_subagents(session.tree(), session.opened_file(), session.file())) {
    if (!one.tool_use_id.empty()) out.emplace(one.tool_use_id, one.id);
  }
  return out;
}

// The number of the message that holds a line.
Result<std::size_t> message_of(const ConversationView& view, const std::string& uuid) {
  auto entry = view.session->find_entry(uuid);
  if (!entry) return entry.error();
  const auto place = place_of(view.session->transcript(), view.messages, *entry);
  if (place) return *place;
  return Error{ErrorCode::kNotFound, "line " + uuid +
                                         " is in no message of this branch; --branch names the end "
                                         "of another one"};
}

}  // namespace

const FileSystem& ExportSource::files() const {
  return redacted_ ? static_cast<const FileSystem&>(*redacted_) : engine_.files();
}

std::optional<std::int64_t> ExportSource::hidden() const {
  if (!redaction_) return std::nullopt;
  return static_cast<std::int64_t>(redaction_->book().size());
}

std::vector<std::string> ExportSource::labels() const {
  std::vector<std::string> out;
  if (!redaction_) return out;
  const redact::SecretBook& book = redaction_->book();
  for (std::size_t i = 0; i < book.size(); ++i)
    out.push_back(book.label(book.text_of(i), book.kind_of(i)));
  return out;
}

Result<void> ExportSource::hide_secrets(const Arguments& arguments) {
  auto finder = finder_for(arguments);
  if (!finder) return finder.error();
  finder_.emplace(std::move(*finder));
  auto decisions = RedactDecisions::read(engine_.files(), engine_.options().own.redact());
  if (!decisions) return decisions.error();
  decisions_ = std::move(*decisions);
  auto redaction = SessionRedaction::collect(engine_, named_, *finder_, &*decisions_);
  if (!redaction) return redaction.error();
  redaction_ = std::move(*redaction);
  redacted_ = std::make_unique<RedactedFiles>(engine_.files(), *redaction_);
  return {};
}

Result<void> ExportSource::choose_messages(const Arguments& arguments) {
  const auto branch = arguments.maybe_text("branch");
  one_branch_ = branch.has_value();
  auto path = view_.session->path(RuleSet::k21, branch.value_or(""));
  if (!path) return path.error();
  view_.path = std::move(*path);
  const std::vector<EntryIndex> entries = view_.session->transcript_view(view_.path);
  view_.messages = plan_messages(view_.session->transcript(), entries, Detail::kShown);
  view_.inline_agents = inline_agents_of(*view_.session);
  if (view_.stop.is_stopped()) return stopped_error();
  auto& all = view_.messages;
  std::size_t end = all.size();
  std::size_t begin = 0;
  if (const auto to = arguments.maybe_text("to")) {
    auto place = message_of(view_, *to);
    if (!place) return place.error();
    end = *place + 1;
    one_range_ = true;
  }
  if (const auto from = arguments.maybe_text("from")) {
    auto place = message_of(view_, *from);
    if (!place) return place.error();
    begin = *place;
    one_range_ = true;
  }
  if (begin > end || (begin == end && one_range_)) {
    return Error{ErrorCode::kInvalid, "--from names a message behind the one of --to"};
  }
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
  return {};
}

Result<std::shared_ptr<ExportSource>> ExportSource::open(Engine& engine,
                                                         const Arguments& arguments) {
  auto named = engine.locate(arguments.text("session"));
  if (!named) return named.error();
  std::shared_ptr<ExportSource> made(new ExportSource(engine, std::move(*named)));
  made->detail_ = detail_named(arguments.text("detail"));
  const std::string format = arguments.text("format");
  made->with_changes_ = format == "markdown" || format == "text" || format == "patch";
  made->whole_files_ = format == "patch";
  made->with_costs_ = format == "atif" || format == "otlp";
  if (made->detail_ != ExportDetail::kAll && (format == "jsonl" || format == "patch")) {
    return Error{ErrorCode::kInvalid, "--detail goes with formats of messages, not with " + format};
  }
  if (!arguments.flag("no-redact")) {
    if (auto hidden = made->hide_secrets(arguments); !hidden) return hidden.error();
  }
  auto session = Session::open(made->files(), made->named_.path, &engine.stop());
  if (!session) return session.error();
  if (auto checked = (*session)->check_has_lines(); !checked) return checked.error();
  made->view_ = view_on(engine, std::move(*session));
  made->view_.files = &made->files();
  made->id_ = made->view_.session->id();
  if (auto chosen = made->choose_messages(arguments); !chosen) return chosen.error();
  return made;
}

Result<void> ExportSource::each(const ConversationView& view, std::string folder,
                                const TakeNumbered& take) const {
  const Transcript& t = view.session->transcript();
  Changes changes(t, std::move(folder), whole_files_);
  MessageCosts costs;
  if (with_costs_) {
    auto read = MessageCosts::read(view.session->opened_file());
    if (!read) return read.error();
    costs = std::move(*read);
  }
  Result<void> taken;
  std::size_t index = 0;
  auto done = each_message(view, view.messages, [&](const Message& message) {
    const std::size_t own = index++;
    std::optional<Message> left;
    if (detail_ != ExportDetail::kAll) {
      left = reduced(message, detail_);
      if (!left) return true;
    }
    ExportedMessage one{t, left ? *left : message, {}};
    for (const ToolCall& call : one.message.tools) {
      one.changes.push_back(with_changes_ ? changes.of(call) : std::nullopt);
    }
    if (with_costs_) one.cost = costs.of(one);
    taken = take(one, own);
    return taken.has_value();
  });
  return done ? taken : done;
}

Result<void> ExportSource::each_of_agent(const Subagent& agent, const TakeOfAgent& take) const {
  SharedSession session = view_.session;
  if (agent.own_file) {
    auto own = Session::open(files(), agent.path, &engine_.stop());
    if (!own) return own.error();
    session = std::move(*own);
  }
  ConversationView view = view_on(engine_, session);
  view.files = &files();
  view.inline_agents = inline_agents_of(*session);
  std::vector<EntryIndex> entries;
  if (agent.own_file) {
    entries = session->transcript_view(find_path(session->tree(), RuleSet::k21));
  } else if (auto first = session->find_entry(agent.id)) {
    entries = session->side_thread(*first);
  }
  view.messages = plan_messages(session->transcript(), entries, Detail::kShown);
  return each(view, std::string(head_of(*session).cwd),
              [&](const ExportedMessage& one, std::size_t) { return take(one, *session); });
}

Result<void> ExportSource::each_branch(
    const std::function<Result<void>(const Branch&)>& take) const {
  const Session& session = *view_.session;
  const Transcript& t = session.transcript();
  const auto all = find_branches(session.messages(), view_.path);
  const auto is_shown = [&](const clew::Branch& one) {
    return one.active || one.tip == view_.path.tip;
  };
  const auto title_of = [&](const clew::Branch& one) {
    const bool named = !one.summary.empty() || one.prompt == kNoEntry;
    return named ? one.summary : session.prompt_preview(one.prompt);
  };
  const auto shown = std::find_if(all.begin(), all.end(), is_shown);
  Branch first{.tip = std::string(uuid_of(t, view_.path.tip).text),
               .title = shown == all.end() || one_range_ ? std::string() : title_of(*shown),
               .messages = view_.messages};
  if (first.title.empty()) first.title = title();
  if (auto done = take(first); !done) return done;
  if (one_branch_ || one_range_) return {};
  for (const clew::Branch& one : all) {
    if (is_shown(one)) continue;
    if (view_.stop.is_stopped()) return stopped_error();
    const auto lines = branch_entries(session.messages(), one.tip_message);
    auto done = take({.tip = std::string(uuid_of(t, one.tip).text),
                      .title = title_of(one),
                      .messages = plan_messages(t, lines, Detail::kShown)});
    if (!done) return done;
  }
  return {};
}

Result<void> ExportSource::each_of(const std::vector<MessagePlan>& messages,
                                   const TakeNumbered& take) const {
  ConversationView view = view_on(engine_, view_.session);
  view.files = &files();
  view.inline_agents = view_.inline_agents;
  view.messages = messages;
  return each(view, std::string(head_of(*view_.session).cwd), take);
}

std::vector<Subagent> ExportSource::agents() const {
  std::vector<Subagent> out;
  if (detail_ != ExportDetail::kAll) return out;  // what calls did is left out
  auto all = all_subagents(files(), view_.session->tree(), view_.session->opened_file(),
                           view_.session->file());
  for (Subagent& agent : all.agents) {
    if (agent.kind == SubagentKind::kWarmup || is_fork_of_main_thread(agent.kind)) continue;
    // Of a part of a conversation only those that its calls started.
    if (agent.tool_use_id.empty() && (one_branch_ || one_range_)) continue;
    out.push_back(std::move(agent));
  }
  return out;
}

std::string ExportSource::title() const {
  const std::string title = head_of(*view_.session).title;
  return title.empty() ? "Session " + id_.substr(0, 8) : title;
}

Exported ExportSource::exported() const {
  const SessionHead head = head_of(*view_.session);
  const Transcript& t = view_.session->transcript();
  Exported out;
  out.title = title();
  out.git_branch = head.git_branch;
  out.clew = CLEW_VERSION;
  out.hidden = hidden();
  if (!view_.messages.empty()) {
    out.first = t[view_.messages.front().entries.front()].time;
    out.last = t[view_.messages.back().entries.back()].time;
  }
  out.main = {.id = id_,
              .name = {},
              .description = {},
              .call = {},
              .version = std::string(head.version),
              .model = first_model(t, view_.messages),
              .folder = std::string(head.cwd),
              .each = [this](const TakeExported& take) {
                return each(view_, std::string(head_of(*view_.session).cwd),
                            [&](const ExportedMessage& one, std::size_t) { return take(one); });
              }};
  for (const Subagent& agent : agents()) {
    out.agents.push_back({.id = agent.id,
                          .name = agent.type,
                          .description = agent.description,
                          .call = agent.tool_use_id,
                          .version = std::string(head.version),
                          .model = {},
                          .folder = std::string(head.cwd),
                          .each = [this, agent](const TakeExported& take) {
                            return each_of_agent(agent, [&](const ExportedMessage& one,
                                                            const Session&) { return take(one); });
                          }});
  }
  return out;
}

std::int64_t ExportSource::torn_lines() const {
  const Transcript& t = view_.session->transcript();
  return one_branch_ || one_range_ ? 0 : t.lines - t.count();
}

std::vector<EntryIndex> ExportSource::lines() const {
  const Transcript& t = view_.session->transcript();
  std::vector<EntryIndex> out;
  if (!one_branch_ && !one_range_) {
    for (EntryIndex entry = 0; entry < t.count(); ++entry) out.push_back(entry);
    return out;
  }
  if (one_range_) {
    for (const MessagePlan& plan : view_.messages) {
      out.insert(out.end(), plan.entries.begin(), plan.entries.end());
      for (const ToolCallPlan& tool : plan.tools) {
        out.insert(out.end(), tool.results.begin(), tool.results.end());
      }
    }
  } else {
    out = view_.session->transcript_view(view_.path);
    out.insert(out.end(), view_.path.chain.begin(), view_.path.chain.end());
    // What names the session, but nothing that says where it goes on: that may be elsewhere.
    for (EntryIndex entry = 0; entry < t.count(); ++entry) {
      const EntryType type = t[entry].type;
      if (type >= EntryType::kCustomTitle && type <= EntryType::kAgentName) out.push_back(entry);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace clew
