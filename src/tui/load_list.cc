// SPDX-License-Identifier: MIT
#include "tui/load_list.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "engine/lists/list_answers.h"
#include "engine/lists/newest_sessions.h"
#include "engine/read/conversation_view.h"
#include "engine/search/search_view.h"
#include "engine/usage/session_usage.h"
#include "render/message_text.h"
#include "tui/line_list.h"

namespace clew::tui {
namespace {

constexpr std::size_t kPromptBytes = 300;
constexpr int kPreviewMessages = 8;

std::string line_of(std::string_view text, std::size_t most = 400) {
  return one_line(terminal_safe(cut_utf8(text, most)));
}

std::string last_step(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return line_of(last.empty() ? path : last);
}

// What the file itself tells.
template <class Text>
SessionItem item_of(const BasicFacts<Text>& facts, const ProjectFolder& folder) {
  SessionItem item;
  item.path = facts.path;
  item.id = terminal_line(facts.id);
  item.name = line_of(short_name(facts));
  item.title = line_of(facts.labels.custom_title);
  item.folder =
      line_of(facts.cwd.empty() ? std::string_view(folder.key) : std::string_view(facts.cwd));
  item.project = last_step(item.folder);
  item.branch = line_of(facts.git_branch);
  item.tag = line_of(facts.labels.tag);
  item.model = line_of(facts.model);
  item.prompt = line_of(facts.first_prompt, kPromptBytes);
  item.created = facts.created_at();
  item.updated = facts.updated_at();
  item.size = facts.file.size;
  item.agent = facts.subagent != SubagentSign::kNone;
  item.compacted = facts.compacted;
  item.forked = !facts.forked_from.empty();
  return item;
}

SessionItem item_of(const SessionListing& listing, const SessionRow& row) {
  const FactsView facts = listing.facts_of(row);
  SessionItem item = item_of(facts, listing.list.folders[row.folder]);
  if (!row.readable) {
    item.name.insert(0, is_kept(row.file) ? "[damaged: clew keep check] " : "[unreadable] ");
  }
  item.machine = line_of(listing.machine_of(row));
  item.size = row.file.size;
  if (const LiveSession* running = listing.live.find(facts.id)) {
    item.run = running->status == LiveStatus::kWaiting ? SessionItem::Run::kWaits
                                                       : SessionItem::Run::kWorks;
  }
  item.kept = is_kept(row.file);
  item.hidden = row.hidden;
  item.pinned = listing.is_pinned(facts.id);
  item.agent = item.agent || row.is_agent;
  fold_item(item);
  return item;
}

SessionItem item_of(const GhostSession& ghost) {
  SessionItem item;
  item.path = ghost.id;
  item.id = terminal_line(ghost.id);
  item.folder = line_of(ghost.project);
  item.project = last_step(ghost.project);
  item.prompt = ghost.prompts.empty() ? "" : line_of(ghost.prompts.front().text, kPromptBytes);
  item.name = item.prompt.empty() ? item.id : item.prompt;
  item.created = ghost.first;
  item.updated = ghost.last;
  item.ghost = true;
  fold_item(item);
  return item;
}

// While a word is being typed it is a beginning.
std::string as_query(const std::string& typed) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const std::size_t start = typed.rfind(' ') + 1;  // 0 when there is none
  const std::string last = typed.substr(start);
  const bool plain = last.size() >= 2 && std::all_of(last.begin(), last.end(), is_letter);
  const bool name = last == "OR" || last == "AND" || last == "NOT";
  return plain && !name ? typed + "*" : typed;
}

void add_fact(std::vector<std::string>& lines, std::string_view name, const std::string& value) {
  if (value.empty()) return;
  const Style style{.color = true, .width = 80};
  lines.push_back(style.paint(Ink::kDim, pad_to_width(name, 9)) + value);
}

Result<PreviewCame> ghost_preview(Engine& engine, const WantPreview& want) {
  PreviewCame came{want.path, {}};
  auto arguments = arguments_of("prompts", {{"session", {want.path}}});
  if (!arguments) return arguments.error();
  auto prompts = open_prompts(engine, *arguments);
  if (!prompts) return prompts.error();
  came.lines.emplace_back("The transcript is gone. What was typed:");
  for (auto prompt = prompts->prompts.rbegin(); prompt != prompts->prompts.rend(); ++prompt) {
    came.lines.emplace_back();
    for (std::string& line : wrap_to_width(terminal_safe(prompt->text), want.columns - 2)) {
      came.lines.push_back(std::move(line));
    }
  }
  return came;
}

}  // namespace

