// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace clew {

// What kind of failure this is, for programs; the message is for people.
enum class ErrorCode { kNotFound, kIo, kCorrupt, kInvalid, kUnsupported, kBusy, kCancelled };

struct Error {
  ErrorCode code = ErrorCode::kIo;
  std::string message;
};

inline Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }
inline bool is_missing(const Error& error) { return error.code == ErrorCode::kNotFound; }

// A value or the reason there is none. Spelled like std::expected, which g++ 12 offers only
// with -std=c++23 and clang 14 not at all, so that a later toolchain can make this an alias.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  bool has_value() const { return state_.index() == 0; }
  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or the reason for failure.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  bool has_value() const { return !error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

// Adds what the caller knows: "reading /a/b: permission denied".
inline Error with_context(std::string context, const Error& error) {
  return {error.code, std::move(context) + ": " + error.message};
}

}  // namespace clew
