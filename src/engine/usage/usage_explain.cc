// SPDX-License-Identifier: MIT
#include "engine/usage/usage_explain.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

namespace clew {
namespace {

struct FoundLine {
  std::size_t response = 0;
  ExplainedLine line;
};

// The files that hold lines of these responses.
std::vector<FileId> files_with(const Ledger& ledger, const std::vector<std::size_t>& responses) {
  std::set<FileId> files;
  for (const std::size_t i : responses) {
    for (const LedgerRow* row : ledger.rows_of(ledger.responses()[i])) files.insert(row->file);
  }
  return {files.begin(), files.end()};
}

// Reads those files again, this time for their lines.
std::vector<FoundLine> read_lines(Engine& engine, const UsageLedger& source,
                                  const std::vector<std::size_t>& responses) {
  const Ledger& ledger = *source.ledger;
  std::vector<bool> wanted(ledger.responses().size() + 1, false);
  for (const std::size_t i : responses) wanted[i] = true;
  const std::vector<FileId> files = files_with(ledger, responses);
  UsageFiles again;
  for (const FileId id : files) {
    again.files.push_back(source.found.files[id]);
    again.infos.push_back(source.found.infos[id]);
  }
  std::vector<FoundLine> found;
  std::mutex mutex;
  ReadUsageOptions options;
  options.visit = [&](FileId file, std::int64_t offset, const LineUsage& line, int) {
    for (const UsageRecord& record : line.records) {
      const ResponseKey key = response_key({.message = record.message_id,
                                            .request = record.request_id,
                                            .uuid = record.uuid,
                                            .file = again.files[file].path,
                                            .offset = offset,
                                            .call = record.call});
      const std::size_t response = ledger.response_of(key);
      if (!wanted[response]) continue;
      ExplainedLine made;
      made.file = files[file];
      made.offset = offset;
      made.time = record.time;
      made.message_id = record.message_id;
      made.request_id = record.request_id;
      made.uuid = record.uuid;
      made.tokens = record.tokens;
      made.reported = record.reported;
      made.flags = record.flags;
      made.sidechain = record.sidechain;
      const std::lock_guard lock(mutex);
      found.push_back({response, std::move(made)});
    }
  };
  options.stop = engine.stop();
  read_usage(engine.files(), again, options);
  return found;
}

// The responses of a line's uuid: every file has to be looked through.
std::vector<std::size_t> responses_of_uuid(Engine& engine, UsageLedger& source,
                                           const std::string& uuid) {
  const Ledger& ledger = *source.ledger;
  std::set<std::size_t> found;
  std::mutex mutex;
  ReadUsageOptions options;
  options.visit = [&](FileId file, std::int64_t offset, const LineUsage& line, int) {
    for (const UsageRecord& record : line.records) {
      if (record.uuid != uuid && record.request_id != uuid) continue;
      const std::size_t response =
          ledger.response_of(response_key({.message = record.message_id,
                                           .request = record.request_id,
                                           .uuid = record.uuid,
                                           .file = source.found.files[file].path,
                                           .offset = offset,
                                           .call = record.call}));
      const std::lock_guard lock(mutex);
      if (response < ledger.responses().size()) found.insert(response);
    }
  };
  options.stop = engine.stop();
  read_usage(engine.files(), source.found, options);
  return {found.begin(), found.end()};
}

// A message's own responses and those made on its behalf.
std::vector<std::size_t> responses_of_id(const Ledger& ledger, const std::string& id) {
  std::vector<std::size_t> found;
  for (int call = 0; call < 4; ++call) {
    ResponseIds ids;
    ids.message = id;
    ids.call = call;
    const auto some = ledger.responses_of_message(response_key(ids));
    found.insert(found.end(), some.begin(), some.end());
  }
  return found;
}

void mark_winners(const Tokens& result, std::vector<ExplainedLine>& lines) {
  for (std::size_t field = 0; field < std::size(Tokens::kAll); ++field) {
    const auto count = Tokens::kAll[field];
    if (result.*count == 0) continue;
    for (ExplainedLine& line : lines) {
      if (line.tokens.*count != result.*count) continue;
      line.counts[field] = true;
      break;
    }
  }
}

// Puts lines to their responses, in the order in which they are to be read.
std::vector<ExplainedResponse> arrange(const Ledger& ledger,
                                       const std::vector<std::size_t>& responses,
                                       std::vector<FoundLine> lines) {
  std::vector<ExplainedResponse> out;
  out.reserve(responses.size());
  for (const std::size_t i : responses) out.push_back({i, true, {}});
  for (FoundLine& found : lines) {
    const auto at = std::lower_bound(responses.begin(), responses.end(), found.response);
    out[static_cast<std::size_t>(at - responses.begin())].lines.push_back(std::move(found.line));
  }
  for (ExplainedResponse& response : out) {
    const auto rows = ledger.rows_of(ledger.responses()[response.response]);
    const auto place = [&](FileId file) {
      const auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const LedgerRow* r) { return r->file == file; });
      return row - rows.begin();
    };
    std::sort(response.lines.begin(), response.lines.end(),
              [&](const ExplainedLine& a, const ExplainedLine& b) {
                return std::tuple(place(a.file), a.offset) < std::tuple(place(b.file), b.offset);
              });
    mark_winners(ledger.responses()[response.response].row().tokens, response.lines);
  }
  return out;
}

