// SPDX-License-Identifier: MIT
#include "engine/usage/usage_status.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "engine/call/usage_zone.h"
#include "engine/usage/usage_files.h"
#include "json/value.h"
#include "os/paths.h"
#include "transcript/usage_fields.h"
#include "usage/ledger_codec.h"
#include "usage/prices.h"
#include "usage/time_zone.h"

namespace clew {
namespace {

constexpr std::int64_t kNanoPerMs = 1'000'000;
constexpr std::int64_t kMostCacheBytes = std::int64_t{64} << 20U;
// Writing the cache costs more than to read this much again.
constexpr std::int64_t kWorthKeeping = std::int64_t{1} << 20U;

// What Claude Code says about itself.
struct StatuslineInput {
  std::string session;
  std::string transcript;
  std::string model_id;
  std::string model_name;
  std::optional<std::int64_t> context_size;
  std::optional<std::int64_t> context_tokens;
  std::optional<double> context_percent;
  std::optional<double> five_hours;
  std::optional<double> seven_days;
};

std::optional<std::int64_t> count_of(json::Value value) {
  const std::int64_t number = value.int_or(-1);
  return number >= 0 ? std::optional(number) : std::nullopt;
}

// What no window is filled to is not shown.
std::optional<double> plausible_percent(double percent) {
  return percent >= 0 && percent <= 1000 ? std::optional(percent) : std::nullopt;
}

std::optional<double> percent_of(json::Value value) {
  return plausible_percent(value.number_or(NAN));
}

Result<StatuslineInput> read_status(const std::string& text) {
  json::Parser parser;
  const auto status = parser.parse_copy(text);
  if (!status || !status->is_object()) {
    return Error{
        ErrorCode::kInvalid,
        "the status line's JSON is expected, as Claude Code hands it to its statusLine command"};
  }
  StatuslineInput said;
  said.session = (*status)["session_id"].string_or("");
  said.transcript = (*status)["transcript_path"].string_or("");
  const json::Value model = (*status)["model"];
  said.model_id = model["id"].string_or("");
  said.model_name = model["display_name"].string_or(said.model_id);
  const json::Value window = (*status)["context_window"];
  said.context_size = count_of(window["context_window_size"]);
  if (const json::Value usage = window["current_usage"]; usage.is_object()) {
    said.context_tokens = UsageFields(usage).tokens.prompt();
  }
  said.context_percent = percent_of(window["used_percentage"]);
  const json::Value limits = (*status)["rate_limits"];
  said.five_hours = percent_of(limits["five_hour"]["used_percentage"]);
  said.seven_days = percent_of(limits["seven_day"]["used_percentage"]);
  return said;
}

// Reads the files that matter, with the help of what was read before.
class StatusReading {
 public:
  StatusReading(Engine& engine, const StatuslineInput& said, std::int64_t today,
                const TimeZone& zone)
      : engine_(engine), said_(said), today_(today), zone_(zone) {}

  Ledger run() {
    load();
    UsageFiles all = find_usage_files(engine_.files(), engine_.roots().paths);
    choose(all);
    std::vector<LedgerFile> files;
    std::vector<LedgerPart> parts;
    std::int64_t left = kStatusBudget;
    for (Chosen& one : chosen_) {
      read(one, left);
      files.push_back(one.facts);
    }
    save();
    for (FileId id = 0; id < chosen_.size(); ++id) {
      assign_file(chosen_[id].stored.part, id);
      parts.push_back(std::move(chosen_[id].stored.part));
    }
    return Ledger(std::move(files), std::move(parts));
  }

  bool session_complete() const { return session_complete_; }
  bool today_complete() const { return today_complete_; }

 private:
  struct Chosen {
    LedgerFile facts;
    FileInfo info;
    bool of_session = false;
    StoredFile stored;
  };

  std::string cache_path() const {
    const std::string& dir = engine_.options().own.cache;
    return dir.empty() ? dir : join_path(dir, "statusline-v1");
  }

  void load() {
    if (cache_path().empty()) return;
    const auto bytes = read_file(engine_.files(), cache_path(), kMostCacheBytes);
    if (!bytes) return;
    auto files = decode_files(*bytes);
    if (!files) return;
    for (StoredFile& file : *files) known_.emplace(file.path, std::move(file));
  }

  bool is_of_session(const LedgerFile& file) const {
    return file.path == said_.transcript ||
           (!said_.session.empty() && file.session == said_.session);
  }

  void choose(UsageFiles& all) {
    LocalDays days(zone_);
    for (std::size_t i = 0; i < all.files.size(); ++i) {
      const bool of_session = is_of_session(all.files[i]);
      if (!of_session && days.day_of(all.infos[i].mtime_ns / kNanoPerMs) < today_) continue;
      chosen_.push_back({std::move(all.files[i]), all.infos[i], of_session, {}});
    }
    // The session first, then what is nearly read.
    for (Chosen& one : chosen_) {
      const auto known = known_.find(one.facts.path);
      if (known != known_.end()) one.stored = std::move(known->second);
    }
    std::stable_sort(chosen_.begin(), chosen_.end(), [](const Chosen& a, const Chosen& b) {
      if (a.of_session != b.of_session) return a.of_session;
      return a.info.size - a.stored.position < b.info.size - b.stored.position;
    });
  }

