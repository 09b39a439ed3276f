// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clew {

// The user of the open connection from `local` to `remote` in the text of /proc/net/tcp or tcp6;
// both are written as there ("0100007F:1CCD"). Ends that were closed have no user any more.
std::optional<std::uint32_t> find_tcp_user(std::string_view table, std::string_view local,
                                           std::string_view remote);

}  // namespace clew
