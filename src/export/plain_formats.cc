// SPDX-License-Identifier: MIT
//
// text and csv.
#include "base/numbers.h"
#include "base/text.h"
#include "export/agent_calls.h"
#include "export/exported.h"

namespace clew {
namespace {

// --- text ---

void append_indented(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) out.append("  ").append(line);
    out += '\n';
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

void append_tool(std::string& out, const ToolCall& tool,
                 const std::optional<ExportedChange>& change) {
  out += "\n  [" + std::string(tool.name.empty() ? "result" : one_line(tool.name));
  if (tool.state == ToolState::kFailed) out += ", failed";
  if (tool.state == ToolState::kPending) out += ", no result";
  out += "]";
  const std::string gist = gist_of(tool);
  if (!gist.empty()) out += " " + gist;
  out += '\n';
  std::string inside;
  if (change && !change->lines.empty()) {
    for (const std::string& line : change->lines) inside += line + "\n";
  } else if (gist.empty() && !tool.name.empty()) {
    inside += tool.input + "\n";
  }
  std::string once;
  append_indented(once, inside);
  append_indented(out, once);
}

void append_result(std::string& out, const ToolCall& tool) {
  std::string inside = tool.result;
  for (const MediaPart& part : tool.parts) inside += "\n[" + text_of(part) + "]";
  std::string once;
  append_indented(once, inside);
  append_indented(out, once);
}

std::string plain_text(const ExportedMessage& one) {
  const Message& message = one.message;
  std::string out = "\n" + std::string(speaker_of(message));
  const bool plain = message.kind == MessageKind::kPrompt || message.kind == MessageKind::kAnswer;
  if (!plain) out.append(" (").append(name_of(message.kind)).append(")");
  const std::string when = utc_text(one.time());
  if (!when.empty()) out += "  " + when;
  if (!one.model().empty()) out += "  " + one_line(one.model());
  out += '\n';
  if (!message.thought.empty()) {
    out += "  [thinking]\n";
    std::string thought;
    append_indented(thought, message.thought);
    append_indented(out, thought);
  }
  append_indented(out, message.text);
  for (const MediaPart& part : message.parts) out += "  [" + text_of(part) + "]\n";
  return out;
}

class TextThreads {
 public:
  TextThreads(const Exported& exported, const AppendText& append)
      : append_(append), calls_(exported.agents) {}

  Result<void> thread(const ExportedThread& thread) {
    return thread.each([&](const ExportedMessage& one) -> Result<void> {
      if (auto done = write(plain_text(one)); !done) return done;
      for (std::size_t i = 0; i < one.message.tools.size(); ++i) {
        if (auto done = call(one.message.tools[i], one.changes[i]); !done) return done;
      }
      return {};
    });
  }

 private:
  Result<void> call(const ToolCall& tool, const std::optional<ExportedChange>& change) {
    std::string out;
    append_tool(out, tool, change);
    if (auto done = write(out); !done) return done;
    if (depth_ < kDeepestAgent) {
      for (const ExportedThread* agent : calls_.take(tool)) {
        ++depth_;
        std::string name = "\n[subagent " + one_line(agent->name);
        if (!agent->description.empty()) name += ": " + one_line(agent->description);
        if (auto done = write(name + "]\n"); !done) return done;
        if (auto done = thread(*agent); !done) return done;
        --depth_;
      }
    }
    out.clear();
    append_result(out, tool);
    return write(out);
  }

  // What subagents say stands further to the right.
  Result<void> write(std::string text) {
    for (int i = 0; i < depth_; ++i) {
      std::string moved;
      append_indented(moved, text);
      append_indented(text = {}, moved);
    }
    return append_(text);
  }

