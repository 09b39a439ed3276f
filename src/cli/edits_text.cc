// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "cli/commands.h"
#include "engine/lists/edits.h"

namespace clew {
namespace {

Result<Outcome> say(const Result<Done>& done, Screen& screen) {
  if (!done) return done.error();
  screen.out.line(terminal_safe(done->done));
  return Outcome::kFound;
}

}  // namespace

Result<Outcome> hide_text(Engine& e, const Arguments& a, Screen& s) { return say(hide(e, a), s); }
Result<Outcome> unhide_text(Engine& e, const Arguments& a, Screen& s) {
  return say(unhide(e, a), s);
}
Result<Outcome> rename_text(Engine& e, const Arguments& a, Screen& s) {
  return say(rename(e, a), s);
}
Result<Outcome> tag_text(Engine& e, const Arguments& a, Screen& s) { return say(tag(e, a), s); }
Result<Outcome> delete_text(Engine& e, const Arguments& a, Screen& s) {
  return say(remove(e, a), s);
}
Result<Outcome> undelete_text(Engine& e, const Arguments& a, Screen& s) {
  return say(undelete(e, a), s);
}

}  // namespace clew
