// SPDX-License-Identifier: MIT
//
// Registries of packages and images.
#include <array>

#include "redact/kind.h"

namespace clew::redact {
namespace {

constexpr std::array kRegistryKinds = {
    Kind{"npm-token", "npm_", R"(npm_[A-Za-z0-9]{36})", 3},
    Kind{"npm-token", "_authtoken",
         R"((?i:_authToken)["']?\s*[=:]\s*["']?([A-Za-z0-9._=/+-]{20,500}))", 3},
    Kind{"npm-auth", "_auth _password", R"(:_(?:auth|password)\s*=\s*["']?([A-Za-z0-9+/=]{8,400}))",
         2.5, 1},
    Kind{"pypi-token", "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZ",
         R"(pypi-(?:AgEIcHlwaS5vcmc|AgENdGVzdC5weXBpLm9yZ)[A-Za-z0-9_-]{40,1000})", 3.2},
    Kind{"rubygems-key", "rubygems_", R"(rubygems_[a-f0-9]{48})", 3},
    Kind{"crates-token", "cio", R"(cio[A-Za-z0-9]{32})", 3.6},
    Kind{"nuget-key", "oy2", R"(oy2[a-z0-9]{43})", 3.2},
    Kind{"docker-token", "dckr_pat_ dckr_oat_", R"(dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40})", 3.2},
    Kind{"clojars-token", "CLOJARS_", R"(CLOJARS_[a-f0-9]{60})", 3},
    Kind{"packagist-token", "packagist_",
         R"(packagist_(?:org_)?(?:ac|o[ru][sw]|ut|uww|usw)_?[a-f0-9]{30,80})", 3},
    Kind{"hex-token", "hexpm_", R"(hexpm_[A-Za-z0-9]{30,64})", 3},
    Kind{"jsr-token", "jsrd_ jsrp_", R"(jsr[dp]_[A-Za-z0-9]{30,50})", 3},
    Kind{"cloudsmith-key", "csa_", R"(csa_[A-Za-z0-9]{38,42})", 3},
    Kind{
        "anaconda-token", "anaconda",
        R"((?i:anaconda)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-z]{2}-[0-9a-f]{8}-[0-9a-f-]{27}))",
        3},
    Kind{"docker-config-auth", "\"auth\"", R"re("auth"\s*:\s*"([A-Za-z0-9+/]{12,400}={0,2})")re", 3,
         0, Sure::kLikely, nullptr, false},
    Kind{"cratesio-token", "cargo_registry_token",
         R"((?i:cargo_registry_token)["']?\s*[=:]\s*["']?([A-Za-z0-9]{20,40}))", 3},
    Kind{"homebrew-token", "homebrew_github_api_token",
         R"((?i:homebrew_github_api_token)["']?\s*[=:]\s*["']?([A-Za-z0-9_]{20,90}))", 3},
};

}  // namespace

std::span<const Kind> registry_kinds() { return kRegistryKinds; }

}  // namespace clew::redact