  const AppendText& append_;
  AgentCalls calls_;
  int depth_ = 0;
};

// --- csv ---

// A spreadsheet takes a cell that begins so for a formula, and would run it.
bool looks_like_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
}

void append_cell(std::string& out, std::string_view cell, bool last = false) {
  out += '"';
  if (looks_like_formula(cell)) out += '\'';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += last ? "\"\r\n" : "\",";
}

std::string time_cell(const Transcript& t, EntryIndex entry) {
  if (entry == kNoEntry || t[entry].time == kNoTime) return {};
  return format_iso(t[entry].time);
}

struct CsvRow {
  std::string time;
  std::string_view role, kind, tool;
  std::string tokens;
  std::string_view text, uuid, agent;
};

void append_row(std::string& out, const CsvRow& row) {
  append_cell(out, row.time);
  append_cell(out, row.role);
  append_cell(out, row.kind);
  append_cell(out, row.tool);
  append_cell(out, row.tokens);
  append_cell(out, row.text);
  append_cell(out, row.uuid);
  append_cell(out, row.agent, true);
}

// A row for the message, and two for each call: what was asked and what came, with the rows of the
// subagents that it started in between.
class CsvThreads {
 public:
  CsvThreads(const Exported& exported, const AppendText& append)
      : append_(append), calls_(exported.agents) {}

  Result<void> thread(const ExportedThread& thread, std::string_view agent) {
    return thread.each([&](const ExportedMessage& one) -> Result<void> {
      std::string out;
      const auto tokens = one.tokens();
      append_row(out,
                 {time_cell(one.transcript, one.message.entries.front()), name_of(one.message.role),
                  name_of(one.message.kind), "", tokens ? std::to_string(tokens->total()) : "",
                  one.message.text, one.uuid(), agent});
      if (auto done = append_(out); !done) return done;
      for (const ToolCall& tool : one.message.tools) {
        if (auto done = call(one.transcript, tool, agent); !done) return done;
      }
      return {};
    });
  }

 private:
  Result<void> call(const Transcript& t, const ToolCall& tool, std::string_view agent) {
    const auto uuid_of = [&](EntryIndex entry) {
      return entry == kNoEntry ? std::string_view() : t.text(t[entry].uuid);
    };
    std::string out;
    if (!tool.name.empty()) {
      append_row(out, {time_cell(t, tool.call), "assistant", "tool-call", tool.name, "", tool.input,
                       uuid_of(tool.call), agent});
    }
    if (auto done = append_(out); !done) return done;
    if (depth_ < kDeepestAgent) {
      ++depth_;
      for (const ExportedThread* started : calls_.take(tool)) {
        if (auto done = thread(*started, started->id); !done) return done;
      }
      --depth_;
    }
    if (tool.answer == kNoEntry) return {};
    out.clear();
    append_row(out, {time_cell(t, tool.answer), "user",
                     tool.state == ToolState::kFailed ? "tool-error" : "tool-result", tool.name, "",
                     tool.result, uuid_of(tool.answer), agent});
    return append_(out);
  }

  const AppendText& append_;
  AgentCalls calls_;
  int depth_ = 0;
};

}  // namespace

Result<void> write_text(const Exported& exported, const AppendText& append) {
  std::string head = one_line(exported.title) + "\nSession " + exported.main.id;
  if (exported.first != kNoTime) head += ", " + utc_text(exported.first);
  if (exported.hidden.value_or(0) > 0)
    head += ", " + counted(*exported.hidden, "secret") + " hidden";
  // What is read in a terminal must not steer it.
  const AppendText safe = [&](std::string_view text) { return append(terminal_safe(text)); };
  if (auto done = safe(head + "\n"); !done) return done;
  return TextThreads(exported, safe).thread(exported.main);
}

Result<void> write_csv(const Exported& exported, const AppendText& append) {
  constexpr std::string_view kHead = "time,role,kind,tool,tokens,text,uuid,agent\r\n";
  if (auto done = append(kHead); !done) return done;
  return CsvThreads(exported, append).thread(exported.main, {});
}

}  // namespace clew
