// SPDX-License-Identifier: MIT
//
// Texts that an expression of the table matches, made at run time: no test holds anything that
// looks like a secret.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew::redact {

// Knows what the table uses of RE2's language.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : state_(seed * 2 + 1) {}

  // `secret`: the part that the first group matches, or all of it.
  std::string sample(std::string_view expression, std::string& secret) {
    text_ = expression;
    at_ = 0;
    group_.clear();
    std::string out = alternatives();
    secret = group_.empty() ? out : group_;
    return out;
  }

  std::size_t below(std::size_t count) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state_ >> 33U) % count;
  }

 private:
  bool more() const { return at_ < text_.size(); }

  std::string alternatives() {
    std::vector<std::string> all = {sequence()};
    while (more() && text_[at_] == '|') {
      ++at_;
      all.push_back(sequence());
    }
    return all[below(all.size())];
  }

  std::string sequence() {
    std::string out;
    while (more() && text_[at_] != '|' && text_[at_] != ')') out += repeated();
    return out;
  }

  std::string repeated() {
    const std::size_t begin = at_;
    std::string one = atom();
    const std::size_t end = at_;
    const std::size_t times = count();
    const std::size_t behind = at_;
    std::string out;
    for (std::size_t i = 0; i < times; ++i) {
      at_ = begin;
      out += atom();
    }
    at_ = times > 0 ? behind : std::max(end, behind);
    return out;
  }

  std::size_t count() {
    if (!more()) return 1;
    std::size_t times = 1;
    if (text_[at_] == '?') {
      ++at_;
      times = 0;
    } else if (text_[at_] == '+' || text_[at_] == '*') {
      times = text_[at_++] == '+' ? 1 : 0;
    } else if (text_[at_] == '{') {
      const std::size_t close = text_.find('}', at_);
      const std::string inside(text_.substr(at_ + 1, close - at_ - 1));
      const std::size_t comma = inside.find(',');
      times = std::stoul(inside);
      // Where a few would do, as many as make a secret.
      if (comma != std::string::npos && comma + 1 < inside.size() && times > 0) {
        times = std::max(times, std::min<std::size_t>(12, std::stoul(inside.substr(comma + 1))));
      }
      // What may stand between a name and its value.
      if (times == 0 && gap_) times = 1;
      at_ = close + 1;
    } else {
      return 1;
    }
    if (more() && text_[at_] == '?') ++at_;
    return times;
  }

  std::string atom() {
    gap_ = false;
    const char c = text_[at_++];
    if (c == '(') return group();
    if (c == '[') return one_of(set());
    if (c == '\\') return escape(text_[at_++]);
    if (c == '.') return "x";
    if (c == '^' || c == '$') return "";
    return std::string(1, c);
  }

  std::string group() {
    bool captures = true;
    if (text_.substr(at_).starts_with("?")) {
      captures = false;
      const std::size_t end = text_.find_first_of(":)", at_);
      at_ = end + 1;
      if (text_[end] == ')') return "";
    }
    std::string out = alternatives();
    ++at_;
    if (captures && group_.empty()) group_ = out;
    return out;
  }

  std::string escape(char c) {
    switch (c) {
      case 's':
        return " ";
      case 'S':
        return one_of("abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRST23456789");
      case 'd':
        return one_of("0123456789");
      case 'b':
        return "";
      case 'n':
        return "\n";
      case 'r':
        return "\r";
      default:
        return std::string(1, c);
    }
  }

  std::string set() {
    std::string all;
    const bool not_these = text_[at_] == '^';
    if (not_these) ++at_;
    for (bool first = true; first || text_[at_] != ']'; first = false) {
      char c = text_[at_++];
      if (c == '\\') c = text_[at_++];
      if (text_[at_] == '-' && text_[at_ + 1] != ']') {
        const char last = text_[at_ + 1];
        at_ += 2;
        for (; c < last; ++c) all += c;
      }
      all += c;
    }
    ++at_;
    gap_ = not_these && all == "n";
    if (gap_) return " ";
    if (not_these) return "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRST23456789";
    // Signs at the ends of a text may be taken for something else.
    std::string plain;
    for (const char c : all) {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) plain += c;
    }
    return plain.empty() ? all : plain;
  }

  std::string one_of(const std::string& set) { return std::string(1, set[below(set.size())]); }

  std::uint64_t state_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::string group_;
  bool gap_ = false;  // the last set was all but the end of a line
};

}  // namespace clew::redact
