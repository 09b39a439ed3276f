// SPDX-License-Identifier: MIT
//
// projects, prompts and agents for people.

#include <algorithm>

#include "base/numbers.h"
#include "base/short_ids.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/lists/catalog_view.h"

namespace clew {
namespace {

constexpr int kNarrowestName = 20;

// What stands before a project's name: as much as there is room for.
struct ProjectColumns {
  explicit ProjectColumns(int width) {
    sessions = width - kTime - kSessions >= kNarrowestName;
    size = sessions && width - kTime - kSessions - kSize >= kNarrowestName;
  }

  std::string line(std::string_view time, std::string_view count, std::string_view bytes) const {
    std::string text = pad_to_width(time, kTime);
    if (sessions) text += pad_to_width(count, kSessions - 2, Align::kRight) + "  ";
    if (size) text += pad_to_width(bytes, kSize - 2, Align::kRight) + "  ";
    return text;
  }

  static constexpr int kTime = 14;  // with the gap behind it, as all of these
  static constexpr int kSessions = 10;
  static constexpr int kSize = 10;
  bool sessions = true;
  bool size = true;
};

}  // namespace

Result<Outcome> projects_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = open_projects(engine, arguments);
  if (!view) return view.error();
  const Style& style = screen.style;
  const ProjectColumns columns(style.width);
  if (screen.terminal && !view->projects.empty()) {
    screen.out.line(
        style.paint(Ink::kDim, columns.line("last used", "sessions", "size") + "folder"));
  }
  for (const Project& project : view->projects) {
    if (!screen.out.is_open()) break;
    const std::string& key = view->list.folders[project.folder].key;
    std::string name = terminal_line(project.path.empty() ? key : project.path);
    // A path of another system cannot be looked for.
    const bool gone = !project.exists && project.path.starts_with('/');
    if (gone) name += " (gone)";
    const TimeMs last = project.updated;
    const std::string line =
        columns.line(last == kNoTime ? "" : relative_time(last, engine.options().now),
                     with_thousands(std::ssize(project.sessions)), human_bytes(project.bytes));
    name = truncate_to_width(name, std::max(kNarrowestName, style.width - display_width(line)));
    screen.out.line(line + style.paint(gone ? Ink::kDim : Ink::kStrong, name));
  }
  write_notes(screen.out, view->list.findings);
  if (!view->projects.empty()) return Outcome::kFound;
  write_notes(screen.out, engine.roots().findings);
  write_note(screen.out, nothing_found(engine, "no projects"));
  return Outcome::kNothing;
}

Result<Outcome> prompts_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto history = open_prompts(engine, arguments);
  if (!history) return history.error();
  const int room = std::max(20, screen.style.width - 2);
  std::vector<std::string> ids;
  for (const TypedPrompt& prompt : history->prompts) ids.push_back(prompt.session);
  const ShortIds short_ids(std::move(ids));
  for (const TypedPrompt& prompt : history->prompts) {
    if (!screen.out.is_open()) break;
    std::string heading = prompt.time == kNoTime ? "?" : format_local(prompt.time);
    heading += "  " + terminal_line(prompt.project);
    if (!prompt.session.empty()) heading += "  " + terminal_line(short_ids.of(prompt.session));
    screen.out.line(screen.style.paint(Ink::kDim, truncate_to_width(heading, screen.style.width)));
    for (const std::string& line : wrap_to_width(terminal_safe(trim(prompt.text)), room)) {
      screen.out.line(line.empty() ? "" : "  " + line);
    }
  }
  if (history->more && screen.terminal) {
    screen.out.line(screen.style.paint(Ink::kDim, left_out_text(std::nullopt)));
  }
  write_notes(screen.out, history->findings);
  if (!history->prompts.empty()) return Outcome::kFound;
  write_notes(screen.out, engine.roots().findings);
  const bool all = arguments.list("query").empty() && !arguments.maybe_text("project") &&
                   !arguments.maybe_text("session") && !arguments.maybe_text("since") &&
                   !arguments.maybe_text("until");
  write_note(screen.out, nothing_found(engine, all ? "no typed prompts"
                                                   : "no typed prompt that was asked for"));
  return Outcome::kNothing;
}

Result<Outcome> agents_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = open_agents(engine, arguments);
  if (!view) return view.error();
  const Style& style = screen.style;
  for (const Subagent& agent : view->agents) {
    if (!screen.out.is_open()) break;
    std::string line = style.paint(Ink::kStrong, terminal_line(agent.id));
    line += "  " + style.paint(Ink::kAccent, terminal_line(agent.type.empty() ? name_of(agent.kind)
                                                                              : agent.type));
    if (agent.created != kNoTime)
      line += style.paint(Ink::kDim, "  " + format_local(agent.created));
    line += style.paint(Ink::kDim, "  " + human_bytes(agent.size));
    screen.fit(line);
    const std::string what = agent.description.empty() ? agent.prompt : agent.description;
    screen.out.line("  " + truncate_to_width(one_line(terminal_safe(what)), style.width - 2));
    screen.out.line(
        style.paint(Ink::kDim, "  " + terminal_line(agent.own_file ? agent.path : agent.open)));
  }
  if (!view->agents.empty()) return Outcome::kFound;
  const bool all = arguments.flag("warmups");
  write_note(screen.out, std::string("this session started no subagents") +
                             (all ? "" : " (--warmups: warm-ups are listed too)"));
  return Outcome::kNothing;
}

}  // namespace clew
