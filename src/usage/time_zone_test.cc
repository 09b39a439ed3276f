// SPDX-License-Identifier: MIT
#include "usage/time_zone.h"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "usage/periods.h"

namespace clew {
namespace {

TimeMs at(const char* text) { return *parse_time(text); }

TimeZone rule(const char* text) {
  auto zone = TimeZone::from_rule(text);
  EXPECT_TRUE(zone) << text;
  return zone ? *zone : TimeZone();
}

std::string day(const TimeZone& zone, const char* time) {
  return date_text(LocalDays(zone).day_of(at(time)));
}

const std::string kZones = "/usr/share/zoneinfo";

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TimeZone, UtcIsTheDefault) {
  EXPECT_EQ(TimeZone().offset_at(at("2026-07-01")), 0);
  EXPECT_EQ(day(TimeZone(), "2026-03-29T23:59:59.999Z"), "2026-03-29");
  EXPECT_EQ(day(TimeZone(), "1969-12-31T23:59:59.999Z"), "1969-12-31");
}

TEST(TimeZone, ReadsFixedOffsets) {
  EXPECT_EQ(TimeZone::from_offset("Z")->offset_at(0), 0);
  EXPECT_EQ(TimeZone::from_offset("+02:00")->offset_at(0), 2 * kHourMs);
  EXPECT_EQ(TimeZone::from_offset("-0330")->offset_at(0), -(3 * kHourMs + kHourMs / 2));
  EXPECT_EQ(TimeZone::from_offset("+2")->offset_at(0), 2 * kHourMs);
  EXPECT_EQ(TimeZone::from_offset("+530")->offset_at(0), 5 * kHourMs + kHourMs / 2);
  for (const char* text : {"", "+", "2", "+24", "+01:60", "+1:2", "Europe/Berlin", "+12345"}) {
    EXPECT_FALSE(TimeZone::from_offset(text)) << text;
  }
}

TEST(TimeZone, RulesChangeAtTheRightSecond) {
  const TimeZone berlin = rule("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(berlin.offset_at(at("2026-03-29T00:59:59.999Z")), kHourMs);
  EXPECT_EQ(berlin.offset_at(at("2026-03-29T01:00:00Z")), 2 * kHourMs);
  EXPECT_EQ(berlin.offset_at(at("2026-10-25T00:59:59Z")), 2 * kHourMs);
  EXPECT_EQ(berlin.offset_at(at("2026-10-25T01:00:00Z")), kHourMs);
  const TimeZone new_york = rule("EST5EDT,M3.2.0,M11.1.0");
  EXPECT_EQ(new_york.offset_at(at("2026-03-08T06:59:59Z")), -5 * kHourMs);
  EXPECT_EQ(new_york.offset_at(at("2026-03-08T07:00:00Z")), -4 * kHourMs);
  EXPECT_EQ(new_york.offset_at(at("2026-11-01T05:59:59Z")), -4 * kHourMs);
  EXPECT_EQ(new_york.offset_at(at("2026-11-01T06:00:00Z")), -5 * kHourMs);
}

TEST(TimeZone, RulesOfTheSouthSpanTheNewYear) {
  const TimeZone sydney = rule("AEST-10AEDT,M10.1.0,M4.1.0/3");
  EXPECT_EQ(sydney.offset_at(at("2026-01-01T00:00:00Z")), 11 * kHourMs);
  EXPECT_EQ(sydney.offset_at(at("2026-07-01T00:00:00Z")), 10 * kHourMs);
  EXPECT_EQ(sydney.offset_at(at("2026-12-31T23:59:59Z")), 11 * kHourMs);
}

TEST(TimeZone, RulesHaveOtherForms) {
  EXPECT_EQ(rule("<+0330>-3:30").offset_at(0), 3 * kHourMs + kHourMs / 2);
  EXPECT_EQ(rule("UTC0").offset_at(0), 0);
  const TimeZone julian = rule("AAA0BBB,J60/0,J300/0");  // J60 is March 1 in every year
  EXPECT_EQ(julian.offset_at(at("2024-02-29T23:59:59Z")), 0);
  EXPECT_EQ(julian.offset_at(at("2024-03-01T00:00:00Z")), kHourMs);
  EXPECT_EQ(julian.offset_at(at("2025-03-01T00:00:00Z")), kHourMs);
  const TimeZone counted = rule("AAA0BBB,59/0,300/0");  // day 59 is February 29 in leap years
  EXPECT_EQ(counted.offset_at(at("2024-02-29T00:00:00Z")), kHourMs);
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
  const std::string good = content_of(kZones + "/Europe/Berlin");
  for (std::size_t size = 0; size + 40 < good.size(); size += 7) {
    (void)TimeZone::from_tzif(good.substr(0, size));  // must not crash
  }
}

// The zone of the C library for the length of a test.
class SystemZone {
 public:
  explicit SystemZone(const std::string& path) {
    setenv("TZ", (":" + path).c_str(), 1);
    tzset();
  }
  ~SystemZone() {
    unsetenv("TZ");
    tzset();
  }
  SystemZone(const SystemZone&) = delete;
  SystemZone& operator=(const SystemZone&) = delete;

  static TimeMs offset_at(std::time_t seconds) {
    std::tm fields{};
    localtime_r(&seconds, &fields);
    return fields.tm_gmtoff * 1000;
  }
};

constexpr std::time_t kFrom = 300'000'000;     // 1979
constexpr std::time_t kUntil = 4'000'000'000;  // 2096, past the files' tables

// Around every change, and where nothing changes.
void expect_same(const TimeZone& zone, const std::string& path) {
  const SystemZone system(path);
  std::set<std::time_t> times;
  for (std::time_t time = kFrom; time < kUntil; time += 12'345'678) times.insert(time);
  for (TimeMs time = kFrom * 1000; time < kUntil * 1000;) {
    time = zone.span_at(time).until;
    if (time >= kUntil * 1000) break;
    times.insert({time / 1000 - 1, time / 1000});
  }
  for (const std::time_t time : times)
    ASSERT_EQ(zone.offset_at(time * 1000), SystemZone::offset_at(time)) << path << " " << time;
}

// All files of the system against the C library, which reads the same ones. (Those in "right" count
// leap seconds, as no clock does.)
TEST(TimeZone, AgreesWithTheSystem) {
  std::error_code none;
  int zones = 0;
  std::filesystem::recursive_directory_iterator file(kZones, none);
  for (; file != std::filesystem::recursive_directory_iterator(); ++file) {
    const std::string path = file->path().string();
    if (file->is_directory() && (file->path().filename() == "right" || path == kZones + "/posix")) {
      file.disable_recursion_pending();
    }
    if (!file->is_regular_file()) continue;
    const std::string bytes = content_of(path);
    if (!bytes.starts_with("TZif")) continue;
    const auto zone = TimeZone::from_tzif(bytes);
    ASSERT_TRUE(zone) << path;
    expect_same(*zone, path);
    if (HasFatalFailure()) return;
    ++zones;
  }
  if (zones == 0) GTEST_SKIP() << "no zone files on this machine";
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
