// SPDX-License-Identifier: MIT

#include "cli/usage_text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/numbers.h"
#include "base/short_ids.h"
#include "base/text.h"
#include "cli/notes.h"
#include "cli/usage_table.h"

namespace clew {
namespace {

constexpr double kBudgetWarning = 0.8;  // from this share on it is said

constexpr std::size_t kShownSessions = 25;
constexpr int kWideEnoughForModels = 76;

std::string safe(std::string_view text) { return terminal_line(text); }

// "opus-4-1, sonnet-4-5"
std::string short_models(const std::vector<NamedTally>& models) {
  std::string text;
  for (const NamedTally& model : models) {
    std::string name = safe(model.name);
    if (name.starts_with("claude-")) name.erase(0, 7);
    const std::size_t date = name.rfind("-20");
    if (date != std::string::npos && name.size() - date == 9) name.erase(date);
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

class UsageText {
 public:
  UsageText(Engine& engine, const UsageView& view, const Arguments& arguments, Screen& screen)
      : engine_(engine),
        view_(view),
        screen_(screen),
        breakdown_(arguments.flag("breakdown")),
        short_ids_(names_of(view)) {
    shown_ = view.report.groups.size();
    std::size_t most = shown_;
    if (view.kind == "sessions") most = kShownSessions;
    if (const auto limit = arguments.maybe_integer("limit")) {
      most = *limit > 0 ? static_cast<std::size_t>(*limit) : shown_;
    }
    shown_ = std::min(shown_, most);
  }

  void print() {
    add_columns();
    // Of days the last are of interest, of all else the dearest.
    const bool by_time = view_.kind == "daily" || view_.kind == "weekly" ||
                         view_.kind == "monthly" || view_.kind == "blocks";
    const std::size_t first = by_time ? view_.report.groups.size() - shown_ : 0;
    for (std::size_t i = first; i < first + shown_; ++i) most_ = std::max(most_, weight(i));
    for (std::size_t i = first; i < first + shown_; ++i) add_group(i);
    if (shown_ < view_.report.groups.size()) add_rest(first);
    add_line("total", view_.report.total, Ink::kStrong, -1, {});
    if (breakdown_) add_breakdown(view_.report.total);
    table_.print(screen_);
    print_notes();
  }

 private:
  static std::vector<std::string> names_of(const UsageView& view) {
    std::vector<std::string> names;
    if (view.kind != "sessions") return names;
    for (const UsageGroup& group : view.report.groups) names.push_back(group.name);
    return names;
  }

  bool has_models() const {
    const std::string& kind = view_.kind;
    return screen_.style.width >= kWideEnoughForModels && !breakdown_ &&
           (kind == "daily" || kind == "weekly" || kind == "monthly");
  }
  bool has_title() const { return view_.kind == "sessions"; }
  bool has_calls() const { return view_.kind == "tools"; }
  bool has_rate() const { return view_.kind == "blocks"; }

  void add_columns() {
    using Give = UsageTable::Give;
    static constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
        {"daily", "day"},        {"weekly", "week"},      {"monthly", "month"},
        {"sessions", "session"}, {"projects", "project"}, {"models", "model"},
        {"tools", "tool"},       {"branches", "branch"},  {"blocks", "5 hours from"},
        {"people", "person"},    {"machines", "machine"}, {"repositories", "repository"}};
    std::string title;
    for (const auto& [kind, name] : kTitles) {
      if (kind == view_.kind) title = name;
    }
    const bool names_give = view_.kind == "projects" || view_.kind == "models" ||
                            view_.kind == "tools" || view_.kind == "branches" ||
                            view_.kind == "people" || view_.kind == "machines" ||
                            view_.kind == "repositories";
    table_.add_column(
        title, Align::kLeft,
        view_.kind == "projects" ? Give::kStart : (names_give ? Give::kEnd : Give::kNo));
    if (has_models()) table_.add_column("models", Align::kLeft, Give::kEnd);
    if (has_title()) table_.add_column("title", Align::kLeft, Give::kEnd);
    if (has_calls()) table_.add_column("calls");
    // The cost stays to the last.
    for (const auto& [name, spare] :
         {std::pair{"input", 2}, {"output", 1}, {"write", 4}, {"read", 3}, {"cost", 0}}) {
      table_.add_column(name, Align::kRight, Give::kNo, spare);
    }
    if (has_rate()) table_.add_column("an hour", Align::kRight, Give::kNo, 5);
  }

  double weight(std::size_t i) const {
    const Tally& all = view_.report.groups[i].all;
    return static_cast<double>(view_.report.total.all.cost > 0 ? all.cost : all.tokens.total());
  }

  void add_figures(UsageTable::Line& line, const Tally& tally) {
    const TokenSums& t = tally.tokens;
    for (const std::int64_t count : {t.input, t.output, t.cache_write, t.cache_read}) {
      line.cells.push_back(human_count(count));
    }
    line.cells.push_back(cost_text(tally));
  }

  void add_line(std::string name, const UsageGroup& group, Ink ink, double share,
                const std::string& title, const std::string& rate = {}) {
    UsageTable::Line line;
    line.ink = ink;
    line.share = share;
    line.cells.push_back(std::move(name));
    if (has_models()) line.cells.push_back(short_models(group.models));
    if (has_title()) line.cells.push_back(title);
    if (has_calls()) line.cells.push_back(group.calls > 0 ? human_count(group.calls) : "");
    add_figures(line, group.all);
    if (has_rate()) line.cells.push_back(rate);
    table_.add_line(std::move(line));
  }

  void add_group(std::size_t i) {
    const UsageGroup& group = view_.report.groups[i];
    const double share = most_ > 0 ? weight(i) / most_ : 0;
    std::string title;
    std::string rate;
    if (has_title()) title = session_title(group);
    if (has_rate()) rate = rate_text(i);
    add_line(name_of_group(i), group, Ink::kPlain, share, title, rate);
    if (breakdown_) add_breakdown(group);
  }

  std::string name_of_group(std::size_t i) const {
    const UsageGroup& group = view_.report.groups[i];
    if (view_.kind == "sessions") return safe(short_ids_.of(group.name));
    if (view_.kind == "projects") {
      return safe(project_path_of(engine_.files(), *view_.source.ledger, group.name));
    }
    if (view_.kind == "blocks") {
      return zoned_time(view_.blocks[i].start, view_.source.zone.zone) +
             (view_.blocks[i].active ? " *" : "");
    }
    if (view_.kind == "branches" && !group.note.empty()) {
      // "abandoned 1234…: the first prompt that only it has"
      return group.name.substr(0, group.name.find(' ')) + ": " + safe(group.note);
    }
    return safe(group.name);
  }

  std::string session_title(const UsageGroup& group) {
    auto facts = facts_.read(engine_.files(), group.file);
    if (!facts) return safe(group.project);
    return safe(short_name(*facts));
  }

  std::string rate_text(std::size_t i) const {
    const auto rate = rate_of(view_.blocks[i], view_.report.groups[i].all);
    if (!rate || rate->cost_per_hour <= 0) return {};
    return human_usd(static_cast<NanoUsd>(rate->cost_per_hour));
  }

  void add_breakdown(const UsageGroup& group) {
    const auto add = [&](const std::string& name, const Tally& tally) {
      UsageGroup part;
      part.all = tally;
      add_line("  " + name, part, Ink::kDim, -1, {});
    };
    if (view_.kind != "models") {
      for (const NamedTally& model : group.models) add(safe(model.name), model.tally);
    }
    if (group.subagents.responses > 0) add("of which subagents", group.subagents);
  }

  void add_rest(std::size_t first) {
    UsageGroup rest;
    std::size_t count = 0;
    for (std::size_t i = 0; i < view_.report.groups.size(); ++i) {
      if (i >= first && i < first + shown_) continue;
      rest.all += view_.report.groups[i].all;
      rest.calls += view_.report.groups[i].calls;
      ++count;
    }
    add_line(with_thousands(static_cast<std::int64_t>(count)) + " more", rest, Ink::kDim, -1, {});
  }

  void note(Ink ink, const std::string& text) {
    for (const std::string& line : wrap_to_width(text, screen_.style.width)) {
      screen_.out.line(screen_.style.paint(ink, line));
    }
  }

  void print_notes() {
    for (const NamedTally& model : view_.report.unpriced) {
      note(Ink::kWarning, "+ no price is known for " + safe(model.name) + ": " +
                              human_count(model.tally.tokens.total()) + " tokens of " +
                              with_thousands(model.tally.responses) +
                              (model.tally.responses == 1 ? " response" : " responses"));
    }
    const Tally& total = view_.report.total.all;
    if (total.reported > 0) {
      note(Ink::kDim, "old lines report " + human_usd(total.reported) +
                          " themselves; by list prices the same are " +
                          human_usd(total.recomputed));
    }
    print_impossible_figures();
    for (std::size_t i = 0; i < view_.blocks.size(); ++i) print_projection(i);
  }

  void print_impossible_figures() {
    const Finding* first = nullptr;
    std::int64_t count = 0;
    for (const Finding& finding : view_.findings) {
      if (finding.kind != Finding::Kind::kImpossibleFigure) continue;
      if (count++ == 0) first = &finding;
    }
    if (!first) return;
    const auto& files = view_.source.ledger->files();
    const auto file = std::find_if(files.begin(), files.end(), [first](const LedgerFile& one) {
      return one.path == first->path;
    });
    note(Ink::kWarning, with_thousands(count) +
                            (count == 1 ? " impossible figure was" : " impossible figures were") +
                            " left out, the first in session " +
                            safe(file == files.end() ? first->path : file->session) + " at byte " +
                            std::to_string(first->offset) + ": " + safe(first->reason));
  }

  void print_projection(std::size_t i) {
    const UsageBlock& block = view_.blocks[i];
    if (!block.active) return;
    std::string text = "* active until " + zoned_time(block.end, view_.source.zone.zone);
    if (const auto projection = projection_of(block, view_.report.groups[i].all, view_.now)) {
      text += "; like this it comes to " + human_usd(projection->cost) + " and " +
              human_count(projection->tokens) + " tokens";
    }
    note(Ink::kPlain, text);
  }

  Engine& engine_;
  const UsageView& view_;
  Screen& screen_;
  bool breakdown_;
  const ShortIds short_ids_;  // of sessions, where these are shown
  std::size_t shown_ = 0;
  double most_ = 0;
  UsageTable table_;
  FactsReader facts_;
};

}  // namespace

std::string zoned_time(TimeMs time, const TimeZone& zone) {
  std::string text = format_iso(time + zone.offset_at(time));
  text.resize(text.size() - std::string_view(":00.000Z").size());
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

std::string token_counts(const TokenSums& tokens) {
  std::string text;
  const auto add = [&text](std::int64_t count, std::string_view kind) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + with_thousands(count) + " " + std::string(kind);
  };
  add(tokens.input, "input");
  add(tokens.output, "output");
  add(tokens.cache_read, "cache read");
  add(tokens.cache_write, "cache write");
  return text.empty() ? "none" : text;
}

std::string cost_text(const Tally& tally) {
  if (tally.unpriced > 0 && tally.cost == 0) return "—";
  return human_usd(tally.cost) + (tally.unpriced > 0 ? "+" : "");
}

Result<Outcome> usage_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  if (arguments.text("kind") == "explain") {
    auto explanation = explain_usage(engine, arguments);
    if (!explanation) return explanation.error();
    print_explanation(**explanation, screen);
    return Outcome::kFound;
  }
  auto view = open_usage(engine, arguments);
  if (!view) return view.error();
  const UsageLeftOut& left_out = (*view)->left_out;
  if (arguments.flag("csv")) {
    print_usage_csv(engine, **view, arguments.flag("breakdown"), screen);
  } else if ((*view)->responses.empty()) {
    const bool bounded = arguments.maybe_text("since") || arguments.maybe_text("until");
    screen.out.line("No usage" + std::string(bounded ? " in that time" : ""));
  } else {
    UsageText(engine, **view, arguments, screen).print();
  }
  // Impossible figures are in the table's footing. A sum without a file that could not be read must
  // say so.
  Findings notes = (*view)->findings;
  std::erase_if(notes, [](const Finding& finding) {
    return finding.kind == Finding::Kind::kImpossibleFigure;
  });
  write_notes(screen.out, notes);
  for (const BudgetUse& budget : (*view)->budgets) {
    if (budget.share() < kBudgetWarning) continue;
    const std::string whose = budget.kind == "team" ? "the team" : terminal_line(budget.name);
    write_note(screen.out, "this month " + whose + " used " + human_usd(budget.used) + " of " +
                               human_usd(budget.limit) + ", " +
                               std::to_string(static_cast<int>(budget.share() * 100)) +
                               " % of the budget" + (budget.share() >= 1 ? ": it is spent" : ""));
  }
  if (left_out.sessions > 0) {
    write_note(screen.out, with_thousands(left_out.sessions) + " hidden " +
                               (left_out.sessions == 1 ? "session is" : "sessions are") +
                               " not counted: " + human_usd(left_out.tally.cost) +
                               " more (--hidden counts them)");
  }
  return (*view)->responses.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
