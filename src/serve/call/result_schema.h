// SPDX-License-Identifier: MIT
//
// The answers of operations (engine/call/operation_results.h) as JSON Schema and as Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/call/operation_results.h"
#include "json/writer.h"

namespace clew {

// A schema for a type; shapes are references into "#/components/schemas". Without help there is no
// description.
void write_type_schema(json::Writer& out, std::string_view type, std::string_view help = {});

// The same with the shapes, which are found in `shapes`, written in place. Answers may get further
// members; what a caller gives may not have any.
enum class FurtherMembers : std::uint8_t { kAllowed, kRefused };
void write_inline_schema(json::Writer& out, std::string_view type,
                         const std::vector<ResultShape>& shapes,
                         FurtherMembers further = FurtherMembers::kAllowed);

// The schema of a shape, with the members of its base. What else an object has is left open:
// members may be added.
void write_shape_schema(json::Writer& out, const ResultShape& shape);

// "list of Message, or null", with links to the shapes.
std::string type_markdown(std::string_view type);

// A table of a shape's own members.
std::string shape_markdown(const ResultShape& shape);

}  // namespace clew
