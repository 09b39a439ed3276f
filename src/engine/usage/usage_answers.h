// SPDX-License-Identifier: MIT
//
// What usage and statusline answer; docs/usage.md says more about the fields.
#pragma once

#include "engine/lists/list_answers.h"
#include "engine/read/session_name.h"
#include "engine/read/usage_amounts.h"
#include "engine/usage/usage_explain.h"
#include "engine/usage/usage_status.h"
#include "engine/usage/usage_view.h"
#include "usage/blocks.h"

namespace clew {

template <>
inline constexpr auto kDescription<NamedTally> =
    describe("ModelUsage", "tokens and money of a model",
             field("model", "the model", &NamedTally::name), all_of(&NamedTally::tally));

inline auto model_names(const UsageGroup& group) {
  return MappedList(group.models,
                    [](const NamedTally& model) -> const std::string& { return model.name; });
}

struct GroupAmounts {
  const UsageGroup* group = nullptr;
  bool breakdown = false;
};
template <>
inline constexpr auto kDescription<GroupAmounts> = describe(
    "UsageGroup", "tokens and money of a group",
    field("models", "who answered", [](const GroupAmounts& g) { return model_names(*g.group); }),
    all_of([](const GroupAmounts& g) -> const Tally& { return g.group->all; }),
    field("subagents", "the part of subagents",
          through(&GroupAmounts::group, &UsageGroup::subagents)),
    field_if_any("breakdown", "by model, with --breakdown",
                 [](const GroupAmounts& g) { return g.breakdown ? &g.group->models : nullptr; }));

// --- rows ---

template <>
inline constexpr auto kDescription<UsageBlock::Rate> =
    describe("BurnRate", "how fast it goes",
             field("tokensPerMinute", "tokens in a minute", &UsageBlock::Rate::tokens_per_minute),
             field("usdPerHour", "US dollars in an hour",
                   [](const UsageBlock::Rate& rate) { return rate.cost_per_hour / 1e9; }));
template <>
inline constexpr auto kDescription<Projection> =
    describe("Projection", "where it leads",
             field("total", "tokens at the end of the block", &Projection::tokens),
             field("usd", "US dollars at the end of the block", as_usd(&Projection::cost)));

// The answer to all kinds but `explain`.
struct UsageRows {
  std::unique_ptr<UsageView> view;
  std::vector<std::string> paths;  // projects: by row
  std::vector<SessionName> names;  // sessions: by row
  bool breakdown = false;
};

struct UsageRow {
  const UsageRows* rows = nullptr;
  std::size_t index = 0;

