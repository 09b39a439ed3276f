// SPDX-License-Identifier: MIT
//
// Messages are written in pieces of a size that a browser parses at once; what says how they hang
// together follows behind them, so nothing has to be held but that. web/src/features/share/exported
// reads it.
#include "engine/export/html_format.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "engine/read/session_answers.h"
#include "export/html_document.h"
#include "json/described_json.h"
#include "json/writer.h"
#include "transcript/line_media.h"

namespace clew {
namespace {

constexpr std::size_t kHtmlPiece = std::size_t{256} << 10;
constexpr std::size_t kPreviewCells = 100;

// Numbers of messages, each from one up to the one before the other.
class Ranges {
 public:
  void add(std::size_t number) {
    if (!all_.empty() && all_.back().second == number) {
      ++all_.back().second;
    } else {
      all_.emplace_back(number, number + 1);
    }
  }
  void write(json::Writer& out) const {
    out.begin_array();
    for (const auto& [from, to] : all_) {
      out.begin_array().value(static_cast<std::int64_t>(from));
      out.value(static_cast<std::int64_t>(to)).end_array();
    }
    out.end_array();
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> all_;
};

// What makes a message of one branch the same as that of another: its lines and those of its
// results.
std::string key_of(const MessagePlan& plan) {
  std::string out;
  const auto add = [&](const auto& lines) {
    for (const EntryIndex line : lines) {
      out.append(reinterpret_cast<const char*>(&line), sizeof(line));
    }
    out += '|';
  };
  add(plan.entries);
  for (const ToolCallPlan& tool : plan.tools) add(tool.results);
  return out;
}

bool is_prompt(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kQueued ||
         kind == MessageKind::kCommand || kind == MessageKind::kShell;
}

class HtmlWriter {
 public:
  HtmlWriter(const ExportSource& source, const AppendText& append)
      : source_(source), document_(append) {}

  Result<void> run() {
    const Exported exported = source_.exported();
    if (auto done = document_.begin(exported.title); !done) return done;
    rows_.begin_array();
    if (auto done = write_branches(); !done) return done;
    if (auto done = write_agents(); !done) return done;
    if (auto done = flush(); !done) return done;
    rows_.end_array();
    if (auto done = document_.add("clew-rows", rows_.take()); !done) return done;
    if (auto done = document_.add("clew-about", about(exported)); !done) return done;
    return document_.end();
  }

 private:
  // Each message once, where the first branch has it.
  Result<void> write_branches() {
    std::unordered_map<std::string, std::size_t> known;
    branches_.begin_array();
    auto done = source_.each_branch([&](const ExportSource::Branch& branch) -> Result<void> {
      std::vector<MessagePlan> fresh;
      for (const MessagePlan& plan : branch.messages) {
        if (!known.contains(key_of(plan))) fresh.push_back(plan);
      }
      // What is left out by the detail asked for has no number.
      auto added = source_.each_of(fresh, [&](const ExportedMessage& one, std::size_t index) {
        known.emplace(key_of(fresh[index]), count_);
        return add(one, source_.session());
      });
      if (!added) return added;
      Ranges ranges;
      for (const MessagePlan& plan : branch.messages) {
        const auto found = known.find(key_of(plan));
        if (found != known.end()) ranges.add(found->second);
      }
      branches_.begin_object().field("tip", branch.tip).field("title", branch.title);
      branches_.key("messages");
      ranges.write(branches_);
      branches_.end_object();
      return {};
    });
    branches_.end_array();
    return done;
  }

  // Those that a call started which is in the file: of a part of a session no others are.
  Result<void> write_agents() {
    agents_.begin_array();
    std::vector<Subagent> left = source_.agents();
    for (bool found = true; found;) {
      found = false;
      for (auto agent = left.begin(); agent != left.end();) {
        if (!belongs(*agent)) {
          ++agent;
          continue;
        }
        if (auto done = write_agent(*agent); !done) return done;
        agent = left.erase(agent);
        found = true;  // and may have started others
      }
    }
    agents_.end_array();
    return {};
  }

  bool belongs(const Subagent& agent) const {
    if (agent.tool_use_id.empty()) return source_.is_whole() || started_.contains(agent.id);
    return started_.contains(agent.id) || calls_.contains(agent.tool_use_id);
  }

  Result<void> write_agent(const Subagent& agent) {
    Ranges ranges;
    auto done = source_.each_of_agent(agent, [&](const ExportedMessage& one, const Session& of) {
      ranges.add(count_);
      return add(one, of);
    });
    if (!done) return done;
    agents_.begin_object().field("id", agent.id).field("ownFile", agent.own_file);
    agents_.field("kind", name_of(agent.kind)).field("type", agent.type);
    agents_.field("description", agent.description).field("toolUseId", agent.tool_use_id);
    agents_.field("prompt", agent.prompt).field("workflow", agent.workflow).key("messages");
    ranges.write(agents_);
    agents_.end_object();
    return {};
  }

