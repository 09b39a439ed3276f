// SPDX-License-Identifier: MIT
//
// Shapes of answers: tokens and money. docs/json.md says more about most of them.

#include "engine/result_shapes.h"

namespace clew {
namespace {

constexpr bool kMaybe = true;  // the member may be missing

constexpr ResultField kCost[] = {
    {"usd", "number", "list price in US dollars"},
    {"complete", "flag", "false: some responses have no known price"},
    {"reportedUsd", "number", "what old lines say themselves", kMaybe},
    {"recomputedUsd", "number", "what is made of the same lines here", kMaybe}};
constexpr ResultField kUsageTokens[] = {
    {"input", "integer", "tokens sent"},
    {"output", "integer", "tokens answered"},
    {"cacheRead", "integer", "tokens from the cache"},
    {"cacheWrite5m", "integer", "to the cache for five minutes"},
    {"cacheWrite1h", "integer", "to the cache for an hour"},
    {"webSearches", "integer", "searches in the web"},
    {"thinking", "integer", "tokens thought"},
    {"total", "integer", "all tokens"}};
constexpr ResultField kUsageAmounts[] = {{"responses", "integer", "responses of the API"},
                                         {"cost", "Cost", "what they cost"}};
constexpr ResultField kModelUsage[] = {{"model", "text", "the model"}};
constexpr ResultField kUsageGroup[] = {
    {"models", "[text]", "who answered", kMaybe},
    {"subagents", "UsageAmounts", "the part of subagents", kMaybe},
    {"breakdown", "[ModelUsage]", "by model, with --breakdown", kMaybe}};
constexpr ResultField kBurnRate[] = {{"tokensPerMinute", "number", "tokens in a minute"},
                                     {"usdPerHour", "number", "US dollars in an hour"}};
constexpr ResultField kProjection[] = {{"total", "integer", "tokens at the end of the block"},
                                       {"usd", "number", "US dollars at the end of the block"}};
constexpr ResultField kUsageRow[] = {
    {"period", "text", "the day, week, month, session, project, model, tool, branch or block"},
    {"from", "text", "its first day", kMaybe},
    {"to", "text", "its last day", kMaybe},
    {"session", "text", "sessions: the id", kMaybe},
    {"project", "text", "sessions, projects: the project's key", kMaybe},
    {"file", "text", "sessions: the transcript", kMaybe},
    {"reportedTotalUsd", "number", "sessions: what the CLI said in the end", kMaybe},
    {"path", "text", "projects: the folder that was worked in", kMaybe},
    {"tool", "text", "tools: the name", kMaybe},
    {"calls", "integer", "tools: how often it was called", kMaybe},
    {"prompt", "text?", "branches: the first prompt of its own", kMaybe},
    {"start", "time?", "blocks: when it begins", kMaybe},
    {"end", "time?", "blocks: when it ends", kMaybe},
    {"active", "flag", "blocks: it is the present one", kMaybe},
    {"burnRate", "BurnRate", "blocks: how fast it is used", kMaybe},
    {"projection", "Projection", "blocks: what it will have used", kMaybe},
    {"firstAt", "time?", "time of the first response"},
    {"lastAt", "time?", "time of the last response"}};
constexpr ResultField kUnpriced[] = {{"model", "text", "the model"},
                                     {"responses", "integer", "its responses"}};
constexpr ResultField kOddity[] = {{"file", "text", "the transcript"},
                                   {"offset", "integer", "where the line begins, in bytes"},
                                   {"what", "text", "what is odd"}};
constexpr ResultField kExplainedLine[] = {{"file", "text", "the transcript"},
                                          {"offset", "integer", "where it begins, in bytes"},
                                          {"timestamp", "time?", "its time"},
                                          {"uuid", "text?", "its uuid"},
                                          {"input", "integer", "what it says of each"},
                                          {"output", "integer", ""},
                                          {"cacheRead", "integer", ""},
                                          {"cacheWrite", "integer", ""},
                                          {"cacheWrite5m", "integer", ""},
                                          {"cacheWrite1h", "integer", ""},
                                          {"webSearches", "integer", ""},
                                          {"thinking", "integer", ""},
                                          {"reportedUsd", "number", "what it says itself", kMaybe},
                                          {"counts", "[text]", "which of these figures count"}};
constexpr ResultField kPrice[] = {{"model", "text", "the model of the price list"},
                                  {"tier", "standard|fast|batch", "which of its prices"},
                                  {"longPrompt", "flag", "the prices for long prompts"},
                                  {"us", "flag", "the prices for the United States"},
                                  {"from", "text?", "since when it is valid"},
                                  {"source", "text", "where it was published"},
                                  {"date", "text", "when it was read there"}};
constexpr ResultField kPartCosts[] = {{"input", "number", "US dollars for each"},
                                      {"output", "number", ""},
                                      {"cacheRead", "number", ""},
                                      {"cacheWrite5m", "number", ""},
                                      {"cacheWrite1h", "number", ""},
                                      {"webSearches", "number", ""},
                                      {"usd", "number", "all of it"}};
constexpr ResultField kExplainedResponse[] = {
    {"messageId", "text?", "id of the message"},
    {"requestId", "text?", "id of the request"},
    {"model", "text", "who answered"},
    {"timestamp", "time?", "when"},
    {"file", "text", "the transcript that counts"},
    {"offset", "integer", "where its line begins, in bytes"},
    {"session", "text", "the session's id"},
    {"counted", "flag", "false: it belongs to another session"},
    {"subagent", "flag", "it was the answer to a subagent"},
    {"price", "Price?", "the price that was used"},
    {"cost", "PartCosts", "what it makes", kMaybe},
    {"reportedUsd", "number", "what the line says itself", kMaybe},
    {"lines", "[ExplainedLine]", "all lines that tell of it"}};
constexpr ResultField kOtherRule[] = {{"name", "text", "a way of counting"},
                                      {"description", "text", "what it does"},
                                      {"usd", "number", "what it would make"}};
constexpr ResultField kUsage[] = {
    {"kind", "daily|weekly|monthly|sessions|projects|models|tools|branches|blocks|explain",
     "what was counted by"},
    {"tz", "text", "whose days"},
    {"rows", "[UsageRow]", "the counts", kMaybe},
    {"totals", "UsageGroup", "their sum"},
    {"unpriced", "[Unpriced]", "models without a known price", kMaybe},
    {"oddities", "[Oddity]", "what was odd about the responses", kMaybe},
    {"diagnostics", "[Finding]", "what was odd about the files", kMaybe},
    {"target", "text", "explain: what was asked for", kMaybe},
    {"responses", "[ExplainedResponse]", "explain: each response", kMaybe},
    {"reportedTotalUsd", "number", "explain: what the CLI said in the end", kMaybe},
    {"otherRules", "[OtherRule]", "explain: what other ways of counting give", kMaybe}};

constexpr ResultShape kShapes[] = {
    {"Cost", "money", kCost},
    {"UsageTokens", "tokens", kUsageTokens},
    {"UsageAmounts", "tokens and money", kUsageAmounts, "UsageTokens"},
    {"ModelUsage", "tokens and money of a model", kModelUsage, "UsageAmounts"},
    {"UsageGroup", "tokens and money of a group", kUsageGroup, "UsageAmounts"},
    {"BurnRate", "how fast it goes", kBurnRate},
    {"Projection", "where it leads", kProjection},
    {"UsageRow", "a row of usage", kUsageRow, "UsageGroup"},
    {"Unpriced", "a model without a known price", kUnpriced, "UsageTokens"},
    {"Oddity", "an odd response", kOddity},
    {"ExplainedLine", "a line that tells of a response", kExplainedLine},
    {"Price", "a price", kPrice},
    {"PartCosts", "money by part", kPartCosts},
    {"ExplainedResponse", "a response and its proof", kExplainedResponse, "UsageTokens"},
    {"OtherRule", "another way of counting", kOtherRule, "UsageTokens"},
    {"Usage", "tokens and money", kUsage},
};

}  // namespace

std::span<const ResultShape> usage_shapes() { return kShapes; }

}  // namespace clew
