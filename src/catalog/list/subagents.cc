// SPDX-License-Identifier: MIT
#include "catalog/list/subagents.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/contained_path.h"
#include "catalog/layout/file_lines.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/session_files.h"
#include "json/value.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"
#include "transcript/first_prompt.h"
#include "transcript/line_fields.h"
#include "transcript/side_threads.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestMeta = 1 << 20;

bool is_transcript(std::string_view name) {
  return is_agent_name(name) && is_transcript_name(name);
}

SubagentKind kind_of(const Subagent& agent, const SessionFacts& facts) {
  if (agent.id.starts_with("aprompt_suggestion")) return SubagentKind::kPromptSuggestion;
  if (agent.id.starts_with("acompact")) return SubagentKind::kCompact;
  if (agent.id.starts_with("aside_question")) return SubagentKind::kSideQuestion;
  if (facts.warmup) return SubagentKind::kWarmup;
  return agent.workflow.empty() ? SubagentKind::kTask : SubagentKind::kWorkflow;
}

// agent-<id>.meta.json beside the transcript.
void read_meta(const FileSystem& files, Subagent& agent, Findings& findings) {
  const auto name = PlainName::from(agent_name(agent.id) + ".meta.json");
  if (!name) return;
  const std::string path = join_path(parent_path(agent.path), *name);
  const auto text = read_inside(files, std::string(parent_path(agent.path)), *name, kLargestMeta);
  if (!text && text.error().code == ErrorCode::kNotFound) return;
  json::Parser parser;
  const auto meta = text ? parser.parse_copy(*text) : Result<json::Value>(text.error());
  if (!meta) {
    findings.push_back({Finding::Kind::kDamaged, path, path + ": " + meta.error().message});
    return;
  }
  agent.type = (*meta)["agentType"].string_or("");
  agent.description = (*meta)["description"].string_or("");
  agent.tool_use_id = (*meta)["toolUseId"].string_or("");
}

// Whether the beginning of a file names the session. A warm-up may name two.
bool names_session(const FileSystem& files, const std::string& path, std::string_view session) {
  constexpr std::int64_t kFar = 64 << 10;
  auto file = files.open(path);
  if (!file) return false;
  LineReader lines(**file, {.block_size = 16 << 10, .max_line = 1 << 20});
  json::Parser parser;
  for (int count = 0; count < 8; ++count) {
    const auto line = lines.next();
    if (!line || !*line || (*line)->offset > kFar) return false;
    const auto value = parser.parse((*line)->text);
    if (value && LineFields(*value).text(Field::kSession) == session) return true;
  }
  return false;
}

void sort_by_time(std::vector<Subagent>& agents) {
  std::stable_sort(agents.begin(), agents.end(), [](const Subagent& a, const Subagent& b) {
    return a.created != b.created ? a.created < b.created : a.path < b.path;
  });
}

class SubagentCollector {
 public:
  SubagentCollector(const FileSystem& files, std::string session)
      : files_(files), session_(std::move(session)) {}

  // Below the folder of the session, so that nothing behind a link is one of its agents.
  void add_nested(const std::string& project, const std::string& folder,
                  const std::string& workflow) {
    for (const DirEntry& entry : entries_inside(files_, project, folder, found_.findings)) {
      const std::string path = join_path(folder, entry.name);
      if (is_transcript(entry.name)) {
        add(path, workflow);
      } else if (entry.kind == FileKind::kDirectory && workflow.empty() &&
                 entry.name == "workflows") {
        for (const DirEntry& run : entries_inside(files_, project, path, found_.findings))
          add_nested(project, join_path(path, run.name), run.name.text());
      }
    }
  }

  void add_flat(const std::string& folder) {
    const auto entries = files_.list(folder);
    if (!entries) {
      if (entries.error().code != ErrorCode::kNotFound) {
        found_.findings.push_back({Finding::Kind::kUnreadable, folder, entries.error().message});
      }
      return;
    }
    for (const DirEntry& entry : *entries) {
      const std::string path = join_path(folder, entry.name);
      if (is_transcript(entry.name) && names_session(files_, path, session_)) add(path, "");
    }
  }

