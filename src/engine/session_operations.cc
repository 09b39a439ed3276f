// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>

#include "engine/json_pieces.h"
#include "engine/messages_json.h"
#include "engine/operation_handlers.h"
#include "engine/session_check.h"
#include "engine/session_json.h"
#include "json/writer.h"

namespace clew {
namespace {

// The chosen blocks of a line, as elements of a JSON array.
void append_content(std::string& out, json::Value content, std::span<const std::uint32_t> blocks) {
  const auto separate = [&out] { out += out.empty() ? "" : ","; };
  if (content.is_string()) {
    separate();
    out += "{\"type\":\"text\",\"text\":";
    content.append_json(out);
    out += '}';
    return;
  }
  std::uint32_t index = 0;
  for (const json::Value block : content.elements()) {
    if (!block.is_object()) continue;
    if (std::binary_search(blocks.begin(), blocks.end(), index++)) {
      separate();
      block.append_json(out);
    }
  }
}

// Plain role and content, as an API takes them: no field of the transcript is left. Attachments
// have no stored form of what they said and are not among them.
Result<bool> write_api_messages(json::Writer& out, const Session& session, const Path& path,
                                const Sink& sink) {
  const Transcript& t = session.transcript();
  json::Parser parser;
  FileLines lines = session.lines();
  out.key("messages").begin_array();
  for (const SentMessage& message : sent_messages(t, path)) {
    std::string content;
    for (const SentMessage::Part& part : message.parts) {
      if (!t[part.entry].is_conversation()) continue;
      auto line = lines.line(t[part.entry]);
      if (!line) return line.error();
      auto root = parser.parse(*line);
      if (!root) return root.error();
      append_content(content, (*root)["message"]["content"], part.blocks);
    }
    if (content.empty()) continue;
    out.begin_object().field("role", message.assistant ? "assistant" : "user");
    out.raw_field("content", "[" + content + "]").end_object();
    if (!hand_on_piece(out, sink)) return false;
  }
  out.end_array();
  return true;
}

}  // namespace

Result<Outcome> run_show(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = open_conversation(engine, arguments);
  if (!view) return view.error();
  const Session& session = *view->session;
  json::Writer out;
  out.begin_object().key("session");
  write_session(out, session);
  out.key("branch");
  write_path(out, session, view->path);
  out.key("messages").begin_array();
  const auto longest = static_cast<std::size_t>(
      arguments.maybe_integer("longest-text").value_or(std::numeric_limits<std::int64_t>::max()));
  auto listening = write_messages(out, *view, longest, sink);
  if (!listening) return listening.error();
  if (!*listening) return Outcome::kFound;
  out.end_array();
  out.field("total", view->skipped_before + view->messages.size() + view->skipped_after);
  out.field("skippedBefore", view->skipped_before).field("skippedAfter", view->skipped_after);
  out.field("diagnosticCount", session.transcript().diagnostic_count);
  out.key("diagnostics");
  write_diagnostics(out, session.transcript());
  out.end_object();
  sink(out.take());
  return view->messages.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_context(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto opened = open_path(engine, arguments, EmptyFile::kIsFine);
  if (!opened) return opened.error();
  const Transcript& t = opened->session->transcript();
  const std::vector<EntryIndex> sent = sent_entries(t, opened->path);
  if (engine.stop().is_stopped()) return stopped_error();
  json::Writer out;
  out.begin_object().field("rules", name_of(opened->path.rules));
  write_path_end(out, *opened->session, opened->path);
  out.key("entries").begin_array();
  for (const EntryIndex index : sent) out.value(t.text(t[index].uuid));
  out.end_array();
  write_text_or_null(out, "refused", opened->path.refused);
  out.field("loaded", std::ssize(opened->path.chain));
  out.field("conversationLines",
            std::count_if(t.entries.begin(), t.entries.end(),
                          [](const Entry& entry) { return entry.is_conversation(); }));
  if (arguments.flag("messages")) {
    auto written = write_api_messages(out, *opened->session, opened->path, sink);
    if (!written) return written.error();
    if (!*written) return Outcome::kFound;
  }
  out.end_object();
  sink(out.take());
  // The answer stands for an empty file too (nothing would be sent), but such a file is a mistake.
  if (auto checked = opened->session->check_has_lines(); !checked) return checked.error();
  return sent.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_branches(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const MessageTree& messages = opened->session->messages();
  if (engine.stop().is_stopped()) return stopped_error();
  const std::vector<Branch> branches = find_branches(messages, opened->path);
  if (engine.stop().is_stopped()) return stopped_error();
  json::Writer out;
  out.begin_object().key("branches").begin_array();
  for (const Branch& branch : branches) {
    write_branch(out, *opened->session, branch);
    if (!hand_on_piece(out, sink)) return Outcome::kFound;
  }
  out.end_array().end_object();
  sink(out.take());
  return branches.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_tree(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const bool previews = arguments.flag("previews");
  const MessageTree& messages = opened->session->messages();
  if (engine.stop().is_stopped()) return stopped_error();
  const Transcript& t = opened->session->transcript();
  std::vector<bool> active(static_cast<std::size_t>(messages.size()), false);
  for (MessageId id = tip_message(messages, opened->path); id != kNoMessage;
       id = messages[id].parent) {
    active[MessageTree::index(id)] = true;
  }
  json::Writer out;
  out.begin_object().key("messages").begin_array();
  for (MessageId id = 0; id < messages.size(); ++id) {
    const MessageTree::Message& message = messages[id];
    const Entry& line = messages.tree().entry(message.first);
    out.begin_object().field("id", id).key("parent");
    message.parent == kNoMessage ? out.null() : out.value(message.parent);
    out.field("uuid", t.text(line.uuid));
    out.field("role", message.prelude ? "prelude" : t.type_name(line));
    write_time(out, "timestamp", line.time);
    out.field("active", static_cast<bool>(active[MessageTree::index(id)]));
    out.field("conversation", message.live);
    if (previews && message.live && !message.prelude && line.type == EntryType::kUser &&
        !active[MessageTree::index(id)]) {
      out.field("preview",
                opened->session->prompt_preview(messages.tree().first_line(message.first)));
    }
    out.end_object();
    if (!hand_on_piece(out, sink)) return Outcome::kFound;
  }
  out.end_array().end_object();
  sink(out.take());
  return messages.size() == 0 ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_raw(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto session = engine.open_session(arguments.text("session"));
  if (!session) return session.error();
  auto entry = (*session)->find_entry(arguments.text("uuid"));
  if (!entry) return entry.error();
  if (auto done = (*session)->raw(*entry, sink); !done) return done.error();
  return Outcome::kFound;
}

Result<Outcome> run_check(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto session = engine.open_session(arguments.text("session"));
  if (!session) return session.error();
  const SessionCheck check = check_session(**session);
  json::Writer out;
  out.begin_object().field("file", (*session)->file());
  out.field("lines", (*session)->transcript().lines);
  out.field("count", check.count).key("diagnostics").begin_array();
  for (const Diagnostic& diagnostic : check.diagnostics) write_diagnostic(out, diagnostic);
  out.end_array().key("unknown").begin_array();
  for (const auto& [type, count] : (*session)->transcript().unknown) {
    out.begin_object().field("what", type.what).field("version", type.version);
    out.field("count", count).end_object();
  }
  out.end_array().end_object();
  sink(out.take());
  return Outcome::kFound;
}

}  // namespace clew
