// SPDX-License-Identifier: MIT
#include "base/time.h"

#include <cstdlib>
#include <ctime>
#include <random>

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr TimeMs kMaxDate = 8'640'000'000'000'000;

// The local zone for the length of a test.
class LocalZone {
 public:
  explicit LocalZone(const char* name) {
    setenv("TZ", name, 1);
    tzset();
  }
  ~LocalZone() {
    unsetenv("TZ");
    tzset();
  }
  LocalZone(const LocalZone&) = delete;
  LocalZone& operator=(const LocalZone&) = delete;
};

TimeMs at(std::string_view text) { return parse_time(text).value(); }

// The numbers are what Date.parse gives in node 20 with TZ=UTC.
TEST(ParseTime, TakesWhatV8Takes) {
  struct Case {
    std::string_view text;
    TimeMs time;
  };
  const Case cases[] = {
      Case{"2026-02-30T00:00:00Z", 1772409600000},
      Case{"2026-02-30", 1772409600000},
      Case{"2026-02-31T00:00:00Z", 1772496000000},
      Case{"2026-04-31", 1777593600000},
      Case{"2026-01-05T24:00:00Z", 1767657600000},
      Case{"2026-01-05T24:00:00.000Z", 1767657600000},
      Case{"2026-01-05T24:00", 1767657600000},
      Case{"2026-01-05T23:59:59.9999999Z", 1767657599999},
      Case{"2026-01-05T23:59:59.1Z", 1767657599100},
      Case{"2026-01-05T23:59:59.12Z", 1767657599120},
      Case{"2026-01-05T23:59:59+00:00", 1767657599000},
      Case{"2026-01-05T23:59:59+0000", 1767657599000},
      Case{"2026-01-05T23:59:59-08:00", 1767686399000},
      Case{"2026-01-05T23:59:59+14:00", 1767607199000},
      Case{"2026-01-05T23:59:59+23:59", 1767571259000},
      Case{"2026-01-05T23:59:59-00:00", 1767657599000},
      Case{"2026-01-05t23:59:59z", 1767657599000},
      Case{"2026-01-05T23:59:59z", 1767657599000},
      Case{"2026-01-05t23:59:59Z", 1767657599000},
      Case{"2026-01-05 23:59:59Z", 1767657599000},
      Case{"2026-01-05 23:59:59", 1767657599000},
      Case{"2026-01-05T23:59Z", 1767657540000},
      Case{"2026-01", 1767225600000},
      Case{"2026", 1767225600000},
      Case{"2026-01T10:00Z", 1767261600000},
      Case{"2026T10:00Z", 1767261600000},
      Case{"2026-01T10:00", 1767261600000},
      Case{"+002026-01-05T00:00:00Z", 1767571200000},
      Case{"-000001-01-01T00:00:00Z", -62198755200000},
      Case{"+000000-01-01T00:00:00Z", -62167219200000},
      Case{"+275760-09-13T00:00:00.000Z", 8640000000000000},
      Case{"-271821-04-20T00:00:00.000Z", -8640000000000000},
      Case{"+275760-09-13T01:00:00.000+01:00", 8640000000000000},
      Case{"0000-01-01T00:00:00Z", -62167219200000},
      Case{"0001-01-01", -62135596800000},
      Case{"9999-12-31T23:59:59.999Z", 253402300799999},
      Case{"2026-01-05T00:00:00.000", 1767571200000},
      Case{"2026-01-05T00:00:00.000+01:00", 1767567600000},
      Case{"2024-02-29", 1709164800000},
      Case{"2023-02-29", 1677628800000},
      Case{"2023-02-29T12:00:00Z", 1677672000000},
      Case{"1969-12-31T23:59:59.999Z", -1},
      Case{"2026-01-05T00:00Z", 1767571200000},
      Case{"2026-01-05T12:00:00.123456789012345678901234567890Z", 1767614400123},
      Case{"2026-01-05T12:00:00.123+05:30", 1767594600123},
      Case{"2026-01-05T12:00:00.0009Z", 1767614400000},
      Case{"2026-01-05T12:00-08:00", 1767643200000},
      Case{"2026-01-05T24:00:00-08:00", 1767686400000},
      Case{"2026-01-05T24:00:00.0Z", 1767657600000},
      Case{"2026-01-05T24:00:00.0000Z", 1767657600000},
      Case{"2026-01-05T12:00:00.1234567Z", 1767614400123},
      Case{"2026-06-31T00:00:00Z", 1782864000000},
      Case{"-271821-04-20", -8640000000000000},
      Case{"+275760-09-13", 8640000000000000},
      Case{"-271821-04-19T24:00:00Z", -8640000000000000},
      Case{"+275760-09-12T24:00:00Z", 8640000000000000},
      Case{"2026-06-15T12:30:45.678+0530", 1781506845678},
      Case{"2026-01-05 14:03", 1767621780000},
      Case{"1582-10-15T00:00:00Z", -12219292800000},
      Case{"1900-02-29", -2203891200000},
      Case{"2000-02-29", 951782400000},
      Case{"2100-03-01T00:00:00Z", 4107542400000},
      Case{"1970-01-01T00:00:00.000Z", 0},
      Case{"2024-12-31T23:59:59.999Z", 1735689599999},
      Case{"2038-01-19T03:14:08Z", 2147483648000},
      Case{"0099-01-01", -59042995200000},
      Case{"-001000-02-29", -93719030400000},
      Case{"-000004-02-29T00:00:00Z", -62288352000000},
  };
  for (const auto& [text, time] : cases) EXPECT_EQ(parse_time(text), time) << text;
}

