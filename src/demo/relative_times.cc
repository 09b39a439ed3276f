// SPDX-License-Identifier: MIT

#include "demo/relative_times.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace clew::demo {
namespace {

struct Unit {
  std::string_view name;
  TimeMs length;
};

constexpr std::array<Unit, 5> kUnits = {
    {{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};

constexpr std::size_t kLongest = 40;  // "{now -9999d 23h 59m 59s 999ms}" and some more

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// "1d 2h"; the units go down.
std::optional<TimeMs> parse_span(std::string_view text) {
  TimeMs sum = 0;
  const Unit* unit = kUnits.begin();
  for (;;) {
    TimeMs count = 0;
    const auto number = std::from_chars(text.data(), text.data() + text.size(), count);
    if (number.ec != std::errc{} || count < 0 || count > 9999) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(number.ptr - text.data()));
    const std::string_view name = text.substr(0, text.find(' '));
    unit = std::find_if(unit, kUnits.end(), [name](const Unit& u) { return u.name == name; });
    if (unit == kUnits.end()) return std::nullopt;
    sum += count * unit->length;
    ++unit;
    text.remove_prefix(name.size());
    if (text.empty()) return sum;
    text.remove_prefix(1);
  }
}

enum class Form { kNow, kDay, kMs };

struct Moment {
  Form form;
  TimeMs before;  // now
};

// What is between the braces.
std::optional<Moment> parse_moment(std::string_view text) {
  Moment moment{};
  if (take(text, "now")) {
    moment.form = Form::kNow;
  } else if (take(text, "day")) {
    moment.form = Form::kDay;
  } else if (take(text, "ms")) {
    moment.form = Form::kMs;
  } else {
    return std::nullopt;
  }
  if (text.empty()) return moment;
  if (!take(text, " -")) return std::nullopt;
  const auto before = parse_span(text);
  if (!before) return std::nullopt;
  moment.before = *before;
  return moment;
}

std::string written(Form form, TimeMs time) {
  switch (form) {
    case Form::kNow:
      return '"' + format_iso(time) + '"';
    case Form::kDay:
      return '"' + format_iso(time).substr(0, 10) + '"';
    case Form::kMs:
      return std::to_string(time);
  }
  return {};
}

}  // namespace

FilledText fill_times(std::string_view text, TimeMs now) {
  constexpr std::string_view kOpen = "\"{";
  constexpr std::string_view kClose = "}\"";
  FilledText filled;
  filled.text.reserve(text.size());
  for (;;) {
    const std::size_t open = text.find(kOpen);
    if (open == std::string_view::npos) break;
    const std::string_view inside = text.substr(open + kOpen.size(), kLongest);
    const std::size_t length = inside.find(kClose);
    const auto moment =
        length == std::string_view::npos ? std::nullopt : parse_moment(inside.substr(0, length));
    if (!moment) {  // some other string that begins with a brace
      filled.text += text.substr(0, open + kOpen.size());
      text.remove_prefix(open + kOpen.size());
      continue;
    }
    const TimeMs time = now - moment->before;
    filled.text += text.substr(0, open);
    filled.text += written(moment->form, time);
    filled.newest = std::max(filled.newest.value_or(time), time);
    text.remove_prefix(open + kOpen.size() + length + kClose.size());
  }
  filled.text += text;
  return filled;
}

}  // namespace clew::demo
