// SPDX-License-Identifier: MIT
#include "base/numbers.h"
#include "base/text.h"
#include "export/exported.h"
#include "export/markdown_safe.h"

namespace clew {
namespace {

std::string code(std::string_view text) {
  return "<code>" + html_escaped(one_line(text)) + "</code>";
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

std::string folded(const std::string& summary, const std::string& inside) {
  return "<details>\n<summary>" + summary + "</summary>\n\n" + inside + "\n</details>\n\n";
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
  for (const MediaPart& part : parts) out += "_[" + html_escaped(text_of(part)) + "]_\n\n";
  return out;
}

std::string tool_text(const ToolCall& tool, const std::optional<ExportedChange>& change) {
  std::string summary = tool.state == ToolState::kFailed    ? "✗ "
                        : tool.state == ToolState::kPending ? "… "
                                                            : "";
  summary += html_escaped(tool.name.empty() ? "Result" : one_line(tool.name));
  const std::string gist = gist_of(tool);
  if (!gist.empty()) summary += " " + code(gist);
  std::string inside;
  if (!tool.name.empty()) inside += input_of(tool, change) + "\n";
  if (!tool.result.empty()) inside += fenced(tool.result) + "\n";
  inside += parts_of(tool.parts);
  return folded(summary, inside);
}

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
  if (!message.thought.empty()) out += folded("Thinking", fenced(message.thought));
  if (!is_blank(message.text)) {
    out += is_program_text(message.kind) ? fenced(message.text) : inert_markdown(message.text);
    out += "\n";
  }
  out += parts_of(message.parts);
  for (std::size_t i = 0; i < message.tools.size(); ++i) {
    out += tool_text(message.tools[i], one.changes[i]);
  }
  return out;
}

}  // namespace

Result<void> write_markdown(const Exported& exported, const AppendText& append) {
  if (auto done = append(head_of(exported)); !done) return done;
  return exported.main.each(
      [&](const ExportedMessage& one) { return append(message_text(one)); });
}

}  // namespace clew
