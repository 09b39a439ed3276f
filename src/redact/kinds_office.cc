// SPDX-License-Identifier: MIT
//
// Planning, documents, design.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

bool mixed_with_digits(std::string_view secret) {
  const Makeup made = makeup(secret);
  return made.digits >= 2 && made.letters() >= 6 && made.turns >= 6;
}

constexpr std::array kOfficeKinds = {
    Kind{"linear-key", "lin_api_ lin_oauth_ lin_wh_", R"(lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64})",
         3.2},
    Kind{"notion-token", "ntn_", R"(ntn_[A-Za-z0-9]{40,56})", 3.2},
    Kind{"notion-token", "secret_", R"(secret_[A-Za-z0-9]{43})", 3.6, 0, Sure::kCertain,
         mixed_with_digits},
    Kind{"asana-token", "0/1 1/1 2/1", R"([0-2]/1[0-9]{11,19}(?:/[0-9]{12,20})?:[0-9a-f]{32})", 3},
    Kind{"airtable-token", "pat", R"(pat[A-Za-z0-9]{14}\.[a-f0-9]{64})", 3},
    Kind{"figma-token", "figd_ figu_ figo_", R"(fig[duo]_[A-Za-z0-9_-]{38,64})", 3.2},
    Kind{"figma-token", "figma",
         R"((?i:figma)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([0-9]{6}-[0-9a-f]{8}-[0-9a-f-]{27}))",
         3},
    Kind{"clickup-token", "pk_", R"(pk_[0-9]{5,10}_[A-Z0-9]{32})", 3},
    Kind{"trello-token", "ATTA", R"(ATTA[a-f0-9]{64,72})", 3},
    Kind{"postman-key", "PMAK-", R"(PMAK-[a-f0-9]{24}-[a-f0-9]{34})", 3},
    Kind{"readme-key", "rdme_", R"(rdme_[a-z0-9]{70})", 3.2},
    Kind{
        "coda-token", "coda",
        R"((?i:coda)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
        3, 0, Sure::kLikely},
    Kind{
        "calendly-token", "calendly",
        R"((?i:calendly)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?(eyJ[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{20,800}\.[A-Za-z0-9_-]{20,400}))",
        3},
    Kind{
        "shortcut-token", "shortcut_api shortcut-token",
        R"((?i:shortcut_api_token|shortcut-token)["']?\s*[=:]\s*["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
        3},
    Kind{"canva-secret", "cnvca", R"(cnvca[A-Za-z0-9_-]{40,60})", 3.2},
    Kind{"miro-token", "miro",
         R"((?i:miro)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?(eyJ[A-Za-z0-9_.-]{30,80}))", 3, 0,
         Sure::kLikely},
};

}  // namespace

std::span<const Kind> office_kinds() { return kOfficeKinds; }

}  // namespace clew::redact