TEST(ParseTime, RefusesWhatV8Refuses) {
  const std::string_view cases[] = {
      "2026-02-32",
      "2026-00-10",
      "2026-13-01",
      "2026-01-00",
      "2026-01-32",
      "2026-01-05T24:00:00.001Z",
      "2026-01-05T24:01Z",
      "2026-01-05T25:00Z",
      "2026-01-05T23:60Z",
      "2026-01-05T23:59:60Z",
      "2026-01-05T23:59:59.Z",
      "2026-01-05T23:59:59,5Z",
      "2026-01-05T23:59:59+00",
      "2026-01-05T23:59:59+0:00",
      "2026-01-05T23:59:59+24:00",
      "2026-01-05T23:59:59+23:60",
      "2026-01-05T23:59:59+99:99",
      "2026-01-05T23Z",
      "2026-01-05T23",
      "2026-01-05T",
      "2026-01-05TZ",
      "-000000-01-01T00:00:00Z",
      "+275760-09-13T00:00:00.001Z",
      "-271821-04-19T23:59:59.999Z",
      "+999999-01-01T00:00:00Z",
      "+275760-09-13T00:00:00.000-00:01",
      " 2026-01-05T00:00:00Z",
      "2026-01-05T00:00:00Z ",
      "2026-01-05T00:00:00Zx",
      "2026-1-5T00:00:00Z",
      "20260105",
      "20260105T000000Z",
      "2026-W01-1",
      "",
      "Z",
      "T00:00:00Z",
      "2026-01-05T00:00:00 Z",
      "2026-01-05T00:00:00.000 +01:00",
      "2026-01-05T0:00:00Z",
      "2026-01-05T00:0:00Z",
      "2026-01-05T00:00:0Z",
      "2026-01-05T12:00:00Z[UTC]",
      "2026-01-05T12:00:00+05:3",
      "2026-01-05T12:00:00+5:30",
      "2026-01-05T12:00:00+",
      "2026-01-05T12:00:00\u221208:00",
      "2026-01-05T-1:00:00Z",
      "2026-01-05T12:00:00.-1Z",
      "1767571200000",
      "2026-01-05T12:00:00.123ZZ",
      "+275760-09-14",
      "+275760-09-13T23:59:59+23:59:59",
      "2026-01-05+01:00",
      "2026-01-05T12:00:00.123 Z",
  };
  for (const auto text : cases) EXPECT_EQ(parse_time(text), std::nullopt) << text;
}

