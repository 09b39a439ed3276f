// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <utility>

#include "engine/read/session.h"
#include "json/value.h"
#include "render/text_lines.h"

namespace clew {

struct MessageTextOptions {
  bool full = false;  // nothing is folded
  bool ids = false;   // headings name the message's first line
  bool tools = true;  // calls and their results
  bool thoughts = true;
  // Called behind the line that stands for a picture or document.
  std::function<void(const MediaPart&, std::string_view indent)> after_part = {};
};

// Writes one message for a person to read. Text from transcripts is made safe for the terminal
// here, whatever it holds.
class MessageText {
 public:
  // With a session the messages are its own; without one each brings what else there is to say.
  MessageText(TextLines& out, const Style& style, const Session& session,
              MessageTextOptions options = {})
      : out_(out), style_(style), session_(&session), options_(std::move(options)) {}
  MessageText(TextLines& out, const Style& style) : out_(out), style_(style) {}

  void write(const Message& message);
  void write(const Message& message, TimeMs time, const std::string& model);
  void tool(const ToolCall& tool);
  // Whether long texts are written to their end, and calls with all that they were given.
  void set_unfolded(bool unfolded) { unfolded_ = unfolded; }
  // The next message has a heading, whatever came before.
  void start_over();
  // As if this had been written before.
  void follow(MessageKind kind, TimeMs time, const std::string& model);

 private:
  void fit(std::string_view line, int hang = 2);
  void heading(Ink ink, std::string_view who, const Message& message, TimeMs time,
               const std::string& model);
  void paragraph(std::string_view text, std::string_view indent, Ink ink = Ink::kPlain);
  void folded(std::string_view text, std::string_view indent, std::size_t max_lines, Ink ink);
  void lines(const std::vector<std::string>& lines, std::string_view indent, std::size_t most,
             Ink ink = Ink::kPlain);
  void answer(std::string_view text);
  bool tool_details(json::Value input);
  void result(const ToolCall& tool);
  void parts(const std::vector<MediaPart>& parts, std::string_view indent);
  void prompt(const Message& message);
  bool whole_lines(const Message& message);
  void body(const Message& message);
  void compaction(const Message& message);
  bool is_in_mark(const Message& message) const;
  void input(json::Value arguments);
  bool continues(const Message& message, TimeMs time, const std::string& model);

  TextLines& out_;
  const Style style_;
  const Session* session_ = nullptr;
  MessageTextOptions options_;
  bool unfolded_ = false;
  bool wrote_ = false;
  MessageKind last_kind_ = MessageKind::kNotice;  // of the message before
  TimeMs last_minute_ = kNoTime;
  std::string last_model_;
  std::vector<EntryIndex> with_compaction_;  // lines that the last mark of a compaction has shown
};

// How a line is named to a person: the beginning of its uuid; "-" for none.
std::string short_uuid(const Transcript& t, EntryIndex entry);

// An argument of a tool call, whole: "command: ls -l".
std::string argument_text(std::string_view name, json::Value value);

// The most telling argument of a tool call in one line: the command, the file, the pattern.
std::string tool_summary(const ToolCall& tool, int cells);

}  // namespace clew
