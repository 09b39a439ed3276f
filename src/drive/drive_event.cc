// SPDX-License-Identifier: MIT
#include "drive/drive_event.h"

#include <array>

namespace clew::drive {

std::string_view name_of(const Event& event) {
  constexpr std::array<std::string_view, std::variant_size_v<decltype(Event::what)>> kNames = {
      "started",    "init",         "message-start", "block-start",        "delta",
      "block-stop", "message-stop", "message",       "permission-request", "permission-gone",
      "status",     "retry",        "report",        "control-reply",      "trouble",
      "result",     "ended"};
  return kNames[event.what.index()];
}

std::string_view name_of(Delta::Kind kind) {
  switch (kind) {
    case Delta::Kind::kText:
      return "text";
    case Delta::Kind::kThinking:
      return "thinking";
    case Delta::Kind::kToolInput:
      return "tool-input";
  }
  return "";
}

std::string_view name_of(Trouble::Kind kind) {
  switch (kind) {
    case Trouble::Kind::kGarbage:
      return "garbage";
    case Trouble::Kind::kTooLong:
      return "too-long";
    case Trouble::Kind::kUnasked:
      return "unasked";
    case Trouble::Kind::kRefused:
      return "refused";
    case Trouble::Kind::kErrorOutput:
      return "error-output";
    case Trouble::Kind::kUnwilling:
      return "unwilling";
  }
  return "";
}

}  // namespace clew::drive
