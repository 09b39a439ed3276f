// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace clew {

// Cuts bytes into chunks of a few hundred where their content says so, so that a passage that
// stands in two files is cut alike in both wherever it stands. Nothing that is kept depends on
// where it cuts: another rule only finds fewer chunks again.
inline constexpr std::size_t kLeastChunk = 64;
inline constexpr std::size_t kMostChunk = 8192;

// How long the first chunk is; all of it when that is no more than the least.
std::size_t first_chunk(std::string_view bytes);

}  // namespace clew