Result<ListCame> load_first(Engine& engine, const WantList& want) {
  auto newest = newest_sessions(engine, static_cast<std::size_t>(std::max(1, want.first)));
  if (!newest) return newest.error();
  ListCame came;
  came.whole = false;
  for (const NewestSession& one : *newest) {
    SessionItem item = item_of(one.facts, one.folder);
    item.pinned = one.pinned;
    fold_item(item);
    came.items.push_back(std::move(item));
  }
  return came;
}

Result<ListCame> load_list(Engine& engine, const WantList& want) {
  Arguments::Given given;
  if (want.all) given["all"] = {"true"};
  if (want.hidden) given["hidden"] = {"true"};
  if (want.subagents) given["subagents"] = {"true"};
  if (want.ghosts) given["ghosts"] = {"true"};
  auto arguments = arguments_of("list", given);
  if (!arguments) return arguments.error();
  auto listing = list_answer(engine, *arguments);
  if (!listing) return listing.error();
  ListCame came;
  came.project = line_of(listing->project);
  came.hidden = listing->list.left_out_hidden;
  came.items.reserve(listing->list.sessions.size());
  for (const SessionRow& row : listing->list.sessions) came.items.push_back(item_of(*listing, row));
  if (listing->ghosts) {
    for (const GhostSession& ghost : listing->ghosts->ghosts) came.items.push_back(item_of(ghost));
  }
  if (came.items.empty()) {
    std::string where;
    for (const std::string& root : engine.roots().paths) where += " " + root;
    const std::string& absent = engine.roots().absent;
    came.note = absent.empty()
                    ? "no sessions in" + where
                    : "there is no " + absent + "; clew demo makes one to look around in";
  }
  return came;
}

SearchCame load_search(Engine& engine, const WantSearch& want) {
  SearchCame came;
  came.query = want.query;
  auto arguments = arguments_of("search", {{"query", {as_query(want.query)}},
                                           {"limit", {"300"}},
                                           {"per-session", {"1"}},
                                           {"context", {"300"}}});
  // What is half typed may be no query yet: then there is nothing to find.
  if (!arguments) return came;
  auto view = search_view(engine, *arguments);
  if (!view) return came;
  came.index = view->used_index;
  for (const SearchViewHit& one : view->hits) {
    TextHit hit{.count = one.hit.selected.more + 1,
                .snippet = line_of(one.hit.snippet.text, 1000),
                .uuid = one.hit.uuid};
    // Of a subagent's file the session has it.
    const bool own = one.file->session == one.hit.session && !one.file->is_agent;
    if (!own) hit.uuid.clear();
    came.hits.emplace(own ? one.file->path : one.hit.session, std::move(hit));
  }
  return came;
}

Result<PreviewCame> load_preview(Engine& engine, const WantPreview& want) {
  if (want.ghost) return ghost_preview(engine, want);
  PreviewCame came{want.path, {}};
  auto arguments = arguments_of(
      "show", {{"session", {want.path}}, {"last", {std::to_string(kPreviewMessages)}}});
  if (!arguments) return arguments.error();
  auto view = open_conversation(engine, *arguments);
  if (!view) return view.error();
  const Session& session = *view->session;
  const SessionFacts& facts = session.facts();
  const Style style{.color = true, .width = std::max(20, want.columns - 2)};
  const TimeMs now = engine.options().now;
  came.lines.push_back(style.paint(Ink::kStrong, line_of(short_name(facts))));
  add_fact(came.lines, "folder", line_of(facts.cwd));
  add_fact(came.lines, "branch", line_of(facts.git_branch));
  add_fact(came.lines, "changed", relative_time(facts.updated_at(), now));
  add_fact(came.lines, "messages",
           with_thousands(static_cast<std::int64_t>(view->skipped_before + view->messages.size())) +
               ", " + human_bytes(facts.file.size));
  add_fact(came.lines, "id", terminal_line(facts.id));
  if (!want.snippet.empty()) {
    came.lines.emplace_back();
    for (std::string& line : wrap_to_width("≈ " + terminal_safe(want.snippet), style.width)) {
      came.lines.push_back(std::move(line));
    }
  }
  came.lines.emplace_back();
  if (view->skipped_before > 0) {
    for (const std::string& line : wrap_to_width(
             terminal_safe(cut_utf8(trim(facts.first_prompt), kPromptBytes)), style.width - 2)) {
      came.lines.push_back("  " + style.paint(Ink::kPrompt, line));
    }
    came.lines.push_back(style.paint(
        Ink::kDim, "… " + counted(static_cast<std::int64_t>(view->skipped_before), "message")));
    came.lines.emplace_back();
  }
  LineList lines;
  MessageText text(lines, style, session);
  auto done = each_message(*view, view->messages, [&](const Message& message) {
    text.write(message);
    return lines.has_room();
  });
  if (!done) return done.error();
  for (std::string& line : lines.take()) came.lines.push_back(std::move(line));
  return came;
}

}  // namespace clew::tui
