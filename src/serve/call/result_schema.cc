// SPDX-License-Identifier: MIT

#include "serve/call/result_schema.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace clew {
namespace {

using Kind = ResultType::Kind;

std::vector<std::string_view> split(std::string_view names) {
  std::vector<std::string_view> all;
  for (;;) {
    const std::size_t end = names.find('|');
    all.push_back(names.substr(0, end));
    if (end == names.npos) return all;
    names.remove_prefix(end + 1);
  }
}

void write_type_name(json::Writer& out, std::string_view name, bool maybe_null) {
  if (maybe_null) {
    out.key("type").begin_array().value(name).value("null").end_array();
  } else {
    out.field("type", name);
  }
}

// "1..50"
void write_bounds(json::Writer& out, std::string_view bounds) {
  const std::size_t dots = bounds.find("..");
  if (dots == bounds.npos) return;
  out.key("minimum").raw(bounds.substr(0, dots));
  out.key("maximum").raw(bounds.substr(dots + 2));
}

void write_choices(json::Writer& out, const ResultType& type) {
  write_type_name(out, "string", type.maybe_null);
  out.key("enum").begin_array();
  for (const std::string_view name : split(type.of)) out.value(name);
  if (type.maybe_null) out.null();
  out.end_array();
}

// Writes schemas; shapes are references, or written in place.
class SchemaWriter {
 public:
  // `inlined`: where the shapes are that are written in place; null for references.
  SchemaWriter(json::Writer& out, const std::vector<ResultShape>* inlined,
               FurtherMembers further = FurtherMembers::kAllowed)
      : out_(out), inlined_(inlined), further_(further) {}

  void write_type(std::string_view type, std::string_view help = {}) {
    const ResultType parsed = parse_result_type(type);
    if (parsed.kind == Kind::kShape && inlined_ && !parsed.maybe_null) {
      return write_shape(*find(parsed.of), help);
    }
    out_.begin_object();
    write_kind(parsed);
    if (!help.empty()) out_.field("description", help);
    out_.end_object();
  }

  void write_shape(const ResultShape& shape, std::string_view help) {
    out_.begin_object().field("type", "object");
    out_.field("description", help.empty() ? std::string_view(shape.help) : help);
    out_.key("properties").begin_object();
    write_fields(shape);
    out_.end_object().key("required").begin_array();
    write_required(shape);
    out_.end_array();
    if (further_ == FurtherMembers::kRefused) out_.field("additionalProperties", false);
    out_.end_object();
  }

 private:
  const ResultShape* find(std::string_view name) const {
    if (!inlined_) return find_result_shape(name);
    const auto found =
        std::find_if(inlined_->begin(), inlined_->end(),
                     [name](const ResultShape& shape) { return shape.name == name; });
    return found == inlined_->end() ? nullptr : &*found;
  }

  void write_kind(const ResultType& type) {
    switch (type.kind) {
      case Kind::kText:
        return write_type_name(out_, "string", type.maybe_null);
      case Kind::kTime:
        write_type_name(out_, "string", type.maybe_null);
        out_.field("format", "date-time");
        return;
      case Kind::kInteger:
        write_type_name(out_, "integer", type.maybe_null);
        return write_bounds(out_, type.of);
      case Kind::kNumber:
        return write_type_name(out_, "number", type.maybe_null);
      case Kind::kFlag:
        return write_type_name(out_, "boolean", type.maybe_null);
      case Kind::kChoice:
        return write_choices(out_, type);
      case Kind::kShape:
        return write_shapes(type);
      case Kind::kList:
        write_type_name(out_, "array", type.maybe_null);
        out_.key("items");
        return write_type(type.of);
      case Kind::kAny:
        return;
    }
  }

  void write_shapes(const ResultType& type) {
    const std::vector<std::string_view> names = split(type.of);
    if (names.size() == 1 && !type.maybe_null) return write_reference(names.front());
    out_.key("anyOf").begin_array();
    for (const std::string_view name : names) {
      if (inlined_) {
        write_shape(*find(name), {});
      } else {
        out_.begin_object();
        write_reference(name);
        out_.end_object();
      }
    }
    if (type.maybe_null) out_.begin_object().field("type", "null").end_object();
    out_.end_array();
  }

  void write_reference(std::string_view shape) {
    out_.field("$ref", "#/components/schemas/" + std::string(shape));
  }

  void write_fields(const ResultShape& shape) {
    for (const std::string& base : shape.bases) write_fields(*find(base));
    for (const ResultField& field : shape.fields) {
      out_.key(field.name);
      write_type(field.type, field.help);
    }
  }

  void write_required(const ResultShape& shape) {
    for (const std::string& base : shape.bases) write_required(*find(base));
    for (const ResultField& field : shape.fields) {
      if (!field.maybe_missing) out_.value(field.name);
    }
  }

  json::Writer& out_;
  const std::vector<ResultShape>* inlined_;
  FurtherMembers further_;
};

std::string link_to(std::string_view shape) {
  return "[" + std::string(shape) + "](#" + ascii_lower(shape) + ")";
}

std::string joined(std::string_view names, bool are_shapes) {
  std::string out;
  for (const std::string_view name : split(names)) {
    if (!out.empty()) out += are_shapes ? " or " : ", ";
    out += are_shapes ? link_to(name) : "`" + std::string(name) + "`";
  }
  return out;
}

}  // namespace

void write_type_schema(json::Writer& out, std::string_view type, std::string_view help) {
  SchemaWriter(out, nullptr).write_type(type, help);
}

void write_inline_schema(json::Writer& out, std::string_view type,
                         const std::vector<ResultShape>& shapes, FurtherMembers further) {
  SchemaWriter(out, &shapes, further).write_type(type);
}

void write_shape_schema(json::Writer& out, const ResultShape& shape) {
  SchemaWriter(out, nullptr).write_shape(shape, {});
}

std::string type_markdown(std::string_view type) {
  const ResultType parsed = parse_result_type(type);
  std::string out;
  switch (parsed.kind) {
    case Kind::kChoice:
      out = joined(parsed.of, false);
      break;
    case Kind::kShape:
      out = joined(parsed.of, true);
      break;
    case Kind::kList:
      out = "list of " + type_markdown(parsed.of);
      break;
    default:
      out = std::string(parsed.maybe_null ? type.substr(0, type.size() - 1) : type);
  }
  return out + (parsed.maybe_null ? " or null" : "");
}

std::string shape_markdown(const ResultShape& shape) {
  std::string out;
  std::string bases;
  for (const std::string& base : shape.bases) {
    bases += (bases.empty() ? "All of " : " and ") + link_to(base);
  }
  if (!bases.empty()) out += bases + (shape.fields.empty() ? ".\n" : ", and\n\n");
  if (shape.fields.empty()) return out;
  out += "| member | type | |\n|---|---|---|\n";
  for (const ResultField& field : shape.fields) {
    out += "| `" + field.name + "` | " + type_markdown(field.type);
    out += field.maybe_missing ? ", not always" : "";
    out += " | " + field.help + " |\n";
  }
  return out;
}

}  // namespace clew
