// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "engine/operation_handlers.h"
#include "engine/search_index.h"
#include "engine/search_view.h"
#include "engine/session_json.h"
#include "json/writer.h"

namespace clew {
namespace {

// Marks count as JavaScript counts, so that text.slice(start, end) is what was found.
void write_snippet(json::Writer& out, const Snippet& snippet) {
  const std::string_view text = snippet.text;
  out.begin_object().field("text", text).key("marks").begin_array();
  for (const TextMark& mark : snippet.marks) {
    out.begin_array();
    out.value(static_cast<std::int64_t>(utf16_length(text.substr(0, mark.begin))));
    out.value(static_cast<std::int64_t>(utf16_length(text.substr(0, mark.end))));
    out.end_array();
  }
  out.end_array().end_object();
}

void write_hit(json::Writer& out, const SearchViewHit& one) {
  const ShownHit& hit = one.hit;
  out.begin_object().field("session", hit.session).key("uuid");
  hit.uuid.empty() ? out.null() : out.value(hit.uuid);
  out.field("role", name_of(hit.selected.hit.role));
  write_time(out, "timestamp", hit.time);
  out.key("snippet");
  write_snippet(out, hit.snippet);
  out.field("score", static_cast<double>(hit.selected.hit.score))
      .field("branch", name_of(one.branch));
  out.field("error", hit.error).field("file", one.file->path);
  out.field("offset", hit.selected.hit.offset);
  out.key("title");
  one.title.empty() ? out.null() : out.value(one.title);
  out.field("moreInSession", hit.selected.more).field("open", one.open);
  out.end_object();
}

}  // namespace

Result<Outcome> run_search(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = search_view(engine, arguments);
  if (!view) return view.error();
  json::Writer out;
  out.begin_object().key("hits").begin_array();
  for (const SearchViewHit& hit : view->hits) write_hit(out, hit);
  out.end_array().field("total", view->total).field("sessions", view->sessions);
  out.field("index", view->used_index).field("fresh", view->fresh).field("behind", view->behind);
  out.key("note");
  view->note.empty() ? out.null() : out.value(view->note);
  out.field("skippedLines", view->skipped_lines).key("findings").begin_array();
  for (const Finding& finding : view->findings) {
    out.begin_object().field("kind", name_of(finding.kind)).field("path", finding.path);
    out.field("message", finding.message).end_object();
  }
  out.end_array().field("took_ms", view->took_ms).end_object();
  sink(out.take());
  return view->total == 0 ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_index(Engine& engine, const Arguments& arguments, const Sink& sink) {
  const std::string what = arguments.text("what");
  json::Writer out;
  out.begin_object().field("path", index_path(engine));
  if (what == "status") {
    auto status = index_status(engine);
    if (!status) return status.error();
    out.field("exists", status->exists).field("files", status->files);
    out.field("passages", status->documents).field("segments", status->segments);
    out.field("bytes", status->bytes).field("fresh", status->behind == 0);
    out.field("behind", status->behind).field("behindBytes", status->behind_bytes);
    out.field("dead", status->dead).key("note");
    status->note.empty() ? out.null() : out.value(status->note);
    out.end_object();
    sink(out.take());
    return status->exists ? Outcome::kFound : Outcome::kNothing;
  }
  if (what == "verify") {
    if (auto verified = verify_index(engine); !verified) return verified.error();
    out.field("ok", true);
  } else if (what == "drop") {
    if (auto dropped = drop_index(engine); !dropped) return dropped.error();
    out.field("dropped", true);
  } else {
    auto report = build_index(engine, {});
    if (!report) return report.error();
    const IndexOutcome& outcome = report->outcome;
    out.field("files", report->files)
        .field("passages", report->documents)
        .field("bytes", report->bytes);
    out.field("added", outcome.added)
        .field("grown", outcome.grown)
        .field("rewritten", outcome.rewritten);
    out.field("moved", outcome.moved).field("gone", outcome.gone).field("readBytes", outcome.bytes);
    out.key("note");
    report->note.empty() ? out.null() : out.value(report->note);
    out.key("findings").begin_array();
    for (const Finding& finding : outcome.findings) {
      out.begin_object().field("kind", name_of(finding.kind)).field("path", finding.path);
      out.field("message", finding.message).end_object();
    }
    out.end_array().field("took_ms", report->took_ms);
  }
  out.end_object();
  sink(out.take());
  return Outcome::kFound;
}

}  // namespace clew
