// SPDX-License-Identifier: MIT
#include "base/numbers.h"
#include "base/text.h"
#include "export/agent_calls.h"
#include "export/exported.h"
#include "export/markdown_safe.h"

namespace clew {
namespace {

std::string code(std::string_view text) {
  return "<code>" + inert_inline(one_line(text)) + "</code>";
}

std::string head_of(const Exported& exported) {
  std::string out = "# " + inert_markdown(one_line(exported.title)) + "\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out.append("- ").append(name).append(": ").append(value).append("\n");
  };
  row("Session", code(exported.main.id));
  std::string when = utc_text(exported.first);
  if (exported.last != exported.first) when += " to " + utc_text(exported.last);
  row("Time", when);
  if (!exported.main.model.empty()) row("Model", code(exported.main.model));
  if (!exported.main.folder.empty()) row("Folder", code(exported.main.folder));
  if (!exported.git_branch.empty()) row("Git branch", code(exported.git_branch));
  if (!exported.main.version.empty()) row("Claude Code", code(exported.main.version));
  if (exported.hidden.value_or(0) > 0) row("Hidden", counted(*exported.hidden, "secret"));
  return out + "\n";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

std::string input_of(const ToolCall& tool, const std::optional<ExportedChange>& change) {
  if (change && !change->lines.empty()) return fenced(joined(change->lines), "diff");
  const std::string command = tool.name == "Bash" ? member_of(tool.input, "command") : "";
  if (!command.empty()) return fenced(command, "sh");
  return fenced(indented_json(tool.input), "json");
}

std::string parts_of(const std::vector<MediaPart>& parts) {
  std::string out;
  for (const MediaPart& part : parts) out += "_[" + inert_inline(text_of(part)) + "]_\n\n";
  return out;
}

std::string summary_of(const ToolCall& tool) {
  std::string summary = tool.state == ToolState::kFailed    ? "✗ "
                        : tool.state == ToolState::kPending ? "… "
                                                            : "";
  summary += inert_inline(tool.name.empty() ? "Result" : one_line(tool.name));
  const std::string gist = gist_of(tool);
  if (!gist.empty()) summary += " " + code(gist);
  return summary;
}

std::string begin_folded(const std::string& summary) {
  return "<details>\n<summary>" + summary + "</summary>\n\n";
}
constexpr std::string_view kEndFolded = "</details>\n\n";

std::string heading_of(const ExportedMessage& one) {
  const Message& message = one.message;
  std::string out = "## " + std::string(speaker_of(message));
  const bool plain = message.kind == MessageKind::kPrompt || message.kind == MessageKind::kAnswer;
  if (!plain) out.append(" (").append(name_of(message.kind)).append(")");
  const std::string when = utc_text(one.time());
  if (!when.empty()) out += " · " + when;
  if (!one.model().empty()) out += " · " + code(one.model());
  return out + "\n\n";
}

// What programs wrote is code, what people and models wrote is Markdown.
bool is_program_text(MessageKind kind) {
  return kind == MessageKind::kCommandOutput || kind == MessageKind::kShell ||
         kind == MessageKind::kShellOutput || kind == MessageKind::kCommand;
}

std::string message_text(const ExportedMessage& one) {
  const Message& message = one.message;
  std::string out = heading_of(one);
  if (!message.thought.empty()) {
    out.append(begin_folded("Thinking")).append(fenced(message.thought)).append("\n");
    out += kEndFolded;
  }
  if (!is_blank(message.text)) {
    out += is_program_text(message.kind) ? fenced(message.text) : inert_markdown(message.text);
    out += "\n";
  }
  return out + parts_of(message.parts);
}

class MarkdownThreads {
 public:
  MarkdownThreads(const Exported& exported, const AppendText& append)
      : append_(append), calls_(exported.agents) {}

  Result<void> thread(const ExportedThread& thread) {
    return thread.each([&](const ExportedMessage& one) -> Result<void> {
      if (auto done = append_(message_text(one)); !done) return done;
      for (std::size_t i = 0; i < one.message.tools.size(); ++i) {
        if (auto done = call(one.message.tools[i], one.changes[i]); !done) return done;
      }
      return {};
    });
  }

 private:
  Result<void> call(const ToolCall& tool, const std::optional<ExportedChange>& change) {
    std::string out = begin_folded(summary_of(tool));
    if (!tool.name.empty()) out += input_of(tool, change) + "\n";
    if (auto done = append_(out); !done) return done;
    if (depth_ < kDeepestAgent) {
      ++depth_;
      for (const ExportedThread* agent : calls_.take(tool)) {
        if (auto done = subagent(*agent); !done) return done;
      }
      --depth_;
    }
    out = tool.result.empty() ? "" : fenced(tool.result) + "\n";
    return append_(out.append(parts_of(tool.parts)).append(kEndFolded));
  }

  Result<void> subagent(const ExportedThread& agent) {
    std::string summary = "Subagent";
    if (!agent.name.empty()) summary += " " + code(agent.name);
    if (!agent.description.empty()) summary += " " + inert_inline(one_line(agent.description));
    if (auto done = append_(begin_folded(summary)); !done) return done;
    if (auto done = thread(agent); !done) return done;
    return append_(kEndFolded);
  }

  const AppendText& append_;
  AgentCalls calls_;
  int depth_ = 0;
};

}  // namespace

Result<void> write_markdown(const Exported& exported, const AppendText& append) {
  // Who reads it in a terminal must not be steered by it.
  const AppendText safe = [&](std::string_view text) { return append(terminal_safe(text)); };
  if (auto done = safe(head_of(exported)); !done) return done;
  return MarkdownThreads(exported, safe).thread(exported.main);
}

}  // namespace clew
