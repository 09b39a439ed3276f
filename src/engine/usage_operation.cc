// SPDX-License-Identifier: MIT

#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "engine/usage_json.h"

namespace clew {
namespace {

void write_cost(json::Writer& out, const Tally& tally) {
  out.key("cost").begin_object().raw_field("usd", exact_usd(tally.cost));
  out.field("complete", tally.unpriced == 0);
  // What old lines say themselves, and what we make of the same lines.
  if (tally.reported > 0) {
    out.raw_field("reportedUsd", exact_usd(tally.reported));
    out.raw_field("recomputedUsd", exact_usd(tally.recomputed));
  }
  out.end_object();
}

void write_sums(json::Writer& out, const TokenSums& tokens) {
  out.field("input", tokens.input).field("output", tokens.output);
  out.field("cacheRead", tokens.cache_read).field("cacheWrite5m", tokens.cache_write_5m);
  out.field("cacheWrite1h", tokens.cache_write_1h).field("webSearches", tokens.web_searches);
  out.field("thinking", tokens.thinking).field("total", tokens.total());
}

void write_tally(json::Writer& out, const Tally& tally) {
  write_sums(out, tally.tokens);
  out.field("responses", tally.responses);
  write_cost(out, tally);
}

void write_group(json::Writer& out, const UsageGroup& group, bool breakdown) {
  out.key("models").begin_array();
  for (const NamedTally& model : group.models) out.value(model.name);
  out.end_array();
  write_tally(out, group.all);
  out.key("subagents").begin_object();
  write_tally(out, group.subagents);
  out.end_object();
  if (!breakdown) return;
  out.key("breakdown").begin_array();
  for (const NamedTally& model : group.models) {
    out.begin_object().field("model", model.name);
    write_tally(out, model.tally);
    out.end_object();
  }
  out.end_array();
}

void write_block(json::Writer& out, const UsageBlock& block, const Tally& tally, TimeMs now) {
  write_time(out, "start", block.start);
  write_time(out, "end", block.end);
  out.field("active", block.active);
  if (const auto rate = rate_of(block, tally)) {
    out.key("burnRate").begin_object().field("tokensPerMinute", rate->tokens_per_minute);
    out.field("usdPerHour", rate->cost_per_hour / 1e9).end_object();
  }
  if (const auto projection = projection_of(block, tally, now)) {
    out.key("projection").begin_object().field("total", projection->tokens);
    out.raw_field("usd", exact_usd(projection->cost)).end_object();
  }
}

class UsageWriter {
 public:
  UsageWriter(json::Writer& out, const FileSystem& files, const UsageView& view, bool breakdown)
      : out_(out), files_(files), view_(view), breakdown_(breakdown) {}

  void run() {
    out_.begin_object().field("kind", view_.kind).field("tz", view_.source.zone.name);
    out_.key("rows").begin_array();
    for (std::size_t i = 0; i < view_.report.groups.size(); ++i) write_row(i);
    out_.end_array().key("totals").begin_object();
    write_group(out_, view_.report.total, breakdown_);
    out_.end_object();
    write_unpriced();
    write_doubts();
    out_.end_object();
  }

 private:
  void write_row(std::size_t index) {
    const UsageGroup& group = view_.report.groups[index];
    out_.begin_object().field("period", group.name);
    if (group.from) out_.field("from", date_text(*group.from)).field("to", date_text(*group.to));
    if (view_.kind == "sessions") {
      out_.field("session", group.name).field("project", group.project).field("file", group.file);
      const NanoUsd reported = view_.source.ledger->reported_total(group.name);
      if (reported != kNotReported) out_.raw_field("reportedTotalUsd", exact_usd(reported));
    } else if (view_.kind == "projects") {
      out_.field("project", group.name);
      out_.field("path", project_path_of(files_, *view_.source.ledger, group.name));
    } else if (view_.kind == "tools") {
      out_.field("tool", group.name).field("calls", group.calls);
    } else if (view_.kind == "branches") {
      write_text_or_null(out_, "prompt", group.note);
    } else if (view_.kind == "blocks") {
      write_block(out_, view_.blocks[index], group.all, view_.now);
    }
    write_time(out_, "firstAt", group.first_time);
    write_time(out_, "lastAt", group.last_time);
    write_group(out_, group, breakdown_);
    out_.end_object();
  }

  void write_unpriced() {
    out_.key("unpriced").begin_array();
    for (const NamedTally& model : view_.report.unpriced) {
      out_.begin_object().field("model", model.name).field("responses", model.tally.responses);
      write_sums(out_, model.tally.tokens);
      out_.end_object();
    }
    out_.end_array();
  }

