// SPDX-License-Identifier: MIT
//
// Clouds, hosting, infrastructure.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::array kCloudKinds = {
    Kind{"aws-access-key", "AKIA ASIA ABIA ACCA", R"((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})", 2.8},
    Kind{"aws-session-token", "IQoJb3JpZ2lu FwoGZXIvYXdz",
         R"((?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9/+]{60,}={0,2})", 3.5},
    Kind{"aws-mws-token", "amzn.mws.",
         R"(amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"aws-bedrock-key", "ABSK", R"(ABSK[A-Za-z0-9+/]{100,300}={0,2})", 3.5},
    Kind{"aws-bedrock-key", "bedrock-api-key-", R"(bedrock-api-key-[A-Za-z0-9+/_=-]{40,1000})",
         3.5},
    Kind{"aws-appsync-key", "da2-", R"(da2-[a-z0-9]{26})", 3},
    Kind{"firebase-server-key", ":APA91b", R"(AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,160})",
         3.2, 11},
    Kind{"google-api-key", "AIza", R"(AIza[0-9A-Za-z_-]{35})", 3},
    Kind{"google-oauth-secret", "GOCSPX-", R"(GOCSPX-[A-Za-z0-9_-]{28})", 3},
    Kind{"google-access-token", "ya29.", R"(ya29\.[A-Za-z0-9_-]{20,})", 3.2},
    Kind{"google-refresh-token", "1//", R"(1//0[A-Za-z0-9_-]{30,200})", 3.5},
    Kind{"google-auth-code", "4/0A", R"(4/0A[A-Za-z0-9_-]{50,200})", 3.5},
    Kind{"azure-client-secret", "Q~", R"([A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})", 3.5, 4},
    Kind{"azure-storage-key", "accountkey",
         R"((?i:AccountKey)["']?\s{0,2}[=:]\s{0,2}["']?([A-Za-z0-9/+]{40,100}={0,2}))", 3.5},
    Kind{"azure-shared-access-key", "sharedaccesskey",
         R"((?i:SharedAccessKey)=([A-Za-z0-9/+]{30,100}={0,2}))", 3.5},
    Kind{"azure-sas-signature", "sig=", R"([?&;]sig=([A-Za-z0-9%/+_-]{40,100}={0,2}))", 3.2, 1},
    Kind{"azure-resource-key", "ACDb +ABa +AMC +ASt APIM",
         R"([A-Za-z0-9/+]{76}(?:APIM|ACDb|\+(?:ABa|AMC|ASt))[A-Za-z0-9/+]{5}[AQgw]==)", 3.5, 76},
    Kind{"azure-hub-key", "AIoT +ASb +AEh +ARm",
         R"([A-Za-z0-9/+]{33}(?:AIoT|\+(?:ASb|AEh|ARm))[A-Za-z0-9/+]{5}=)", 3.5, 33},
    Kind{"azure-function-key", "AzFu", R"([A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5}[AQgw]==)", 3.5, 44},
    Kind{"azure-search-key", "AzSe", R"([A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5})", 3.5, 42},
    Kind{"azure-registry-key", "+ACR", R"([A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5})", 3.5, 42},
    Kind{"azure-cache-key", "AzCa", R"([A-Za-z0-9]{33}AzCa[A-P][A-Za-z0-9]{5}=)", 3.5, 33},
    Kind{"azure-openai-key", "JQQJ99",
         R"([A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{10}AAAB[A-Za-z0-9]{0,8}ACOG[A-Za-z0-9]{4})", 3.5, 52},
    Kind{"azure-devops-token", "AZDO", R"([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})", 3.5, 76},
    Kind{"digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", R"(do[opr]_v1_[a-f0-9]{64})", 3},
    Kind{"digitalocean-spaces-key", "DO00 DO801", R"(DO(?:00|801)[A-Z0-9]{16,17})", 3},
    Kind{"heroku-key", "HRKU-", R"(HRKU-[A-Za-z0-9_-]{36,70})", 3},
    Kind{"cloudflare-origin-key", "v1.0-", R"(v1\.0-[a-f0-9]{24}-[a-f0-9]{146})", 3},
    Kind{"cloudflare-token", "cfut_ cfat_ cfk_", R"(cf(?:ut|at|k)_[A-Za-z0-9_-]{36,80})", 3.2},
    Kind{"alibaba-access-key", "LTAI", R"(LTAI[A-Za-z0-9]{12,26})", 3},
    Kind{"tencent-secret-id", "AKID", R"(AKID[A-Za-z0-9]{32})", 3.2},
    Kind{"yandex-api-key", "AQVN", R"(AQVN[A-Za-z0-9_-]{35,38})", 3.2},
    Kind{"yandex-iam-token", "t1.", R"(t1\.[A-Za-z0-9_-]{20,300}={0,2}\.[A-Za-z0-9_-]{86}={0,2})",
         3.5},
    Kind{"yandex-static-key", "YCAJE YCM YCN YCO YCP", R"(YC(?:AJE|[MNOP])[A-Za-z0-9_-]{20,38})",
         3.2},
    Kind{"yandex-oauth-token", "y0_ y1_ y2_ y3_", R"(y[0-3]_[A-Za-z0-9_-]{50,60})", 3.5},
    Kind{"ibm-api-key", "ApiKey-",
         R"(ApiKey-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"scaleway-access-key", "SCW", R"(SCW[A-Z0-9]{17})", 3},
    Kind{"fly-token", "fm1a_ fm1r_ fm2_", R"(fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{40,1000})", 3.5},
    Kind{"fly-token", "fo1_", R"(fo1_[A-Za-z0-9_-]{43})", 3.5},
    Kind{"vercel-token", "vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_",
         R"((?:vercel_blob_rw_|vc[piark]_)[A-Za-z0-9_]{24,80})", 3.2},
    Kind{"netlify-token", "nfp_ nfc_ nfo_ nfu_ nfb_", R"(nf[pcoub]_[A-Za-z0-9_]{36,60})", 3.2},
    Kind{"render-key", "rnd_", R"(rnd_[A-Za-z0-9]{28,40})", 3.2},
    Kind{"terraform-token", ".atlasv1.", R"([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70})", 3.5,
         14},
    Kind{"vault-token", "hvs. hvb. hvr.", R"(hv[sbr]\.[A-Za-z0-9_-]{24,300})", 3.2},
    Kind{"vault-token", "s.", R"(s\.[A-Za-z0-9]{24})", 3.7, 0, Sure::kLikely,
         [](std::string_view s) {
           const Makeup m = makeup(s);
           return m.digits >= 1 && m.upper >= 2 && m.lower >= 4 && m.turns >= 8;
         }},
    Kind{"pulumi-token", "pul-", R"(pul-[a-f0-9]{40})", 3},
    Kind{"doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.",
         R"(dp\.(?:pt|ct|sa|scim|audit|said|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,44})", 3.2},
    Kind{
        "infisical-token", "st.",
        R"(st\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[0-9a-f]{32}\.[0-9a-f]{32})"},
    Kind{"onepassword-service-token", "ops_ey", R"(ops_eyJ[A-Za-z0-9+/_-]{100,1000}={0,3})", 3.5},
    Kind{
        "onepassword-secret-key", "A3-",
        R"(A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})",
        3},
    Kind{
        "bitwarden-token", "0.",
        R"(0\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==)"},
    Kind{"openshift-token", "sha256~", R"(sha256~[A-Za-z0-9_-]{43})", 3.5},
    Kind{"harness-token", "pat. sat.",
         R"([ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20})", 3.5},
    Kind{"tailscale-key", "tskey-",
         R"(tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{24,50})", 3},
    Kind{"ngrok-token", "ngrok",
         R"((?i:ngrok)[^\n]{0,40}?\b([12][A-Za-z0-9]{26}_[A-Za-z0-9]{21,23}))", 3.5},
    Kind{"okta-token", "SSWS", R"((?:SSWS\s+)(00[A-Za-z0-9_-]{40}))", 3.5},
    Kind{"prefect-key", "pnu_ pnb_", R"(pn[ub]_[A-Za-z0-9]{36})", 3.2},
    Kind{"infracost-key", "ico-", R"(ico-[A-Za-z0-9]{32})", 3.2},
    Kind{"octopus-key", "API-", R"(API-[A-Z0-9]{25,40})", 3.4},
    Kind{"spacelift-key", "spacelift", R"((?i:spacelift)[^\n]{0,40}?\b([0-9a-f]{64})\b)", 3},
    Kind{
        "coder-token", "coder_session coder-session",
        R"((?i:coder_session_token|coder-session-token)["']?\s*[=:]\s*["']?([A-Za-z0-9]{10}-[A-Za-z0-9]{22}))",
        3},
};

}  // namespace

std::span<const Kind> cloud_kinds() { return kCloudKinds; }

}  // namespace clew::redact
