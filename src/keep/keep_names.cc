// SPDX-License-Identifier: MIT
#include "keep/keep_names.h"

#include <charconv>

#include <fmt/format.h>

namespace clew {
namespace {

constexpr std::string_view kManifestEnd = ".jsonl";
constexpr std::string_view kPackEnd = ".zst";

PlainName numbered(std::uint32_t number, std::string_view end) {
  return *PlainName::from(fmt::format("{:06}{}", number, end));
}

std::optional<std::uint32_t> number_of(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return std::nullopt;
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size() - ending.size();
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  const bool good = error == std::errc() && rest == end && number > 0;
  return good && numbered(number, ending) == name ? std::optional(number) : std::nullopt;
}

}  // namespace

PlainName pack_name(std::uint32_t number) { return numbered(number, kPackEnd); }
PlainName manifest_name(std::uint32_t number) { return numbered(number, kManifestEnd); }

std::string frame_place(std::uint32_t pack, std::uint64_t at) {
  return fmt::format("frame {} {}", pack, at);
}

std::optional<std::uint32_t> manifest_number(std::string_view name) {
  return number_of(name, kManifestEnd);
}
std::optional<std::uint32_t> pack_number(std::string_view name) {
  return number_of(name, kPackEnd);
}

}  // namespace clew
