// SPDX-License-Identifier: MIT
#include "usage/time_zone.h"

#include <algorithm>
#include <chrono>

namespace clew {
namespace {

constexpr std::int64_t kDaySeconds = 86'400;
constexpr std::int64_t kMs = 1000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::chrono::year year_of(std::int64_t seconds) {
  // Far outside of any transcript the rules repeat anyway.
  constexpr std::int64_t kFar = 200'000'000'000;
  const std::chrono::sys_seconds time(
      std::chrono::seconds(std::clamp(seconds, -62'000'000'000, kFar)));
  return std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(time)).year();
}

std::chrono::sys_days day_of(const ZoneRule::Change& change, std::chrono::year year) {
  using Form = ZoneRule::Change::Form;
  if (change.form == Form::kWeekday) {
    const std::chrono::year_month month = year / change.month;
    const std::chrono::weekday weekday(static_cast<unsigned>(change.day));
    if (change.week == 5) return month / weekday[std::chrono::last];
    return month / weekday[static_cast<unsigned>(change.week)];
  }
  const std::chrono::sys_days first = year / std::chrono::January / 1;
  if (change.form == Form::kDayOfYear) return first + std::chrono::days(change.day);
  // Julian days count from 1 and never count February 29.
  const int leap = year.is_leap() && change.day >= 60 ? 1 : 0;
  return first + std::chrono::days(change.day - 1 + leap);
}

// Seconds since 1970 by the clock of the place, midnight of the day plus the time of the change.
std::int64_t local_seconds(const ZoneRule::Change& change, std::chrono::year year) {
  return day_of(change, year).time_since_epoch().count() * kDaySeconds + change.seconds;
}

// Reads a rule piece by piece; every step says whether the text is still good.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : rest_(text) {}

  std::optional<ZoneRule> read() {
    ZoneRule rule;
    if (!read_name() || !read_time(rule.standard)) return std::nullopt;
    rule.standard = -rule.standard;  // POSIX counts westwards
    if (rest_.empty()) return rule;
    if (!read_name()) return std::nullopt;
    rule.has_summer = true;
    rule.summer = rule.standard + 3600;
    if (!rest_.empty() && rest_.front() != ',') {
      if (!read_time(rule.summer)) return std::nullopt;
      rule.summer = -rule.summer;
    }
    if (rest_.empty()) rest_ = ",M3.2.0,M11.1.0";  // what glibc takes when nothing is said
    const bool good = read_change(rule.begin) && read_change(rule.end) && rest_.empty();
    return good ? std::optional(rule) : std::nullopt;
  }

 private:
  bool eat(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool read_name() {
    std::size_t size = 0;
    if (eat('<')) {
      size = rest_.find('>');
      if (size == std::string_view::npos) return false;
      rest_.remove_prefix(size + 1);
    } else {
      const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      };
      while (size < rest_.size() && is_letter(rest_[size])) ++size;
      rest_.remove_prefix(size);
    }
    return size >= 3;
  }

  bool read_number(int most, std::int64_t& value) {
    value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      if (digits >= 3) return false;
      value = value * 10 + (rest_[digits] - '0');
    }
    rest_.remove_prefix(digits);
    return digits > 0 && value <= most;
  }

  // [+-]h[h[h]][:mm[:ss]]
  bool read_time(std::int64_t& seconds) {
    const bool negative = eat('-');
    if (!negative) eat('+');
    std::int64_t hours = 0;
    std::int64_t minutes = 0;
    std::int64_t rest = 0;
    if (!read_number(167, hours)) return false;
    if (eat(':') && !read_number(59, minutes)) return false;
    if (eat(':') && !read_number(59, rest)) return false;
    seconds = (hours * 60 + minutes) * 60 + rest;
    if (negative) seconds = -seconds;
    return true;
  }

  bool read_change(ZoneRule::Change& change) {
    using Form = ZoneRule::Change::Form;
    if (!eat(',')) return false;
    std::int64_t month = 0;
    std::int64_t week = 0;
    std::int64_t day = 0;
    if (eat('M')) {
      change.form = Form::kWeekday;
      if (!read_number(12, month) || !eat('.') || !read_number(5, week) || !eat('.') ||
          !read_number(6, day) || month == 0 || week == 0) {
        return false;
      }
    } else {
      change.form = eat('J') ? Form::kJulian : Form::kDayOfYear;
      if (!read_number(365, day) || (change.form == Form::kJulian && day == 0)) return false;
    }
    change.month = static_cast<int>(month);
    change.week = static_cast<int>(week);
    change.day = static_cast<int>(day);
    return !eat('/') || read_time(change.seconds);
  }

  std::string_view rest_;
};

// Big-endian numbers out of a file. Reading past the end gives 0 and leaves the reader bad.
class BigEndian {
 public:
  explicit BigEndian(std::string_view bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }

  std::string_view bytes(std::size_t count) {
    if (count > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::int64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view taken = bytes(size);
    for (const char c : taken) value = value << 8U | static_cast<unsigned char>(c);
    // Bring the sign along.
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
  std::size_t count() {
    const std::int64_t value = number(4);
    if (value < 0 || static_cast<std::size_t>(value) > rest_.size()) {
      ok_ = false;
      return 0;
    }
    return static_cast<std::size_t>(value);
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

struct Header {
  char version = 0;
  std::size_t utc_count = 0, standard_count = 0, leap_count = 0, time_count = 0, type_count = 0,
              char_count = 0;
  std::size_t body_size(std::size_t time_size) const {
    return time_count * (time_size + 1) + type_count * 6 + char_count +
           leap_count * (time_size + 4) + standard_count + utc_count;
  }
};

std::optional<Header> read_header(BigEndian& in) {
  constexpr std::string_view kMagic = "TZif";
  if (in.bytes(kMagic.size()) != kMagic) return std::nullopt;
  Header header;
  const std::string_view version = in.bytes(16);
  if (!in.ok()) return std::nullopt;
  header.version = version.front();
  for (std::size_t* count : {&header.utc_count, &header.standard_count, &header.leap_count,
                             &header.time_count, &header.type_count, &header.char_count}) {
    *count = in.count();
  }
  return in.ok() && header.type_count > 0 ? std::optional(header) : std::nullopt;
}

}  // namespace

Result<TimeZone> TimeZone::from_rule(std::string_view text) {
  TimeZone zone;
  zone.rule_ = RuleReader(text).read();
  if (zone.rule_) return zone;
  return Error{ErrorCode::kInvalid, "\"" + std::string(text) + "\" is no rule for local time"};
}

std::optional<TimeZone> TimeZone::from_offset(std::string_view text) {
  if (text == "Z" || text == "z") return TimeZone();
  if (text.size() < 2 || (text.front() != '+' && text.front() != '-')) return std::nullopt;
  std::string digits;
  for (const char c : text.substr(1)) {
    if (c == ':' && digits.size() == 2) continue;
    if (c < '0' || c > '9') return std::nullopt;
    digits += c;
  }
  if (digits.size() <= 2) digits += "00";
  if (digits.size() == 3) digits.insert(0, "0");
  if (digits.size() != 4) return std::nullopt;
  const std::int64_t hours = std::stoll(digits.substr(0, 2));
  const std::int64_t minutes = std::stoll(digits.substr(2));
  if (hours > 23 || minutes > 59) return std::nullopt;
  TimeZone zone;
  zone.before_ = (hours * 60 + minutes) * 60 * (text.front() == '-' ? -1 : 1);
  return zone;
}

Result<TimeZone> TimeZone::from_tzif(std::string_view bytes) {
  const Error bad{ErrorCode::kCorrupt, "not a zone file"};
  BigEndian in(bytes);
  auto header = read_header(in);
  if (!header) return bad;
  std::size_t time_size = 4;
  if (header->version >= '2') {  // the same again with times of eight bytes
    in.bytes(header->body_size(time_size));
    header = read_header(in);
    if (!header) return bad;
    time_size = 8;
  }
  TimeZone zone;
  for (std::size_t i = 0; i < header->time_count; ++i)
    zone.changes_.push_back(in.number(time_size));
  const std::string_view kinds = in.bytes(header->time_count);
  std::vector<std::int64_t> types;
  for (std::size_t i = 0; i < header->type_count; ++i) {
    types.push_back(in.number(4));
    in.bytes(2);
  }
  in.bytes(header->char_count + header->leap_count * (time_size + 4) + header->standard_count +
           header->utc_count);
  if (!in.ok() || !std::is_sorted(zone.changes_.begin(), zone.changes_.end())) return bad;
  for (const char kind : kinds) {
    const auto type = static_cast<unsigned char>(kind);
    if (type >= types.size()) return bad;
    zone.offsets_.push_back(types[type]);
  }
  zone.before_ = types.front();
  if (time_size == 8 && in.rest().starts_with('\n') && in.rest().size() > 2) {
    std::string_view footer = in.rest().substr(1);
    footer = footer.substr(0, footer.find('\n'));
    if (!footer.empty()) {
      zone.rule_ = RuleReader(footer).read();
      if (!zone.rule_) return bad;
    }
  }
  return zone;
}

// Both changes of the year around the time, and the neighbours of those: the stretch between two of
// them is what is asked for.
TimeZone::Span TimeZone::span_by_rule(std::int64_t seconds) const {
  const ZoneRule& rule = *rule_;
  if (!rule.has_summer) return {INT64_MIN, INT64_MAX, rule.standard * kMs};
  const std::chrono::year year = year_of(seconds + rule.standard);
  struct Moment {
    std::int64_t at;
    std::int64_t offset;  // from then on
  };
  std::vector<Moment> moments;
  for (const int i : {-1, 0, 1}) {
    const std::chrono::year y = year + std::chrono::years(i);
    moments.push_back({local_seconds(rule.begin, y) - rule.standard, rule.summer});
    moments.push_back({local_seconds(rule.end, y) - rule.summer, rule.standard});
  }
  std::stable_sort(moments.begin(), moments.end(),
                   [](const Moment& a, const Moment& b) { return a.at < b.at; });
  std::size_t next = 0;
  while (next < moments.size() && moments[next].at <= seconds) ++next;
  if (next == 0 || next == moments.size())
    return {seconds * kMs, (seconds + 1) * kMs, rule.standard * kMs};
  return {moments[next - 1].at * kMs, moments[next].at * kMs, moments[next - 1].offset * kMs};
}

TimeZone::Span TimeZone::span_at(TimeMs time) const {
  const std::int64_t seconds = floor_div(time, kMs);
  const auto next = std::upper_bound(changes_.begin(), changes_.end(), seconds);
  const auto index = static_cast<std::size_t>(next - changes_.begin());
  if (next == changes_.end() && rule_) {
    Span span = span_by_rule(seconds);
    if (!changes_.empty()) span.from = std::max(span.from, changes_.back() * kMs);
    return span;
  }
  Span span;
  // Files may begin with the beginning of time.
  const auto to_ms = [](std::int64_t s) {
    return std::clamp<std::int64_t>(s, INT64_MIN / kMs, INT64_MAX / kMs) * kMs;
  };
  if (index > 0) span.from = to_ms(changes_[index - 1]);
  if (next != changes_.end()) span.until = to_ms(*next);
  span.offset = (index > 0 ? offsets_[index - 1] : before_) * kMs;
  return span;
}

bool is_zone_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name.front() == '/' || name.back() == '/') return false;
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '_' || c == '-' || c == '+';
  };
  return std::all_of(name.begin(), name.end(), allowed);
}

std::int64_t LocalDays::day_of(TimeMs time) {
  if (!span_.contains(time)) span_ = zone_.span_at(time);
  return floor_div(time + span_.offset, kDaySeconds * kMs);
}

}  // namespace clew