  const UsageGroup& group() const { return rows->view->report.groups[index]; }
  bool is(std::string_view kind) const { return rows->view->kind == kind; }
  const UsageBlock* block() const { return is("blocks") ? &rows->view->blocks[index] : nullptr; }
  GroupAmounts amounts() const { return {&group(), rows->breakdown}; }
  // A text of the group, in reports of this kind.
  std::optional<std::string_view> text_in(std::string_view kind,
                                          std::string UsageGroup::*text) const {
    return is(kind) ? std::optional<std::string_view>(group().*text) : std::nullopt;
  }
  std::optional<std::string_view> project() const;
  std::optional<ExactNumber> reported_total() const;
  std::optional<UsageBlock::Rate> rate() const;
  std::optional<Projection> projection() const;
};
template <class Get>
constexpr auto of_block(Get get) {
  return [get](const UsageRow& row) {
    const UsageBlock* block = row.block();
    return block ? std::optional(std::invoke(get, *block)) : std::nullopt;
  };
}
inline std::optional<std::string> day_text(const std::optional<DayNumber>& day) {
  return day ? std::optional(date_text(*day)) : std::nullopt;
}

template <>
inline constexpr auto kDescription<UsageRow> = describe(
    "UsageRow", "a row of usage",
    field("period",
          "the day, week, month, session, project, model, tool, branch, person, machine, "
          "repository or block",
          through(&UsageRow::group, &UsageGroup::name)),
    field_if_any("from", "its first day",
                 [](const UsageRow& r) { return day_text(r.group().from); }),
    field_if_any("to", "its last day", [](const UsageRow& r) { return day_text(r.group().to); }),
    field_if_any("session", "sessions: the id",
                 [](const UsageRow& r) { return r.text_in("sessions", &UsageGroup::name); }),
    field_if_any("title", "sessions: the title",
                 [](const UsageRow& r) {
                   return r.is("sessions") ? std::optional(TextOrNull{r.rows->names[r.index].title})
                                           : std::nullopt;
                 }),
    field_if_any("name", "sessions: a short name",
                 [](const UsageRow& r) {
                   return r.is("sessions") ? &r.rows->names[r.index].name : nullptr;
                 }),
    field_if_any("project", "sessions, projects: the project's key", &UsageRow::project),
    field_if_any("file", "sessions: the transcript",
                 [](const UsageRow& r) { return r.text_in("sessions", &UsageGroup::file); }),
    field_if_any("reportedTotalUsd", "sessions: what the CLI said in the end",
                 &UsageRow::reported_total),
    field_if_any("path", "projects: the folder that was worked in",
                 [](const UsageRow& r) {
                   return r.is("projects") ? &r.rows->paths[r.index] : nullptr;
                 }),
    field_if_any("tool", "tools: the name",
                 [](const UsageRow& r) { return r.text_in("tools", &UsageGroup::name); }),
    field_if_any("calls", "tools: how often it was called",
                 [](const UsageRow& r) {
                   return r.is("tools") ? std::optional(r.group().calls) : std::nullopt;
                 }),
    field_if_any("prompt", "branches: the first prompt of its own",
                 [](const UsageRow& r) {
                   return r.is("branches") ? std::optional(TextOrNull{r.group().note})
                                           : std::nullopt;
                 }),
    field_if_any("start", "blocks: when it begins", of_block(as_time(&UsageBlock::start))),
    field_if_any("end", "blocks: when it ends", of_block(as_time(&UsageBlock::end))),
    field_if_any("active", "blocks: it is the present one",
                 of_block([](const UsageBlock& block) { return block.active; })),
    field_if_any("burnRate", "blocks: how fast it is used", &UsageRow::rate),
    field_if_any("projection", "blocks: what it will have used", &UsageRow::projection),
    field("firstAt", "time of the first response",
          as_time(through(&UsageRow::group, &UsageGroup::first_time))),
    field("lastAt", "time of the last response",
          as_time(through(&UsageRow::group, &UsageGroup::last_time))),
    all_of(&UsageRow::amounts));

struct Unpriced {
  const NamedTally* model = nullptr;
};
template <>
inline constexpr auto kDescription<Unpriced> = describe(
    "Unpriced", "a model without a known price",
    field("model", "the model", through(&Unpriced::model, &NamedTally::name)),
    field("responses", "its responses", [](const Unpriced& u) { return u.model->tally.responses; }),
    all_of([](const Unpriced& u) -> const TokenSums& { return u.model->tally.tokens; }));

// --- explain ---

struct ShownLine {
  const Ledger* ledger = nullptr;
  const ExplainedLine* line = nullptr;

  std::vector<std::string_view> counts() const;
};
template <>
inline constexpr auto kDescription<Tokens> =
    describe("LineTokens", "what a line says about tokens", field("input", "sent", &Tokens::input),
             field("output", "answered", &Tokens::output),
             field("cacheRead", "from the cache", &Tokens::cache_read),
             field("cacheWrite", "to the cache", &Tokens::cache_write),
             field("cacheWrite5m", "of these, for five minutes", &Tokens::cache_write_5m),
             field("cacheWrite1h", "of these, for an hour", &Tokens::cache_write_1h),
             field("webSearches", "searches in the web", &Tokens::web_searches),
             field("thinking", "tokens thought", &Tokens::thinking));
template <>
inline constexpr auto kDescription<ShownLine> = describe(
    "ExplainedLine", "a line that tells of a response",
    field("file", "the transcript",
          [](const ShownLine& l) -> const std::string& {
            return l.ledger->file(l.line->file).path;
          }),
    field("offset", "where it begins, in bytes", through(&ShownLine::line, &ExplainedLine::offset)),
    field("timestamp", "its time", as_time(through(&ShownLine::line, &ExplainedLine::time))),
    field("uuid", "its uuid", or_null(through(&ShownLine::line, &ExplainedLine::uuid))),
    all_of([](const ShownLine& l) -> const Tokens& { return l.line->tokens; }),
    field_if_any("reportedUsd", "what it says itself",
                 [](const ShownLine& l) { return usd_if_reported(l.line->reported); }),
    field("counts", "which of these figures count", &ShownLine::counts));

struct PriceOf {
  const Cost* cost = nullptr;