  Result<void> add(const ExportedMessage& one, const Session& of) {
    if (piece_.text().empty()) {
      piece_.begin_array();
      first_.push_back(count_);
    }
    ++count_;
    json::write(piece_, ShownMessage(one.transcript, one.message));
    add_row(one);
    for (const ToolCall& call : one.message.tools) {
      calls_.insert(call.id);
      if (!call.agent.empty()) started_.insert(call.agent);
    }
    if (auto done = add_media(one.message, of); !done) return done;
    return piece_.text().size() < kHtmlPiece ? Result<void>() : flush();
  }

  void add_row(const ExportedMessage& one) {
    const Message& message = one.message;
    std::int64_t bytes = std::ssize(message.text);
    std::int64_t failed = 0;
    for (const ToolCall& tool : message.tools) {
      bytes += std::ssize(tool.result);
      failed += tool.state == ToolState::kFailed ? 1 : 0;
    }
    rows_.begin_object().field("uuid", one.uuid());
    rows_.field("role", name_of(message.role)).field("kind", name_of(message.kind));
    if (one.time() != kNoTime) rows_.field("timestamp", format_iso(one.time()));
    rows_.field("bytes", bytes).field("sent", true);
    if (!message.tools.empty()) rows_.field("tools", std::ssize(message.tools));
    if (failed > 0) rows_.field("failed", failed);
    if (is_prompt(message.kind)) {
      const std::string_view start = std::string_view(message.text).substr(0, 4 * kPreviewCells);
      rows_.field("preview", truncate_to_width(one_line(start), kPreviewCells));
    }
    rows_.end_object();
  }

  // The bytes of pictures and documents, one element for each line that has some.
  Result<void> add_media(const Message& message, const Session& of) {
    std::vector<EntryIndex> lines;
    const auto collect = [&](const std::vector<MediaPart>& parts) {
      for (const MediaPart& part : parts) {
        const bool held =
            part.kind == MediaPart::Kind::kImage || part.kind == MediaPart::Kind::kDocument;
        if (held && part.entry != kNoEntry) lines.push_back(part.entry);
      }
    };
    collect(message.parts);
    for (const ToolCall& tool : message.tools) collect(tool.parts);
    for (const EntryIndex line : lines) {
      if (auto done = add_line_media(line, of); !done) return done;
    }
    return {};
  }

  Result<void> add_line_media(EntryIndex line, const Session& of) {
    const std::string uuid(of.transcript().text(of.transcript()[line].uuid));
    if (uuid.empty() || media_.contains(uuid)) return {};
    std::string text;
    auto read = of.raw(line, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    if (!read) return read;
    json::Parser parser;
    const auto parsed = parser.parse_copy(text);
    if (!parsed) return {};
    json::Writer out;
    out.begin_array();
    for (const LineMedia& one : media_of(*parsed)) {
      out.begin_object().field("mediaType", one.media_type).field("data", one.data).end_object();
    }
    out.end_array();
    const std::size_t number = media_.size();
    media_.emplace(uuid, number);
    return document_.add("clew-media-" + std::to_string(number), out.take());
  }

  Result<void> flush() {
    if (piece_.text().empty()) return {};
    piece_.end_array();
    const std::string json = std::exchange(piece_, json::Writer()).take();
    return document_.add("clew-messages-" + std::to_string(first_.size() - 1), json);
  }

  std::string about(const Exported& exported) {
    const SessionHead head = head_of(source_.session());
    json::Writer out;
    out.begin_object().key("session").begin_object();
    // Where the transcript lies is nobody's business.
    out.field("id", head.id).field("file", head.id).field("title", head.title);
    out.field("name", exported.title);
    if (!head.cwd.empty()) out.field("cwd", head.cwd);
    if (!head.git_branch.empty()) out.field("gitBranch", head.git_branch);
    if (!head.version.empty()) out.field("version", head.version);
    if (exported.first != kNoTime) out.field("createdAt", format_iso(exported.first));
    if (exported.last != kNoTime) out.field("updatedAt", format_iso(exported.last));
    out.field("lines", head.lines).field("bytes", head.bytes).end_object();
    out.field("clew", exported.clew).key("hidden");
    exported.hidden ? out.value(*exported.hidden) : out.null();
    out.raw_field("branches", branches_.take()).raw_field("agents", agents_.take());
    out.key("pieces").begin_array();
    for (const std::size_t first : first_) out.value(static_cast<std::int64_t>(first));
    out.end_array().key("media").begin_object();
    for (const auto& [uuid, number] : media_) out.field(uuid, static_cast<std::int64_t>(number));
    out.end_object().end_object();
    return out.take();
  }

  const ExportSource& source_;
  HtmlDocument document_;
  json::Writer piece_;
  json::Writer rows_;
  json::Writer branches_;
  json::Writer agents_;
  std::size_t count_ = 0;           // of messages
  std::vector<std::size_t> first_;  // message of each piece
  std::map<std::string, std::size_t> media_;
  std::set<std::string> calls_;    // that are in the file
  std::set<std::string> started_;  // subagents that they name
};

}  // namespace

Result<void> write_html(const ExportSource& source, const AppendText& append) {
  return HtmlWriter(source, append).run();
}

}  // namespace clew
