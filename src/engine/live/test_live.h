// SPDX-License-Identifier: MIT
//
// For tests only: what somebody knows who read everything once and then only listened to events,
// and what he would find who reads everything now. The two must be the same.
#pragma once

#include <map>
#include <string>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/file_lines.h"
#include "catalog/layout/roots.h"
#include "catalog/layout/session_files.h"
#include "catalog/layout/transcript_file.h"
#include "engine/live/event_bus.h"
#include "engine/live/live_answers.h"
#include "json/described_json.h"
#include "json/value.h"
#include "os/paths.h"
#include "transcript/conversation.h"
#include "transcript/message_reader.h"

namespace clew {

// One transcript: its row, and its messages as JSON by uuid.
struct SeenSession {
  std::string row;
  std::map<std::string, std::string> messages;
  bool operator==(const SeenSession&) const = default;
};
using SeenSessions = std::map<std::string, SeenSession>;  // by file

inline std::map<std::string, std::string> read_messages(const FileSystem& files,
                                                        const std::string& path) {
  std::map<std::string, std::string> messages;
  auto file = files.open(path);
  if (!file) return messages;
  auto t = read_transcript(**file);
  if (!t) return messages;
  const bool is_agent = is_agent_name(stem(path));
  std::vector<EntryIndex> entries;
  for (EntryIndex i = 0; i < t->count(); ++i) {
    if (is_agent || !(*t)[i].sidechain) entries.push_back(i);
  }
  FileLines lines(**file);
  MessageReader reader(*t, lines);
  for (const MessagePlan& plan : plan_messages(*t, entries)) {
    auto message = reader.read(plan);
    if (!message) continue;
    json::Writer out;
    json::write(out, ShownMessage(*t, *message));
    messages[std::string(t->text((*t)[plan.entries.front()].uuid))] = out.take();
  }
  return messages;
}

inline SeenSessions read_everything(const FileSystem& files,
                                    const std::vector<std::string>& roots) {
  SeenSessions seen;
  const SessionFiles found = find_session_files(files, roots, {Agents::kInclude, 1});
  for (const SessionFile& file : found.files) {
    const ProjectFolder& folder = found.folders[file.folder];
    auto facts = FactsReader().read(files, file.path);
    if (!facts) continue;
    const auto row =
        file_row(transcript_file(file.path, folder.root, folder.key, file.info), *facts);
    seen[file.path] = {json::to_text(row), read_messages(files, file.path)};
  }
  return seen;
}

// Applies events one after the other.
class Listener {
 public:
  Listener(const FileSystem& files, std::vector<std::string> roots)
      : files_(files), roots_(std::move(roots)), seen_(read_everything(files_, roots_)) {}

  const SeenSessions& seen() const { return seen_; }

  void take(const LiveEvent& event) {
    json::Parser parser;
    const auto json = parser.parse_copy(*event.json());
    if (event.type == event_type::kResync) {
      seen_ = read_everything(files_, roots_);
    } else if (event.type == event_type::kSessionRemoved) {
      seen_.erase(event.file);
    } else if (event.type == event_type::kSessionAdded) {
      seen_[event.file] = {(*json)["row"].to_json(), {}};
    } else if (event.type == event_type::kSessionChanged) {
      SeenSession& session = seen_[event.file];
      session.row = (*json)["row"].to_json();
      if ((*json)["reload"].bool_or(false)) session.messages = read_messages(files_, event.file);
    } else if (event.type == event_type::kSessionAppended) {
      take_growth(*json, seen_[event.file]);
    }
  }

 private:
  void take_growth(json::Value json, SeenSession& session) {
    for (const json::Value message : json["messages"].elements()) {
      session.messages[std::string(message["uuid"].string_or(""))] = message.to_json();
    }
    for (const json::Value update : json["tools"].elements()) {
      // A slow reader may hear of a call in a message that is gone.
      const auto message = session.messages.find(std::string(update["message"].string_or("")));
      if (message == session.messages.end()) continue;
      message->second = with_tool(message->second, update["tool"]);
    }
  }

  // The message with this call in the place of the one with the same id.
  static std::string with_tool(const std::string& message, json::Value tool) {
    json::Parser parser;
    const auto old = parser.parse_copy(message);
    json::Writer out;
    out.begin_object();
    for (const auto& [key, value] : old->members()) {
      if (key != "tools") {
        out.raw_field(key, value.to_json());
        continue;
      }
      out.key("tools").begin_array();
      for (const json::Value one : value.elements()) {
        const bool same = one["id"].string_or("") == tool["id"].string_or("");
        out.raw(same ? tool.to_json() : one.to_json());
      }
      out.end_array();
    }
    out.end_object();
    return out.take();
  }

  const FileSystem& files_;
  std::vector<std::string> roots_;
  SeenSessions seen_;
};

}  // namespace clew
