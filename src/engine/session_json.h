// SPDX-License-Identifier: MIT
//
// The JSON form of what a session holds. One place for all operations and protocols; docs/json.md
// describes the fields.
#pragma once

#include <cstdint>

#include "catalog/finding.h"
#include "engine/session.h"
#include "json/writer.h"

namespace clew {

void write_session(json::Writer& out, const Session& session);
// Where a path ends and why, as an object, or as fields of one that is open.
void write_path(json::Writer& out, const Session& session, const Path& path);
void write_path_end(json::Writer& out, const Session& session, const Path& path);
// Texts of more bytes than `longest_text` are cut, JSON of more is null; "<field>Bytes" then says
// how much there is.
void write_message(json::Writer& out, const Session& session, const Message& message,
                   std::size_t longest_text = SIZE_MAX);
void write_message(json::Writer& out, const Transcript& transcript, const Message& message,
                   std::size_t longest_text = SIZE_MAX);
// One call, as write_message() has it.
void write_tool(json::Writer& out, const Transcript& transcript, const ToolCall& tool,
                std::size_t longest_text = SIZE_MAX);
void write_branch(json::Writer& out, const Session& session, const Branch& branch);
void write_diagnostic(json::Writer& out, const Diagnostic& diagnostic);
void write_diagnostics(json::Writer& out, const Transcript& transcript);

// uuid of a line, or null
void write_uuid(json::Writer& out, std::string_view key, const Transcript& transcript,
                EntryIndex entry);
// null when empty
void write_text_or_null(json::Writer& out, std::string_view key, std::string_view text);
void write_findings(json::Writer& out, const Findings& findings);
// ISO text, or null
void write_time(json::Writer& out, std::string_view key, TimeMs time);

}  // namespace clew
