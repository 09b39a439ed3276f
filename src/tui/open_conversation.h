// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/read/conversation_view.h"
#include "engine/read/outline.h"
#include "tui/jobs.h"
#include "tui/requests.h"
#include "tui/world.h"

namespace clew::tui {

// A conversation that is being read: which messages it has, and the way to their text. It holds no
// text. Several threads may use it at once.
class OpenConversation {
 public:
  static Result<std::shared_ptr<const OpenConversation>> open(const World& world,
                                                              const WantConversation& want,
                                                              const Jobs::Stopped& stopped);

  const Session& session() const { return *view_.session; }
  const ConversationView& view() const { return view_; }
  ConversationCame came(std::uint64_t reader) const;
  // The line that names a message; kNoEntry when there is no such message.
  EntryIndex entry_of(std::size_t message) const;
  std::string uuid_of(std::size_t message) const;

  Result<MessagesCame> lines(const World& world, const WantMessages& want,
                             const Jobs::Stopped& stopped) const;
  Result<FindCame> find(const WantFind& want, const Jobs::Stopped& stopped) const;
  Result<TextCame> text(const WantMessageText& want) const;
  // Of each message of its own what a person reads, for a window of so many columns.
  std::vector<TreeRow> tree(int columns) const;

 private:
  OpenConversation(std::unique_ptr<Engine> engine, ConversationView view);
  // `number`: which of the messages that are wanted.
  Result<Lines> lines_of(const World& world, const WantMessages& want, std::size_t number,
                         std::vector<Picture>& pictures) const;
  // `number`: which of those in its line that have bytes.
  std::optional<Picture> picture_of(const MediaPart& part, std::size_t number, CellSize cell,
                                    int columns) const;

  std::unique_ptr<Engine> engine_;  // what the view borrows from
  ConversationView view_;
  std::vector<MessageNote> notes_;
  std::vector<EntryIndex> entries_;  // by message
};

// Two branches side by side: what each has of its own.
Result<PageCame> compare_branches(Engine& engine, const WantCompare& want);

}  // namespace clew::tui
