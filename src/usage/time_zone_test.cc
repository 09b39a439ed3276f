// SPDX-License-Identifier: MIT
#include "usage/time_zone.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include <gtest/gtest.h>

#include "usage/periods.h"

namespace clew {
namespace {

constexpr TimeMs kHour = 3'600'000;

TimeMs at(const char* text) { return *parse_time(text); }

TimeZone rule(const char* text) {
  auto zone = TimeZone::from_rule(text);
  EXPECT_TRUE(zone) << text;
  return zone ? *zone : TimeZone();
}

std::string day(const TimeZone& zone, const char* time) {
  return date_text(LocalDays(zone).day_of(at(time)));
}

std::string zone_file(const std::string& name) {
  std::string bytes;
  if (std::FILE* file = std::fopen(("/usr/share/zoneinfo/" + name).c_str(), "rb")) {
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
      bytes.append(buffer, count);
    }
    std::fclose(file);
  }
  return bytes;
}

TEST(TimeZone, UtcIsTheDefault) {
  EXPECT_EQ(TimeZone().offset_at(at("2026-07-01")), 0);
  EXPECT_EQ(day(TimeZone(), "2026-03-29T23:59:59.999Z"), "2026-03-29");
  EXPECT_EQ(day(TimeZone(), "1969-12-31T23:59:59.999Z"), "1969-12-31");
}

TEST(TimeZone, ReadsFixedOffsets) {
  EXPECT_EQ(TimeZone::from_offset("Z")->offset_at(0), 0);
  EXPECT_EQ(TimeZone::from_offset("+02:00")->offset_at(0), 2 * kHour);
  EXPECT_EQ(TimeZone::from_offset("-0330")->offset_at(0), -(3 * kHour + kHour / 2));
  EXPECT_EQ(TimeZone::from_offset("+2")->offset_at(0), 2 * kHour);
  EXPECT_EQ(TimeZone::from_offset("+530")->offset_at(0), 5 * kHour + kHour / 2);
  for (const char* text : {"", "+", "2", "+24", "+01:60", "+1:2", "Europe/Berlin", "+12345"}) {
    EXPECT_FALSE(TimeZone::from_offset(text)) << text;
  }
}

TEST(TimeZone, RulesChangeAtTheRightSecond) {
  const TimeZone berlin = rule("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(berlin.offset_at(at("2026-03-29T00:59:59.999Z")), kHour);
  EXPECT_EQ(berlin.offset_at(at("2026-03-29T01:00:00Z")), 2 * kHour);
  EXPECT_EQ(berlin.offset_at(at("2026-10-25T00:59:59Z")), 2 * kHour);
  EXPECT_EQ(berlin.offset_at(at("2026-10-25T01:00:00Z")), kHour);
  const TimeZone new_york = rule("EST5EDT,M3.2.0,M11.1.0");
  EXPECT_EQ(new_york.offset_at(at("2026-03-08T06:59:59Z")), -5 * kHour);
  EXPECT_EQ(new_york.offset_at(at("2026-03-08T07:00:00Z")), -4 * kHour);
  EXPECT_EQ(new_york.offset_at(at("2026-11-01T05:59:59Z")), -4 * kHour);
  EXPECT_EQ(new_york.offset_at(at("2026-11-01T06:00:00Z")), -5 * kHour);
}

TEST(TimeZone, RulesOfTheSouthSpanTheNewYear) {
  const TimeZone sydney = rule("AEST-10AEDT,M10.1.0,M4.1.0/3");
  EXPECT_EQ(sydney.offset_at(at("2026-01-01T00:00:00Z")), 11 * kHour);
  EXPECT_EQ(sydney.offset_at(at("2026-07-01T00:00:00Z")), 10 * kHour);
  EXPECT_EQ(sydney.offset_at(at("2026-12-31T23:59:59Z")), 11 * kHour);
}

TEST(TimeZone, RulesHaveOtherForms) {
  EXPECT_EQ(rule("<+0330>-3:30").offset_at(0), 3 * kHour + kHour / 2);
  EXPECT_EQ(rule("UTC0").offset_at(0), 0);
  const TimeZone julian = rule("AAA0BBB,J60/0,J300/0");  // J60 is March 1 in every year
  EXPECT_EQ(julian.offset_at(at("2024-02-29T23:59:59Z")), 0);
  EXPECT_EQ(julian.offset_at(at("2024-03-01T00:00:00Z")), kHour);
  EXPECT_EQ(julian.offset_at(at("2025-03-01T00:00:00Z")), kHour);
  const TimeZone counted = rule("AAA0BBB,59/0,300/0");  // day 59 is February 29 in leap years
  EXPECT_EQ(counted.offset_at(at("2024-02-29T00:00:00Z")), kHour);
  EXPECT_EQ(counted.offset_at(at("2025-02-28T23:59:59Z")), 0);
}

TEST(TimeZone, RefusesWhatIsNoRule) {
  for (const char* text : {"", "CE-1", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
                           "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-200",
                           "Europe/Berlin", "<+03", "CET-1CEST,M3.5.0,M10.5.0 "}) {
    EXPECT_FALSE(TimeZone::from_rule(text)) << text;
  }
}

TEST(TimeZone, DaysAreLocalAcrossChanges) {
  const TimeZone berlin = rule("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(day(berlin, "2026-03-28T22:59:59Z"), "2026-03-28");
  EXPECT_EQ(day(berlin, "2026-03-28T23:00:00Z"), "2026-03-29");  // 23 hours long
  EXPECT_EQ(day(berlin, "2026-03-29T21:59:59Z"), "2026-03-29");
  EXPECT_EQ(day(berlin, "2026-03-29T22:00:00Z"), "2026-03-30");
  EXPECT_EQ(day(berlin, "2026-10-24T22:00:00Z"), "2026-10-25");  // 25 hours long
  EXPECT_EQ(day(berlin, "2026-10-25T22:59:59Z"), "2026-10-25");
  EXPECT_EQ(day(berlin, "2026-10-25T23:00:00Z"), "2026-10-26");
}

TEST(TimeZone, RefusesWhatIsNoZoneFile) {
  EXPECT_FALSE(TimeZone::from_tzif(""));
  EXPECT_FALSE(TimeZone::from_tzif("TZif2"));
  EXPECT_FALSE(TimeZone::from_tzif(std::string(200, 'x')));
  const std::string good = zone_file("Europe/Berlin");
  for (std::size_t size = 0; size + 40 < good.size(); size += 7) {
    (void)TimeZone::from_tzif(good.substr(0, size));  // must not crash
  }
}

// The files of the system against the C library, which reads the same ones.
TEST(TimeZone, AgreesWithTheSystem) {
  for (const char* name : {"Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata",
                           "America/Sao_Paulo", "Asia/Tokyo", "Africa/Casablanca", "Europe/Dublin",
                           "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk", "UTC"}) {
    const std::string bytes = zone_file(name);
    if (bytes.empty()) GTEST_SKIP() << "no zone files on this machine";
    const auto zone = TimeZone::from_tzif(bytes);
    ASSERT_TRUE(zone) << name;
    ASSERT_EQ(setenv("TZ", name, 1), 0);
    tzset();
    // 9 hours and some, so that every time of the day comes up; up to 2045, past the files' tables.
    for (std::time_t seconds = 300'000'000; seconds < 2'370'000'000; seconds += 35'537) {
      std::tm fields{};
      localtime_r(&seconds, &fields);
      ASSERT_EQ(zone->offset_at(seconds * 1000), fields.tm_gmtoff * 1000) << name << " " << seconds;
    }
    unsetenv("TZ");
    tzset();
  }
}

TEST(TimeZone, NamesStayBelowTheirFolder) {
  EXPECT_TRUE(is_zone_name("Europe/Berlin"));
  EXPECT_TRUE(is_zone_name("Etc/GMT+1"));
  for (const char* name : {"", "/etc/passwd", "../../etc/passwd", "a/", "Europe/Ber lin", "a.b"}) {
    EXPECT_FALSE(is_zone_name(name)) << name;
  }
}

}  // namespace
}  // namespace clew
