// SPDX-License-Identifier: MIT
//
// Which words of a session are not in its copy, or not as they were: found by comparing the two
// files, whoever changed them, so that no repair can forget to tell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/doctor/examined_file.h"

namespace clew {

enum class SaidKind : std::uint8_t {
  kText,        // texts, calls and results
  kThinking,    // of the model
  kMedia,       // a picture or document
  kAttachment,  // what Claude Code added for the model
  kNote,        // what a tool noted for the screen; it is never sent
};
std::string_view name_of(SaidKind kind);
constexpr SaidKind last_of(SaidKind) { return SaidKind::kNote; }

struct ChangedText {
  std::int64_t line = 0;  // in the original
  SaidKind kind = SaidKind::kText;
  std::string before;  // the beginning of it
  std::string after;   // the beginning of what stands there now; empty: nothing
  bool aside = false;  // it is in the copy, but no longer part of the conversation
};

struct TextComparison {
  static constexpr std::size_t kMost = 1000;

  std::int64_t texts = 0;          // of the conversation before
  std::int64_t changed = 0;        // of all lines
  std::int64_t changed_words = 0;  // of these, texts of kind kText
  std::vector<ChangedText> first;  // of them, at most kMost
};

// Which conversation is compared: all that `before` leads to must be on the way of `after`, or it
// may have become another one.
enum class SameWay : bool { kYes, kNo };
TextComparison compare_texts(ExaminedFile& before, ExaminedFile& after, SameWay way);

}  // namespace clew
