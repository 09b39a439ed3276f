// SPDX-License-Identifier: MIT
//
// A small root in memory for the tests of protocols.
#pragma once

#include <string>

#include "os/testing/memory_file_system.h"
#include "serve/call/message_channel.h"

namespace clew {

inline constexpr const char* kTestSession = "11111111-1111-4111-8111-111111111111";

class TestRoot {
 public:
  TestRoot() {
    const std::string folder = "/root/projects/-work-app/";
    files.add_file(folder + kTestSession + ".jsonl", transcript());
    files.add_file("/secret/other.jsonl", transcript());
  }

  static std::string line(std::string_view type, int number, int parent, std::string_view message) {
    return R"({"type":")" + std::string(type) + R"(","uuid":")" + uuid(number) +
           R"(","parentUuid":)" + (parent < 0 ? "null" : "\"" + uuid(parent) + "\"") +
           R"(,"sessionId":")" + kTestSession + R"(","cwd":"/work/app","version":"2.1.325",)" +
           R"("timestamp":"2026-01-05T10:00:0)" + std::to_string(number) + R"(.000Z","message":)" +
           std::string(message) + "}\n";
  }
  static std::string uuid(int number) {
    return "aaaaaaaa-0000-4000-8000-00000000000" + std::to_string(number);
  }
  static std::string transcript() {
    return line("user", 1, -1, R"({"role":"user","content":"Fix the clock \u001b[31mred"})") +
           line(
               "assistant", 2, 1,
               R"({"id":"msg_1","role":"assistant","model":"claude-opus-4-5-20251101","content":[)"
               R"({"type":"thinking","thinking":"Hm.","signature":"s"},{"type":"text","text":"Looking."}],)"
               R"("usage":{"input_tokens":3,"output_tokens":5}})") +
           line(
               "assistant", 3, 2,
               R"({"id":"msg_1","role":"assistant","model":"claude-opus-4-5-20251101","content":[)"
               R"({"type":"tool_use","id":"toolu_1","name":"Edit","input":{"file_path":"/work/app/a.c",)"
               R"("old_string":"x","new_string":"y"}}],"usage":{"input_tokens":3,"output_tokens":5}})") +
           line(
               "user", 4, 3,
               R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"done"}]})") +
           line(
               "assistant", 5, 4,
               R"({"id":"msg_2","role":"assistant","model":"claude-opus-4-5-20251101","content":[)"
               R"({"type":"text","text":"Fixed."}],"usage":{"input_tokens":4,"output_tokens":6}})");
  }

  ServeContext context() {
    EngineOptions options;
    options.roots = {"/root"};
    return {files, options};
  }

  MemoryFileSystem files;
};

}  // namespace clew
