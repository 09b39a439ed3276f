// SPDX-License-Identifier: MIT
#include "keep/keep_names.h"

#include <charconv>

#include <fmt/format.h>

namespace clew {
namespace {

constexpr std::string_view kManifestEnd = ".jsonl";

PlainName numbered(std::uint32_t number, std::string_view end) {
  return *PlainName::from(fmt::format("{:06}{}", number, end));
}

}  // namespace

PlainName pack_name(std::uint32_t number) { return numbered(number, ".zst"); }
PlainName manifest_name(std::uint32_t number) { return numbered(number, kManifestEnd); }

std::string frame_place(std::uint32_t pack, std::uint64_t at) {
  return fmt::format("frame {} {}", pack, at);
}

std::optional<std::uint32_t> manifest_number(std::string_view name) {
  if (!name.ends_with(kManifestEnd)) return std::nullopt;
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size() - kManifestEnd.size();
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  const bool good = error == std::errc() && rest == end && number > 0;
  return good && manifest_name(number) == name ? std::optional(number) : std::nullopt;
}

}  // namespace clew