// Counts the same lines by other rules. `is_here` tells which files are asked about.
class OtherRules {
 public:
  OtherRules(const UsageExplanation& explanation, std::vector<bool> is_here)
      : e_(explanation), is_here_(std::move(is_here)) {}

  std::vector<OtherRule> run() {
    for (const ExplainedResponse& response : e_.responses) count(response);
    return {every_line_, first_line_, last_line_, per_file_, main_only_, flat_cache_, flat_tier_};
  }

 private:
  bool here(FileId file) const { return is_here_.empty() || is_here_[file]; }

  void add(OtherRule& rule, const LedgerRow& row, const Tokens& tokens) {
    rule.tokens += sums_of(tokens);
    rule.cost +=
        e_.source.prices.cost(e_.source.ledger->text(row.model), row.time, tokens, row.flags)
            .total();
  }

  void count(const ExplainedResponse& response) {
    const LedgerRow& row = e_.source.ledger->responses()[response.response].row();
    const ExplainedLine* first = nullptr;
    const ExplainedLine* last = nullptr;
    for (const ExplainedLine& line : response.lines) {
      if (!here(line.file)) continue;
      if (first == nullptr) first = &line;
      if (first->file == line.file) last = &line;
      add(every_line_, row, line.tokens);
    }
    count_files(response, row);
    if (first != nullptr && response.is_counted) {
      add(first_line_, row, first->tokens);
      add(last_line_, row, last->tokens);
    }
    if (!response.is_counted) return;
    if (!row.is_sidechain()) add(main_only_, row, row.tokens);
    Tokens flat = row.tokens;  // all writes as if for five minutes
    flat.cache_write = std::max(flat.cache_write, flat.cache_write_5m + flat.cache_write_1h);
    flat.cache_write_5m = flat.cache_write;
    flat.cache_write_1h = 0;
    add(flat_cache_, row, flat);
    add_without_tier(row);
  }

  void count_files(const ExplainedResponse& response, const LedgerRow& row) {
    for (std::size_t i = 0; i < response.lines.size();) {
      const FileId file = response.lines[i].file;
      Tokens most;
      for (; i < response.lines.size() && response.lines[i].file == file; ++i) {
        most.raise(response.lines[i].tokens);
      }
      if (here(file)) add(per_file_, row, most);
    }
  }

  void add_without_tier(const LedgerRow& row) {
    const Ledger& ledger = *e_.source.ledger;
    const PriceRule* rule =
        e_.source.prices.find(ledger.text(row.model), row.time, tier_of(row.flags));
    flat_tier_.tokens += sums_of(row.tokens);
    if (rule == nullptr) return;
    PriceRule flat = *rule;
    flat.above = 0;
    flat_tier_.cost += cost_by_rule(&flat, row.tokens, row.flags).total();
  }

