// SPDX-License-Identifier: MIT
//
// RE2 builds states as it meets them and keeps them within max_mem. Where a text needs ever new
// ones it falls back to stepping through the whole program for each byte: some 6 ns for each
// instruction. That is what the size of a piece is made for.
#include "search/regex.h"

#include <algorithm>
#include <re2/re2.h>

#include "search/regex_literals.h"

namespace clew {
namespace {

constexpr std::size_t kLongestPattern = 1000;
constexpr std::int64_t kMostMemory = std::int64_t{4} << 20;
// Of the compiled program. "a.{0,1000}b" has 9,000.
constexpr int kMostInstructions = 10'000;
// For one call, in instructions times bytes: 20 ms at worst.
constexpr std::size_t kMostSteps = 3'000'000;
constexpr std::size_t kSmallestPiece = std::size_t{2} << 10;
constexpr std::size_t kLargestPiece = std::size_t{256} << 10;
// Lines up to so many pieces are looked at whole where pieces of them took no longer than this.
constexpr std::size_t kLongLine = 8;
constexpr std::int64_t kFast = 10'000'000;

RE2::Options options_for(bool ignore_case, std::int64_t memory) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(memory);
  options.set_case_sensitive(!ignore_case);
  options.set_never_nl(true);
  return options;
}

std::string_view explain(RE2::ErrorCode code, std::string_view part) {
  switch (code) {
    case RE2::ErrorBadEscape:
      return part.size() > 1 && part[1] >= '1' && part[1] <= '9'
                 ? "back references are not supported"
                 : "no such escape";
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
      return "no such class or range of characters";
    case RE2::ErrorMissingBracket:
      return "this [ is not closed";
    case RE2::ErrorMissingParen:
      return "this ( is not closed";
    case RE2::ErrorUnexpectedParen:
      return "this ) was not opened";
    case RE2::ErrorTrailingBackslash:
      return "a \\ at the end";
    case RE2::ErrorRepeatArgument:
      return "nothing to repeat";
    case RE2::ErrorRepeatSize:
      return "it repeats more than 1,000 times";
    case RE2::ErrorRepeatOp:
      return "a repetition cannot be repeated; write (?:a+)+";
    case RE2::ErrorBadPerlOp:
      return "this kind of group is not supported; (?:a), (?i) and (?P<name>a) are";
    case RE2::ErrorBadUTF8:
      return "it is not valid UTF-8";
    case RE2::ErrorBadNamedCapture:
      return "a group's name is made of letters, digits and _, and stands once";
    default:
      return "it cannot be understood";
  }
}

// Checks the syntax only: whatever is right is given up as too large.
constexpr std::int64_t kNoMemory = 16;
class Syntax {
 public:
  explicit Syntax(std::string_view pattern)
      : re_(std::string(pattern), options_for(false, kNoMemory)) {}
  bool is_right() const { return re_.ok() || re_.error_code() == RE2::ErrorPatternTooLarge; }
  RE2::ErrorCode code() const { return re_.error_code(); }
  const std::string& part() const { return re_.error_arg(); }

 private:
  RE2 re_;
};

// RE2 says what is wrong and quotes it, but not where that stands. It reads from left to right:
// where the shortest of the beginnings ends that all have the mistake, there it is.
std::size_t find_mistake(std::string_view pattern, RE2::ErrorCode code) {
  std::size_t end = pattern.size();
  while (end > 0 && Syntax(pattern.substr(0, end - 1)).code() == code) --end;
  const std::string part = Syntax(pattern.substr(0, end)).part();
  const bool quoted = part.size() < end && pattern.substr(0, end).ends_with(part);
  std::size_t at = end - (quoted && !part.empty() ? part.size() : std::min<std::size_t>(end, 1));
  while (at > 0 && (static_cast<unsigned char>(pattern[at]) & 0xC0U) == 0x80) --at;
  return at;
}

std::size_t piece_for(int instructions) {
  const auto size = static_cast<std::size_t>(std::max(instructions, 1));
  return std::clamp(kMostSteps / size, kSmallestPiece, kLargestPiece);
}

// Nanoseconds that this thread has worked: what others do on the machine must not change an answer.
std::int64_t thread_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

bool inside_character(std::string_view text, std::size_t at) {
  return at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
}

}  // namespace

