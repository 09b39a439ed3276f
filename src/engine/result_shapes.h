// SPDX-License-Identifier: MIT
//
// The tables behind result_shapes() of operation_results.h, by what they are about.
#pragma once

#include "engine/operation_results.h"

namespace clew {

std::span<const ResultShape> catalog_shapes();
std::span<const ResultShape> session_shapes();
std::span<const ResultShape> usage_shapes();
std::span<const ResultShape> drive_shapes();

inline constexpr std::string_view kMessageKinds =
    "prompt|queued|command|command-output|shell|shell-output|notification|interruption|"
    "hook-feedback|meta|compact-summary|compaction|notice|answer|api-error|orphan-result|"
    "attachment";

}  // namespace clew