  Subagents take() {
    sort_by_time(found_.agents);
    return std::move(found_);
  }

 private:
  void add(const std::string& path, const std::string& workflow) {
    const auto facts = reader_.read(files_, path);
    if (!facts) {
      found_.findings.push_back({Finding::Kind::kUnreadable, path, facts.error().message});
      return;
    }
    Subagent agent;
    agent.id = agent_of(facts->id);
    agent.path = path;
    agent.size = facts->file.size;
    agent.session = session_;
    agent.workflow = workflow;
    agent.prompt = facts->first_prompt;
    agent.created = facts->created_at();
    agent.kind = kind_of(agent, *facts);
    read_meta(files_, agent, found_.findings);
    found_.agents.push_back(std::move(agent));
  }

  const FileSystem& files_;
  std::string session_;
  FactsReader reader_;
  Subagents found_;
};

// Agents by the id of the call that started them.
using Started = std::unordered_multimap<std::string_view, Subagent*>;

// What the calls on a line say about the agents they start.
void take_calls(LineSource& lines, const Entry& call, const Started& started) {
  const auto text = lines.line(call);
  if (!text) return;
  json::Parser parser;
  const auto line = parser.parse(*text);
  if (!line) return;
  for (const json::Value value : LineFields(*line).message().content.elements()) {
    const BlockFields block(value);
    const json::Value input = block.input;
    const auto [first, last] = started.equal_range(block.id.string_or(""));
    for (auto at = first; at != last; ++at) {
      Subagent& agent = *at->second;
      if (agent.type.empty()) agent.type = input["subagent_type"].string_or("");
      if (agent.description.empty()) agent.description = input["description"].string_or("");
    }
  }
}

// The calls that start subagents, by what they ask of them; of equal ones the first is the next.
class Tasks {
 public:
  Tasks(const Transcript& transcript, LineSource& lines) : t_(transcript) {
    for (EntryIndex index = 0; index < t_.count(); ++index) {
      if (starts_agent(t_[index])) add(index, lines);
    }
  }

  // Takes the call that asked this before the line `first`, so that no other agent gets it.
  void join(EntryIndex first, const std::string& asked, Subagent& agent) {
    const auto waiting = by_prompt_.find(asked);
    if (waiting == by_prompt_.end() || waiting->second.empty()) return;
    Task& task = waiting->second.front();
    if (task.line >= first) return;
    agent.type = std::move(task.type);
    agent.description = std::move(task.description);
    agent.tool_use_id = std::move(task.id);
    waiting->second.pop_front();
  }

 private:
  struct Task {
    EntryIndex line = kNoEntry;
    std::string id;
    std::string type;
    std::string description;
  };

  static bool is_task(std::string_view tool) { return tool == "Task" || tool == "Agent"; }
  bool starts_agent(const Entry& entry) const {
    const auto blocks = t_.blocks_of(entry);
    return std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.kind == BlockKind::kToolUse && is_task(t_.text(block.name));
    });
  }
  void add(EntryIndex index, LineSource& lines) {
    const auto text = lines.line(t_[index]);
    if (!text) return;
    const auto line = parser_.parse(*text);
    if (!line) return;
    for (const json::Value value : LineFields(*line).message().content.elements()) {
      const BlockFields block(value);
      if (!is_task(block.name.string_or(""))) continue;
      by_prompt_[std::string(block.input["prompt"].string_or(""))].push_back(
          {index, std::string(block.id.string_or("")),
           std::string(block.input["subagent_type"].string_or("")),
           std::string(block.input["description"].string_or(""))});
    }
  }

  const Transcript& t_;
  json::Parser parser_;
  std::unordered_map<std::string, std::deque<Task>> by_prompt_;
};

std::string text_of_content(json::Value content) {
  if (content.is_string()) return std::string(content.string_or(""));
  std::string text;
  for (const json::Value block : content.elements()) text += BlockFields(block).text.string_or("");
  return text;
}

}  // namespace

