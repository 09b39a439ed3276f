// SPDX-License-Identifier: MIT
#include "drive/drive_event.h"

namespace clew::drive {

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
