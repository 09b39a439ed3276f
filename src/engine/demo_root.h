// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "engine/demo_json.h"

namespace clew::demo {

inline constexpr TimeMs kSecond = 1000;
inline constexpr TimeMs kMinute = 60 * kSecond;
inline constexpr TimeMs kHour = 60 * kMinute;
inline constexpr TimeMs kDay = 24 * kHour;

// One line of history.jsonl: a prompt as it was typed, before pasted text was put in its place.
struct TypedPrompt {
  std::string display;
  TimeMs time = 0;
  std::string project;
  std::string session;
  Fields pasted = {};
};

struct DemoFile {
  std::string path;  // below the root
  std::string bytes;
  TimeMs time = 0;  // of the last thing in it
};

// The configuration root while it is made up: everything in memory.
struct Root {
  TimeMs now = 0;
  std::vector<DemoFile> files;
  std::vector<TypedPrompt> history;

  void add(std::string path, std::string bytes, TimeMs time) {
    files.push_back({std::move(path), std::move(bytes), time});
  }
};

// The stories, a project each.
void tell_orchard(Root& root);
void tell_tide_clock(Root& root);
void tell_lens(Root& root);
void tell_teahouse(Root& root);
// What belongs to no session: settings, the prompt history with its ghosts, a left-over process.
void add_state(Root& root);

}  // namespace clew::demo
