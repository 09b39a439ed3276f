// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "transcript/entry.h"

namespace clew {

// The `type` of a line as Clew understands it. One table; what is not in it is kUnknown.
EntryType entry_type(std::string_view name);

// The name of a type that has but one; empty for the others.
std::string_view only_name_of(EntryType type);

// The `type` of a content block.
BlockKind block_kind(std::string_view name);

}  // namespace clew
