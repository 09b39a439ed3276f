// SPDX-License-Identifier: MIT
//
// export for people: the exported text itself, or a line about where it went.
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/export/export_operation.h"

namespace clew {
namespace {

std::string hidden_words(const ExportAnswer& answer) {
  if (!answer.hidden) return "secrets included";
  return *answer.hidden == 0 ? "no secret found" : counted(*answer.hidden, "secret") + " hidden";
}

// What a person would miss without a word about it.
std::string left_out_words(const ExportAnswer& answer) {
  if (answer.torn_lines == 0) return {};
  return ", " + counted(answer.torn_lines, "line") + " left out that cannot be read (`clew check`)";
}

}  // namespace

Result<Outcome> export_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = export_answer(engine, arguments);
  if (!answer) return answer.error();
  if (answer->text) {
    auto done = answer->text->each([&](const std::string& piece) {
      screen.out.write(screen.plain(piece));
      return screen.out.is_open();
    });
    if (!done) return done.error();
    if (answer->written) answer->hidden = answer->written->count();
    const std::string hidden = hidden_words(*answer) + left_out_words(*answer);
    write_note(screen.out, answer->hidden.value_or(0) > 0
                               ? hidden + "; `clew redact` lists them, --no-redact leaves them in"
                               : hidden);
    return Outcome::kFound;
  }
  std::string line =
      answer->endpoint.empty()
          ? answer->file + ", " + human_bytes(static_cast<std::int64_t>(*answer->size))
          : counted(*answer->spans, "span") + " sent to " + answer->endpoint;
  screen.fit(terminal_line(line + ", " + hidden_words(*answer) + left_out_words(*answer)));
  return Outcome::kFound;
}

}  // namespace clew