  const PriceRule& rule() const { return *cost->rule; }
};
template <>
inline constexpr auto kDescription<PriceOf> = describe(
    "Price", "a price",
    field("model", "the model of the price list", through(&PriceOf::rule, &PriceRule::model)),
    field("tier", "which of its prices", through(&PriceOf::rule, &PriceRule::tier)),
    field("longPrompt", "the prices for long prompts", through(&PriceOf::cost, &Cost::above)),
    field("us", "the prices for the United States", through(&PriceOf::cost, &Cost::us)),
    field("from", "since when it is valid",
          or_null(through(&PriceOf::rule, &PriceRule::from_date))),
    field("source", "where it was published", through(&PriceOf::rule, &PriceRule::source)),
    field("date", "when it was read there", through(&PriceOf::rule, &PriceRule::date)));
template <>
inline constexpr auto kDescription<Cost> = describe(
    "PartCosts", "money by part", field("input", "US dollars for each", as_usd(&Cost::input)),
    field("output", "for the answer", as_usd(&Cost::output)),
    field("cacheRead", "for what came from the cache", as_usd(&Cost::cache_read)),
    field("cacheWrite5m", "for what went to the cache", as_usd(&Cost::cache_write_5m)),
    field("cacheWrite1h", "the same, for an hour", as_usd(&Cost::cache_write_1h)),
    field("webSearches", "for searches", as_usd(&Cost::web_searches)),
    field("usd", "all of it", as_usd(&Cost::total)));

struct ShownResponse {
  ShownResponse(const UsageExplanation& e, const ExplainedResponse& one);

  const UsageExplanation* explanation;
  const ExplainedResponse* response;
  const Ledger* ledger;
  const LedgerRow* row;
  Cost cost;

  std::string_view of_first_line(std::string ExplainedLine::*text) const;
  std::string model() const;
  TokenSums tokens() const { return sums_of(row->tokens); }
  std::optional<PriceOf> price() const;
  const LedgerFile& file() const { return ledger->file(row->file); }
};
template <>
inline constexpr auto kDescription<ShownResponse> = describe(
    "ExplainedResponse", "a response and its proof",
    field("messageId", "id of the message", or_null([](const ShownResponse& r) {
            return r.of_first_line(&ExplainedLine::message_id);
          })),
    field("requestId", "id of the request", or_null([](const ShownResponse& r) {
            return r.of_first_line(&ExplainedLine::request_id);
          })),
    field("model", "who answered", &ShownResponse::model),
    field("timestamp", "when", as_time([](const ShownResponse& r) { return r.row->time; })),
    field("file", "the transcript that counts", through(&ShownResponse::file, &LedgerFile::path)),
    field("offset", "where its line begins, in bytes",
          [](const ShownResponse& r) { return r.row->offset; }),
    field("session", "the session's id", through(&ShownResponse::file, &LedgerFile::session)),
    field("counted", "false: it belongs to another session",
          through(&ShownResponse::response, &ExplainedResponse::is_counted)),
    field("subagent", "it was the answer to a subagent",
          [](const ShownResponse& r) { return r.row->is_sidechain(); }),
    all_of(&ShownResponse::tokens),
    field("price", "the price that was used", &ShownResponse::price),
    field_if_any("cost", "what it makes",
                 [](const ShownResponse& r) { return r.cost.rule ? &r.cost : nullptr; }),
    field_if_any("reportedUsd", "what the line says itself",
                 [](const ShownResponse& r) { return usd_if_reported(r.row->reported); }),
    field("lines", "all lines that tell of it", [](const ShownResponse& r) {
      return MappedList(r.response->lines, [&r](const ExplainedLine& line) {
        return ShownLine{r.ledger, &line};
      });
    }));

template <>
inline constexpr auto kDescription<OtherRule> = describe(
    "OtherRule", "another way of counting", field("name", "a way of counting", &OtherRule::name),
    field("description", "what it does", &OtherRule::description), all_of(&OtherRule::tokens),
    field("usd", "what it would make", as_usd(&OtherRule::cost)));

// --- the answer ---

inline constexpr std::string_view kUsageKinds[] = {
    "daily",    "weekly", "monthly",  "sessions",     "projects", "models", "tools",
    "branches", "people", "machines", "repositories", "blocks",   "explain"};

struct UsageAnswer {
  std::optional<UsageRows> rows;                  // all kinds but `explain`
  std::unique_ptr<UsageExplanation> explanation;  // `explain`

