// SPDX-License-Identifier: MIT
#include "mirror/agent_meta.h"

#include "json/writer.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::string_view kType = "agent_metadata";

}  // namespace

std::optional<std::string> agent_meta_of(json::Value line) {
  const std::string_view type_name = name_of(Field::kType);
  if (line[type_name].string_or("") != kType) return std::nullopt;
  json::Writer out;
  out.begin_object();
  for (const auto [name, value] : line.members()) {
    if (name != type_name) out.raw_field(name, value.to_json());
  }
  out.end_object();
  return out.take();
}

bool may_be_agent_meta(std::string_view line) { return line.find(kType) != line.npos; }

PathBelow agent_meta_place(const PathBelow& transcript) {
  const std::string name(stem(transcript.steps().back().text()));
  return transcript.parent() / *PlainName::from(name + ".meta.json");
}

}  // namespace clew
