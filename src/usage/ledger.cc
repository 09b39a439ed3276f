// SPDX-License-Identifier: MIT
#include "usage/ledger.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/hash.h"

namespace clew {
namespace {

// Adds what another row says of the same response. Which of the two comes first makes no difference
// but for place and model, which are those of `into` unless it has none.
void raise_row(LedgerRow& into, const LedgerRow& other) {
  if (into.time == kNoTime || (other.time != kNoTime && other.time < into.time)) {
    into.time = other.time;
  }
  into.last_time = std::max(into.last_time, other.last_time);
  into.reported = std::max(into.reported, other.reported);
  into.tokens.raise(other.tokens);
  if (into.model == kNoSymbol) into.model = other.model;
  into.lines += other.lines;
  into.flags |= other.flags;
}

// Pieces of one file: the one further ahead says the place and, if it can, the model.
void join_pieces(LedgerRow& into, const LedgerRow& other) {
  LedgerRow first = into.offset <= other.offset ? into : other;
  raise_row(first, into.offset <= other.offset ? other : into);
  into = first;
}

// Something by a number: a few bytes that can be sorted in its stead.
template <class Number, class What>
struct Numbered {
  Number number;
  What what;
};

// By number; `before` decides between equal ones. Hashes and times are spread evenly enough to be
// dealt out first, a few to each bucket, which halves the time.
template <class Number, class What, class Before>
void sort_numbered(std::vector<Numbered<Number, What>>& list, const Before& before) {
  if (list.empty()) return;
  const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
  const auto [least, most] = std::minmax_element(list.begin(), list.end(), by_number);
  const auto base = static_cast<std::uint64_t>(least->number);
  const std::uint64_t range = static_cast<std::uint64_t>(most->number) - base;
  const int shift = std::clamp(
      static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(list.size())) + 2,
      0, 63);
  const auto bucket_of = [&](const Numbered<Number, What>& one) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(one.number) - base) >> shift);
  };
  std::vector<std::uint32_t> ends(static_cast<std::size_t>(range >> shift) + 2, 0);
  for (const auto& one : list) ++ends[bucket_of(one) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Numbered<Number, What>> dealt(list.size());
  for (const auto& one : list) dealt[ends[bucket_of(one)]++] = one;
  list = std::move(dealt);
  for (std::size_t begin = 0, bucket = 0; begin < list.size(); ++bucket) {
    const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    std::sort(at(begin), at(ends[bucket]), [&](const auto& a, const auto& b) {
      return a.number != b.number ? a.number < b.number : before(a.what, b.what);
    });
    begin = ends[bucket];
  }
}

}  // namespace

Symbol LedgerPart::model_symbol(std::string_view name) {
  if (symbols.text(last_model_) != name) last_model_ = symbols.intern(name);
  return last_model_;
}

void LedgerPart::add_record(const UsageRecord& record, FileId file, const LedgerFile& facts,
                            std::int64_t offset) {
  LedgerRow row;
  row.key = response_key({.message = record.message_id,
                          .request = record.request_id,
                          .uuid = record.uuid,
                          .file = facts.path,
                          .offset = offset,
                          .call = record.call});
  row.time = row.last_time = record.time;
  row.offset = offset;
  row.reported = record.reported;
  row.tokens = record.tokens;
  row.file = file;
  row.model = model_symbol(record.model);
  row.lines = 1;
  row.flags = record.flags;
  if (!record.sidechain && !facts.is_agent) row.flags |= kRowMain;
  if (!record.copy) row.flags |= kRowOriginal;
  // Most lines of a response follow each other, an advisor's between them at most.
  for (std::size_t back = 1; back <= std::min<std::size_t>(rows.size(), 2); ++back) {
    LedgerRow& earlier = rows[rows.size() - back];
    if (earlier.key == row.key && earlier.file == row.file) return join_pieces(earlier, row);
  }
  rows.push_back(row);
}

