// SPDX-License-Identifier: MIT

#include "serve/result_schema.h"

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

void write_reference(json::Writer& out, std::string_view shape) {
  out.field("$ref", "#/components/schemas/" + std::string(shape));
}

void write_shapes(json::Writer& out, const ResultType& type) {
  const std::vector<std::string_view> names = split(type.of);
  if (names.size() == 1 && !type.maybe_null) {
    write_reference(out, names.front());
    return;
  }
  out.key("anyOf").begin_array();
  for (const std::string_view name : names) {
    out.begin_object();
    write_reference(out, name);
    out.end_object();
  }
  if (type.maybe_null) out.begin_object().field("type", "null").end_object();
  out.end_array();
}

void write_choices(json::Writer& out, const ResultType& type) {
  write_type_name(out, "string", type.maybe_null);
  out.key("enum").begin_array();
  for (const std::string_view name : split(type.of)) out.value(name);
  if (type.maybe_null) out.null();
  out.end_array();
}

void write_fields(json::Writer& out, const ResultShape& shape) {
  for (const std::string& base : shape.bases) write_fields(out, *find_result_shape(base));
  for (const ResultField& field : shape.fields) {
    out.key(field.name);
    write_type_schema(out, field.type, field.help);
  }
}

void write_required(json::Writer& out, const ResultShape& shape) {
  for (const std::string& base : shape.bases) write_required(out, *find_result_shape(base));
  for (const ResultField& field : shape.fields) {
    if (!field.maybe_missing) out.value(field.name);
  }
}

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
  const ResultType parsed = parse_result_type(type);
  out.begin_object();
  switch (parsed.kind) {
    case Kind::kText:
      write_type_name(out, "string", parsed.maybe_null);
      break;
    case Kind::kTime:
      write_type_name(out, "string", parsed.maybe_null);
      out.field("format", "date-time");
      break;
    case Kind::kInteger:
      write_type_name(out, "integer", parsed.maybe_null);
      break;
    case Kind::kNumber:
      write_type_name(out, "number", parsed.maybe_null);
      break;
    case Kind::kFlag:
      write_type_name(out, "boolean", parsed.maybe_null);
      break;
    case Kind::kChoice:
      write_choices(out, parsed);
      break;
    case Kind::kShape:
      write_shapes(out, parsed);
      break;
    case Kind::kList:
      write_type_name(out, "array", parsed.maybe_null);
      out.key("items");
      write_type_schema(out, parsed.of);
      break;
    case Kind::kAny:
      break;
  }
  if (!help.empty()) out.field("description", help);
  out.end_object();
}

void write_shape_schema(json::Writer& out, const ResultShape& shape) {
  out.begin_object().field("type", "object").field("description", shape.help);
  out.key("properties").begin_object();
  write_fields(out, shape);
  out.end_object().key("required").begin_array();
  write_required(out, shape);
  out.end_array().end_object();
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
