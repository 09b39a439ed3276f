// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "drive/drive_event.h"
#include "drive/live_transcript.h"
#include "json/value.h"

namespace clew {

// Turns the lines that claude prints (stream-json of 1.0, 2.0 and 2.1) into events. Control lines
// are not its business and come back as such. Never fails: what cannot be read is a StreamFinding.
class StreamReader {
 public:
  using Visit = std::function<void(drive::Event)>;
  explicit StreamReader(std::size_t max_bytes) : live_(max_bytes) {}

  struct Control {
    enum class Kind : std::uint8_t { kRequest, kResponse, kCancel };
    Kind kind = Kind::kRequest;
    std::string id;
    std::string subtype;  // of the request; of a response: success or error
    json::Value body;     // valid until the next line
  };
  using VisitControl = std::function<void(const Control&)>;

  // `line` must be followed by json::kPadding readable bytes.
  void read(std::string_view line, const Visit& visit, const VisitControl& control);

  const std::string& session() const { return session_; }
  // Subagents and commands in the background that have not ended yet, as far as 2.1 tells.
  std::int64_t background_tasks() const { return background_tasks_; }

 private:
  void read_control(std::string_view type, json::Value root, const VisitControl& control);
  void read_system(json::Value root, std::string_view line, const Visit& visit);
  void read_stream_event(json::Value root, const Visit& visit);
  void read_result(json::Value root, const Visit& visit);
  void read_message(std::string_view line, const Visit& visit);
  void report(json::Value root, std::string_view line, bool known, const Visit& visit);
  void send(const Visit& visit, decltype(drive::Event::what) what) const;

  LiveTranscript live_;
  json::Parser parser_;
  std::string session_;
  std::int64_t background_tasks_ = 0;
  std::string parent_tool_;  // of the line being read
};

}  // namespace clew
