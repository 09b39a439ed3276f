// SPDX-License-Identifier: MIT
//
// What is shown to others: secrets are found and decided about, and left out.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/export/export_operation.h"
#include "engine/redact/redact_answers.h"
#include "engine/table/rows.h"

namespace clew {
namespace {

const Param kKeepParam{.name = "keep",
                       .type = ParamType::kTextList,
                       .help =
                           "do not hide this: the number of a finding, a label such as "
                           "'github-token 1', or a kind; may be given again",
                       .value = "WHAT"};
const Param kHideParam{.name = "hide",
                       .type = ParamType::kTextList,
                       .help = "hide this, whatever was decided about its kind",
                       .value = "WHAT"};
const Param kUndecidedParam{.name = "undecided",
                            .type = ParamType::kTextList,
                            .help = "forget what was decided about this",
                            .value = "WHAT"};
Param typed_only(Param param) {
  param.local = true;
  return param;
}
const Param kLiteralParam{.name = "literal",
                          .type = ParamType::kTextList,
                          .help = "also hide this text; may be given again",
                          .value = "TEXT"};
const Param kExpressionParam{
    .name = "expression",
    .type = ParamType::kTextList,
    .help = "also hide what this expression (RE2) matches, or its first group",
    .value = "EXPRESSION"};
const Param kAlsoParam{.name = "also",
                       .type = ParamType::kTextList,
                       .help = "also hide what is no secret but tells who and where somebody is",
                       .value = "WHAT",
                       .choices = {"email", "ip", "home", "host"}};
const Param kWithoutParam{.name = "without",
                          .type = ParamType::kTextList,
                          .help = "do not look for this kind; may be given again",
                          .value = "KIND"};

}  // namespace

std::vector<Operation> export_rows() {
  return {
      {.name = "redact",
       .help = "List the secrets of a session, and hide or keep them",
       .description =
           "Lists every place of a session where a key, token, password or private key "
           "stands, in its "
           "transcript, those of its subagents and its copies of files, decoded where "
           "it must be: with "
           "what stands around it, its kind and how sure that is. A secret is never "
           "shown whole. All of "
           "them are hidden in what is exported, the same one by the same label "
           "everywhere; --keep takes "
           "one out of that, --hide puts it back. These decisions are remembered as "
           "salted hashes. With "
           "--output it writes copies without secrets, with --all of all sessions but those "
           "you hid.",
       .params = {kMaybeSessionParam,
                  typed_only(kKeepParam),
                  typed_only(kHideParam),
                  typed_only(kUndecidedParam),
                  kLiteralParam,
                  kExpressionParam,
                  kAlsoParam,
                  kWithoutParam,
                  {.name = "output",
                   .letter = 'o',
                   .help = "write copies without secrets below this folder, at the places they "
                           "have below their root",
                   .value = "FOLDER",
                   .local = true},
                  kAllParam,
                  kHiddenParam},
       .examples = {{"clew redact @1", "what of the newest session must not be shown around"},
                    {"clew redact @1 --keep 'password 2'", "this one is no secret"},
                    {"clew redact @1 --output /tmp/share", "copies without secrets"}},
       .rows = rows_of<redact_answer>("places"),
       .handler = answers<redact_answer>()},
      {.name = "scan",
       .help = "Find secrets in all sessions",
       .description = "Looks for keys, tokens, passwords and private keys in all sessions of a "
                      "project, with --all "
                      "of all projects, kept ones included, and lists each once with its places, "
                      "the oldest first, "
                      "so that it can be changed where it is used. A secret is never shown whole. "
                      "The exit code is "
                      "1 when something was found.",
       .params = {kAllParam, kHiddenParam, kLiteralParam, kExpressionParam, kAlsoParam,
                  kWithoutParam},
       .examples = {{"clew scan --all", "every secret in every session"}},
       .rows = rows_of<scan_answer>("secrets"),
       .handler = answers<scan_answer>()},
      {.name = "decide",
       .help = "Keep or hide secrets of a session in what is exported",
       .description =
           "Decides about secrets that `clew redact` lists, by the number of a place, the label of "
           "a secret ('github-token 1', in all sessions) or a kind. The narrowest decision counts, "
           "and all are remembered as salted hashes. `clew redact --keep` does the same.",
       .params = {kSessionParam, kKeepParam, kHideParam, kUndecidedParam, kLiteralParam,
                  kExpressionParam, kAlsoParam, kWithoutParam},
       .examples = {{"clew decide @1 --keep 'password 2'", "this one is no secret"}},
       .read_only = false,
       .handler = answers<decide_answer>()},
      {.name = "export",
       .help = "Write a session as Markdown, HTML, lines, a patch, a trace",
       .description =
           "Gives a conversation in a form that others read: markdown (calls folded, changes as "
           "diffs), html (one file that looks like the page and needs nothing else), text, jsonl "
           "(the lines themselves; of the whole file unless --branch or a range "
           "is named), csv of messages, patch of all changes to files, atif (Agent Trajectory "
           "Interchange Format 1.7) or otlp (OpenTelemetry spans by the GenAI conventions, for "
           "OTLP/HTTP in JSON), the last two with subagents, tokens and costs. Secrets are hidden "
           "as "
           "`clew redact` lists them, by your decisions; --no-redact leaves them in.",
       .params =
           {kSessionParam,
            {.name = "format",
             .help = "the form",
             .value = "FORMAT",
             .fallback = "markdown",
             .choices = {"markdown", "html", "text", "jsonl", "csv", "patch", "atif", "otlp"}},
            {.name = "output",
             .letter = 'o',
             .help = "write into this file, which must not exist",
             .value = "FILE",
             .local = true},
            {.name = "force",
             .type = ParamType::kFlag,
             .help = "with --output: write over a file of that name",
             .local = true},
            {.name = "endpoint",
             .help = "with --format otlp: send the spans to this collector, "
                     "http://HOST:4318 or https://HOST; keys that it wants are taken from "
                     "$OTEL_EXPORTER_OTLP_HEADERS",
             .value = "URL",
             .local = true},
            {.name = "branch",
             .help = "the branch that ends at this line instead of the one that continues",
             .value = "UUID"},
            {.name = "from",
             .help = "begin with the message that holds this line",
             .value = "UUID"},
            {.name = "to", .help = "end with the message that holds this line", .value = "UUID"},
            {.name = "detail",
             .help = "how much of the messages: all, no-tools (no calls) or talk (prompts and "
                     "answers alone)",
             .value = "DETAIL",
             .fallback = "all",
             .choices = {"all", "no-tools", "talk"}},
            flag_param("no-redact", "leave secrets in"),
            kLiteralParam,
            kExpressionParam,
            kAlsoParam,
            kWithoutParam},
       .examples = {{"clew export @1 > talk.md", "the newest session as Markdown, without secrets"},
                    {"clew export @1 --detail talk --also home",
                     "prompts and answers, without your name in paths"},
                    {"clew export 4f1d --format patch | git apply",
                     "its changes to files, made again"},
                    {"clew export 4f1d --format otlp --endpoint http://localhost:4318",
                     "into an observability tool"}},
       .handler = answers<export_answer>()}};
}

}  // namespace clew
