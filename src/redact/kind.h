// SPDX-License-Identifier: MIT
//
// The kinds of secrets whose shape tells them, by what their providers say about it: one row each,
// in one file for each family of providers. Secrets that only their surroundings tell are in
// context.h.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace clew::redact {

// How sure a finding is.
enum class Sure {
  kPossible,  // a word nearby tells
  kLikely,    // a name or a header tells, or the shape is common
  kCertain,   // nothing else has this shape, or its checksum is right
};
std::string_view to_string(Sure sure);

struct Kind {
  std::string_view name;        // in labels: "github-token"
  std::string_view keywords;    // separated by spaces; a text without any has none of this kind
  std::string_view expression;  // of RE2; a group, if there is one, is the secret
  double entropy = 0;           // in bits per character; less is a placeholder
  std::size_t lead = 0;         // how many bytes of the secret may stand before the keyword
  Sure sure = Sure::kCertain;
  bool (*check)(std::string_view secret) = nullptr;  // what an expression cannot say
  bool whole = true;  // letters and digits must not go on at either side
};

// Instead of keywords: wherever base64 of a text begins, because nothing in the secret is fixed.
inline constexpr std::string_view kBase64Text = "\x01";

// The families, each in its own file.
std::span<const Kind> chat_kinds();
std::span<const Kind> cloud_kinds();
std::span<const Kind> code_kinds();
std::span<const Kind> data_kinds();
std::span<const Kind> model_kinds();
std::span<const Kind> monitoring_kinds();
std::span<const Kind> office_kinds();
std::span<const Kind> payment_kinds();
std::span<const Kind> registry_kinds();
std::span<const Kind> service_kinds();
std::span<const Kind> tool_kinds();
std::span<const Kind> url_kinds();

// The rows of all families.
std::vector<Kind> all_kinds();

// The names of kinds that have no row: those of headers, names and prose, and of key blocks.
std::span<const std::string_view> context_kinds();

}  // namespace clew::redact
