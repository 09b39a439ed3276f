// SPDX-License-Identifier: MIT
#include "base/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <ctime>

#include <fmt/format.h>

namespace clew {
namespace {

constexpr TimeMs kMaxTime = 100'000'000 * kDayMs;  // the range of a JavaScript Date

constexpr TimeMs floor_div(TimeMs a, TimeMs b) { return a / b - (a % b < 0 ? 1 : 0); }

struct Fields {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int ms = 0;
};

// Days since 1970-01-01 in the Gregorian calendar, which repeats every 400 years. Counting from a
// far March 1 keeps everything positive and puts the leap day last.
inline std::int64_t days_from_civil(std::int64_t year, int month, int day) {
  constexpr std::int64_t kCycles = 2'500;
  const bool last_year = month <= 2;
  const auto y = static_cast<std::uint32_t>(year + 400 * kCycles - (last_year ? 1 : 0));
  const auto m = static_cast<std::uint32_t>(last_year ? month + 9 : month - 3);
  const std::uint32_t days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5;
  return std::int64_t{days} + day - 1 - 719'468 - 146'097 * kCycles;
}

struct Date {
  std::int64_t year = 0;
  int month = 0;
  int day = 0;
};

Date civil_from_days(std::int64_t days) {
  days += 719'468;
  const std::int64_t era = floor_div(days, 146'097);
  const std::int64_t day_of_era = days - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const auto day_of_year =
      static_cast<int>(day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100));
  const int shifted_month = (5 * day_of_year + 2) / 153;
  const int day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
  const int month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

inline bool in_range(const Fields& f) {
  if (f.month < 1 || f.month > 12 || f.day < 1 || f.day > 31) return false;
  if (f.hour == 24) return f.minute == 0 && f.second == 0 && f.ms == 0;
  return f.hour < 24 && f.minute < 60 && f.second < 60;
}

inline TimeMs to_time(const Fields& f) {
  return days_from_civil(f.year, f.month, f.day) * kDayMs + f.hour * kHourMs +
         f.minute * kMinuteMs + f.second * kSecondMs + f.ms;
}

// The form that nearly every line of a transcript carries, read eight bytes at a time.
constexpr std::string_view kFixedForm = "0000-00-00T00:00:00.000Z";

inline std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// The eight bytes at `offset` against those of the form: XOR leaves 0 where a separator matches and
// 0..9 where a digit stands for '0'; anything else leaves a bit in `wrong`. The result holds in
// each byte ten times its digit plus the next one, so that two figures are read at the first one's
// byte.
template <std::size_t offset>
inline std::uint64_t read_pairs(const char* text, std::uint64_t& wrong) {
  constexpr std::uint64_t kEach = 0x0101010101010101U;
  const std::uint64_t form = load_word(kFixedForm.data() + offset);
  const std::uint64_t digits = load_word(text + offset) ^ form;
  wrong |= ((digits + kEach * 0x76U) | digits) & (kEach * 0x80U);
  const std::uint64_t is_separator = ((form ^ (kEach * '0')) + kEach * 0x7FU) >> 7U & kEach;
  wrong |= digits & (is_separator * 0xFFU);
  return digits * 10 + (digits >> 8U);
}

inline int pair_at(std::uint64_t pairs, unsigned byte) {
  return static_cast<int>(pairs >> byte * 8U & 0xFFU);
}

inline std::optional<TimeMs> parse_fixed_form(const char* text) {
  std::uint64_t wrong = 0;
  const std::uint64_t first = read_pairs<0>(text, wrong);   // YYYY-MM-
  const std::uint64_t second = read_pairs<8>(text, wrong);  // DDTHH:MM
  const std::uint64_t third = read_pairs<16>(text, wrong);  // :SS.mmmZ
  const Fields fields{.year = pair_at(first, 0) * 100 + pair_at(first, 2),
                      .month = pair_at(first, 5),
                      .day = pair_at(second, 0),
                      .hour = pair_at(second, 3),
                      .minute = pair_at(second, 6),
                      .second = pair_at(third, 1),
                      .ms = pair_at(third, 4) * 10 + (text[22] - '0')};
  if (wrong != 0 || !in_range(fields)) return std::nullopt;
  return to_time(fields);
}

// Reads the general form piece by piece; every step says whether the text is still good.
class IsoReader {
 public:
  explicit IsoReader(std::string_view text) : rest_(text) {}

  std::optional<TimeMs> read() {
    if (!read_date()) return std::nullopt;
    TimeMs offset = 0;
    if (!rest_.empty() && !(read_clock() && read_zone(offset))) return std::nullopt;
    if (!rest_.empty() || !in_range(fields_)) return std::nullopt;
    const TimeMs time = to_time(fields_) - offset;
    if (time < -kMaxTime || time > kMaxTime) return std::nullopt;
    return time;
  }

 private:
  bool eat(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool at_digit() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }

  bool read_digits(int count, int& value) {
    value = 0;
    for (; count > 0; --count) {
      if (!at_digit()) return false;
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return true;
  }

  bool read_year() {
    const bool negative = rest_.starts_with('-');
    if (!eat('-') && !eat('+')) return read_digits(4, fields_.year);
    if (!read_digits(6, fields_.year) || (negative && fields_.year == 0)) return false;
    if (negative) fields_.year = -fields_.year;
    return true;
  }

  bool read_date() {
    if (!read_year()) return false;
    if (!eat('-')) return true;
    if (!read_digits(2, fields_.month)) return false;
    return !eat('-') || read_digits(2, fields_.day);
  }

  bool read_clock() {
    if (!eat('T') && !eat('t') && !eat(' ')) return false;
    if (!read_digits(2, fields_.hour) || !eat(':') || !read_digits(2, fields_.minute)) return false;
    if (!eat(':')) return true;
    return read_digits(2, fields_.second) && (!eat('.') || read_fraction());
  }

  bool read_fraction() {
    if (!at_digit()) return false;
    for (int unit = 100; at_digit(); unit /= 10) {
      fields_.ms += unit * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return true;
  }

  bool read_zone(TimeMs& offset) {
    if (rest_.empty() || eat('Z') || eat('z')) return true;
    const TimeMs sign = rest_.front() == '-' ? -1 : 1;
    if (!eat('-') && !eat('+')) return false;
    int hours = 0;
    int minutes = 0;
    if (!read_digits(2, hours)) return false;
    eat(':');
    if (!read_digits(2, minutes) || hours > 23 || minutes > 59) return false;
    offset = sign * (hours * kHourMs + minutes * kMinuteMs);
    return true;
  }

  std::string_view rest_;
  Fields fields_;
};

// Numbers from a file may be anything; past the range of dates one end is as good as another.
TimeMs clamp(TimeMs time) { return std::clamp(time, -kMaxTime, kMaxTime); }

std::tm local_fields(TimeMs time) {
  const auto seconds = static_cast<std::time_t>(floor_div(clamp(time), kSecondMs));
  std::tm fields{};
  localtime_r(&seconds, &fields);
  return fields;
}

std::int64_t day_number(const std::tm& fields) {
  return days_from_civil(std::int64_t{fields.tm_year} + 1900, fields.tm_mon + 1, fields.tm_mday);
}

std::string date_in_words(const std::tm& date, int current_year) {
  static constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const char* month = kMonths.at(static_cast<std::size_t>(date.tm_mon));
  if (date.tm_year == current_year) return fmt::format("{} {}", date.tm_mday, month);
  return fmt::format("{} {} {}", date.tm_mday, month, date.tm_year + 1900);
}

}  // namespace

std::optional<TimeMs> parse_time(std::string_view text) {
  if constexpr (std::endian::native == std::endian::little) {
    if (text.size() == kFixedForm.size()) {
      if (const auto time = parse_fixed_form(text.data())) return *time;
    }
  }
  return IsoReader(text).read();
}

std::string format_iso(TimeMs time) {
  const std::int64_t days = floor_div(time, kDayMs);
  const TimeMs in_day = time % kDayMs + (time % kDayMs < 0 ? kDayMs : 0);
  const auto [year, month, day] = civil_from_days(days);
  const bool plain_year = year >= 0 && year <= 9999;
  std::string text = plain_year ? "0000" : fmt::format("{:+07}", year);
  const std::size_t start = text.size();
  text += "-00-00T00:00:00.000Z";
  // A list has three times in each row: not worth reading a format for.
  const auto put = [&](std::size_t end, std::int64_t number) {
    for (; number > 0; number /= 10) text[--end] = static_cast<char>('0' + number % 10);
  };
  if (plain_year) put(start, year);
  put(start + 3, month);
  put(start + 6, day);
  put(start + 9, in_day / kHourMs);
  put(start + 12, in_day / kMinuteMs % 60);
  put(start + 15, in_day / kSecondMs % 60);
  put(start + 19, in_day % kSecondMs);
  return text;
}

std::string format_local(TimeMs time) {
  const std::tm t = local_fields(time);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", std::int64_t{t.tm_year} + 1900, t.tm_mon + 1,
                     t.tm_mday, t.tm_hour, t.tm_min);
}

std::string relative_time(TimeMs then, TimeMs now) {
  const TimeMs ago = clamp(now) - clamp(then);
  if (ago < -kMinuteMs) return format_local(then);
  if (ago < kMinuteMs) return "just now";
  if (ago < kHourMs) return fmt::format("{} min ago", ago / kMinuteMs);
  const std::tm then_local = local_fields(then);
  const std::tm now_local = local_fields(now);
  const std::int64_t days = day_number(now_local) - day_number(then_local);
  // Late in the evening is not "yesterday" shortly after midnight.
  if (days <= 0 || ago < 12 * kHourMs) return fmt::format("{} h ago", ago / kHourMs);
  if (days == 1) return "yesterday";
  if (days < 7) return fmt::format("{} days ago", days);
  return date_in_words(then_local, now_local.tm_year);
}

std::string format_duration(std::int64_t ms) {
  if (ms < 0) return "-" + format_duration(ms == INT64_MIN ? INT64_MAX : -ms);
  if (ms < kSecondMs) return fmt::format("{}ms", ms);
  // Each unit rounds, so the next larger one begins where this one would show its own end: 59.95 s.
  const std::int64_t tenths = ms / 100 + (ms % 100 >= 50 ? 1 : 0);
  if (tenths < 600) return fmt::format("{}.{}s", tenths / 10, tenths % 10);
  const std::int64_t seconds = ms / kSecondMs + (ms % kSecondMs >= kSecondMs / 2 ? 1 : 0);
  if (seconds < 3600) return fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
  const std::int64_t minutes = ms / kMinuteMs + (ms % kMinuteMs >= kMinuteMs / 2 ? 1 : 0);
  if (minutes < kDayMs / kMinuteMs) return fmt::format("{}h {:02}m", minutes / 60, minutes % 60);
  const std::int64_t hours = ms / kHourMs + (ms % kHourMs >= kHourMs / 2 ? 1 : 0);
  return fmt::format("{}d {:02}h", hours / 24, hours % 24);
}

}  // namespace clew
