// SPDX-License-Identifier: MIT
//
// Thoughts are left out: Claude Code sends them back with a signature, which no trajectory has.
#include "export/atif_import.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "json/value.h"
#include "transcript/made_line.h"

namespace clew {
namespace {

constexpr int kDeepest = 64;

Error wrong(std::string_view what) {
  return {ErrorCode::kInvalid, "not a trajectory (ATIF): " + std::string(what)};
}

// A text, or the texts of parts; a picture is named.
std::string content_of(json::Value content) {
  if (content.is_string()) return std::string(content.string_or(""));
  std::string out;
  for (const json::Value part : content.elements()) {
    if (!out.empty()) out += "\n\n";
    const bool text = part["type"].string_or("") == "text";
    const std::string path(part["source"]["path"].string_or("?"));
    out += text ? std::string(part["text"].string_or("")) : "[picture: " + path + "]";
  }
  return out;
}

json::Value first_of(json::Value list) {
  for (const json::Value one : list.elements()) return one;
  return {};
}

std::uint32_t tokens_of(json::Value value) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(value.int_or(0), 0, kMostTokens));
}

bool is_agent_name(std::string_view id) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  };
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), plain);
}

class Importer {
 public:
  explicit Importer(const ImportPlace& place) : place_(place), time_(place.now) {}

  Result<void> add(json::Value trajectory, const std::string& agent, int depth) {
    const json::Value steps = trajectory["steps"];
    if (!steps.is_array() || steps.elements().empty()) return wrong("it has no steps");
    const std::size_t own = made_.size();
    made_.push_back({agent, {}, 0});
    MadeLine at{.uuid = {},
                .parent = {},
                .session = place_.session,
                .folder = place_.folder,
                .version = std::string(trajectory["agent"]["version"].string_or("unknown")),
                .agent = agent,
                .time = 0};
    const std::string model(trajectory["agent"]["model_name"].string_or(""));
    for (const json::Value step : steps.elements()) {
      ++made_[own].steps;
      auto lines = step_lines(step, model, at);
      if (!lines) return with_context("step " + std::to_string(made_[own].steps), lines.error());
      made_[own].lines += *lines;
    }
    for (const json::Value inner : trajectory["subagent_trajectories"].elements()) {
      if (depth >= kDeepest)
        return wrong("subagents are nested more than " + std::to_string(kDeepest) + " deep");
      const std::string id(inner["trajectory_id"].string_or(""));
      if (!is_agent_name(id)) return wrong("a subagent has no plain trajectory_id");
      if (!agents_.insert(id).second) return wrong("two subagents have the id " + id);
      if (auto done = add(inner, id, depth + 1); !done) return done;
    }
    return {};
  }

  std::vector<ImportedTranscript> take() { return std::move(made_); }

 private:
  // The next line: below the one before.
  MadeLine& next(MadeLine& at) {
    at.parent = std::exchange(at.uuid, make_uuid());
    at.time = time_;
    return at;
  }

  Result<std::string> step_lines(json::Value step, const std::string& model, MadeLine& at) {
    if (!step.is_object()) return wrong("it is no object");
    time_ = parse_time(step["timestamp"].string_or("")).value_or(time_);
    const std::string_view source = step["source"].string_or("");
    const std::string text = content_of(step["message"]);
    if (source == "user") return made_prompt(next(at), text);
    if (source == "agent") return agent_lines(step, text, model, at);
    if (source == "system") return system_lines(step, text, at);
    return wrong("its source is neither user, agent nor system");
  }

  std::string agent_lines(json::Value step, const std::string& text, const std::string& model,
                          MadeLine& at) {
    const json::Value used = step["metrics"];
    const std::uint32_t cached = tokens_of(used["cached_tokens"]);
    const std::uint32_t written = tokens_of(used["extra"]["cache_write_tokens"]);
    const std::uint32_t sent = tokens_of(used["prompt_tokens"]);
    MadeAnswer answer{.id = "msg_" + make_uuid(),
                      .model = std::string(step["model_name"].string_or(model)),
                      .text = text,
                      .calls = {}};
    answer.tokens.output = tokens_of(used["completion_tokens"]);
    answer.tokens.cache_read = std::min(cached, sent);
    answer.tokens.cache_write = std::min(written, sent - answer.tokens.cache_read);
    answer.tokens.input = sent - answer.tokens.cache_read - answer.tokens.cache_write;
    for (const json::Value call : step["tool_calls"].elements()) {
      const json::Value given = call["arguments"];
      answer.calls.push_back({std::string(call["tool_call_id"].string_or("")),
                              std::string(call["function_name"].string_or("")),
                              given.is_object() ? given.to_json() : "{}"});
    }
    std::string out;
    if (!text.empty() || !answer.calls.empty()) out = made_answer(next(at), answer);
    for (const json::Value result : step["observation"]["results"].elements()) {
      const std::string call(result["source_call_id"].string_or(""));
      const std::string content = content_of(result["content"]);
      if (call.empty()) {
        out += made_notice(next(at), content);
        continue;
      }
      const std::string agent(
          first_of(result["subagent_trajectory_ref"])["trajectory_id"].string_or(""));
      out +=
          made_result(next(at), {.call = call,
                                 .text = content,
                                 .agent = is_agent_name(agent) ? agent : std::string(),
                                 .failed = result["extra"]["tool_result_is_error"].bool_or(false)});
    }
    return out;
  }

  std::string system_lines(json::Value step, const std::string& text, MadeLine& at) {
    const json::Value management = step["extra"]["context_management"];
    std::string known;
    for (const json::Value result : step["observation"]["results"].elements()) {
      known += content_of(result["content"]);
    }
    if (management["boundary"].string_or("") == "replace") {
      std::string out = made_boundary(next(at));
      return out + made_summary(next(at), known);
    }
    const std::string all = known.empty() ? text : text + "\n" + known;
    return is_blank(all) ? std::string() : made_notice(next(at), all);
  }

  const ImportPlace& place_;
  TimeMs time_;
  std::set<std::string> agents_;
  std::vector<ImportedTranscript> made_;
};

Result<json::Value> parse_trajectory(json::Parser& parser, std::string_view text) {
  const auto root = parser.parse_copy(text);
  if (!root || !root->is_object()) return wrong("no JSON object");
  if (!(*root)["schema_version"].string_or("").starts_with("ATIF-v1.")) {
    return wrong("its schema_version is not ATIF-v1.x");
  }
  return *root;
}

}  // namespace

Result<TrajectoryHead> read_trajectory_head(std::string_view text) {
  json::Parser parser;
  auto root = parse_trajectory(parser, text);
  if (!root) return root.error();
  TrajectoryHead head;
  const std::string_view session = (*root)["session_id"].string_or("");
  if (is_uuid(session)) head.session = std::string(session);
  head.folder = std::string(first_of((*root)["agent"]["extra"]["cwds"]).string_or(""));
  head.title = one_line((*root)["extra"]["title"].string_or(""));
  return head;
}

Result<std::vector<ImportedTranscript>> import_trajectory(std::string_view text,
                                                          const ImportPlace& place) {
  json::Parser parser;
  auto root = parse_trajectory(parser, text);
  if (!root) return root.error();
  Importer importer(place);
  if (auto done = importer.add(*root, {}, 0); !done) return done.error();
  std::vector<ImportedTranscript> made = importer.take();
  const std::string title = one_line((*root)["extra"]["title"].string_or(""));
  if (!title.empty()) made.front().lines += made_title(place.session, title);
  return made;
}

}  // namespace clew
