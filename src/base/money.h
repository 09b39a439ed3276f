// SPDX-License-Identifier: MIT
//
// Money as whole nano-dollars: sums are exact, and only what a person reads is rounded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace clew {

using NanoUsd = std::int64_t;

// A number of dollars as JSON holds it, to the nearest nano-dollar. Nothing for what is no amount:
// negative, not finite, or beyond a billion dollars.
std::optional<NanoUsd> nano_usd(double dollars);

// All figures and no more: "0.0011194", "12", "-3.5".
std::string exact_usd(NanoUsd amount);

// For people: "$12.34", "$1,234.50", and where cents would show nothing "$0.0011". Halves round up.
std::string human_usd(NanoUsd amount);

// Always two decimals: "$0.00".
std::string cents_usd(NanoUsd amount);

}  // namespace clew