struct Regex::Compiled {
  explicit Compiled(const std::string& pattern, bool ignore_case)
      : re(pattern, options_for(ignore_case, kMostMemory)) {}
  RE2 re;
  std::size_t piece = 0;
  std::vector<std::string> required;
};

std::optional<Regex> Regex::compile(std::string_view pattern, bool ignore_case, Problem& problem) {
  const auto refuse = [&problem](std::string_view message, std::size_t at) {
    problem = {"this regular expression " + std::string(message), at};
    return std::nullopt;
  };
  if (pattern.size() > kLongestPattern) return refuse("is too long", 0);
  if (const Syntax syntax(pattern); !syntax.is_right()) {
    return refuse("is wrong: " + std::string(explain(syntax.code(), syntax.part())),
                  find_mistake(pattern, syntax.code()));
  }
  // In front it changes what ^ and $ mean, and nothing else.
  const std::string by_lines = "(?m)" + std::string(pattern);
  auto compiled = std::make_shared<Compiled>(by_lines, ignore_case);
  if (!compiled->re.ok() || compiled->re.ProgramSize() > kMostInstructions) {
    return refuse("is too large: less would do of what stands in {} and of classes such as \\pL",
                  0);
  }
  compiled->piece = piece_for(compiled->re.ProgramSize());
  compiled->required = required_literals(by_lines, ignore_case, compiled->re.options());
  return Regex(std::move(compiled));
}

const std::vector<std::string>& Regex::required() const { return compiled_->required; }

std::size_t Regex::piece() const { return compiled_->piece; }

std::optional<Regex::Range> Regex::find_in(std::string_view text, const Range& piece) const {
  re2::StringPiece match;
  // Anchors and \b look at the whole text, not at the piece.
  if (!compiled_->re.Match({text.data(), text.size()}, piece.first, piece.second, RE2::UNANCHORED,
                           &match, 1))
    return std::nullopt;
  auto begin = static_cast<std::size_t>(match.data() - text.data());
  std::size_t last = begin + match.size();
  while (inside_character(text, begin)) --begin;  // \C takes bytes
  while (inside_character(text, last)) ++last;
  return Range(begin, last);
}

// Where to go on after a match.
std::size_t Regex::after(std::string_view text, const Range& match) {
  std::size_t next = std::max(match.second, match.first + 1);
  while (inside_character(text, next)) ++next;
  return next;
}

bool Regex::each_in(std::string_view text, Range range, StopToken stop, const Take& take) const {
  for (std::size_t at = range.first; at <= range.second && !stop.is_stopped();) {
    const auto found = find_in(text, {at, range.second});
    if (!found) return true;
    if (!take(*found)) return false;
    at = after(text, *found);
  }
  return true;
}

// Pieces that overlap find what is short. What is longer is looked for in the line as a whole, if
// the pieces went so fast that this will not take long either.
bool Regex::each_in_long_line(std::string_view text, Range line, StopToken stop,
                              const Take& take) const {
  const std::size_t piece = compiled_->piece;
  const std::int64_t begun = thread_time();
  bool any = false;
  for (std::size_t at = line.first; at < line.second && !stop.is_stopped();) {
    const auto found = find_in(text, {at, std::min(at + piece, line.second)});
    if (found && !take(*found)) return false;
    any = any || found;
    at = found ? after(text, *found) : at + piece / 2;
  }
  const bool quick =
      line.second - line.first <= kLongLine * piece && thread_time() - begun <= kFast;
  return any || !quick || each_in(text, line, stop, take);
}

void Regex::find_all(std::string_view text, StopToken stop, const Take& take) const {
  for (std::size_t from = 0; from <= text.size() && !stop.is_stopped();) {
    std::size_t end = text.size();
    bool long_line = false;
    if (end - from > compiled_->piece) {
      // As many lines as fit into a piece.
      const std::size_t last = text.substr(from, compiled_->piece).rfind('\n');
      long_line = last == std::string_view::npos;
      end = long_line ? std::min(text.find('\n', from), text.size()) : from + last;
    }
    const bool go_on = long_line ? each_in_long_line(text, {from, end}, stop, take)
                                 : each_in(text, {from, end}, stop, take);
    if (!go_on) return;
    from = end + 1;
  }
}

}  // namespace clew
