// SPDX-License-Identifier: MIT
//
// Mail, telephone, maps, files, customers.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

bool mixed(std::string_view secret) {
  const Makeup made = makeup(secret);
  return made.letters() >= 4 && made.turns >= 6;
}

constexpr std::array kServiceKinds = {
    Kind{"sendgrid-key", "SG.", R"(SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64})", 3.2},
    Kind{"mailgun-key", "key-", R"(key-[a-f0-9]{32})", 3},
    Kind{"mailgun-key", "mailgun",
         R"((?i:mailgun)[^\n]{0,60}?([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}))", 3},
    Kind{"mailchimp-key", "-us", R"([0-9a-f]{32}-us[0-9]{1,2})", 3, 32},
    Kind{"mandrill-key", "md-", R"(md-[A-Za-z0-9_-]{22})", 3.4, 0, Sure::kLikely, mixed},
    Kind{"brevo-key", "xkeysib- xsmtpsib-", R"(x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16})", 3},
    Kind{"resend-key", "re_", R"(re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32})", 3.4, 0, Sure::kCertain,
         [](std::string_view s) { return makeup(s).turns >= 8; }},
    Kind{"klaviyo-key", "pk_", R"(pk_[a-f0-9]{34})", 3},
    Kind{"twilio-key", "SK", R"(SK[0-9a-f]{32})", 3},
    Kind{"telnyx-key", "KEY0", R"(KEY0[0-9A-F]{30,34}_[A-Za-z0-9]{20,24})", 3},
    Kind{"plivo-token", "plivo",
         R"((?i:plivo)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([A-Za-z0-9]{40})\b)", 3.4, 0,
         Sure::kLikely},
    Kind{"mapbox-token", "sk.ey", R"(sk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{16,40})", 3.2},
    Kind{"dropbox-token", "sl.", R"(sl\.(?:u\.|B)?[A-Za-z0-9_-]{80,})", 3.8},
    Kind{"hubspot-token", "pat-na pat-eu pat-ap",
         R"(pat-(?:na|eu|ap)[0-9]-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"salesforce-token", "00D", R"(00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60,120})", 3.5},
    Kind{"zendesk-token", "zendesk",
         R"((?i:zendesk)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([A-Za-z0-9]{40})\b)", 3.4, 0,
         Sure::kLikely},
    Kind{"intercom-token", "dG9rOg", R"(dG9rOg[A-Za-z0-9+/]{40,90}={0,2})", 3.4},
    Kind{"adobe-secret", "p8e-", R"(p8e-[A-Za-z0-9_-]{32})", 3.2},
    Kind{"frameio-token", "fio-u-", R"(fio-u-[A-Za-z0-9_-]{64})", 3.2},
    Kind{"cloudinary-url", "cloudinary://", R"(cloudinary://[0-9]{10,20}:([A-Za-z0-9_-]{20,40})@)",
         3},
    Kind{"contentful-token", "CFPAT-", R"(CFPAT-[A-Za-z0-9_-]{43})", 3.2},
    Kind{"sanity-token", "sk", R"(sk[A-Za-z0-9]{76,180})", 4.2, 0, Sure::kLikely, mixed},
    Kind{"storyblok-token", "storyblok",
         R"((?i:storyblok)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([A-Za-z0-9]{22,28}tt))", 3.2},
    Kind{"webflow-token", "webflow",
         R"((?i:webflow)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([0-9a-f]{64})\b)", 3, 0,
         Sure::kLikely},
    Kind{"apify-token", "apify_api_", R"(apify_api_[A-Za-z0-9]{30,50})", 3.2},
    Kind{"rapidapi-key", "jsn", R"([a-f0-9]{10}msh[a-f0-9]{15}p1[a-f0-9]{5}jsn[a-f0-9]{12})", 3,
         35},
    Kind{"typeform-token", "tfp_", R"(tfp_[A-Za-z0-9_.=-]{40,80})", 3.2},
    Kind{"onesignal-key", "os_v2_", R"(os_v2_(?:app|org)_[a-z0-9]{80,120})", 3.2},
    Kind{"knock-key", "sk_", R"(sk_(?:test_)?[A-Za-z0-9_-]{43})", 3.8, 0, Sure::kLikely, mixed},
    Kind{"svix-key", "svix_", R"(svix_[A-Za-z0-9_-]{20,60})", 3.2},
    Kind{"clerk-key", "sk_live_ sk_test_", R"(sk_(?:live|test)_[A-Za-z0-9]{40,60})", 3},
    Kind{
        "auth0-token", "auth0",
        R"((?i:auth0)[A-Za-z_ -]{0,24}(?i:secret|token)[A-Za-z_]{0,8}["']?\s*[=:]\s*["']?([A-Za-z0-9_-]{48,80})\b)",
        3.5},
    Kind{"here-maps-key", "here_api",
         R"((?i:here_api_?key|here_apikey)["']?\s*[=:]\s*["']?([A-Za-z0-9_-]{43}))", 3.4},
    Kind{"riot-key", "RGAPI-",
         R"(RGAPI-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"flickr-key", "flickr",
         R"((?i:flickr)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{32})\b)", 3, 0,
         Sure::kLikely},
    Kind{"defined-networking-token", "dnkey-", R"(dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52})",
         3.2},
    Kind{"scalingo-token", "tk-us-", R"(tk-us-[A-Za-z0-9_-]{48})", 3.2},
    Kind{"stripe-client-secret", "_secret_",
         R"((?:seti|pi|cs|src|acct)_[A-Za-z0-9]{14,30}_secret_[A-Za-z0-9]{20,40})", 3.2, 36},
};

}  // namespace

std::span<const Kind> service_kinds() { return kServiceKinds; }

}  // namespace clew::redact
