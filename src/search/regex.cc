// SPDX-License-Identifier: MIT
#include "search/regex.h"

#include <algorithm>
#include <array>
#include <regex.h>
#include <vector>

// The address sanitizer looks for a NUL at the end of the text, which REG_STARTEND does without.
#if defined(__SANITIZE_ADDRESS__)
#define CLEW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define CLEW_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define CLEW_ADDRESS_SANITIZER 0
#endif

namespace clew {
namespace {

// \d is the one common class that the C library does not know.
std::string posix_form(const std::string& pattern) {
  std::string out;
  bool in_brackets = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      const char next = pattern[++i];
      if (next == 'd') {
        out += in_brackets ? "0-9" : "[0-9]";
      } else if (next == 'D' && !in_brackets) {
        out += "[^0-9]";
      } else if (next == 't' || next == 'n') {
        out += next == 't' ? '\t' : '\n';
      } else {
        out += c;
        out += next;
      }
      continue;
    }
    if (c == '[') in_brackets = true;
    if (c == ']') in_brackets = false;
    out += c;
  }
  return out;
}

// How large the expression is for the C library, which writes x{5} as five x and x+ as two: x++++
// are sixteen. About: what is wrong with the expression is said by the library.
class UnrolledSize {
 public:
  explicit UnrolledSize(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i) i = take(pattern, i);
    while (!outer_.empty()) close();
  }
  double size() const { return size_; }

 private:
  // Returns the place of the last character that belongs to it.
  std::size_t take(std::string_view pattern, std::size_t at) {
    switch (pattern[at]) {
      case '(':
        outer_.push_back(size_);
        size_ = last_ = 0;
        return at;
      case ')':
        if (!outer_.empty()) close();
        return at;
      case '+':
        repeat(2);
        return at;
      case '{':
        return take_count(pattern, at);
      case '[': {
        const std::size_t end = pattern.find(']', std::min(at + 2, pattern.size()));
        add(1);
        return end == std::string_view::npos ? at : end;
      }
      default:
        add(1);
        return pattern[at] == '\\' ? at + 1 : at;
    }
  }

  std::size_t take_count(std::string_view pattern, std::size_t at) {
    const std::size_t end = pattern.find('}', at);
    if (end == std::string_view::npos) return at;
    double most = 1;
    double number = 0;
    for (const char c : pattern.substr(at + 1, end - at)) {
      const bool digit = c >= '0' && c <= '9';
      number = digit ? number * 10 + (c - '0') : 0;
      most = std::max(most, number);
    }
    repeat(most);
    return end;
  }

  void add(double size) {
    last_ = size;
    size_ += size;
  }
  void repeat(double times) {
    size_ += last_ * (times - 1);
    last_ *= times;
  }
  void close() {
    const double inner = size_ + 1;
    size_ = outer_.back();
    outer_.pop_back();
    add(inner);
  }

  double size_ = 0;
  double last_ = 0;  // what a repetition repeats
  std::vector<double> outer_;
};

}  // namespace

struct Regex::Impl {
  regex_t compiled;
  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { ::regfree(&compiled); }
};

Regex::Regex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

Result<Regex> Regex::compile(const std::string& pattern, bool ignore_case) {
  constexpr std::size_t kLongest = 1000;
  // Its memory grows with the square of this: x? that are all left out.
  constexpr double kLargest = 2000;
  if (pattern.size() > kLongest) {
    return Error{ErrorCode::kInvalid, "this regular expression is too long"};
  }
  if (pattern.find('\0') != std::string::npos) {
    return Error{ErrorCode::kInvalid, "a regular expression cannot hold a NUL"};
  }
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    // Back references cost time without bound.
    if (pattern[i] == '\\' && pattern[i + 1] >= '1' && pattern[i + 1] <= '9') {
      return Error{ErrorCode::kInvalid, "back references are not supported"};
    }
  }
  const std::string posix = posix_form(pattern);
  if (UnrolledSize(posix).size() > kLargest) {
    return Error{ErrorCode::kInvalid,
                 "this regular expression repeats too much: the product of what stands in {} and "
                 "of nested + is too large"};
  }
  auto impl = std::make_unique<Impl>();
  const int flags = REG_EXTENDED | REG_NEWLINE | (ignore_case ? REG_ICASE : 0);
  const int failed = ::regcomp(&impl->compiled, posix.c_str(), flags);
  if (failed != 0) {
    std::array<char, 200> reason{};
    ::regerror(failed, &impl->compiled, reason.data(), reason.size());
    // Nothing is there to be freed.
    (void)::regcomp(&impl->compiled, "x", REG_EXTENDED);
    return Error{ErrorCode::kInvalid,
                 "this regular expression is wrong: " + std::string(reason.data())};
  }
  return Regex(std::move(impl));
}

std::optional<std::pair<std::size_t, std::size_t>> Regex::find(std::string_view text,
                                                               std::size_t from) const {
  if (from > text.size()) return std::nullopt;
  std::array<regmatch_t, 1> match{};
  match[0].rm_so = static_cast<regoff_t>(from);
  match[0].rm_eo = static_cast<regoff_t>(text.size());
  const int flags = REG_STARTEND | (from > 0 && text[from - 1] != '\n' ? REG_NOTBOL : 0);
  const char* begin = text.data();
#if CLEW_ADDRESS_SANITIZER
  const std::string copy(text);
  begin = copy.c_str();
#endif
  if (::regexec(&impl_->compiled, begin, 1, match.data(), flags) != 0) return std::nullopt;
  return std::pair(static_cast<std::size_t>(match[0].rm_so),
                   static_cast<std::size_t>(match[0].rm_eo));
}

}  // namespace clew
