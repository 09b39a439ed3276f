// SPDX-License-Identifier: MIT
//
// diff for people.

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/read/branch_diff.h"
#include "render/message_text.h"

namespace clew {
namespace {

std::string counted_messages(std::size_t count) {
  return with_thousands(static_cast<std::int64_t>(count)) + (count == 1 ? " message" : " messages");
}

void write_head(Screen& screen, const BranchDiff& diff) {
  const Session& session = diff.session();
  const std::string name = one_line(terminal_safe(short_name(session.facts())));
  const Style& style = screen.style;
  screen.out.line(style.paint(Ink::kStrong, truncate_to_width(name, style.width)));
  std::string shared = "… " + counted_messages(diff.shared) + " in common";
  if (diff.fork != kNoEntry) {
    shared += ", up to " + short_uuid(session.transcript(), diff.fork);
  }
  screen.out.line(style.paint(Ink::kDim, truncate_to_width(shared, style.width)));
}

// What only one of them has.
Result<void> write_side(Screen& screen, const ConversationView& view, std::string_view name,
                        Ink ink, const MessageTextOptions& options) {
  const Transcript& t = view.session->transcript();
  const std::string line = "── " + std::string(name) + ": " + short_uuid(t, view.path.tip) + ", " +
                           counted_messages(view.messages.size()) + " of its own ──";
  screen.out.line();
  screen.out.line(screen.style.paint(ink, truncate_to_width(line, screen.style.width)));
  if (!view.messages.empty()) screen.out.line();
  MessageText text(screen.out, screen.style, *view.session, options);
  return each_message(view, view.messages, [&](const Message& message) {
    text.write(message);
    return screen.out.is_open();
  });
}

}  // namespace

Result<Outcome> diff_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto diff = open_branch_diff(engine, arguments);
  if (!diff) return diff.error();
  if (diff->a->messages.empty() && diff->b->messages.empty()) {
    const bool named = arguments.maybe_text("a").has_value();
    write_note(screen.out, named ? "these are the same branch"
                                 : "this session has only one branch: nothing to compare");
    return Outcome::kNothing;
  }
  write_head(screen, *diff);
  const MessageTextOptions options{.full = arguments.flag("full"), .ids = arguments.flag("ids")};
  if (auto done = write_side(screen, *diff->a, "A", Ink::kBad, options); !done) return done.error();
  if (auto done = write_side(screen, *diff->b, "B", Ink::kGood, options); !done)
    return done.error();
  return Outcome::kFound;
}

}  // namespace clew
