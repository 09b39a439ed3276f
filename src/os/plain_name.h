// SPDX-License-Identifier: MIT
//
// Names on their way to becoming paths. Ids of sessions, names in notes and in lines of transcripts
// are what somebody wrote: "..", "a/../../b", "". Only a PlainName can be joined to a folder
// (paths.h), and only a check makes one, so a name that was not checked does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace clew {

// The name of one thing in a folder: not empty, not "." or "..", without slash and NUL byte.
class PlainName {
 public:
  static std::optional<PlainName> from(std::string_view text) {
    if (!is_plain(text)) return std::nullopt;
    return PlainName(std::string(text));
  }
  static constexpr bool is_plain(std::string_view text) {
    return !text.empty() && text != "." && text != ".." &&
           text.find('/') == std::string_view::npos && text.find('\0') == std::string_view::npos;
  }

  const std::string& text() const { return text_; }
  operator std::string_view() const { return text_; }

  friend bool operator==(const PlainName& a, const PlainName& b) = default;
  friend auto operator<=>(const PlainName& a, const PlainName& b) = default;  // NOLINT(*-nullptr)
  friend bool operator==(const PlainName& a, std::string_view b) { return a.text_ == b; }

 private:
  explicit PlainName(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// What may stand after a folder: a plain name, or what is written in our own source. Borrows.
class NameView {
 public:
  NameView(const PlainName& name) : text_(name.text()) {}
  template <std::size_t N>
  consteval NameView(const char (&literal)[N]) : text_(literal, N - 1) {}

  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace clew