  // A hash of the last bytes that were read, to notice a file that was cut and grew again.
  static std::uint64_t tail_hash(const RandomAccessFile& file, std::int64_t position) {
    constexpr std::int64_t kTail = 256;
    char bytes[kTail];
    const std::int64_t from = std::max<std::int64_t>(0, position - kTail);
    const auto count =
        file.read_at(from, std::span(bytes, static_cast<std::size_t>(position - from)));
    return count ? hash_bytes(std::string_view(bytes, *count)) : 0;
  }

  void read(Chosen& one, std::int64_t& left) {
    StoredFile& stored = one.stored;
    const bool known = stored.path == one.facts.path && stored.inode == one.info.inode &&
                       stored.device == one.info.device && stored.position <= one.info.size;
    if (known && stored.position == one.info.size) return;
    auto file = engine_.files().open(one.facts.path);
    if (!file) return;
    if (!known || stored.tail != tail_hash(**file, stored.position)) {
      stored = {};
      stored.path = one.facts.path;
      stored.inode = one.info.inode;
      stored.device = one.info.device;
    }
    const std::int64_t start = stored.position;
    const std::int64_t end = std::min(one.info.size, start + left);
    const auto position =
        left > 0 ? read_usage_lines(**file, start, end, 0, one.facts, reader_, stored.part)
                 : Result<std::int64_t>(start);
    if (!position) return;
    // A line that the budget cuts is read again next time; the last one may still be written to.
    if (end < one.info.size) (one.of_session ? session_complete_ : today_complete_) = false;
    if (*position == start) return;
    stored.position = *position;
    stored.tail = tail_hash(**file, *position);
    left -= *position - start;
    fresh_ += *position - start;
  }

  void save() {
    if (cache_path().empty() || fresh_ < kWorthKeeping) return;
    std::vector<const StoredFile*> files;
    for (const Chosen& one : chosen_) {
      if (one.stored.position > 0) files.push_back(&one.stored);
    }
    // A cache that cannot be written costs time, not answers.
    if (!engine_.files().create_directories(engine_.options().own.cache)) return;
    if (!engine_.files().write_file_atomic(cache_path(), encode_files(files))) return;
  }

  Engine& engine_;
  const StatuslineInput& said_;
  std::int64_t today_;
  const TimeZone& zone_;
  std::map<std::string, StoredFile> known_;
  std::vector<Chosen> chosen_;
  LineUsageReader reader_;
  std::int64_t fresh_ = 0;
  bool session_complete_ = true;
  bool today_complete_ = true;
};

void add_costs(const Ledger& ledger, const PriceTable& prices, const StatuslineInput& said,
               std::int64_t today, const TimeZone& zone, UsageStatus& status) {
  LocalDays days(zone);
  const LedgerRow* last = nullptr;  // of the session's main thread
  for (const BilledResponse& response : ledger.responses()) {
    const LedgerRow& row = response.row();
    // The session that a copy was made from owns it, and need not have been read.
    if (row.is_copy()) continue;
    const LedgerFile& file = ledger.file(row.file);
    const bool of_session =
        file.path == said.transcript || (!said.session.empty() && file.session == said.session);
    const bool of_today = row.time != kNoTime && days.day_of(row.time) == today;
    if (!of_session && !of_today) continue;
    const Cost cost = prices.cost(ledger.text(row.model), row.time, row.tokens, row.flags);
    for (const auto& [counts, into] :
         {std::pair(of_session, &status.session), std::pair(of_today, &status.today)}) {
      if (!counts) continue;
      into->amount += cost.total();
      if (cost.rule == nullptr) into->complete = false;
    }
    if (of_session && !row.is_sidechain()) last = &row;
  }
  if (last == nullptr) return;
  if (status.model.empty()) status.model = ledger.text(last->model);
  if (!status.context_tokens) status.context_tokens = last->tokens.prompt();
  if (!status.context_size) {
    const std::int64_t size = prices.context_of(ledger.text(last->model));
    if (size > 0) status.context_size = size;
  }
}

}  // namespace

Result<UsageStatus> usage_status(Engine& engine, const Arguments& arguments) {
  auto said = read_status(arguments.text("status"));
  if (!said) return said.error();
  auto zone = load_zone(engine.files(), arguments.text("timezone"));
  if (!zone) return with_context("--timezone", zone.error());
  const PriceTable& prices = PriceTable::builtin();
  const std::int64_t today = LocalDays(zone->zone).day_of(engine.options().now);
  UsageStatus status;
  status.model = said->model_name;
  status.context_size = said->context_size;
  status.context_tokens = said->context_tokens;
  status.context_percent = said->context_percent;
  status.five_hours = said->five_hours;
  status.seven_days = said->seven_days;
  StatusReading reading(engine, *said, today, zone->zone);
  const Ledger ledger = reading.run();
  add_costs(ledger, prices, *said, today, zone->zone, status);
  status.session.complete = status.session.complete && reading.session_complete();
  status.today.complete =
      status.today.complete && reading.session_complete() && reading.today_complete();
  if (!status.context_percent && status.context_tokens && status.context_size) {
    status.context_percent = plausible_percent(100.0 * static_cast<double>(*status.context_tokens) /
                                               static_cast<double>(*status.context_size));
  }
  return status;
}

}  // namespace clew
