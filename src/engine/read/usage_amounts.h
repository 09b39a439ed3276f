// SPDX-License-Identifier: MIT
//
// Tokens and money as answers have them. Money is written exactly, never through a double.
#pragma once

#include "engine/read/session_answers.h"
#include "usage/report.h"

namespace clew {

template <class Get>
constexpr auto as_usd(Get get) {
  return [get](const auto& owner) { return ExactNumber{exact_usd(std::invoke(get, owner))}; };
}
inline std::optional<ExactNumber> usd_if_reported(NanoUsd amount) {
  if (amount == kNotReported) return std::nullopt;
  return ExactNumber{exact_usd(amount)};
}

struct CostOfTally {
  const Tally* tally = nullptr;

  // What old lines say themselves, and what is made of the same lines here.
  std::optional<ExactNumber> if_reported(NanoUsd Tally::*amount) const {
    if (tally->reported <= 0) return std::nullopt;
    return ExactNumber{exact_usd(tally->*amount)};
  }
};
template <>
inline constexpr auto kDescription<CostOfTally> = describe(
    "Cost", "money",
    field("usd", "list price in US dollars", as_usd(through(&CostOfTally::tally, &Tally::cost))),
    field("complete", "false: some responses have no known price",
          [](const CostOfTally& c) { return c.tally->unpriced == 0; }),
    field_if_any("reportedUsd", "what old lines say themselves",
                 [](const CostOfTally& c) { return c.if_reported(&Tally::reported); }),
    field_if_any("recomputedUsd", "what is made of the same lines here",
                 [](const CostOfTally& c) { return c.if_reported(&Tally::recomputed); }));

template <>
inline constexpr auto kDescription<Tally> = describe(
    "UsageAmounts", "tokens and money", all_of(&Tally::tokens),
    field("responses", "responses of the API", &Tally::responses),
    field("cost", "what they cost", [](const Tally& tally) { return CostOfTally{&tally}; }));

}  // namespace clew