TEST(ParseTime, ReadsNoZoneAsUtcWhereverItRuns) {
  const LocalZone zone("America/New_York");
  EXPECT_EQ(parse_time("2026-01-05T14:03:00"), parse_time("2026-01-05T14:03:00Z"));
  EXPECT_EQ(parse_time("2026-01-05 14:03"), parse_time("2026-01-05T14:03:00Z"));
}

// The fixed form has a reader of its own. Writing the zone as +00:00 sends the same time through
// the general one.
std::string in_general_form(std::string_view fixed) {
  return std::string(fixed.substr(0, fixed.size() - 1)) + "+00:00";
}

TEST(ParseTime, FixedAndGeneralFormAgreeOnRandomTimes) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<TimeMs> any(at("0000-01-01"), at("9999-12-31T23:59:59.999Z"));
  for (int i = 0; i < 100'000; ++i) {
    const TimeMs time = any(random);
    const std::string fixed = format_iso(time);
    ASSERT_EQ(fixed.size(), 24U);
    ASSERT_EQ(parse_time(fixed), time) << fixed;
    ASSERT_EQ(parse_time(in_general_form(fixed)), time) << fixed;
  }
}

TEST(ParseTime, FixedAndGeneralFormAgreeOnDamagedTimes) {
  const std::string good = "2026-01-05T14:03:09.123Z";
  for (std::size_t place = 0; place + 1 < good.size(); ++place) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = good;
      text[place] = static_cast<char>(byte);
      ASSERT_EQ(parse_time(text), parse_time(in_general_form(text))) << text;
    }
  }
}

TEST(ParseTime, FixedFormNeedsItsZ) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = std::string("2026-01-05T14:03:09.123") + static_cast<char>(byte);
    const bool good = byte == 'Z' || byte == 'z' || (byte >= '0' && byte <= '9');
    EXPECT_EQ(parse_time(text).has_value(), good) << text;
  }
}

// The C library knows the calendar too.
TEST(ParseTime, AgreesWithTimegmOnEveryDay) {
  for (TimeMs day = at("1600-01-01"); day < at("2500-01-01"); day += 86'400'000) {
    const std::string text = format_iso(day);
    std::tm fields{};
    ASSERT_NE(strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &fields), nullptr);
    ASSERT_EQ(TimeMs{timegm(&fields)} * 1000, day) << text;
    ASSERT_EQ(parse_time(text), day) << text;
  }
}

