// SPDX-License-Identifier: MIT
#include "engine/redact/redacted_answer.h"

#include "engine/redact/session_redaction.h"
#include "redact/options.h"

namespace clew {

Result<std::string> redacted_answer(Engine& engine, std::string_view json,
                                    const std::string& session) {
  auto finder = redact::Finder::make(redact::Options{});
  if (!finder) return finder.error();
  auto decisions = RedactDecisions::read(engine.files(), engine.options().own.redact());
  if (!decisions) return decisions.error();
  std::string out(json);
  if (!session.empty()) {
    // A name that is nobody's was answered with an error, which tells nothing of a session.
    if (const auto named = engine.locate(session)) {
      auto all = SessionRedaction::collect(engine, *named, *finder, &*decisions);
      if (!all) return all.error();
      const SessionSource& first = (*all)->sources().front();
      if (auto redacted = (*all)->redact_line(first, 0, out)) out = std::move(*redacted);
    }
  }
  redact::Redactor redactor(*finder, [&](const redact::TextFinding& one) {
    return decisions->keeps(one.kind, one.secret, {});
  });
  redactor.collect_line(out);
  redactor.finish();
  return redactor.redact_line(out).value_or(out);
}

}  // namespace clew
