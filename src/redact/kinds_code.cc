// SPDX-License-Identifier: MIT
//
// Where code is hosted, built and checked.
#include <array>

#include "redact/kind.h"

namespace clew::redact {
namespace {

constexpr std::array kCodeKinds = {
    Kind{"github-token", "ghp_ gho_ ghu_ ghs_ ghr_", R"(gh[pousr]_[A-Za-z0-9]{36,255})", 3},
    Kind{"github-token", "github_pat_", R"(github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})", 3},
    Kind{"github-app-token", "ghs_", R"(ghs_[A-Za-z0-9]{1,20}_eyJ[A-Za-z0-9_.-]{60,1000})", 3},
    Kind{"gitlab-token", "glpat-",
         R"(glpat-[A-Za-z0-9_-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9})?)", 3},
    Kind{
        "gitlab-token",
        "gldt- glrt- glrtr- glcbt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- glptt-",
        R"(gl(?:dt|rt|rtr|cbt|ft|imt|agent|oas|soat|ffct|wt|ptt)-(?:t[0-9]_)?[A-Za-z0-9_-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9})?)",
        3},
    Kind{"gitlab-runner-token", "GR1348941", R"(GR1348941[A-Za-z0-9_-]{20})", 3},
    Kind{"bitbucket-token", "ATBB", R"(ATBB[A-Za-z0-9_=]{28,40})", 3.2},
    Kind{"bitbucket-token", "ATCTT3", R"(ATCTT3[A-Za-z0-9_=-]{150,250})", 3.5},
    Kind{"atlassian-token", "ATATT3 ATOA", R"((?:ATATT3|ATOA)[A-Za-z0-9_=-]{60,250})", 3.5},
    Kind{"circleci-token", "CCIPAT_ CCIPRJ_", R"(CCIP(?:AT|RJ)_[A-Za-z0-9]{18,24}_[a-f0-9]{40})",
         3},
    Kind{"buildkite-token", "bkua_ bkaj_ bkpt_ bkct_ bkat_",
         R"(bk(?:ua|aj|pt|ct|at)_[A-Za-z0-9_-]{32,100})", 3},
    Kind{"sonar-token", "squ_ sqp_ sqa_", R"(sq[upa]_[a-f0-9]{40})", 3},
    Kind{"snyk-token", "snyk_uat. snyk_sat.", R"(snyk_[us]at\.[a-z0-9]{8}\.[A-Za-z0-9_.-]{40,})",
         3},
    Kind{
        "sourcegraph-token", "sgp_ sgs_ slk_ sgd_",
        R"((?:sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}|sgs_[a-f0-9]{40}|slk_[a-f0-9]{64}|sgd_[a-f0-9]{64}))",
        3},
    Kind{"deno-token", "ddp_ ddo_ ddw_", R"(dd[pow]_[A-Za-z0-9]{36,40})", 3},
    Kind{"jfrog-key", "AKCp", R"(AKCp[A-Za-z0-9]{50,80})", 3.5},
    Kind{"jfrog-reference-token", "cmVmdGtuO", R"(cmVmdGtuO[A-Za-z0-9]{50,70})", 3.5},
    Kind{"gitea-token", "gitea forgejo codeberg",
         R"((?i:gitea|forgejo|codeberg)[A-Za-z_ -]{0,20}["']?\s*[=:]\s*["']?([0-9a-f]{40})\b)", 3,
         0, Sure::kLikely},
    Kind{"jenkins-token", "jenkins", R"((?i:jenkins)[^\n]{0,40}?\b(11[0-9a-f]{32})\b)", 3, 0,
         Sure::kLikely},
    Kind{"cursor-key", "crsr_", R"(crsr_[A-Za-z0-9]{40,80})", 3},
    Kind{
        "codecov-token", "codecov",
        R"((?i:codecov)[A-Za-z_ -]{0,20}["']?\s*[=:]\s*["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
        3, 0, Sure::kLikely},
    Kind{"chromatic-token", "chpt_", R"(chpt_[a-f0-9]{12,20})", 2.5},
    Kind{"expo-token", "expo_ expo-",
         R"((?i:expo[_-])[A-Za-z_ -]{0,20}["']?\s*[=:]\s*["']?([A-Za-z0-9_-]{40})\b)", 3.5, 0,
         Sure::kLikely},
};

}  // namespace

std::span<const Kind> code_kinds() { return kCodeKinds; }

}  // namespace clew::redact