TEST(FormatIso, WritesAllYears) {
  EXPECT_EQ(format_iso(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_iso(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(format_iso(at("2024-02-29T23:59:59.999Z")), "2024-02-29T23:59:59.999Z");
  EXPECT_EQ(format_iso(at("9999-12-31T23:59:59.999Z") + 1), "+010000-01-01T00:00:00.000Z");
  EXPECT_EQ(format_iso(at("0000-01-01") - 1), "-000001-12-31T23:59:59.999Z");
  EXPECT_EQ(format_iso(kMaxDate), "+275760-09-13T00:00:00.000Z");
  EXPECT_EQ(format_iso(-kMaxDate), "-271821-04-20T00:00:00.000Z");
  EXPECT_EQ(format_iso(INT64_MIN).back(), 'Z');
  EXPECT_EQ(format_iso(INT64_MAX).back(), 'Z');
}

TEST(FormatLocal, UsesTheLocalZoneWithItsSummerTime) {
  const LocalZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(format_local(at("2026-01-05T14:03:59.999Z")), "2026-01-05 15:03");
  EXPECT_EQ(format_local(at("2026-07-05T23:03:00Z")), "2026-07-06 01:03");
  EXPECT_EQ(format_local(-1), "1970-01-01 00:59");
}

TEST(FormatLocal, SurvivesAnyNumber) {
  const LocalZone zone("UTC");
  EXPECT_EQ(format_local(INT64_MAX), "275760-09-13 00:00");
  EXPECT_EQ(format_local(INT64_MIN).substr(0, 8), "-271821-");
}

TEST(RelativeTime, SpeaksAsPeopleDo) {
  const LocalZone zone("UTC");
  const TimeMs now = at("2026-01-15T12:00:00Z");
  struct Case {
    const char* then;
    const char* words;
  };
  for (const auto& [then, words] : {
           Case{"2026-01-15T12:00:00Z", "just now"},
           Case{"2026-01-15T12:00:30Z", "just now"},
           Case{"2026-01-15T11:59:00.001Z", "just now"},
           Case{"2026-01-15T11:59:00Z", "1 min ago"},
           Case{"2026-01-15T11:00:01Z", "59 min ago"},
           Case{"2026-01-15T11:00:00Z", "1 h ago"},
           Case{"2026-01-15T00:00:00Z", "12 h ago"},
           Case{"2026-01-14T23:59:59Z", "yesterday"},
           Case{"2026-01-14T00:00:00Z", "yesterday"},
           Case{"2026-01-13T23:59:59Z", "2 days ago"},
           Case{"2026-01-09T00:00:00Z", "6 days ago"},
           Case{"2026-01-08T23:59:59Z", "8 Jan"},
           Case{"2026-01-01T00:00:00Z", "1 Jan"},
           Case{"2025-12-31T23:59:59Z", "31 Dec 2025"},
           Case{"2026-01-15T13:00:00Z", "2026-01-15 13:00"},
       }) {
    EXPECT_EQ(relative_time(at(then), now), words) << then;
  }
}

TEST(RelativeTime, CountsTheDaysOfTheLocalCalendar) {
  // 22:30 and 00:30 in New York, on either side of midnight; in UTC both are the same day.
  const TimeMs evening = at("2026-01-15T03:30:00Z");
  const TimeMs night = at("2026-01-15T05:30:00Z");
  const TimeMs next_evening = at("2026-01-16T03:30:00Z");
  {
    const LocalZone zone("EST5");
    EXPECT_EQ(relative_time(evening, night), "2 h ago");
    EXPECT_EQ(relative_time(evening, next_evening), "yesterday");
    EXPECT_EQ(relative_time(night, next_evening), "22 h ago");
  }
  const LocalZone zone("UTC");
  EXPECT_EQ(relative_time(night, next_evening), "yesterday");
}

TEST(RelativeTime, SurvivesAnyNumber) {
  const LocalZone zone("UTC");
  EXPECT_EQ(relative_time(INT64_MIN, INT64_MAX), "20 Apr -271821");
  EXPECT_EQ(relative_time(INT64_MAX, INT64_MIN), "275760-09-13 00:00");
}

TEST(FormatDuration, ChangesUnitWhereTheSmallerOneIsFull) {
  struct Case {
    std::int64_t ms;
    const char* text;
  };
  for (const auto& [ms, text] : {
           Case{0, "0ms"},
           Case{350, "350ms"},
           Case{999, "999ms"},
           Case{1'000, "1.0s"},
           Case{4'249, "4.2s"},
           Case{4'250, "4.3s"},
           Case{59'949, "59.9s"},
           Case{59'950, "1m 00s"},
           Case{185'000, "3m 05s"},
           Case{3'599'499, "59m 59s"},
           Case{3'599'500, "1h 00m"},
           Case{3'720'000, "1h 02m"},
           Case{86'369'999, "23h 59m"},
           Case{86'370'000, "1d 00h"},
           Case{183'600'000, "2d 03h"},
           Case{-4'200, "-4.2s"},
       }) {
    EXPECT_EQ(format_duration(ms), text) << ms;
  }
  EXPECT_EQ(format_duration(INT64_MIN), format_duration(INT64_MIN + 1));
}

}  // namespace
}  // namespace clew
