// SPDX-License-Identifier: MIT
//
// The secrets of a session as it lies on the disk or in the keep: what is found in all of its files, and
// its files without them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/list/session_names.h"
#include "engine/engine.h"
#include "engine/redact/decisions.h"
#include "redact/redactor.h"

namespace clew {

// A file of a session: a transcript, which has lines, or something else, which is one text.
struct SessionSource {
  std::string path;
  std::string file;  // below its root
  bool lines = false;
};
// The transcript comes first. A file outside of every root is alone.
std::vector<SessionSource> sources_of(Engine& engine, const NamedSession& session);

// Calls take(line, its number) for every line, as it is, without its line end.
using TakeLine = std::function<void(std::string_view, std::int64_t)>;
Result<void> each_line(const FileSystem& files, const std::string& path, const TakeLine& take);

class SessionRedaction {
 public:
  // Reads all files once. Borrows the finder. `decisions` null: nothing is kept.
  static Result<std::unique_ptr<SessionRedaction>> collect(Engine& engine,
                                                           const NamedSession& session,
                                                           const redact::Finder& finder,
                                                           const RedactDecisions* decisions);

  // Every finding, by file and line; 0 is the line of what has none.
  using See = std::function<void(const SessionSource&, std::int64_t line, const redact::LineFinding&)>;
  Result<void> each_finding(const See& see);

  // A file byte for byte, but for its secrets.
  using Append = std::function<Result<void>(std::string_view)>;
  Result<void> write_copy(const SessionSource& source, const Append& append);

  // A line or a whole text of a file without its secrets; nothing if it has none.
  std::optional<std::string> redact_line(const SessionSource& source, std::int64_t number,
                                         std::string_view line);
  Result<std::string> redacted_text(const SessionSource& source);

  const std::vector<SessionSource>& sources() const { return sources_; }
  const redact::SecretBook& book() const { return redactor_.book(); }

 private:
  SessionRedaction(Engine& engine, const NamedSession& session, const redact::Finder& finder,
                   const RedactDecisions* decisions);
  Result<void> collect_all();

  Engine& engine_;
  std::string session_;
  std::vector<SessionSource> sources_;
  const RedactDecisions* decisions_;
  std::string_view file_;  // what is looked at
  std::int64_t line_ = 0;
  redact::Redactor redactor_;
};

}  // namespace clew