std::string_view name_of(SubagentKind kind) {
  switch (kind) {
    case SubagentKind::kTask:
      return "task";
    case SubagentKind::kWorkflow:
      return "workflow";
    case SubagentKind::kWarmup:
      return "warm-up";
    case SubagentKind::kPromptSuggestion:
      return "prompt-suggestion";
    case SubagentKind::kCompact:
      return "compact";
    case SubagentKind::kSideQuestion:
      return "side-question";
  }
  return "task";
}

Subagents find_subagents(const FileSystem& files, const std::string& path) {
  const auto folder = session_folder(path);
  if (!folder) return {};
  SubagentCollector collector(files, std::string(stem(path)));
  const std::string project(parent_path(path));
  collector.add_nested(project, join_path(*folder, kSubagentsFolder), "");
  collector.add_flat(project);
  return collector.take();
}

void join_with_calls(const Transcript& transcript, const RandomAccessFile& main,
                     std::vector<Subagent>& agents) {
  std::unordered_map<std::string_view, std::string_view> call_of;  // agent: tool_use id
  std::unordered_map<std::string_view, EntryIndex> line_of;        // tool_use id: its line
  for (EntryIndex index = 0; index < transcript.count(); ++index) {
    const Entry& entry = transcript[index];
    const Symbol started = transcript.extra(entry).started_agent;
    for (const Block& block : transcript.blocks_of(entry)) {
      if (block.id == kNoSymbol) continue;
      const std::string_view id = transcript.text(block.id);
      if (block.kind == BlockKind::kToolUse) line_of.emplace(id, index);
      if (block.kind == BlockKind::kToolResult && started != kNoSymbol) {
        call_of.emplace(transcript.text(started), id);
      }
    }
  }
  std::map<EntryIndex, Started> by_line;
  for (Subagent& agent : agents) {
    const auto call = call_of.find(agent.id);
    if (agent.tool_use_id.empty() && call != call_of.end()) agent.tool_use_id = call->second;
    const auto line = line_of.find(agent.tool_use_id);
    if (line == line_of.end() || (!agent.type.empty() && !agent.description.empty())) continue;
    by_line[line->second].emplace(agent.tool_use_id, &agent);
  }
  FileLines lines(main);
  for (const auto& [line, started] : by_line) take_calls(lines, transcript[line], started);
}

std::vector<Subagent> inline_subagents(const Tree& tree, const RandomAccessFile& main,
                                       const std::string& path) {
  const std::vector<SideThread> threads = side_threads(tree);
  if (threads.empty()) return {};
  const Transcript& t = tree.transcript();
  FileLines lines(main);
  Tasks tasks(t, lines);
  std::vector<Subagent> agents;
  json::Parser parser;
  for (const SideThread& thread : threads) {
    const Entry& first = tree.entry(thread.first);
    Subagent agent;
    agent.id = t.text(first.uuid);
    agent.path = path;
    agent.own_file = false;
    agent.session = stem(path);
    agent.created = first.time;
    for (const EntryIndex line : thread.lines) agent.size += t[line].length;
    const auto text = lines.line(first);
    const auto line = text ? parser.parse(*text) : Result<json::Value>(text.error());
    if (line) {
      const std::string asked = text_of_content(LineFields(*line).message().content);
      if (asked == kWarmupPrompt) agent.kind = SubagentKind::kWarmup;
      agent.prompt = preview_of(asked);
      tasks.join(tree.last_line(thread.first), asked, agent);
    }
    agents.push_back(std::move(agent));
  }
  return agents;
}

Subagents all_subagents(const FileSystem& files, const Tree& tree, const RandomAccessFile& main,
                        const std::string& path) {
  Subagents found = find_subagents(files, path);
  join_with_calls(tree.transcript(), main, found.agents);
  for (Subagent& agent : inline_subagents(tree, main, path))
    found.agents.push_back(std::move(agent));
  sort_by_time(found.agents);
  return found;
}

}  // namespace clew