  void write_doubts() {
    const Ledger& ledger = *view_.source.ledger;
    out_.key("oddities").begin_array();
    for (const LedgerOddity& oddity : view_.oddities) {
      out_.begin_object().field("file", ledger.file(oddity.file).path);
      out_.field("offset", oddity.offset).field("what", oddity.what).end_object();
    }
    out_.end_array().key("diagnostics");
    write_findings(out_, view_.source.found.findings);
  }

  json::Writer& out_;
  const FileSystem& files_;
  const UsageView& view_;
  bool breakdown_;
};

void write_line(json::Writer& out, const Ledger& ledger, const ExplainedLine& line) {
  out.begin_object().field("file", ledger.file(line.file).path).field("offset", line.offset);
  write_time(out, "timestamp", line.time);
  write_text_or_null(out, "uuid", line.uuid);
  const auto values = fields_of(line.tokens);
  for (std::size_t i = 0; i < values.size(); ++i) out.field(kTokenFields[i], values[i]);
  if (line.reported != kNotReported) out.raw_field("reportedUsd", exact_usd(line.reported));
  out.key("counts").begin_array();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (line.counts[i]) out.value(kTokenFields[i]);
  }
  out.end_array().end_object();
}

void write_price(json::Writer& out, const Cost& cost) {
  if (cost.rule == nullptr) {
    out.key("price").null();
    return;
  }
  out.key("price").begin_object().field("model", cost.rule->model);
  out.field("tier", name_of(cost.rule->tier)).field("longPrompt", cost.above).field("us", cost.us);
  write_text_or_null(out, "from", cost.rule->from_date);
  out.field("source", cost.rule->source).field("date", cost.rule->date).end_object();
  out.key("cost").begin_object();
  out.raw_field("input", exact_usd(cost.input)).raw_field("output", exact_usd(cost.output));
  out.raw_field("cacheRead", exact_usd(cost.cache_read));
  out.raw_field("cacheWrite5m", exact_usd(cost.cache_write_5m));
  out.raw_field("cacheWrite1h", exact_usd(cost.cache_write_1h));
  out.raw_field("webSearches", exact_usd(cost.web_searches));
  out.raw_field("usd", exact_usd(cost.total())).end_object();
}

void write_response(json::Writer& out, const UsageExplanation& e, const ExplainedResponse& one) {
  const Ledger& ledger = *e.source.ledger;
  const LedgerRow& row = ledger.responses()[one.response].row();
  out.begin_object();
  write_text_or_null(out, "messageId", one.lines.empty() ? "" : one.lines.front().message_id);
  write_text_or_null(out, "requestId", one.lines.empty() ? "" : one.lines.front().request_id);
  out.field("model", e.source.priced->model_name(one.response));
  write_time(out, "timestamp", row.time);
  out.field("file", ledger.file(row.file).path).field("offset", row.offset);
  out.field("session", ledger.file(row.file).session).field("counted", one.is_counted);
  out.field("subagent", row.is_sidechain());
  write_sums(out, sums_of(row.tokens));
  write_price(out, e.source.priced->cost(one.response));
  if (row.reported != kNotReported) out.raw_field("reportedUsd", exact_usd(row.reported));
  out.key("lines").begin_array();
  for (const ExplainedLine& line : one.lines) write_line(out, ledger, line);
  out.end_array().end_object();
}

}  // namespace

void write_usage(json::Writer& out, const FileSystem& files, const UsageView& view,
                 bool breakdown) {
  UsageWriter(out, files, view, breakdown).run();
}

void write_explanation(json::Writer& out, const UsageExplanation& e) {
  out.begin_object().field("kind", "explain").field("target", e.target);
  out.field("tz", e.source.zone.name).key("responses").begin_array();
  for (const ExplainedResponse& response : e.responses) write_response(out, e, response);
  out.end_array().key("totals").begin_object();
  write_tally(out, e.total);
  out.end_object();
  if (e.reported_total != kNotReported) {
    out.raw_field("reportedTotalUsd", exact_usd(e.reported_total));
  }
  out.key("otherRules").begin_array();
  for (const OtherRule& rule : e.others) {
    out.begin_object().field("name", rule.name).field("description", rule.description);
    write_sums(out, rule.tokens);
    out.raw_field("usd", exact_usd(rule.cost)).end_object();
  }
  out.end_array().end_object();
}

Result<Outcome> run_usage(Engine& engine, const Arguments& arguments, const Sink& sink) {
  json::Writer out;
  if (arguments.text("kind") == "explain") {
    auto explanation = explain_usage(engine, arguments);
    if (!explanation) return explanation.error();
    write_explanation(out, **explanation);
    sink(out.take());
    return Outcome::kFound;
  }
  auto view = open_usage(engine, arguments);
  if (!view) return view.error();
  write_usage(out, engine.files(), **view, arguments.flag("breakdown"));
  sink(out.take());
  return (*view)->responses.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
