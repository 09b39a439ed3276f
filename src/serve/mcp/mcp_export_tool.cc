// SPDX-License-Identifier: MIT
//
// Secrets are always hidden here: what a model gets may end anywhere.
#include <charconv>

#include "base/text.h"
#include "engine/export/export_operation.h"
#include "json/writer.h"
#include "serve/mcp/mcp_scope.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kBesideText = 1500;  // the fence and the other members

Result<std::size_t> offset_of(const std::string& cursor) {
  std::size_t offset = 0;
  const char* end = cursor.data() + cursor.size();
  const auto read = std::from_chars(cursor.data(), end, offset);
  if (cursor.empty() || (read.ec == std::errc() && read.ptr == end)) return offset;
  return Error{ErrorCode::kInvalid, "cursor: not one of ours"};
}

// As much of a text as an answer may have, whole characters, however they are escaped.
std::string_view piece_that_fits(std::string_view text, std::size_t most) {
  std::string_view piece = cut_utf8(text, most);
  for (;;) {
    std::string quoted;
    json::append_quoted(quoted, piece);
    const std::size_t size = quoted.size();
    if (size <= most || piece.size() < 2) return piece;
    piece = cut_utf8(piece, piece.size() * most / (size + 1));
  }
}

// The text from `offset` on, as far as it is needed; more than that tells that there is more.
Result<std::string> text_from(Flow<std::string>& flow, std::size_t offset, std::size_t most) {
  std::string text;
  std::size_t at = 0;
  auto done = flow.each([&](const std::string& piece) {
    if (at + piece.size() > offset) text += piece.substr(offset > at ? offset - at : 0);
    at += piece.size();
    return text.size() <= most;
  });
  if (!done) return done.error();
  return text;
}

}  // namespace

Result<McpExport> tool_export_session(const ToolContext& context, const ExportSessionInput& input) {
  auto session = session_in_scope(context, input.session);
  if (!session) return session.error();
  const auto offset = offset_of(input.cursor);
  if (!offset) return offset.error();
  Arguments::Given given{{"session", {std::move(*session)}}};
  if (input.format) given["format"] = {std::string(name_of(*input.format))};
  if (input.detail) given["detail"] = {std::string(name_of(*input.detail))};
  if (!input.branch.empty()) given["branch"] = {input.branch};
  auto exported = answer_of<export_answer>(context.engine, given, context.options);
  if (!exported) return exported.error();
  const std::size_t most = static_cast<std::size_t>(input.max_chars.value) - kBesideText;
  const auto text = text_from(*exported->text, *offset, most);
  if (!text) return text.error();
  const std::string_view piece = piece_that_fits(*text, most);
  McpExport answer{.id = short_line(exported->session),
                   .title = clean_text(exported->title, kTitleBytes),
                   .format = exported->format,
                   .hidden = exported->hidden.value_or(0),
                   .text = terminal_safe(piece),
                   .next_cursor = {}};
  if (piece.size() < text->size()) answer.next_cursor = std::to_string(*offset + piece.size());
  return answer;
}

}  // namespace clew
