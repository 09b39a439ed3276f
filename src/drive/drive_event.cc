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

std::string_view name_of(StreamFinding::Kind kind) {
  switch (kind) {
    case StreamFinding::Kind::kGarbage:
      return "garbage";
    case StreamFinding::Kind::kTooLong:
      return "too-long";
    case StreamFinding::Kind::kUnasked:
      return "unasked";
    case StreamFinding::Kind::kRefused:
      return "refused";
    case StreamFinding::Kind::kErrorOutput:
      return "error-output";
    case StreamFinding::Kind::kDidNotEnd:
      return "unwilling";
  }
  return "";
}

}  // namespace clew::drive
