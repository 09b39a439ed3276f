// SPDX-License-Identifier: MIT
//
// Logs, metrics, errors, flags, product analytics.
#include <array>

#include "redact/kind.h"

namespace clew::redact {
namespace {

constexpr std::array kMonitoringKinds = {
    Kind{"grafana-token", "glc_", R"(glc_[A-Za-z0-9+/]{32,400}={0,3})", 3.2},
    Kind{"grafana-token", "glsa_", R"(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})", 3.2},
    Kind{"grafana-key", "eyJrIjoi", R"(eyJrIjoi[A-Za-z0-9+/]{60,400}={0,3})", 3.2},
    Kind{"newrelic-key", "NRAK- NRRA- NRSP", R"((?:NRAK-|NRRA-|NRSP-?)[A-Za-z0-9]{24,44})", 3},
    Kind{"newrelic-key", "NRII- NRIQ- NRJS-", R"(NR(?:II|IQ)-[A-Za-z0-9_-]{32}|NRJS-[a-f0-9]{19})",
         3},
    Kind{"newrelic-license", "NRAL", R"([a-fA-F0-9]{36}NRAL|[a-z]{2}[0-9]{2}xx[a-f0-9]{30}NRAL)", 3,
         36},
    Kind{"datadog-key", "ddapp_ ddpat_ ddsat_", R"(dd(?:app|pat|sat)_[A-Za-z0-9]{30,60})", 3},
    Kind{
        "datadog-key", "datadog dd_api dd_app dd-api dd-app",
        R"((?i:datadog|dd[_-]a(?:pi|pp))[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{40}|[a-f0-9]{32})\b)",
        3},
    Kind{"sentry-token", "sntrys_", R"(sntrys_eyJ[A-Za-z0-9+/=_-]{60,400})", 3.2},
    Kind{"sentry-token", "sntryu_ sntrya_ sntryi_", R"(sntry[uai]_[a-f0-9]{64})", 3},
    Kind{"dynatrace-token", "dt0c0 dt0s0 dt0a0 dt0e0",
         R"(dt0[csae]0[0-9]\.[A-Z0-9]{8,24}\.[A-Z0-9]{64})", 3},
    Kind{"honeycomb-key", "hcaik_ hcxik_ hcbik_ hcalk_ hcamk_",
         R"(hc(?:ai|xi|bi|al|am)k_[a-z0-9]{26,64})", 3.2},
    Kind{"launchdarkly-key", "sdk- api- mob-",
         R"((?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})", 0},
    Kind{"posthog-key", "phx_ phs_", R"(ph[xs]_[A-Za-z0-9]{40,60})", 3.2},
    Kind{"segment-token", "sgp_", R"(sgp_[A-Za-z0-9]{64})", 3.5},
    Kind{
        "splunk-token", "splunk",
        R"((?i:Splunk)[ :"']{1,3}([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}))",
        3},
    Kind{"sumologic-key", "sumo",
         R"((?i:sumo)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?(su[A-Za-z0-9]{12}|[A-Za-z0-9]{64})\b)",
         3.2},
    Kind{
        "pagerduty-key", "pagerduty pd_",
        R"((?i:pagerduty|pd_)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([A-Za-z0-9_+-]{20}|[a-f0-9]{32})\b)",
        3.2, 0, Sure::kLikely},
    Kind{
        "opsgenie-key", "genie",
        R"((?i:GenieKey|opsgenie[A-Za-z_ -]{0,24}["']?\s*[=:])\s*["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
        3, 4},
    Kind{"rollbar-token", "rollbar",
         R"((?i:rollbar)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{32})\b)", 3, 0,
         Sure::kLikely},
    Kind{"logdna-key", "logdna",
         R"((?i:logdna)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{32})\b)", 3, 0,
         Sure::kLikely},
    Kind{"axiom-token", "xaat- xapt-",
         R"(xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    Kind{"checkly-key", "cu_", R"(cu_[a-f0-9]{32})", 3},
    Kind{"statsig-key", "secret- console-", R"((?:secret|console)-[A-Za-z0-9]{40,48})", 3.6},
    Kind{"amplitude-key", "amplitude",
         R"((?i:amplitude)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{32})\b)", 3, 0,
         Sure::kLikely},
    Kind{"mixpanel-secret", "mixpanel",
         R"((?i:mixpanel)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([a-f0-9]{32})\b)", 3, 0,
         Sure::kLikely},
};

}  // namespace

std::span<const Kind> monitoring_kinds() { return kMonitoringKinds; }

}  // namespace clew::redact
