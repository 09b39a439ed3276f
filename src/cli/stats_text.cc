// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/usage_text.h"
#include "engine/usage/session_usage.h"

namespace clew {
namespace {

constexpr int kLabel = 14;

class StatsText {
 public:
  explicit StatsText(Screen& screen) : screen_(screen) {}

  void row(std::string_view label, const std::string& value) {
    screen_.fit("  " + screen_.style.paint(Ink::kDim, pad_to_width(label, kLabel)) + value,
                kLabel + 2);
  }

  // "12 prompts, 3 commands": only what there is.
  static std::string counts(const std::vector<std::pair<std::int64_t, std::string_view>>& list) {
    std::string text;
    for (const auto& [count, what] : list) {
      if (count == 0) continue;
      if (!text.empty()) text += ", ";
      text += with_thousands(count) + " " + std::string(what);
      if (count != 1 || !text.ends_with('s')) continue;
      const bool ies = text.ends_with("ies");
      text.resize(text.size() - (ies ? 3 : 1));
      if (ies) text += 'y';
    }
    return text.empty() ? "none" : text;
  }

  void thread(const ThreadMetrics& m) {
    row("asked", counts({{m.typed, "prompts"},
                         {m.queued, "queued"},
                         {m.commands, "commands"},
                         {m.shell, "shell commands"},
                         {m.interruptions, "interruptions"}}));
    row("answered", counts({{m.answers, "answers"},
                            {m.turns, "turns"},
                            {m.compactions, "compactions"},
                            {m.api_errors, "API errors"},
                            {m.api_retries, "retries"}}));
    row("tokens", token_counts(m.tokens));
    for (const auto& [name, model] : m.models) {
      row("model", terminal_line(name) + ", " + with_thousands(model.responses) + " responses, " +
                       human_count(model.tokens.output) + " output tokens");
    }
    tools(m);
  }

 private:
  void tools(const ThreadMetrics& m) {
    std::vector<std::pair<std::string, ToolMetrics>> list(m.tools.begin(), m.tools.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second.calls > b.second.calls; });
    for (const auto& [name, tool] : list) {
      std::string text = pad_to_width(terminal_line(name), 16) + with_thousands(tool.calls);
      if (tool.failed > 0) {
        text += screen_.style.paint(Ink::kBad, ", " + with_thousands(tool.failed) + " failed");
      }
      row(&name == &list.front().first ? "tools" : "", text);
    }
  }

  Screen& screen_;
};

}  // namespace

Result<Outcome> stats_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const auto stats = stats_answer(engine, arguments);
  if (!stats) return stats.error();
  const Metrics& metrics = stats->metrics;
  const Session& session = *stats->session;
  const std::string name = one_line(terminal_safe(short_name(session.facts())));
  screen.fit(screen.style.paint(Ink::kStrong, name));
  StatsText text(screen);
  if (metrics.first_time != kNoTime) {
    text.row("from", format_local(metrics.first_time));
    text.row("to", format_local(metrics.last_time));
    text.row("active",
             format_duration(metrics.active_ms) + " of " + format_duration(metrics.wall_ms));
  }
  text.row("messages", with_thousands(stats->messages));
  if (stats->usage) {
    text.row("used", token_counts(stats->usage->tokens) + ", with all subagents");
    text.row("cost", cost_text(*stats->usage));
  }
  text.thread(metrics.main);
  if (metrics.subagents.answers > 0) {
    screen.out.line(screen.style.paint(Ink::kStrong, "Subagents in this file"));
    text.thread(metrics.subagents);
  }
  return Outcome::kFound;
}

}  // namespace clew
