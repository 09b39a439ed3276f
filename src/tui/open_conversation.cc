// SPDX-License-Identifier: MIT
#include "tui/open_conversation.h"

#include <algorithm>
#include <utility>

#include "base/letter_case.h"
#include "base/numbers.h"
#include "base/text.h"
#include "engine/read/branch_diff.h"
#include "engine/read/media_data.h"
#include "engine/read/session_answers.h"
#include "engine/usage/session_turns.h"
#include "render/branch_tree.h"
#include "render/message_text.h"
#include "tui/canvas.h"
#include "tui/line_list.h"

namespace clew::tui {
namespace {

constexpr std::size_t kMostOfAgent = 400;  // messages of a subagent that are shown in place
constexpr std::string_view kAgentIndent = "    \x1b[2m┃\x1b[0m ";
constexpr int kAgentCells = 6;

Arguments::Given given_of(const WantConversation& want) {
  Arguments::Given given{{"session", {want.what.path}}};
  if (!want.what.leaf.empty()) given["leaf"] = {want.what.leaf};
  if (!want.what.agent.empty()) given["agent"] = {want.what.agent};
  if (want.what.meta) given["meta"] = {"true"};
  return given;
}

Result<ConversationView> open_view(Engine& engine, const WantConversation& want) {
  Arguments::Given given = given_of(want);
  if (!want.at.empty()) {
    // A line that is nowhere to be seen is no reason to show nothing.
    Arguments::Given there = given;
    there["at"] = {want.at};
    there["before"] = {"1000000000"};
    auto arguments = arguments_of("show", there);
    if (!arguments) return arguments.error();
    auto view = open_conversation(engine, *arguments);
    if (view) return view;
  }
  auto arguments = arguments_of("show", given);
  if (!arguments) return arguments.error();
  return open_conversation(engine, *arguments);
}

bool is_prompt(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kQueued ||
         kind == MessageKind::kCommand || kind == MessageKind::kShell;
}

bool failed(const MessagePlan& plan) {
  return plan.kind == MessageKind::kApiError ||
         std::any_of(plan.tools.begin(), plan.tools.end(),
                     [](const ToolCallPlan& tool) { return tool.state == ToolState::kFailed; });
}

// A bar of so many cells.
std::string bar(std::int64_t part, std::int64_t whole, int cells) {
  constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const std::int64_t all = std::int64_t{cells} * 8;
  const std::int64_t eighths = std::clamp<std::int64_t>(part * all / whole, part > 0 ? 1 : 0, all);
  std::string text;
  for (std::int64_t i = 0; i < eighths / 8; ++i) text += "█";
  text += kEighths[eighths % 8];
  const auto used = static_cast<int>((eighths + 7) / 8);
  return text + std::string(static_cast<std::size_t>(cells - used), ' ');
}

// How full the window of the model is: tokens of the last request on the way that is shown.
std::string context_of(const ConversationView& view) {
  const Transcript& t = view.session->transcript();
  for (auto plan = view.messages.rbegin(); plan != view.messages.rend(); ++plan) {
    if (plan->role != Role::kAssistant) continue;
    for (const EntryIndex entry : plan->entries) {
      const std::int32_t usage = t[entry].usage;
      if (usage < 0) continue;
      const auto& tokens = t.usages[static_cast<std::size_t>(usage)];
      const std::int64_t all = tokens.prompt() > 0 ? tokens.total() : 0;
      if (all <= 0) continue;
      const std::int64_t window = context_window(t.text(t[entry].model));
      if (window <= 0) return human_count(all) + " tokens";
      return "▕" + bar(all, window, 6) + "▏" + std::to_string(all * 100 / window) + "% of " +
             human_count(window);
    }
  }
  return "";
}

// Small letters of all scripts take time that words of ASCII do not need.
bool has_words(std::string_view text, const std::string& needle, bool exact) {
  if (exact) return text.find(needle) != std::string_view::npos;
  const std::string folded = is_ascii(needle) ? ascii_lower(text) : lower_case(text);
  return folded.find(needle) != std::string::npos;
}

bool message_has(const Message& message, const std::string& needle, bool exact) {
  if (has_words(message.text, needle, exact) || has_words(message.thought, needle, exact))
    return true;
  return std::any_of(message.tools.begin(), message.tools.end(), [&](const ToolCall& tool) {
    return has_words(tool.name, needle, exact) || has_words(tool.input, needle, exact) ||
           has_words(tool.result, needle, exact);
  });
}

// Whether a call of it is about a file whose path has this in it.
bool message_is_about(const Message& message, const std::string& part) {
  json::Parser parser;
  return std::any_of(message.tools.begin(), message.tools.end(), [&](const ToolCall& tool) {
    const auto input = parser.parse_copy(tool.input);
    if (!input) return false;
    for (const std::string_view key : {"file_path", "notebook_path", "path"}) {
      const json::Value path = (*input)[key];
      if (path.is_string() && has_words(path.string_or(""), part, false)) return true;
    }
    return false;
  });
}

// What stands between fences of Markdown.
std::string code_in(std::string_view text) {
  std::string code;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (trim(line).starts_with("```")) {
      inside = !inside;
    } else if (inside) {
      code.append(line).push_back('\n');
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return code;
}

// The command, or what was written, of the first call that has one.
std::string what_was_run(const Message& message) {
  json::Parser parser;
  for (const ToolCall& tool : message.tools) {
    const auto input = parser.parse_copy(tool.input);
    if (!input) continue;
    for (const std::string_view key : {"command", "content", "new_string"}) {
      if (const json::Value value = (*input)[key]; value.is_string())
        return std::string(value.string_or(""));
    }
  }
  return {};
}

// Addresses in a text, one a line.
std::string links_in(std::string_view text) {
  std::string links;
  for (std::size_t at = 0; (at = text.find("http", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t\n\r<>()[]\"'`|", at), text.size());
    std::string_view link = text.substr(at, end - at);
    at = end;
    while (!link.empty() &&
           std::string_view(".,;:!?").find(link.back()) != std::string_view::npos) {
      link.remove_suffix(1);
    }
    if (link.starts_with("https://") || link.starts_with("http://"))
      links.append(link).push_back('\n');
  }
  return links;
}

// The conversation of a subagent below the call that started it.
void add_agent(const World& world, const std::string& path, const std::string& agent,
               const Style& style, LineList& into) {
  const auto engine = world.engine();
  auto arguments = arguments_of("show", {{"session", {path}}, {"agent", {agent}}});
  if (!arguments) return;
  auto view = open_conversation(*engine, *arguments);
  if (!view) {
    into.line(std::string(kAgentIndent) +
              style.paint(Ink::kBad, terminal_line(view.error().message)));
    return;
  }
  LineList lines{kAgentIndent};
  Style narrow = style;
  narrow.width = std::max(20, style.width - kAgentCells);
  MessageText text(lines, narrow, *view->session);
  const std::size_t shown = std::min(view->messages.size(), kMostOfAgent);
  static_cast<void>(
      each_message(*view, std::span(view->messages).first(shown), [&](const Message& message) {
        text.write(message);
        return lines.has_room();
      }));
  for (const std::string& line : lines.take()) into.line(line);
  if (shown < view->messages.size()) {
    into.line(std::string(kAgentIndent) + "… " + std::to_string(view->messages.size() - shown) +
              " more messages");
  }
}

}  // namespace

OpenConversation::OpenConversation(std::unique_ptr<Engine> engine, ConversationView view)
    : engine_(std::move(engine)), view_(std::move(view)) {
  for (const OutlineRow& row : outline(view_)) {
    notes_.push_back({.entry = row.entry == kNoEntry ? -1 : static_cast<std::int64_t>(row.entry),
                      .prompt = is_prompt(row.plan->kind),
                      .failed = failed(*row.plan),
                      .forks = !row.alternatives.empty()});
    entries_.push_back(row.entry);
  }
}

Result<std::shared_ptr<const OpenConversation>> OpenConversation::open(
    const World& world, const WantConversation& want, const Jobs::Stopped& stopped) {
  auto engine = world.engine();
  const StopScope scope(engine->stop(), stopped);
  auto view = open_view(*engine, want);
  if (!view) return view.error();
  return std::shared_ptr<const OpenConversation>(
      new OpenConversation(std::move(engine), std::move(*view)));
}

EntryIndex OpenConversation::entry_of(std::size_t message) const {
  return message < entries_.size() ? entries_[message] : kNoEntry;
}

std::string OpenConversation::uuid_of(std::size_t message) const {
  const EntryIndex entry = entry_of(message);
  const Transcript& t = session().transcript();
  return entry == kNoEntry ? std::string() : std::string(t.text(t[entry].uuid));
}

ConversationCame OpenConversation::came(std::uint64_t reader) const {
  const Transcript& t = session().transcript();
  ConversationCame came;
  came.reader = reader;
  came.path = session().file();
  came.title = one_line(terminal_safe(cut_utf8(short_name(session().facts()), 400)));
  came.id = terminal_line(session().id());
  came.note = terminal_line(view_.path.refused.empty() ? view_.path.reason : view_.path.refused);
  came.folder = terminal_line(session().facts().cwd);
  came.tip =
      view_.path.tip == kNoEntry ? std::string() : std::string(t.text(t[view_.path.tip].uuid));
  came.notes = notes_;
  came.at = view_.at;
  came.branches = find_branches(session().messages(), view_.path).size();
  came.context = context_of(view_);
  return came;
}

std::optional<Picture> OpenConversation::picture_of(const MediaPart& part, std::size_t number,
                                                    CellSize cell, int columns) const {
  const auto media = media_of_line(session(), part.entry);
  if (!media || number >= media->size()) return std::nullopt;
  const MediaData& data = (*media)[number];
  if (data.media_type != "image/png") return std::nullopt;
  const std::string key =
      session().file() + "#" + std::to_string(part.entry) + "#" + std::to_string(number);
  return make_picture(data.base64, key, cell, columns);
}

Result<Lines> OpenConversation::lines_of(const World& world, const WantMessages& want,
                                         std::size_t number, std::vector<Picture>& pictures) const {
  const std::size_t message = want.messages[number];
  const bool open = want.open[number];
  const Detail detail = want.detail;
  const Style style{.color = true, .width = std::max(20, want.columns)};
  const bool full = open || detail == Detail::kAll;
  const bool words = detail == Detail::kWords && !open;
  LineList lines;
  std::map<EntryIndex, std::size_t> seen;  // pictures of each line of the file
  const auto show_picture = [&](const MediaPart& part, std::string_view indent) {
    if (!want.cell.any() || part.bytes <= 0 || part.entry == kNoEntry) return;
    const int room = style.width - display_width(indent);
    auto picture = picture_of(part, seen[part.entry]++, want.cell, room);
    if (!picture) return;
    for (int row = 0; row < picture->rows; ++row) {
      lines.line(std::string(indent) + row_of(*picture, row));
    }
    pictures.push_back(std::move(*picture));
  };
  MessageText text(lines, style, session(),
                   {.full = full, .tools = !words, .thoughts = !words, .after_part = show_picture});
  if (message > 0) {
    const Transcript& t = session().transcript();
    const MessagePlan& before = view_.messages[message - 1];
    const Entry& first = t[before.entries.front()];
    text.follow(words ? MessageKind::kNotice : before.kind, first.time,
                std::string(t.text(first.model)));
  }
  const std::span<const MessagePlan> one(&view_.messages[message], 1);
  auto done = each_message(view_, one, [&](const Message& read) {
    // Nothing but calls: there are no words to be shown.
    if (words && trim(read.text).empty() && read.kind == MessageKind::kAnswer) return true;
    text.write(read);
    if (words) return true;
    for (const ToolCall& tool : read.tools) {
      if (tool.agent.empty()) continue;
      lines.line("    " +
                 style.paint(Ink::kAccent, std::string(open ? "▼" : "▶") + " subagent " +
                                               terminal_line(tool.agent)) +
                 (open ? "" : style.paint(Ink::kDim, "  Enter shows it")));
      if (open) add_agent(world, session().file(), tool.agent, style, lines);
    }
    return true;
  });
  if (!done) return done.error();
  return std::make_shared<const std::vector<std::string>>(lines.take());
}

Result<MessagesCame> OpenConversation::lines(const World& world, const WantMessages& want,
                                             const Jobs::Stopped& stopped) const {
  MessagesCame came{want.reader, want.form, {}};
  for (std::size_t i = 0; i < want.messages.size(); ++i) {
    if (stopped() && !came.messages.empty()) break;
    const std::size_t message = want.messages[i];
    if (message >= view_.messages.size()) continue;
    auto lines = lines_of(world, want, i, came.pictures);
    if (!lines) return lines.error();
    came.messages.emplace_back(message, std::move(*lines));
  }
  return came;
}

Result<FindCame> OpenConversation::find(const WantFind& want, const Jobs::Stopped& stopped) const {
  FindCame came;
  came.reader = want.reader;
  came.what = want.what;
  came.words = want.words;
  came.step = want.step;
  const std::size_t count = view_.messages.size();
  const std::string small = lower_case(want.words);
  const bool exact = small != want.words && want.what == WantFind::What::kWords;
  const std::string& needle = exact ? want.words : small;
  FileLines source = session().lines();
  MessageReader reader(session().transcript(), source);
  for (std::size_t i = 0; i < count; ++i) {
    if (stopped()) return stopped_error();
    const std::size_t at = (want.from + (want.step > 0 ? i : 2 * count - i)) % count;
    auto message = reader.read(view_.messages[at]);
    if (!message) return message.error();
    const bool found = want.what == WantFind::What::kFile ? message_is_about(*message, small)
                                                          : message_has(*message, needle, exact);
    if (!found) continue;
    came.message = at;
    came.wrapped = want.step > 0 ? at < want.from : at > want.from;
    return came;
  }
  return came;
}

Result<TextCame> OpenConversation::text(const WantMessageText& want) const {
  if (want.message >= view_.messages.size())
    return Error{ErrorCode::kNotFound, "there is no such message"};
  TextCame came;
  using What = WantMessageText::What;
  came.what = want.what == What::kCode ? "code" : want.what == What::kLinks ? "links" : "message";
  const std::span<const MessagePlan> one(&view_.messages[want.message], 1);
  auto done = each_message(view_, one, [&](const Message& message) {
    if (want.what == What::kLinks) {
      came.text = links_in(message.text);
      for (const ToolCall& tool : message.tools) came.text += links_in(tool.result);
      return true;
    }
    came.text = want.what == What::kCode ? code_in(message.text) : message.text;
    if (came.text.empty()) came.text = what_was_run(message);
    if (came.text.empty() && want.what == What::kText && !message.tools.empty()) {
      came.text = message.tools.front().result;
    }
    return true;
  });
  if (!done) return done.error();
  return came;
}

std::vector<TreeRow> OpenConversation::tree(int columns) const {
  const Transcript& t = session().transcript();
  const Style style{.color = true, .width = std::max(16, columns)};
  // To find the newest end behind a row takes a walk; of very many rows each is its own end.
  constexpr std::size_t kMostWalks = 500;
  std::vector<TreeRow> rows;
  const auto drawn = branch_tree(session(), view_.path);
  for (const BranchTreeRow& row : drawn) {
    if (row.begins_tree) rows.emplace_back();
    TreeRow shown;
    shown.line = branch_tree_line(session(), row, style, TreeLine::kShort);
    shown.active = row.active;
    shown.entry = row.first == kNoEntry ? std::string() : std::string(t.text(t[row.first].uuid));
    const EntryIndex tip =
        drawn.size() > kMostWalks ? row.end : session().path_through(view_.path, row.end).tip;
    shown.tip = tip == kNoEntry ? std::string() : std::string(t.text(t[tip].uuid));
    rows.push_back(std::move(shown));
  }
  return rows;
}

namespace {

std::vector<std::string> side_of(const ConversationView& view, std::string_view name, Ink ink,
                                 int columns) {
  const Style style{.color = true, .width = columns};
  LineList lines;
  const Transcript& t = view.session->transcript();
  lines.line(style.paint(ink, std::string(name) + "  " + short_uuid(t, view.path.tip) + "  " +
                                  counted(std::ssize(view.messages), "message") + " of its own"));
  lines.line();
  MessageText text(lines, style, *view.session);
  static_cast<void>(each_message(view, view.messages, [&](const Message& message) {
    text.write(message);
    return lines.has_room();
  }));
  return lines.take();
}

}  // namespace

Result<PageCame> compare_branches(Engine& engine, const WantCompare& want) {
  auto arguments =
      arguments_of("diff", {{"session", {want.path}}, {"a", {want.a}}, {"b", {want.b}}});
  if (!arguments) return arguments.error();
  auto diff = open_branch_diff(engine, *arguments);
  if (!diff) return diff.error();
  const int half = std::max(20, (want.columns - 3) / 2);
  const auto left = side_of(*diff->a, "A", Ink::kBad, half);
  const auto right = side_of(*diff->b, "B", Ink::kGood, half);
  PageCame came;
  came.title =
      "two branches: " + counted(static_cast<std::int64_t>(diff->shared), "message") + " in common";
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string a = i < left.size() ? left[i] : std::string();
    const int wide = display_width(without_looks(a));
    came.lines.push_back(a + std::string(static_cast<std::size_t>(std::max(0, half - wide)), ' ') +
                         " \x1b[2m│\x1b[0m " + (i < right.size() ? right[i] : std::string()));
  }
  return came;
}

}  // namespace clew::tui
