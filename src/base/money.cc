// SPDX-License-Identifier: MIT
#include "base/money.h"

#include <cmath>

#include "base/numbers.h"

namespace clew {
namespace {

constexpr std::int64_t kDollar = 1'000'000'000;
constexpr int kPlaces = 9;

// The last `places` digits of a number below 10^places.
std::string digits(std::uint64_t number, int places) {
  std::string text(static_cast<std::size_t>(places), '0');
  for (auto at = text.rbegin(); at != text.rend(); ++at, number /= 10) {
    *at = static_cast<char>('0' + number % 10);
  }
  return text;
}

std::string rounded(NanoUsd amount, int places) {
  std::uint64_t unit = kDollar;  // nano-dollars in the last figure shown
  std::uint64_t per_dollar = 1;
  for (int i = 0; i < places; ++i) {
    unit /= 10;
    per_dollar *= 10;
  }
  const std::uint64_t figures = (magnitude(amount) + unit / 2) / unit;
  std::string text = amount < 0 && figures > 0 ? "-$" : "$";
  text += with_thousands(static_cast<std::int64_t>(figures / per_dollar));
  return text + "." + digits(figures % per_dollar, places);
}

}  // namespace

std::optional<NanoUsd> nano_usd(double dollars) {
  constexpr double kMost = 1e9;
  if (!(dollars >= 0 && dollars <= kMost)) return std::nullopt;
  return std::llround(dollars * static_cast<double>(kDollar));
}

std::string exact_usd(NanoUsd amount) {
  const std::uint64_t size = magnitude(amount);
  std::string text = (amount < 0 ? "-" : "") + std::to_string(size / kDollar);
  std::string fraction = digits(size % kDollar, kPlaces);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (!fraction.empty()) text += "." + fraction;
  return text;
}

std::string human_usd(NanoUsd amount) {
  constexpr NanoUsd kCent = kDollar / 100;
  const bool tiny = amount != 0 && magnitude(amount) < kCent;
  return rounded(amount, tiny ? 4 : 2);
}

std::string cents_usd(NanoUsd amount) { return rounded(amount, 2); }

}  // namespace clew
