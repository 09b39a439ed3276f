// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace clew {

// Writes a conversation line by line, each behind the one before.
class Lines {
 public:
  Lines& say(const std::string& type, const std::string& content, const std::string& more = "") {
    const std::string uuid = "u" + std::to_string(++count_);
    text_ += R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
             (parent_.empty() ? "null" : "\"" + parent_ + "\"") +
             R"(,"sessionId":"s1","cwd":"/w/app","gitBranch":"main",)" +
             R"("timestamp":"2026-01-01T00:00:)" + std::to_string(10 + count_ % 50) + "Z\"" + more +
             R"(,"message":{"id":"m)" + uuid + R"(","role":")" + type + R"(","content":)" +
             content + "}}\n";
    parent_ = uuid;
    return *this;
  }
  Lines& prompt(const std::string& text) { return say("user", "\"" + text + "\""); }
  Lines& answer(const std::string& text) {
    return say("assistant", R"([{"type":"text","text":")" + text + R"("}])");
  }
  Lines& call(const std::string& name, const std::string& input) {
    return say("assistant", R"([{"type":"tool_use","id":"t)" + std::to_string(++calls_) +
                                R"(","name":")" + name + R"(","input":)" + input + "}]");
  }
  Lines& result(const std::string& text, const std::string& structured = "", bool failed = false) {
    return say("user",
               R"([{"type":"tool_result","tool_use_id":"t)" + std::to_string(calls_) +
                   R"(","content":")" + text + R"(","is_error":)" + (failed ? "true" : "false") +
                   "}]",
               structured.empty() ? "" : R"(,"toolUseResult":)" + structured);
  }
  // The next line hangs on this one instead.
  Lines& back_to(const std::string& uuid) {
    parent_ = uuid;
    return *this;
  }
  // The snapshot that the CLI writes with a prompt: `files` is the JSON of the copies.
  Lines& snapshot(const std::string& files) {
    text_ += R"({"type":"file-history-snapshot","messageId":")" + parent_ +
             R"(","isSnapshotUpdate":false,"snapshot":{"messageId":")" + parent_ +
             R"(","timestamp":"2026-01-01T00:00:00Z","trackedFileBackups":)" + files + "}}\n";
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::string parent_;
  int count_ = 0;
  int calls_ = 0;
};

}  // namespace clew
