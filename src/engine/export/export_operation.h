// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/call/flow.h"
#include "engine/engine.h"
#include "engine/export/hidden_labels.h"

namespace clew {

struct ExportAnswer {
  std::string session;
  std::string title;
  std::string format;
  std::optional<std::int64_t> hidden;
  std::shared_ptr<const HiddenLabels> written{};  // counted while the text is taken; may be null
  std::int64_t torn_lines = 0;
  std::string file;
  std::optional<std::uint64_t> size;
  std::string endpoint;
  std::optional<std::int64_t> spans;
  std::optional<Flow<std::string>> text;  // made while it is taken
};
template <>
inline constexpr auto kDescription<ExportAnswer> = describe(
    "Export", "a session in another form", field("session", "its id", &ExportAnswer::session),
    field("title", "its title, without secrets", &ExportAnswer::title),
    field("format", "which form", &ExportAnswer::format),
    field_if_any("hidden",
                 "how many secrets are hidden in the file that was written, or, where the text "
                 "follows, in the session; without it nothing was looked for",
                 &ExportAnswer::hidden),
    field_if_any("tornLines", "with jsonl: lines that cannot be read as JSON, and are left out",
                 &ExportAnswer::torn_lines),
    field_if_any("file", "the file that was written", &ExportAnswer::file),
    field_if_any("size", "its bytes", &ExportAnswer::size),
    field_if_any("endpoint", "where spans were sent to", &ExportAnswer::endpoint),
    field_if_any("spans", "how many", &ExportAnswer::spans),
    field_if_any("text", "what would be in a file, in pieces to be joined", &ExportAnswer::text));

// With `output` the file is written when this returns.
Result<ExportAnswer> export_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
