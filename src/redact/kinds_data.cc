// SPDX-License-Identifier: MIT
//
// Databases and queues as a service, and tokens and keys that belong to nobody in particular.
#include <array>

#include "redact/kind.h"

namespace clew::redact {
namespace {

constexpr std::array kDataKinds = {
    Kind{"jwt", "eyJ eyK",
         R"(ey[JK][A-Za-z0-9_-]{10,}\.ey[JK][A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,1000})", 3.5},
    Kind{
        "jwe", "eyJ eyK",
        R"(ey[JK][A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{0,1000}\.[A-Za-z0-9_-]{12,30}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,30})",
        3.5},
    Kind{"paseto", "v1. v2. v3. v4.", R"(v[1-4]\.(?:local|public)\.[A-Za-z0-9_-]{40,})", 3.5},
    Kind{"supabase-key", "sbp_", R"(sbp_(?:v0_)?[a-f0-9]{40})", 3},
    Kind{"supabase-key", "sb_secret_", R"(sb_secret_[A-Za-z0-9_-]{20,60})", 3},
    Kind{"planetscale-token", "pscale_", R"(pscale_(?:tkn|pw|oauth|otp)_[A-Za-z0-9_=.-]{32,64})",
         3.2},
    Kind{"neon-key", "napi_", R"(napi_[a-z0-9]{40,80})", 3.2},
    Kind{"neon-password", "npg_", R"(npg_[A-Za-z0-9]{10,20})", 2.8},
    Kind{"databricks-token", "dapi", R"(dapi[a-f0-9]{32}(?:-[0-9])?)", 3},
    Kind{"databricks-secret", "dose", R"(dose[a-f0-9]{32})", 3},
    Kind{"confluent-secret", "cflt", R"(cflt[A-Za-z0-9+/]{60})", 3.5},
    Kind{"elastic-key", "essu_", R"(essu_[A-Za-z0-9+/=_-]{40,120})", 3.2},
    Kind{"mongodb-service-secret", "mdb_sa_sk_", R"(mdb_sa_sk_[A-Za-z0-9_-]{38,44})", 3.2},
    Kind{"aiven-password", "AVNS_", R"(AVNS_[A-Za-z0-9_-]{19})", 3},
    Kind{"clickhouse-secret", "4b1d", R"(4b1d[A-Za-z0-9]{38})", 3.5},
    Kind{"cockroach-key", "CCDB1_", R"(CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40})", 3.2},
    Kind{"xata-key", "xau_", R"(xau_[A-Za-z0-9]{30,40})", 3.2},
    Kind{"fauna-secret", "fnA fnE", R"(fn[AE][A-Za-z0-9_-]{37})", 3.6, 0, Sure::kLikely},
    Kind{"astra-token", "AstraCS:", R"(AstraCS:[A-Za-z0-9]{20,30}:[a-f0-9]{60,70})", 3},
    Kind{"tinybird-token", "p.ey", R"(p\.eyJ[A-Za-z0-9_-]{30,300}\.[A-Za-z0-9_-]{20,60})", 3.2},
    Kind{"convex-key", "prod: dev: preview:",
         R"((?:prod|dev|preview):[a-z]+-[a-z]+-[0-9]+\|[A-Za-z0-9+/=_-]{40,200})", 3.2},
    Kind{"age-secret-key", "AGE-SECRET-KEY-", R"(AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{58,200})", 3},
    Kind{"nkey-seed", "nkey nats seed",
         R"((?i:nkey|nats|seed)[^\n]{0,40}?\b(S[UAONC][A-Z2-7]{56})\b)", 3.8},
    Kind{"bitcoin-extended-key", "xprv zprv yprv tprv", R"([xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112})",
         4},
    Kind{"ansible-vault", "$ANSIBLE_VAULT",
         R"(\$ANSIBLE_VAULT;[0-9.]+;AES256[^\n]{0,40}\n((?:\s*[0-9a-f]{20,80}\n?)+))", 0, 0,
         Sure::kCertain, nullptr, false},
    Kind{"htpasswd-hash", "$apr1$ $2a$ $2b$ $2y$",
         R"(\$(?:apr1|2[aby])\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{20,56})", 3},
    Kind{"shadow-hash", "$5$ $6$ $y$ $argon2 $pbkdf2",
         R"(\$(?:[56]|y|argon2(?:id|i|d)|pbkdf2-sha\d+)\$[A-Za-z0-9./$=,+-]{40,200})", 3.5},
};

}  // namespace

std::span<const Kind> data_kinds() { return kDataKinds; }

}  // namespace clew::redact
