// SPDX-License-Identifier: MIT
//
// What the files of a keep are called. keep/<machine>/000001.zst is a pack, 000001.jsonl beside it
// its manifest; a machine writes below its own name only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "os/path_below.h"
#include "os/plain_name.h"

namespace clew {

PlainName pack_name(std::uint32_t number);
PlainName manifest_name(std::uint32_t number);
// The number of a manifest's name; nothing for other names.
std::optional<std::uint32_t> manifest_number(std::string_view name);
std::optional<std::uint32_t> pack_number(std::string_view name);  // likewise

// In the folder of a machine: its key, locked (key_lock.h). Where it is, everything is encrypted.
inline constexpr NameView kKeyFile = "key.json";
// What a sealed frame is bound to.
std::string frame_place(std::uint32_t pack, std::uint64_t at);

}  // namespace clew
