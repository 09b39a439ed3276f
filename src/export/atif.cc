// SPDX-License-Identifier: MIT
//
// ATIF-v1.7: one step for each message, one trajectory for each subagent, inside the one whose call
// started it. Every object of the format refuses unknown members, so what has no place in it is in
// `extra`, and nothing is ever null.
#include <utility>

#include "base/text.h"
#include "export/agent_calls.h"
#include "export/exported.h"
#include "json/value.h"
#include "json/writer.h"

namespace clew {
namespace {

constexpr std::string_view kVersion = "ATIF-v1.7";
constexpr std::string_view kAtifAgent = "claude-code";

struct Sums {
  TokenSums tokens;
  NanoUsd cost = 0;
  std::int64_t steps = 0;
};

std::string arguments_of(const ToolCall& tool) {
  json::Parser parser;
  const auto input = parser.parse_copy(tool.input);
  if (input && input->is_object()) return tool.input;
  return "{\"input\":" + (input ? tool.input : "\"\"") + "}";
}

std::string text_with_parts(const Message& message) {
  std::string text = message.text;
  for (const MediaPart& part : message.parts) text += "\n[" + text_of(part) + "]";
  return text;
}

class Trajectories {
 public:
  Trajectories(const Exported& exported, const AppendText& append)
      : exported_(exported), append_(append), calls_(exported.agents) {}

  Result<void> run() {
    if (auto done = thread(exported_.main, true); !done) return done;
    return append_(out_.take() + "\n");
  }

 private:
  Result<void> thread(const ExportedThread& thread, bool is_root) {
    out_.begin_object();
    out_.field("schema_version", kVersion);
    out_.field("session_id", exported_.main.id);
    out_.field("trajectory_id", thread.id);
    write_agent(thread);
    Sums sums;
    std::vector<const ExportedThread*> started;
    out_.key("steps").begin_array();
    auto done = thread.each([&](const ExportedMessage& one) {
      write_step(one, sums, started);
      return append_(out_.take());
    });
    if (!done) return done;
    if (sums.steps == 0) write_empty_step(sums);
    out_.end_array();
    if (is_root) {
      for (const ExportedThread* agent : calls_.take_rest()) started.push_back(agent);
    }
    if (auto written = subagents(started, sums); !written) return written;
    write_sums(sums);
    if (is_root) write_extra();
    out_.end_object();
    if (!is_root) inner_cost_ += sums.cost;
    return {};
  }

  Result<void> subagents(const std::vector<const ExportedThread*>& started, Sums& sums) {
    if (started.empty()) return {};
    const NanoUsd before = std::exchange(inner_cost_, 0);
    out_.key("subagent_trajectories").begin_array();
    ++depth_;
    for (const ExportedThread* agent : started) {
      if (auto done = thread(*agent, false); !done) return done;
    }
    --depth_;
    out_.end_array();
    sums.cost += std::exchange(inner_cost_, before);
    return {};
  }

  void write_agent(const ExportedThread& thread) {
    out_.key("agent").begin_object();
    out_.field("name", kAtifAgent);
    out_.field("version", thread.version.empty() ? std::string("unknown") : thread.version);
    if (!thread.model.empty()) out_.field("model_name", thread.model);
    out_.key("extra").begin_object();
    if (!thread.folder.empty()) out_.key("cwds").begin_array().value(thread.folder).end_array();
    if (!thread.name.empty()) out_.field("subagent_type", thread.name);
    if (!thread.description.empty()) out_.field("description", thread.description);
    out_.end_object().end_object();
  }

  void begin_step(Sums& sums, TimeMs time, std::string_view source, std::string_view message) {
    out_.begin_object();
    out_.field("step_id", ++sums.steps);
    if (time != kNoTime) out_.field("timestamp", format_iso(time));
    out_.field("source", source);
    out_.field("message", message);
  }

  void write_empty_step(Sums& sums) {
    begin_step(sums, kNoTime, "system", "");
    out_.end_object();
  }

  void write_step(const ExportedMessage& one, Sums& sums,
                  std::vector<const ExportedThread*>& started) {
    const Message& message = one.message;
    // A summary is what the model knows from here on.
    const bool replaces = message.kind == MessageKind::kCompactSummary;
    // Results whose call is not there are nobody's call.
    const bool agent = message.role == Role::kAssistant;
    const bool results = !agent && !message.tools.empty();
    const std::string_view source = agent ? "agent"
                                    : message.role == Role::kUser && !replaces && !results
                                        ? "user"
                                        : "system";
    begin_step(sums, one.time(), source, replaces ? std::string() : text_with_parts(message));
    if (agent) {
      write_answer(one, sums);
      if (!message.tools.empty()) write_calls(message);
    }
    if (replaces) {
      out_.key("observation").begin_object().key("results").begin_array().begin_object();
      out_.field("content", message.text).end_object().end_array().end_object();
    } else {
      write_results(one, agent, started);
    }
    write_step_extra(one, replaces);
    out_.end_object();
  }

