// SPDX-License-Identifier: MIT
//
// Titles and tags stand in lines of their own, anywhere in a transcript. To be right about them a
// reader has to have seen every line; to be fast it must not parse every line. The first bytes of a
// line tell what it is: the CLI and the SDK, in all versions seen, begin the lines of a
// conversation with parentUuid and all others with type (25,000 of 25,000 lines of the corpus).
// Lines of any other form are parsed to be sure.
#pragma once

#include <string>
#include <string_view>

#include "transcript/line_fields.h"
#include "transcript/transcript.h"

namespace clew {

enum class LineHint {
  kChain,  // of the conversation: carries no label
  kStart,  // the same, and possibly the start of a thread: a compaction is one
  kLabel,  // of a type that labels are made of
  kOther,  // of another type
  kAny,    // must be parsed to be known
};

LineHint hint_of(std::string_view line);

// Whether a line with this hint may be a label or a compaction.
bool may_matter_to_lists(std::string_view line, LineHint hint);
// The same of a line that was parsed already; some lines are named for nothing.
bool may_matter_to_lists(const Transcript& transcript, const Entry& entry);

// The labels of a session. `Text` owns what it holds or borrows it.
template <class Text>
struct BasicLabels {
  Text custom_title;
  Text ai_title;
  Text last_prompt;
  Text summary;
  Text agent_name;
  Text tag;
  Text last_leaf;  // where the CLI last noted the conversation to stand (last-prompt)
  Text continues;  // old compaction: uuid of the line, in another file, that it goes on from
};
using Labels = BasicLabels<std::string>;

// Of each kind the last line counts, and an empty one clears it, so lines are to be given in order.
void take_label(const LineFields& line, Labels& labels);

// A line that gives a session a title, or a tag; without its end.
std::string title_line(std::string_view session, std::string_view title);
// The same at the end of a repaired copy: with the id of the session that it was made of, as the
// member that is given by itself too. Others pass over a member that they do not know.
std::string repaired_title_line(std::string_view session, std::string_view title,
                                std::string_view original);
std::string made_of_member(std::string_view original);
std::string tag_line(std::string_view session, std::string_view tag);

}  // namespace clew
