// SPDX-License-Identifier: MIT
//
// The secrets of a session as it lies on the disk or in the keep: what is found in all of its
// files, and its files without them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/layout/kept_places.h"
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
// The same for who has its files already (files_of_session).
std::vector<SessionSource> sources_of(const NamedSession& session,
                                      const std::vector<RootFile>& files);

// What becomes of a line that is too long to be looked at.
enum class LongLine : bool { kIsError, kIsPassedOver };
Error too_long_error(const std::string& path, std::int64_t line);

// Calls take(line, its number) for every line, as it is, without its line end.
using TakeLine = std::function<void(std::string_view, std::int64_t)>;
Result<void> each_line(const FileSystem& files, const std::string& path, const TakeLine& take,
                       LongLine long_line = LongLine::kIsError);

class SessionRedaction {
 public:
  // Reads all files once. Borrows the finder. `decisions` null: nothing is kept.
  static Result<std::unique_ptr<SessionRedaction>> collect(Engine& engine,
                                                           const NamedSession& session,
                                                           const redact::Finder& finder,
                                                           const RedactDecisions* decisions);
  static Result<std::unique_ptr<SessionRedaction>> collect(Engine& engine,
                                                           const NamedSession& session,
                                                           std::vector<SessionSource> sources,
                                                           const redact::Finder& finder,
                                                           const RedactDecisions* decisions);

  // Every finding, by file and line; 0 is the line of what has none.
  using See =
      std::function<void(const SessionSource&, std::int64_t line, const redact::LineFinding&)>;
  Result<void> each_finding(const See& see);

  // A file byte for byte, but for its secrets.
  using Append = std::function<Result<void>(std::string_view)>;
  Result<void> write_copy(const SessionSource& source, const Append& append);

  // Whether a transcript of this size has nothing to hide: nothing was found, and nothing has come
  // since.
  bool is_clean(const SessionSource& source, std::int64_t size) const;
  // A line or a whole text of a file without its secrets; nothing if it has none. `number` is that
  // of the line in the file; 0: it is no line of it.
  std::optional<std::string> redact_line(const SessionSource& source, std::int64_t number,
                                         std::string_view line);
  Result<std::string> redacted_text(const SessionSource& source);

  const std::vector<SessionSource>& sources() const { return sources_; }
  const redact::SecretBook& book() const { return redactor_.book(); }

 private:
  SessionRedaction(Engine& engine, const NamedSession& session, std::vector<SessionSource> sources,
                   const redact::Finder& finder, const RedactDecisions* decisions);
  Result<void> collect_all();
  Result<void> collect_lines(std::size_t source);

  Engine& engine_;
  std::string session_;
  std::vector<SessionSource> sources_;
  // Of a source, what was looked at.
  struct Looked {
    std::vector<std::int64_t> telling{};  // lines that tell a secret themselves
    std::int64_t lines = 0;
    std::int64_t bytes = -1;
  };
  const Looked& looked(const SessionSource& source) const;
  std::vector<Looked> looked_;
  const RedactDecisions* decisions_;
  std::string_view file_;  // what is looked at
  std::int64_t line_ = 0;
  redact::Redactor redactor_;
};

}  // namespace clew