  void write_answer(const ExportedMessage& one, Sums& sums) {
    const auto tokens = one.tokens();
    const bool by_model = !one.model().empty() && tokens;
    out_.field("llm_call_count", by_model ? 1 : 0);
    if (!by_model) return;
    out_.field("model_name", one.model());
    if (!one.message.thought.empty()) out_.field("reasoning_content", one.message.thought);
    const TokenSums used = sums_of(*tokens);
    out_.key("metrics").begin_object();
    out_.field("prompt_tokens", tokens->prompt());
    out_.field("completion_tokens", used.output);
    out_.field("cached_tokens", used.cache_read);
    const NanoUsd cost = one.cost;
    if (cost > 0) out_.raw_field("cost_usd", exact_usd(cost));
    out_.key("extra").begin_object().field("cache_write_tokens", used.cache_write);
    if (used.thinking > 0) out_.field("reasoning_tokens", used.thinking);
    out_.end_object().end_object();
    sums.tokens += used;
    sums.cost += cost;
  }

  void write_calls(const Message& message) {
    out_.key("tool_calls").begin_array();
    for (const ToolCall& tool : message.tools) {
      out_.begin_object();
      out_.field("tool_call_id", tool.id);
      out_.field("function_name", tool.name);
      out_.raw_field("arguments", arguments_of(tool));
      out_.end_object();
    }
    out_.end_array();
  }

  // `named`: the calls are of this step.
  void write_results(const ExportedMessage& one, bool named,
                     std::vector<const ExportedThread*>& started) {
    bool any = false;
    for (const ToolCall& tool : one.message.tools) {
      const auto agents =
          depth_ < kDeepestAgent ? calls_.take(tool) : std::vector<const ExportedThread*>();
      if (tool.answer == kNoEntry && agents.empty()) continue;
      if (!any) out_.key("observation").begin_object().key("results").begin_array();
      any = true;
      write_result(tool, named, agents);
      started.insert(started.end(), agents.begin(), agents.end());
    }
    if (any) out_.end_array().end_object();
  }

  void write_result(const ToolCall& tool, bool named,
                    const std::vector<const ExportedThread*>& agents) {
    out_.begin_object();
    if (named) out_.field("source_call_id", tool.id);
    if (tool.answer != kNoEntry) {
      std::string content = tool.result;
      for (const MediaPart& part : tool.parts) content += "\n[" + text_of(part) + "]";
      out_.field("content", content);
    }
    if (!agents.empty()) {
      out_.key("subagent_trajectory_ref").begin_array();
      for (const ExportedThread* agent : agents) {
        out_.begin_object().field("trajectory_id", agent->id).end_object();
      }
      out_.end_array();
    }
    out_.key("extra").begin_object();
    out_.field("tool_result_is_error", tool.state == ToolState::kFailed);
    if (tool.duration_ms >= 0) out_.field("duration_ms", tool.duration_ms);
    out_.end_object().end_object();
  }

  void write_step_extra(const ExportedMessage& one, bool replaces) {
    out_.key("extra").begin_object();
    if (!one.uuid().empty()) out_.field("uuid", one.uuid());
    out_.field("kind", name_of(one.message.kind));
    if (!one.stop_reason().empty()) out_.field("stop_reason", one.stop_reason());
    if (replaces) {
      out_.key("context_management").begin_object();
      out_.field("type", "compaction").field("boundary", "replace").end_object();
    }
    out_.end_object();
  }

  void write_sums(const Sums& sums) {
    out_.key("final_metrics").begin_object();
    out_.field("total_prompt_tokens", sums.tokens.prompt());
    out_.field("total_completion_tokens", sums.tokens.output);
    out_.field("total_cached_tokens", sums.tokens.cache_read);
    if (sums.cost > 0) out_.raw_field("total_cost_usd", exact_usd(sums.cost));
    out_.field("total_steps", sums.steps);
    out_.key("extra").begin_object().field("cost_source", "list prices").end_object();
    out_.end_object();
  }

  void write_extra() {
    out_.key("extra").begin_object();
    out_.field("exporter", "clew " + exported_.clew);
    if (!exported_.title.empty()) out_.field("title", exported_.title);
    if (!exported_.git_branch.empty()) {
      out_.key("git_branches").begin_array().value(exported_.git_branch).end_array();
    }
    if (exported_.hidden) out_.field("hidden_secrets", *exported_.hidden);
    out_.end_object();
  }

  const Exported& exported_;
  const AppendText& append_;
  AgentCalls calls_;
  json::Writer out_;
  int depth_ = 0;           // of subagents
  NanoUsd inner_cost_ = 0;  // of the subagents written so far, for whoever started them
};

}  // namespace

Result<void> write_atif(const Exported& exported, const AppendText& append) {
  return Trajectories(exported, append).run();
}

}  // namespace clew
