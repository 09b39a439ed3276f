// SPDX-License-Identifier: MIT

#include <algorithm>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "base/parallel.h"
#include "base/short_ids.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "cli/usage_text.h"
#include "engine/lists/list_answers.h"
#include "engine/usage/session_usage.h"

namespace clew {
namespace {

constexpr int kId = 8;
constexpr int kTime = 12;
constexpr int kSize = 7;
constexpr int kCount = 6;
constexpr int kCost = 8;
constexpr int kWideEnoughForBranch = 100;
constexpr int kWideEnoughForUsage = 80;
constexpr int kWidestProject = 18;
constexpr int kNarrowProject = 8;
constexpr int kNarrowestTitle = 16;  // before other columns give way
constexpr int kLeastTitle = 8;       // beside ids that are long because others begin like them
constexpr int kWidestBranch = 24;

// Columns whose width depends on what is in the list and on the terminal.
struct Columns {
  int id = kId;
  int title = 0;
  int project = 0;  // 0: not shown
  int branch = 0;
  int count = 0;
  int tokens = 0;
  int cost = 0;
  int size = kSize;

  // What the others leave for the title.
  int room(int width) const {
    int fixed = id + 2 + kTime + 2;
    for (const int column : {project, branch, count, tokens, cost, size}) {
      if (column > 0) fixed += column + 2;
    }
    return width - fixed;
  }
};

std::string project_name(std::string_view cwd, const ProjectFolder& folder) {
  if (cwd.empty()) return terminal_line(folder.key);
  // Windows paths come with backslashes.
  const std::size_t slash = cwd.find_last_of("/\\");
  const std::string_view last = slash == std::string_view::npos ? cwd : cwd.substr(slash + 1);
  return terminal_line(last.empty() ? cwd : last);
}

// How wide rows [begin, end) would like their columns to be.
Columns measure_rows(const SessionListing& listing, const ShortIds& ids, std::size_t begin,
                     std::size_t end) {
  const SessionList& list = listing.list;
  Columns columns;
  std::string_view project;  // of the row before, and its folder: most have the same
  std::size_t folder = list.folders.size();
  std::string_view branch;
  for (std::size_t i = begin; i < end; ++i) {
    const SessionRow& row = list.sessions[i];
    const FactsView facts = listing.facts_of(row);
    columns.id = std::max(columns.id, display_width(terminal_line(ids.of(facts.id))));
    if (columns.project < kWidestProject && (facts.cwd != project || row.folder != folder)) {
      project = facts.cwd;
      folder = row.folder;
      const std::string name = project_name(project, list.folders[folder]);
      columns.project = std::max(columns.project, display_width(name));
    }
    if (columns.branch < kWidestBranch && facts.git_branch != branch) {
      branch = facts.git_branch;
      columns.branch = std::max(columns.branch, display_width(branch));
    }
    if (facts.messages) columns.count = kCount;
  }
  return columns;
}

ShortIds short_ids_of(const SessionListing& listing) {
  std::vector<std::string> ids;
  ids.reserve(listing.list.sessions.size());
  for (const SessionRow& row : listing.list.sessions) ids.emplace_back(row.facts().id);
  return ShortIds(std::move(ids));
}

Columns measure_columns(const SessionListing& listing, const ShortIds& ids, int width) {
  constexpr std::size_t kAtOnce = 1024;
  const std::size_t rows = listing.list.sessions.size();
  std::vector<Columns> parts((rows + kAtOnce - 1) / kAtOnce);
  parallel_for(std::ssize(parts), default_threads(), [&](std::int64_t i, int) {
    const auto at = static_cast<std::size_t>(i);
    parts[at] = measure_rows(listing, ids, at * kAtOnce, std::min(rows, (at + 1) * kAtOnce));
  });
  Columns columns;
  for (const Columns& part : parts) {
    columns.id = std::max(columns.id, part.id);
    columns.project = std::max(columns.project, part.project);
    columns.branch = std::max(columns.branch, part.branch);
    columns.count = std::max(columns.count, part.count);
  }
  columns.project = listing.project.empty() ? std::min(columns.project, kWidestProject) : 0;
  columns.branch = width >= kWideEnoughForBranch ? std::min(columns.branch, kWidestBranch) : 0;
  if (!listing.usage.empty() && width >= kWideEnoughForUsage) {
    columns.tokens = kCount;
    columns.cost = kCost;
  }
  // Where the title would have too little room, others give way.
  if (columns.room(width) < kNarrowestTitle) {
    columns.project = std::min(columns.project, kNarrowProject);
  }
  for (int Columns::*column : {&Columns::count, &Columns::project, &Columns::size}) {
    if (columns.room(width) < kNarrowestTitle) columns.*column = 0;
  }
  columns.title = std::max(kLeastTitle, columns.room(width));
  return columns;
}

std::string cell(std::string_view text, int width, Align align = Align::kLeft) {
  return pad_to_width(truncate_to_width(text, width), width, align);
}

std::string marks(const SessionListing& listing, const SessionRow& row, const FactsView& facts) {
  std::string text;
  if (const LiveSession* running = listing.live.find(facts.id)) {
    text += running->status == LiveStatus::kWaiting ? "◐ " : "● ";
  }
  if (row.hidden) text += "[hidden] ";
  // What is only kept can be damaged in the keep alone, which tells more.
  if (!row.readable) text += is_kept(row.file) ? "[damaged: clew keep check] " : "[unreadable] ";
  if (is_kept(row.file)) {
    const std::string_view machine = listing.machine_of(row);
    text += machine.empty() ? "[kept] " : "[kept by " + terminal_line(machine) + "] ";
  } else if (const std::string_view machine = listing.machine_of(row); !machine.empty()) {
    text += "[" + terminal_line(machine) + "] ";
  }
  for (const SessionCopy& copy : listing.copies_of(row)) {
    text +=
        (copy.continued ? "[continued on " : "[differs on ") + terminal_line(copy.machine) + "] ";
  }
  if (facts.compacted) text += "⧉ ";
  if (!facts.forked_from.empty()) text += "⑂ ";
  if (facts.warmup) {
    text += "[warm-up] ";
  } else if (row.is_agent || facts.subagent != SubagentSign::kNone) {
    text += row.is_agent || is_strong(facts.subagent) ? "[agent] " : "[agent?] ";
  }
  return text;
}

std::string row_text(const SessionListing& listing, const SessionRow& row, const Columns& columns,
                     const ShortIds& ids, const Style& style) {
  const ProjectFolder& folder = listing.list.folders[row.folder];
  const FactsView facts = listing.facts_of(row);
  const std::string name = marks(listing, row, facts) + one_line(terminal_safe(short_name(facts)));
  std::string line = style.paint(Ink::kDim, cell(terminal_line(ids.of(facts.id)), columns.id));
  line += "  " + cell(relative_time(facts.updated_at(), listing.now), kTime);
  line += "  " + style.paint(Ink::kStrong, cell(name, columns.title));
  if (columns.project > 0) {
    line +=
        "  " + style.paint(Ink::kAccent, cell(project_name(facts.cwd, folder), columns.project));
  }
  if (columns.branch > 0) {
    line += "  " + style.paint(Ink::kDim, cell(terminal_line(facts.git_branch), columns.branch));
  }
  if (columns.count > 0) {
    const std::string count = facts.messages ? human_count(*facts.messages) : "";
    line += "  " + cell(count, columns.count, Align::kRight);
  }
  if (columns.tokens > 0) {
    const Tally* usage = ListedSession(listing, row).usage();
    const std::string tokens = usage ? human_count(usage->tokens.total()) : "";
    line += "  " + cell(tokens, columns.tokens, Align::kRight);
    line += "  " + cell(usage ? cost_text(*usage) : "", columns.cost, Align::kRight);
  }
  if (columns.size > 0) {
    line += "  " + cell(human_bytes(facts.file.size), columns.size, Align::kRight);
  }
  return line;
}

std::string heads(const Columns& columns) {
  std::string line = cell("session", columns.id) + "  " + cell("changed", kTime);
  line += "  " + cell("title", columns.title);
  if (columns.project > 0) line += "  " + cell("project", columns.project);
  if (columns.branch > 0) line += "  " + cell("branch", columns.branch);
  if (columns.count > 0) line += "  " + cell("count", columns.count, Align::kRight);
  if (columns.tokens > 0) line += "  " + cell("tokens", columns.tokens, Align::kRight);
  if (columns.cost > 0) line += "  " + cell("cost", columns.cost, Align::kRight);
  if (columns.size > 0) line += "  " + cell("size", columns.size, Align::kRight);
  return line;
}

void write_footer(const SessionListing& listing, Screen& screen) {
  const SessionList& list = listing.list;
  if (!list.next_cursor.empty()) {
    screen.out.line(screen.style.paint(Ink::kDim, left_out_text(std::nullopt)));
  }
  std::string text = with_thousands(std::ssize(list.sessions)) +
                     (list.sessions.size() == 1 ? " session" : " sessions");
  if (!listing.project.empty())
    text += " of " + terminal_line(listing.project) + " (--all: of all)";
  const auto left_out = [&](std::int64_t count, std::string_view what) {
    if (count > 0) text += "; " + with_thousands(count) + " " + std::string(what);
  };
  left_out(list.left_out_hidden, "hidden (--hidden)");
  left_out(list.left_out_subagents, "of subagents (--subagents)");
  left_out(list.left_out_warmups, "warm-ups (--subagents)");
  left_out(list.left_out_empty, "without a conversation (--empty)");
  screen.fit(screen.style.paint(Ink::kDim, text));
}

// Where was looked, and what would show more.
std::string no_sessions(const Engine& engine, const SessionListing& listing, bool in_a_time) {
  std::string text = nothing_found(
      engine, listing.project.empty() ? "no sessions" : "no sessions of " + listing.project);
  if (in_a_time) text += ": none of the time between --since and --until";
  if (listing.list.left_out_hidden > 0) text += "; --hidden shows hidden ones";
  if (listing.list.left_out_empty > 0) text += "; --empty shows files without a conversation";
  return text;
}

// Rows of a long list are written by several threads.
void write_rows(const SessionListing& listing, Screen& screen) {
  constexpr std::size_t kAtOnce = 64;
  constexpr std::size_t kParts = 64;
  const ShortIds ids = short_ids_of(listing);
  const Columns columns = measure_columns(listing, ids, screen.style.width);
  const std::vector<SessionRow>& rows = listing.list.sessions;
  // For a person: who reads a pipe counts on rows alone.
  if (screen.terminal && !rows.empty()) {
    screen.out.line(screen.style.paint(Ink::kDim, heads(columns)));
  }
  std::vector<std::string> parts(kParts);
  for (std::size_t start = 0; start < rows.size() && screen.out.is_open();
       start += kParts * kAtOnce) {
    parallel_for(kParts, default_threads(), [&](std::int64_t i, int) {
      std::string& part = parts[static_cast<std::size_t>(i)];
      part.clear();
      const std::size_t begin = start + static_cast<std::size_t>(i) * kAtOnce;
      for (std::size_t at = begin; at < std::min(rows.size(), begin + kAtOnce); ++at) {
        part += row_text(listing, rows[at], columns, ids, screen.style);
        part += '\n';
      }
    });
    for (const std::string& part : parts) screen.out.write(part);
  }
}

void write_ghosts(const SessionListing& listing, Screen& screen) {
  for (const GhostSession& ghost : listing.ghosts->ghosts) {
    const Style& style = screen.style;
    std::string line = cell(terminal_line(ghost.id).substr(0, kId), kId) + "  " +
                       cell(relative_time(ghost.last, listing.now), kTime) + "  ";
    const std::string first =
        ghost.prompts.empty() ? "" : one_line(terminal_safe(ghost.prompts.front().text));
    line += "† " + with_thousands(std::ssize(ghost.prompts)) +
            (ghost.prompts.size() == 1 ? " prompt" : " prompts") + " left: " + first;
    screen.out.line(style.paint(Ink::kDim, truncate_to_width(line, style.width)));
  }
}

}  // namespace

Result<Outcome> list_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto listing = list_answer(engine, arguments);
  if (!listing) return listing.error();
  write_rows(*listing, screen);
  if (listing->ghosts) write_ghosts(*listing, screen);
  const bool ghosts = listing->ghosts && !listing->ghosts->ghosts.empty();
  const bool nothing = listing->list.sessions.empty() && !ghosts;
  if (!nothing && screen.terminal) write_footer(*listing, screen);
  write_notes(screen.out, listing->list.findings);
  if (nothing) {
    const bool in_a_time = arguments.maybe_text("since") || arguments.maybe_text("until");
    write_note(screen.out, no_sessions(engine, *listing, in_a_time));
    return Outcome::kNothing;
  }
  return Outcome::kFound;
}

}  // namespace clew
