// SPDX-License-Identifier: MIT

#include "engine/usage/usage_answers.h"

namespace clew {

std::optional<std::string_view> UsageRow::project() const {
  if (is("projects")) return group().name;
  return text_in("sessions", &UsageGroup::project);
}

std::optional<ExactNumber> UsageRow::reported_total() const {
  if (!is("sessions")) return std::nullopt;
  return usd_if_reported(rows->view->source.ledger->reported_total(group().name));
}

std::optional<UsageBlock::Rate> UsageRow::rate() const {
  return block() ? rate_of(*block(), group().all) : std::nullopt;
}

std::optional<Projection> UsageRow::projection() const {
  return block() ? projection_of(*block(), group().all, rows->view->now) : std::nullopt;
}

std::vector<std::string_view> ShownLine::counts() const {
  std::vector<std::string_view> fields;
  for (std::size_t i = 0; i < kTokenFields.size(); ++i) {
    if (line->counts[i]) fields.push_back(kTokenFields[i]);
  }
  return fields;
}

ShownResponse::ShownResponse(const UsageExplanation& e, const ExplainedResponse& one)
    : explanation(&e),
      response(&one),
      ledger(e.source.ledger.get()),
      row(&ledger->responses()[one.response].row()),
      cost(e.source.priced->cost(one.response)) {}

std::string_view ShownResponse::of_first_line(std::string ExplainedLine::*text) const {
  return response->lines.empty() ? std::string_view() : response->lines.front().*text;
}

std::string ShownResponse::model() const {
  return std::string(explanation->source.priced->model_name(response->response));
}

std::optional<PriceOf> ShownResponse::price() const {
  return cost.rule ? std::optional(PriceOf{&cost}) : std::nullopt;
}

const Tally& UsageTotals::tally() const {
  return answer->rows ? answer->report()->total.all : answer->explanation->total;
}

std::optional<GroupAmounts> UsageTotals::group() const {
  if (!answer->rows) return std::nullopt;
  return GroupAmounts{&answer->report()->total, answer->rows->breakdown};
}

namespace {

std::vector<SessionName> names_of(Engine& engine, const std::vector<UsageGroup>& sessions) {
  std::vector<TranscriptFile> files;
  for (const UsageGroup& session : sessions) {
    const auto info = engine.files().stat(session.file);
    files.push_back(transcript_file(session.file, "", session.project, info ? *info : FileInfo{}));
  }
  std::vector<FileOfSession> named;
  for (std::size_t i = 0; i < files.size(); ++i) named.push_back({&files[i], sessions[i].name});
  return session_names(engine, named);
}

}  // namespace

Result<UsageAnswer> usage_answer(Engine& engine, const Arguments& arguments) {
  UsageAnswer answer;
  if (arguments.text("kind") == "explain") {
    auto explanation = explain_usage(engine, arguments);
    if (!explanation) return explanation.error();
    answer.explanation = std::move(*explanation);
    return answer;
  }
  auto view = open_usage(engine, arguments);
  if (!view) return view.error();
  UsageRows rows{std::move(*view), {}, {}, arguments.flag("breakdown")};
  if (rows.view->kind == "sessions") rows.names = names_of(engine, rows.view->report.groups);
  if (rows.view->kind == "projects") {
    for (const UsageGroup& group : rows.view->report.groups) {
      rows.paths.push_back(project_path_of(engine.files(), *rows.view->source.ledger, group.name));
    }
  }
  answer.rows = std::move(rows);
  return answer;
}

}  // namespace clew
