// SPDX-License-Identifier: MIT
#include "transcript/line_rewrite.h"

#include "json/spans.h"
#include "json/writer.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// Names every text in the value that is an old uuid by the new one. None of them is found within
// another text: there quotes have a backslash before them.
void use_new_ids(std::string_view line, json::Span value, const NewIds& ids, json::Splices& out) {
  for (const json::Span text : json::string_spans(line, value)) {
    const auto found = ids.find(line.substr(text.begin + 1, text.end - text.begin - 2));
    if (found != ids.end()) out.replace(text, quoted(found->second));
  }
}

bool names_lines(Field field) {
  switch (field) {
    case Field::kUuid:
    case Field::kParent:
    case Field::kLogicalParent:
    case Field::kSourceAssistant:
    case Field::kLeaf:
    case Field::kMessageId:
    case Field::kSnapshotMessage:
    case Field::kSnapshot:
    case Field::kCompact:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string rewritten_line(std::string_view line, std::string_view session, const NewIds& ids) {
  json::Splices changes;
  for (const json::MemberSpan& member : json::member_spans(line, {0, line.size()})) {
    const Field field = field_of(member.key);
    if (field == Field::kSession && line[member.value.begin] == '"') {
      changes.replace(member.value, quoted(session));
    } else if (!ids.empty() && names_lines(field)) {
      use_new_ids(line, member.value, ids, changes);
    }
  }
  return changes.apply(line);
}

}  // namespace clew
