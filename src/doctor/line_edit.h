// SPDX-License-Identifier: MIT
//
// A line of a session with some of its parts replaced; every other byte stays as it is.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/time.h"
#include "doctor/defects.h"

namespace clew {

// What becomes of one block of a message.
struct BlockEdit {
  bool drop = false;
  bool to_text = false;      // its words as text
  bool blank_texts = false;  // texts without words go, those inside a result too
  bool input_to_object = false;
  bool shorten_name = false;
  bool shorten_result = false;
  bool broken_parts = false;         // parts of a result that lack what they must have go
  std::string id;                    // the new id of a call or result
  std::set<std::string> without;     // members that go
  std::set<std::string> references;  // names of tools; references to them go
  std::set<Defect> media;            // why pictures and documents become texts

  bool any() const;
};

struct LineEdit {
  std::string session;                // always set
  std::optional<std::string> parent;  // "": null
  std::optional<TimeMs> time;
  std::string message_id;
  bool to_main = false;  // a line of a subagent becomes one of a main conversation
  bool clean_escapes = false;
  bool results_first = false;  // before all else of the message
  bool shorten_notes = false;  // long texts of what is never sent
  bool drop_tool_use_result = false;
  std::map<std::uint32_t, BlockEdit> blocks;  // by their number among the objects of the content

  bool changes_content() const { return clean_escapes || results_first || !blocks.empty(); }
};

inline constexpr std::string_view kNoContent = "(no content)";
// Longer texts are shortened in what is never sent.
inline constexpr std::size_t kLongestNote = 4096;

struct EditedLine {
  std::string text;
  bool empty = false;      // nothing is left of its content
  bool shortened = false;  // something that is never sent
};
EditedLine edit_line(std::string_view line, const LineEdit& edit);

// Lines that a repair adds. `like` is a line whose surroundings they share: folder, version, ...
std::string added_result_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                              std::string_view call);
std::string added_text_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                            bool assistant, std::string_view text);
// Of a compaction behind the line `last`, and the text that stands for all before it.
std::string added_boundary_line(std::string_view like, const std::string& uuid,
                                const LineEdit& edit, std::string_view last);
std::string added_summary_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                               std::string_view text);
// The note of where the conversation ends.
std::string last_prompt_line(std::string_view session, std::string_view leaf);

}  // namespace clew