// Files, and pieces of large ones, come one after the other, so the last kMostFindings tell.
bool LedgerPart::is_full_of_findings(FileId file, std::int64_t offset) const {
  const auto is_ahead = [&](const LedgerFinding& other) {
    return other.file == file && other.offset <= offset;
  };
  return findings.size() >= kMostFindings && is_ahead(findings[findings.size() - kMostFindings]) &&
         is_ahead(findings.back());
}

void LedgerPart::add(const LineUsage& line, FileId file, const LedgerFile& facts,
                     std::int64_t offset) {
  free_lines += line.free ? 1 : 0;
  broken_lines += line.broken ? 1 : 0;
  for (const FigureFinding& finding : line.findings) {
    ++finding_count;
    if (is_full_of_findings(file, offset)) continue;
    constexpr std::size_t kShown = 40;
    findings.push_back(
        {file, offset, std::string(finding.field) + " is " + finding.value.substr(0, kShown)});
  }
  if (line.total.cost != kNotReported) {
    totals.push_back({symbols.intern(line.total.session), line.total.cost});
  }
  if (line.records.empty()) return;
  ++lines;
  const UsageRecord& first = line.records.front();
  if (facts.session.empty() && !first.session.empty() &&
      (sessions.empty() || sessions.back().file != file)) {
    sessions.push_back({file, offset, symbols.intern(first.session)});
  }
  for (const UsageRecord& record : line.records) add_record(record, file, facts, offset);
  if (line.tools.empty()) return;
  const ResponseKey key = response_key({.message = first.message_id,
                                        .request = first.request_id,
                                        .uuid = first.uuid,
                                        .file = facts.path,
                                        .offset = offset});
  for (const CalledTool& tool : line.tools) {
    tools.push_back(
        {key, tool.id.empty() ? key.message : hash_bytes(tool.id), symbols.intern(tool.name)});
  }
}

Ledger::Ledger(std::vector<LedgerFile> files, std::vector<LedgerPart> parts)
    : files_(std::move(files)) {
  for (LedgerPart& part : parts) take(std::move(part));
  find_sessions(std::move(sessions_));
  rank_files();
  sort_rows();
  merge_rows();
  sort_responses();
  join_tools();
  std::sort(findings_.begin(), findings_.end(),
            [&](const LedgerFinding& a, const LedgerFinding& b) {
              return std::tuple(rank_[a.file], a.offset) < std::tuple(rank_[b.file], b.offset);
            });
  // The same ones however the files were shared out.
  findings_.resize(std::min(findings_.size(), LedgerPart::kMostFindings));
}

void Ledger::take(LedgerPart part) {
  std::vector<Symbol> known(part.symbols.size(), kNoSymbol);  // by the part's symbol: ours
  const auto ours = [&](Symbol theirs) {
    if (known[theirs] == kNoSymbol) known[theirs] = symbols_.intern(part.symbols.text(theirs));
    return known[theirs];
  };
  for (LedgerRow& row : part.rows) row.model = ours(row.model);
  rows_.push_back(std::move(part.rows));
  for (ToolUse& use : part.tools) {
    use.tool = ours(use.tool);
    uses_.push_back(use);
  }
  for (const SessionTotal& total : part.totals) {
    const Symbol session = ours(total.session);
    if (totals_.size() <= session) totals_.resize(session + 1, kNotReported);
    totals_[session] = std::max(totals_[session], total.cost);
  }
  for (LedgerPart::FileSession& session : part.sessions) {
    session.session = ours(session.session);
    sessions_.push_back(session);
  }
  std::move(part.findings.begin(), part.findings.end(), std::back_inserter(findings_));
  finding_count_ += part.finding_count;
  lines_ += part.lines;
  free_lines_ += part.free_lines;
  broken_lines_ += part.broken_lines;
}

void Ledger::find_sessions(std::vector<LedgerPart::FileSession> found) {
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.file, a.offset) < std::tuple(b.file, b.offset);
  });
  for (const LedgerPart::FileSession& session : found) {
    LedgerFile& file = files_[session.file];
    if (file.session.empty()) file.session = symbols_.text(session.session);
  }
}

