// SPDX-License-Identifier: MIT
#include "catalog/finding.h"

namespace clew {

std::string_view name_of(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kNoRoot:
      return "no-root";
    case Finding::Kind::kUnreadable:
      return "unreadable";
    case Finding::Kind::kVanished:
      return "vanished";
    case Finding::Kind::kBrokenLink:
      return "broken-link";
    case Finding::Kind::kSameFolderTwice:
      return "same-folder-twice";
    case Finding::Kind::kNotAnId:
      return "not-an-id";
    case Finding::Kind::kNotAUuid:
      return "not-a-uuid";
    case Finding::Kind::kSameIdTwice:
      return "same-id-twice";
    case Finding::Kind::kNoConversation:
      return "no-conversation";
    case Finding::Kind::kDamaged:
      return "damaged";
  }
  return "unreadable";
}

}  // namespace clew