  const UsageExplanation& e_;
  std::vector<bool> is_here_;
  OtherRule every_line_{"every-line", "every line counted", {}, 0};
  OtherRule first_line_{"first-line", "the first line of a response counts", {}, 0};
  OtherRule last_line_{"last-line", "the last line of a response counts", {}, 0};
  OtherRule per_file_{"per-file", "what other files own counted here again", {}, 0};
  OtherRule main_only_{"main-only", "without subagents", {}, 0};
  OtherRule flat_cache_{"flat-cache", "all cache writes at the five-minute price", {}, 0};
  OtherRule flat_tier_{"flat-tier", "without the prices for long prompts", {}, 0};
};

// Which responses the target means, and for a session which files are its own.
struct ExplainTarget {
  std::vector<std::size_t> responses;  // ascending
  std::vector<bool> files;             // empty: all
};

Result<ExplainTarget> find_target(Engine& engine, UsageExplanation& e) {
  const Ledger& ledger = *e.source.ledger;
  ExplainTarget target;
  if (e.source.session) {
    target.files = files_of_session(ledger, *e.source.session);
    for (std::size_t i = 0; i < ledger.responses().size(); ++i) {
      const auto rows = ledger.rows_of(ledger.responses()[i]);
      const bool named = std::any_of(rows.begin(), rows.end(),
                                     [&](const LedgerRow* row) { return target.files[row->file]; });
      if (named) target.responses.push_back(i);
    }
    return target;
  }
  target.responses = responses_of_id(ledger, e.target);
  if (target.responses.empty()) target.responses = responses_of_uuid(engine, e.source, e.target);
  std::sort(target.responses.begin(), target.responses.end());
  if (!target.responses.empty()) return target;
  return Error{ErrorCode::kNotFound,
               "\"" + e.target +
                   "\" is no session, and no message.id, requestId or uuid of "
                   "a line that reports usage"};
}

}  // namespace

Result<std::unique_ptr<UsageExplanation>> explain_usage(Engine& engine,
                                                        const Arguments& arguments) {
  auto e = std::make_unique<UsageExplanation>();
  e->target =
      arguments.text("target").empty() ? arguments.text("session") : arguments.text("target");
  if (e->target.empty()) {
    return Error{ErrorCode::kInvalid, "explain what? Give a session, a message.id or a uuid"};
  }
  // Ids of messages are no names of sessions, and to look for one among titles takes long.
  const bool is_message = e->target.starts_with("msg_") || e->target.starts_with("req_");
  std::string path;
  if (!is_message) {
    if (auto session = engine.locate(e->target)) path = session->path;
  }
  auto source = find_usage(engine, arguments, path);
  if (!source) return source.error();
  e->source = std::move(*source);
  if (auto filled = fill_usage(engine, e->source, {}); !filled) return filled.error();
  auto target = find_target(engine, *e);
  if (!target) return target.error();
  const Ledger& ledger = *e->source.ledger;
  std::vector<FoundLine> lines = read_lines(engine, e->source, target->responses);
  if (engine.stop().is_stopped()) return stopped_error();
  e->responses = arrange(ledger, target->responses, std::move(lines));
  if (engine.stop().is_stopped()) return stopped_error();
  for (ExplainedResponse& response : e->responses) {
    const LedgerRow& row = ledger.responses()[response.response].row();
    response.is_counted = target->files.empty() || target->files[row.file];
    if (!response.is_counted) continue;
    e->total.tokens += sums_of(row.tokens);
    ++e->total.responses;
    e->total.cost += e->source.priced->amount(response.response);
    e->total.unpriced += e->source.priced->is_priced(response.response) ? 0 : 1;
    if (row.reported == kNotReported) continue;
    e->total.reported += row.reported;
    e->total.recomputed += e->source.priced->amount(response.response);
  }
  e->others = OtherRules(*e, target->files).run();
  if (e->source.session) e->reported_total = ledger.reported_total(e->source.session->session);
  return e;
}

}  // namespace clew
