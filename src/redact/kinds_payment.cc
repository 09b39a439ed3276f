// SPDX-License-Identifier: MIT
//
// Payments, shops, banks.
#include <array>

#include "redact/kind.h"

namespace clew::redact {
namespace {

constexpr std::array kPaymentKinds = {
    Kind{"stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
         R"([sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250})", 3},
    Kind{"stripe-key", "sk_org_", R"(sk_org_(?:live|test)_[A-Za-z0-9]{20,250})", 3},
    Kind{"stripe-webhook-secret", "whsec_", R"(whsec_[A-Za-z0-9+/=_-]{24,100})", 3.2},
    Kind{"square-token", "sq0atp- sq0csp- sq0idp-",
         R"(sq0(?:atp-[A-Za-z0-9_-]{22}|csp-[A-Za-z0-9_-]{43}))", 3.2},
    Kind{"square-token", "EAAA", R"(EAAA[A-Za-z0-9_-]{60})", 3.4},
    Kind{"braintree-token", "access_token$",
         R"(access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32})"},
    Kind{"razorpay-key", "rzp_live_ rzp_test_", R"(rzp_(?:live|test)_[A-Za-z0-9]{14,24})", 3},
    Kind{
        "plaid-token", "access-sandbox- access-production- access-development-",
        R"(access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_ shpua_",
         R"(shp(?:at|ca|pa|ss|tka|ua)_[A-Fa-f0-9]{32,40})", 3},
    Kind{"mollie-key", "live_ test_", R"((?:live|test)_[A-Za-z0-9]{30})", 3.6, 0, Sure::kLikely},
    Kind{"lob-key", "live_ test_", R"((?:live|test)_(?:pub_)?[a-f0-9]{31,35})", 3, 0,
         Sure::kLikely},
    Kind{"gocardless-token", "live_ sandbox_", R"((?:live|sandbox)_[A-Za-z0-9_-]{40})", 3.6, 0,
         Sure::kLikely},
    Kind{"checkout-key", "sk_sbox_", R"(sk_sbox_[a-z0-9*#$=]{26,27})", 3},
    Kind{
        "paddle-key", "pdl_",
        R"(pdl_(?:live|sdbx)_(?:apikey|client)?_?[a-z0-9]{20,30}_[A-Za-z0-9]{20,24}_[A-Za-z0-9]{3})",
        3.2},
    Kind{"flutterwave-key", "FLWSECK", R"(FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}-X)", 3},
    Kind{"shippo-token", "shippo_live_ shippo_test_", R"(shippo_(?:live|test)_[a-fA-F0-9]{40})", 3},
    Kind{"easypost-key", "EZAK EZTK", R"(EZ[AT]K[A-Za-z0-9]{54})", 3.2},
    Kind{"duffel-token", "duffel_live_ duffel_test_", R"(duffel_(?:live|test)_[A-Za-z0-9_=-]{43})",
         3.2},
    Kind{"adyen-key", "AQE", R"(AQE[a-z][A-Za-z0-9+/=_-]{80,250})", 3.8},
    Kind{
        "paypal-secret", "paypal",
        R"((?i:paypal)[A-Za-z_ -]{0,24}(?i:secret)[A-Za-z_]{0,8}["']?\s*[=:]\s*["']?(E[A-Za-z0-9_-]{79}))",
        3.5},
    Kind{"coinbase-key", "organizations/", R"(organizations/[0-9a-f-]{36}/apiKeys/[0-9a-f-]{36})"},
    Kind{"polar-token", "polar_oat_ polar_pat_ polar_at_",
         R"(polar_(?:oat|pat|at)_[A-Za-z0-9]{30,60})", 3.2},
    Kind{"revenuecat-key", "sk_", R"(sk_[A-Za-z]{28,32})", 3.8, 0, Sure::kLikely},
    Kind{"printful-key", "printful",
         R"((?i:printful)[A-Za-z_ -]{0,20}["']?\s*[=:]\s*["']?([A-Za-z0-9]{40})\b)", 3.5, 0,
         Sure::kLikely},
    Kind{"live-mode-key", "_live_ _prod_ _secret_ _sk_ _pat_ _key_ _token_",
         R"([a-z][a-z0-9]{1,11}_(?:live|prod|secret|sk|pat|key|token)_[A-Za-z0-9]{20,120})", 3.4,
         12, Sure::kLikely},
};

}  // namespace

std::span<const Kind> payment_kinds() { return kPaymentKinds; }

}  // namespace clew::redact