void Ledger::rank_files() {
  std::vector<std::uint32_t> order(files_.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(files_[a].path, a) < std::tie(files_[b].path, b);
  };
  // Mostly they come so, and comparing paths is slow.
  if (!std::is_sorted(order.begin(), order.end(), before))
    std::sort(order.begin(), order.end(), before);
  rank_.resize(files_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
}

// Copies keep the times of their lines, so time alone seldom tells which file came first. A line
// that calls itself a copy is none, a session comes before its side agents, and the last word has
// the path.
bool Ledger::owns_before(const LedgerRow& a, const LedgerRow& b) const {
  const auto order = [&](const LedgerRow& row) {
    return std::tuple(row.is_copy(), row.time == kNoTime, row.time, files_[row.file].is_agent,
                      rank_[row.file], row.offset);
  };
  return order(a) < order(b);
}

void Ledger::sort_rows() {
  std::vector<Numbered<std::uint64_t, LedgerRow*>> order;
  std::size_t count = 0;
  for (const auto& rows : rows_) count += rows.size();
  order.reserve(count);
  for (auto& rows : rows_) {
    for (LedgerRow& row : rows) order.push_back({row.key.message, &row});
  }
  sort_numbered(order, [&](const LedgerRow* a, const LedgerRow* b) {
    if (a->key != b->key) return a->key < b->key;
    return std::tuple(rank_[a->file], a->offset) < std::tuple(rank_[b->file], b->offset);
  });
  by_key_.reserve(count);
  for (const auto& [message, row] : order) {
    // Pieces of one file become one: it was read in parts, or other lines stood between.
    if (!by_key_.empty() && by_key_.back()->key == row->key && by_key_.back()->file == row->file) {
      join_pieces(*by_key_.back(), *row);
    } else {
      by_key_.push_back(row);
    }
  }
}

void Ledger::merge_rows() {
  responses_.reserve(by_key_.size());
  for (std::size_t begin = 0; begin < by_key_.size();) {
    std::size_t end = begin + 1;
    while (end < by_key_.size() && by_key_[end]->key.same_message(by_key_[begin]->key)) ++end;
    merge_message(begin, end);
    begin = end;
  }
}

// The rows are about one message.id. Each requestId is a response, with two
// exceptions. A side agent that repeats the main thread (/btw) may do so under a requestId of its
// own: what only side agents say belongs to the response of the main thread. And lines without a
// requestId belong to the response of those that have one.
void Ledger::join_requests(std::span<LedgerRow* const> rows) {
  // The request that stands for the message: the first of the main thread, else the first.
  const LedgerRow* home = nullptr;
  for (const LedgerRow* row : rows) {
    if (row->key.request == 0) continue;
    const bool better = home == nullptr || row->is_sidechain() < home->is_sidechain() ||
                        (row->is_sidechain() == home->is_sidechain() && owns_before(*row, *home));
    if (better) home = row;
  }
  if (home == nullptr) return;
  const ResponseKey key = home->key;
  const bool is_main = !home->is_sidechain();
  const auto is_main_request = [&](std::uint64_t request) {
    return std::any_of(rows.begin(), rows.end(), [&](const LedgerRow* row) {
      return row->key.request == request && !row->is_sidechain();
    });
  };
  std::vector<std::uint64_t> joining;
  for (const LedgerRow* row : rows) {
    const std::uint64_t request = row->key.request;
    if (request == 0 || (is_main && request != key.request && !is_main_request(request))) {
      joining.push_back(request);
    }
  }
  for (LedgerRow* row : rows) {
    if (std::find(joining.begin(), joining.end(), row->key.request) == joining.end()) continue;
    joined_.emplace_back(row->key, key);
    row->key = key;
  }
}

void Ledger::merge_message(std::size_t begin, std::size_t end) {
  const std::span<LedgerRow*> rows(by_key_.data() + begin, end - begin);
  if (rows.front()->key.request != rows.back()->key.request) join_requests(rows);
  if (rows.size() > 1) {
    std::sort(rows.begin(), rows.end(), [&](const LedgerRow* a, const LedgerRow* b) {
      return a->key != b->key ? a->key < b->key : owns_before(*a, *b);
    });
  }
  for (std::size_t i = begin; i < end;) {
    BilledResponse response{by_key_[i], static_cast<std::uint32_t>(i), 1};
    for (++i; i < end && by_key_[i]->key == response.row().key; ++i) ++response.row_count;
    if (response.row_count > 1) {
      LedgerRow& merged = merged_.emplace_back(response.row());
      for (const LedgerRow* other : rows_of(response).subspan(1)) raise_row(merged, *other);
      response.merged = &merged;
    }
    responses_.push_back(response);
  }
}

// They come by key and are to be by time.
void Ledger::sort_responses() {
  std::sort(joined_.begin(), joined_.end());
  std::vector<Numbered<TimeMs, std::uint32_t>> order;
  order.reserve(responses_.size());
  for (const BilledResponse& response : responses_) {
    order.push_back({response.row().time, static_cast<std::uint32_t>(order.size())});
  }
  sort_numbered(order, std::less<>());  // equal ones by key, as they are
  responses_by_key_.resize(responses_.size());
  std::vector<BilledResponse> sorted;
  sorted.reserve(responses_.size());
  for (const auto& [time, i] : order) {
    responses_by_key_[i] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(responses_[i]);
  }
  responses_ = std::move(sorted);
}

std::size_t Ledger::response_of(const ResponseKey& key) const {
  const auto joined =
      std::lower_bound(joined_.begin(), joined_.end(), std::pair(key, ResponseKey()));
  const bool is_joined = joined != joined_.end() && joined->first == key;
  const ResponseKey& wanted = is_joined ? joined->second : key;
  const auto found = first_of(wanted);
  const bool is_there = found != responses_by_key_.end() && responses_[*found].row().key == wanted;
  return is_there ? *found : responses_.size();
}

std::vector<std::uint32_t>::const_iterator Ledger::first_of(const ResponseKey& key) const {
  return std::lower_bound(responses_by_key_.begin(), responses_by_key_.end(), key,
                          [&](std::uint32_t response, const ResponseKey& wanted) {
                            return responses_[response].row().key < wanted;
                          });
}

std::vector<std::size_t> Ledger::responses_of_message(const ResponseKey& key) const {
  std::vector<std::size_t> found;
  for (auto at = first_of({key.message, key.message_more, 0});
       at != responses_by_key_.end() && responses_[*at].row().key.same_message(key); ++at) {
    found.push_back(*at);
  }
  return found;
}

// Each call once, with the response that made it.
void Ledger::join_tools() {
  if (uses_.empty()) return;
  struct Use {
    std::uint32_t response;
    std::string_view name;
    std::uint64_t call;
    Symbol tool;
    // clang-tidy 14 takes the zero that it makes up itself for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    auto operator<=>(const Use&) const = default;
  };
  std::vector<Use> uses;
  uses.reserve(uses_.size());
  for (const ToolUse& use : uses_) {
    uses.push_back({static_cast<std::uint32_t>(response_of(use.key)), symbols_.text(use.tool),
                    use.call, use.tool});
  }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  for (const Use& use : uses) {
    const bool same =
        !tools_.empty() && tools_.back().response == use.response && tools_.back().tool == use.tool;
    if (!same) tools_.push_back({use.response, use.tool, 0});
    ++tools_.back().calls;
  }
  uses_ = {};
}

NanoUsd Ledger::reported_total(std::string_view session) const {
  const Symbol symbol = symbols_.find(session);
  return symbol != kNoSymbol && symbol < totals_.size() ? totals_[symbol] : kNotReported;
}

}  // namespace clew
