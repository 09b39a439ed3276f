// SPDX-License-Identifier: MIT
//
// Providers of models, and what people build beside them.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

// "sk-" begins names of style sheets and parts of words too.
bool made_by_machine(std::string_view secret) {
  return secret.size() > 3 && strength(secret.substr(3)) == Strength::kStrong;
}

constexpr std::array kModelsKinds = {
    Kind{"anthropic-key", "sk-ant-",
         R"(sk-ant-(?:api|admin|oat|ort|sid|usr)[0-9]{2}-[A-Za-z0-9_-]{20,300})", 3.2},
    Kind{"openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-",
         R"(sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300})", 3.2},
    Kind{"openai-key", "T3BlbkFJ", R"(sk-[A-Za-z0-9_-]{16,120}T3BlbkFJ[A-Za-z0-9_-]{16,120})", 3.2,
         140},
    Kind{"openai-session", "sess-", R"(sess-[A-Za-z0-9]{40})", 3.2},
    Kind{"openrouter-key", "sk-or-v1-", R"(sk-or-v1-[a-f0-9]{64})", 3},
    Kind{"langfuse-key", "sk-lf-",
         R"(sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", 3},
    Kind{"deepseek-key", "sk-", R"(sk-[a-f0-9]{32})", 3},
    Kind{"siliconflow-key", "sk-", R"(sk-[a-z]{48})", 3.6},
    Kind{"gemini-key", "AQ.Ab8", R"(AQ\.Ab8[A-Za-z0-9_-]{40,80})", 3.2},
    Kind{"volcengine-key", "AKLT", R"(AKLT[A-Za-z0-9]{40,48})", 3.2},
    Kind{"model-api-key", "sk-", R"(sk-[A-Za-z0-9_-]{24,200})", 3.2, 0, Sure::kLikely,
         made_by_machine},
    Kind{"huggingface-token", "hf_", R"(hf_[A-Za-z0-9]{30,40})", 3.2},
    Kind{"huggingface-token", "api_org_", R"(api_org_[A-Za-z0-9]{34})", 3.2},
    Kind{"replicate-token", "r8_", R"(r8_[A-Za-z0-9]{37,40})", 3.2},
    Kind{"groq-key", "gsk_", R"(gsk_[A-Za-z0-9]{48,56})", 3.2},
    Kind{"perplexity-key", "pplx-", R"(pplx-[A-Za-z0-9]{40,64})", 3.2},
    Kind{"xai-key", "xai-", R"(xai-[A-Za-z0-9]{60,100})", 3.2},
    Kind{"together-key", "tgp_v1_", R"(tgp_v1_[A-Za-z0-9_-]{40,50})", 3.2},
    Kind{"fireworks-key", "fw_ fpk_", R"((?:fw|fpk)_[A-Za-z0-9]{20,48})", 3.4, 0, Sure::kLikely},
    Kind{"cerebras-key", "csk-", R"(csk-[a-z0-9]{40,56})", 3.2},
    Kind{"nvidia-key", "nvapi-", R"(nvapi-[A-Za-z0-9_-]{60,72})", 3.2},
    Kind{"voyage-key", "pa-", R"(pa-[A-Za-z0-9_-]{43})", 3.8, 0, Sure::kLikely, made_by_machine},
    Kind{"jina-key", "jina_", R"(jina_[A-Za-z0-9_-]{50,70})", 3.2},
    Kind{"elevenlabs-key", "sk_", R"(sk_[a-f0-9]{48})", 3},
    Kind{"langsmith-key", "lsv2_", R"(lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10})", 3},
    Kind{"langsmith-key", "ls__", R"(ls__[a-f0-9]{32})", 3},
    Kind{"wandb-key", "wandb_v1_", R"(wandb_v1_[A-Za-z0-9_]{60,100})", 3.2},
    Kind{"wandb-key", "wandb",
         R"((?i:wandb)[A-Za-z_ -]{0,20}["']?\s*[=: ]\s*["']?([0-9a-f]{40})\b)", 3, 0,
         Sure::kLikely},
    Kind{"pinecone-key", "pcsk_", R"(pcsk_[A-Za-z0-9_]{50,80})", 3.2},
    Kind{"cursor-key", "key_", R"(key_[a-f0-9]{64})", 3},
    Kind{"tavily-key", "tvly-", R"(tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{28,48})", 3},
    Kind{"firecrawl-key", "fc-", R"(fc-[a-f0-9]{32})", 3},
    Kind{"brave-search-key", "BSA", R"(BSA[A-Za-z0-9_-]{24,30})", 3.6, 0, Sure::kLikely,
         made_by_machine},
    Kind{"runpod-key", "rpa_", R"(rpa_[A-Z0-9]{30,50}[A-Za-z0-9]{0,12})", 3.2},
    Kind{"modal-token", "ak- as-", R"(a[ks]-[A-Za-z0-9]{22})", 3.6, 0, Sure::kLikely,
         made_by_machine},
    Kind{"anyscale-key", "esecret_", R"(esecret_[A-Za-z0-9]{20,60})", 3.2},
    Kind{"e2b-key", "e2b_", R"(e2b_[a-f0-9]{40})", 3},
    Kind{"mem0-key", "m0-", R"(m0-[A-Za-z0-9]{40})", 3.2, 0, Sure::kLikely, made_by_machine},
    Kind{"llama-cloud-key", "llx-", R"(llx-[A-Za-z0-9]{40,60})", 3.2},
    Kind{"helicone-key", "sk-helicone-",
         R"(sk-helicone-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7})", 3},
    Kind{"braintrust-key", "sk-bt-", R"(sk-bt-[A-Za-z0-9]{40,60})", 3.2},
    Kind{"stability-key", "sk-stability-", R"(sk-stability-[A-Za-z0-9_-]{20,80})", 3.2},
    Kind{"poe-key", "pb-", R"(pb-[A-Za-z0-9_-]{43})", 3.8, 0, Sure::kLikely, made_by_machine},
};

}  // namespace

std::span<const Kind> model_kinds() { return kModelsKinds; }

}  // namespace clew::redact