  std::string_view kind() const { return rows ? std::string_view(rows->view->kind) : "explain"; }
  const UsageLedger& source() const { return rows ? rows->view->source : explanation->source; }
  const UsageReport* report() const { return rows ? &rows->view->report : nullptr; }
};
Result<UsageAnswer> usage_answer(Engine& engine, const Arguments& arguments);

struct HiddenUsage {
  const UsageView* view = nullptr;

  double share() const {
    const auto left_out = static_cast<double>(view->left_out.tally.cost);
    const double all = left_out + static_cast<double>(view->report.total.all.cost);
    return all > 0 ? left_out / all : 0;
  }
};
template <>
inline constexpr auto kDescription<HiddenUsage> =
    describe("UsageLeftOut", "what hidden sessions used",
             field("hidden", "hidden sessions",
                   [](const HiddenUsage& h) { return h.view->left_out.sessions; }),
             field("share", "their part of what all cost, from 0 to 1", &HiddenUsage::share),
             all_of([](const HiddenUsage& h) -> const Tally& { return h.view->left_out.tally; }));

// The sum of rows, or what an explanation comes to.
struct UsageTotals {
  const UsageAnswer* answer = nullptr;
  const Tally& tally() const;
  std::optional<GroupAmounts> group() const;
};
template <>
inline constexpr auto kDescription<UsageTotals> =
    describe("UsageTotals", "the sum",
             field_if_any("models", "who answered",
                          [](const UsageTotals& t) {
                            const auto group = t.group();
                            return group ? std::optional(model_names(*group->group)) : std::nullopt;
                          }),
             all_of(&UsageTotals::tally),
             field_if_any("subagents", "the part of subagents",
                          [](const UsageTotals& t) {
                            const auto group = t.group();
                            return group ? &group->group->subagents : nullptr;
                          }),
             field_if_any("breakdown", "by model, with --breakdown", [](const UsageTotals& t) {
               const auto group = t.group();
               return group && group->breakdown ? &group->group->models : nullptr;
             }));

// Lists of the answer, each only in the kinds that have it.
inline auto counted_rows(const UsageAnswer& a) {
  std::vector<UsageRow> rows;
  if (a.rows) {
    for (std::size_t i = 0; i < a.report()->groups.size(); ++i) rows.push_back({&*a.rows, i});
  }
  return a.rows ? std::optional(std::move(rows)) : std::nullopt;
}

template <>
inline constexpr auto kDescription<BudgetUse> =
    describe("BudgetUse", "what a team set for a month, and what of it is used in this one",
             field("kind", "team, person or repository", &BudgetUse::kind),
             field_if_any("name", "whose, or which", &BudgetUse::name),
             field("limitUsd", "what was set", as_usd(&BudgetUse::limit)),
             field("usedUsd", "what is used, of what you may see", as_usd(&BudgetUse::used)),
             field("share", "the part of it that is used; 1 is all of it", &BudgetUse::share));

template <>
inline constexpr auto kDescription<UsageAnswer> = describe(
    "Usage", "tokens and money",
    field("kind", "what was counted by", one_of<kUsageKinds>(&UsageAnswer::kind)),
    field_if_any("target", "explain: what was asked for",
                 [](const UsageAnswer& a) { return a.rows ? nullptr : &a.explanation->target; }),
    field("timezone", "time zone that defines a day",
          [](const UsageAnswer& a) -> const std::string& { return a.source().zone.name; }),
    field_if_any("rows", "the counts", counted_rows),
    field_if_any("responses", "explain: each response",
                 [](const UsageAnswer& a) {
                   std::optional<std::vector<ShownResponse>> all;
                   if (a.rows) return all;
                   all.emplace();
                   for (const ExplainedResponse& one : a.explanation->responses) {
                     all->emplace_back(*a.explanation, one);
                   }
                   return all;
                 }),
    field("totals", "their sum", [](const UsageAnswer& a) { return UsageTotals{&a}; }),
    field_if_any("leftOut", "what is not counted because it is hidden",
                 [](const UsageAnswer& a) -> std::optional<HiddenUsage> {
                   if (!a.rows || a.rows->view->left_out.sessions == 0) return std::nullopt;
                   return HiddenUsage{a.rows->view.get()};
                 }),
    field_if_any("unpriced", "models without a known price",
                 [](const UsageAnswer& a) {
                   std::optional<std::vector<Unpriced>> all;
                   if (!a.rows) return all;
                   all.emplace();
                   for (const NamedTally& model : a.report()->unpriced) all->push_back({&model});
                   return all;
                 }),
    field_if_any("budgets", "what the team set for this month, where all of it was counted",
                 [](const UsageAnswer& a) {
                   return a.rows && !a.rows->view->budgets.empty() ? &a.rows->view->budgets
                                                                   : nullptr;
                 }),
    field_if_any("findings", "what is wrong in the files and the figures in them",
                 [](const UsageAnswer& a) { return a.rows ? &a.rows->view->findings : nullptr; }),
    field_if_any("reportedTotalUsd", "explain: what the CLI said in the end",
                 [](const UsageAnswer& a) {
                   return a.rows ? std::nullopt : usd_if_reported(a.explanation->reported_total);
                 }),
    field_if_any("otherRules", "explain: what other ways of counting give",
                 [](const UsageAnswer& a) { return a.rows ? nullptr : &a.explanation->others; }));
inline bool holds_nothing(const UsageAnswer& answer) {
  return answer.rows && answer.rows->view->responses.empty();
}

// --- statusline ---

template <>
inline constexpr auto kDescription<StatusCost> = describe(
    "StatusCost", "money", field("usd", "list price in US dollars", as_usd(&StatusCost::amount)),
    field("complete", "false: more is to be read, or something has no price",
          &StatusCost::complete));

struct StatusContext {
  const UsageStatus* status = nullptr;
};
template <>
inline constexpr auto kDescription<StatusContext> = describe(
    "StatusContext", "how full the context is",
    field("tokens", "of the last request",
          through(&StatusContext::status, &UsageStatus::context_tokens)),
    field("size", "of the window", through(&StatusContext::status, &UsageStatus::context_size)),
    field("percent", "of it", through(&StatusContext::status, &UsageStatus::context_percent)));

struct StatusLimits {
  const UsageStatus* status = nullptr;
};
template <>
inline constexpr auto kDescription<StatusLimits> =
    describe("StatusLimits", "how much of the limits of the subscription is used, in percent",
             field("fiveHours", "of the five hours",
                   through(&StatusLimits::status, &UsageStatus::five_hours)),
             field("sevenDays", "of the seven days",
                   through(&StatusLimits::status, &UsageStatus::seven_days)));

template <>
inline constexpr auto kDescription<UsageStatus> = describe(
    "Status", "what the status line shows", field("model", "who answers", &UsageStatus::model),
    field("session", "what the session cost", &UsageStatus::session),
    field("today", "what this day cost", &UsageStatus::today),
    field("context", "how full the context is",
          [](const UsageStatus& status) { return StatusContext{&status}; }),
    field("limits", "how much of the limits is used, as Claude Code says it",
          [](const UsageStatus& status) { return StatusLimits{&status}; }));

}  // namespace clew
