// SPDX-License-Identifier: MIT
//
// Why simdjson's DOM and not its on-demand API: on the 100 MB session of the benchmark tree the DOM
// parses 2.7 GB/s, which is faster than the lines can be used, it picks the best instruction set at
// run time (on-demand is fixed when compiling, so a Debian package would get the slow one), and it
// checks the whole line, so that "valid" means the same as for JSON.parse.

#include "json/value.h"

#include <charconv>
#include <cmath>
#include <utility>

#include <simdjson.h>

#include "json/repair.h"
#include "json/writer.h"

namespace clew::json {
namespace {

using Tape = simdjson::internal::tape_ref;
using TapeType = simdjson::internal::tape_type;

Tape tape(const void* document, std::size_t index) {
  return {static_cast<const simdjson::dom::document*>(document), index};
}

std::int64_t whole_number(double number, std::int64_t fallback) {
  constexpr double kLimit = 9223372036854774784.0;  // the largest double below 2^63
  if (!(std::abs(number) <= kLimit) || number != std::trunc(number)) return fallback;
  return static_cast<std::int64_t>(number);
}

ErrorCode code_of(simdjson::error_code error) {
  const bool too_much =
      error == simdjson::MEMALLOC || error == simdjson::CAPACITY || error == simdjson::DEPTH_ERROR;
  return too_much ? ErrorCode::kUnsupported : ErrorCode::kCorrupt;
}

// simdjson's own words speak of tapes; these are for the person who looks at a broken line.
const char* reason(simdjson::error_code error) {
  switch (error) {
    case simdjson::EMPTY:
      return "the line is empty";
    case simdjson::DEPTH_ERROR:
      return "nested deeper than 1024 levels";
    case simdjson::UNCLOSED_STRING:
      return "a text is not closed: the line was cut";
    case simdjson::STRING_ERROR:
      return "a text holds an invalid escape";
    case simdjson::UNESCAPED_CHARS:
      return "a text holds a raw control character";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed";
    case simdjson::UTF8_ERROR:
      return "the bytes are not UTF-8";
    case simdjson::CAPACITY:
      return "the line is too large";
    case simdjson::MEMALLOC:
      return "no memory for a line of this size";
    default:
      return "not valid JSON: cut, overwritten or merged with another line";
  }
}

}  // namespace

Kind Value::kind() const {
  if (!document_) return Kind::kMissing;
  switch (tape(document_, index_).tape_ref_type()) {
    case TapeType::START_OBJECT:
      return Kind::kObject;
    case TapeType::START_ARRAY:
      return Kind::kArray;
    case TapeType::STRING:
      return Kind::kString;
    case TapeType::INT64:
    case TapeType::UINT64:
    case TapeType::DOUBLE:
      return Kind::kNumber;
    case TapeType::TRUE_VALUE:
    case TapeType::FALSE_VALUE:
      return Kind::kBool;
    default:
      return Kind::kNull;
  }
}

std::string_view Value::string_or(std::string_view fallback) const {
  return is_string() ? tape(document_, index_).get_string_view() : fallback;
}

bool Value::bool_or(bool fallback) const {
  if (kind() != Kind::kBool) return fallback;
  return tape(document_, index_).is_true();
}

std::int64_t Value::int_or(std::int64_t fallback) const {
  if (kind() != Kind::kNumber) return fallback;
  const Tape at = tape(document_, index_);
  if (at.is_int64()) return at.next_tape_value<std::int64_t>();
  if (at.is_double()) return whole_number(at.next_tape_value<double>(), fallback);
  return fallback;  // an unsigned number beyond int64
}

double Value::number_or(double fallback) const {
  if (kind() != Kind::kNumber) return fallback;
  const Tape at = tape(document_, index_);
  if (at.is_int64()) return static_cast<double>(at.next_tape_value<std::int64_t>());
  if (at.is_uint64()) return static_cast<double>(at.next_tape_value<std::uint64_t>());
  return at.next_tape_value<double>();
}

Value Value::operator[](std::string_view key) const {
  Value found;
  for (const auto& [name, value] : members()) {
    if (name == key) found = value;
  }
  return found;
}

Members Value::members() const {
  Members range;
  if (!is_object()) return range;
  range.document_ = document_;
  range.begin_ = index_ + 1;
  range.end_ = tape(document_, index_).after_element() - 1;
  return range;
}

Elements Value::elements() const {
  Elements range;
  if (!is_array()) return range;
  range.document_ = document_;
  range.begin_ = index_ + 1;
  range.end_ = tape(document_, index_).after_element() - 1;
  return range;
}

// Depth is bounded by kMaxDepth, so recursion is safe. simdjson's own writer appends character by
// character and took a third of the time of `clew show --json`.
void Value::append_json(std::string& out) const {
  switch (kind()) {
    case Kind::kMissing:
    case Kind::kNull:
      out += "null";
      return;
    case Kind::kBool:
      out += bool_or(false) ? "true" : "false";
      return;
    case Kind::kString:
      append_quoted(out, string_or(""));
      return;
    case Kind::kNumber:
      return append_number(out);
    case Kind::kArray: {
      out += '[';
      const char* separator = "";
      for (const Value element : elements()) {
        out += std::exchange(separator, ",");
        element.append_json(out);
      }
      out += ']';
      return;
    }
    case Kind::kObject: {
      out += '{';
      const char* separator = "";
      for (const auto& [key, value] : members()) {
        out += std::exchange(separator, ",");
        append_quoted(out, key);
        out += ':';
        value.append_json(out);
      }
      out += '}';
      return;
    }
  }
}

void Value::append_number(std::string& out) const {
  const Tape at = tape(document_, index_);
  char digits[32];
  std::to_chars_result end{};
  if (at.is_int64()) {
    end = std::to_chars(digits, std::end(digits), at.next_tape_value<std::int64_t>());
  } else if (at.is_uint64()) {
    end = std::to_chars(digits, std::end(digits), at.next_tape_value<std::uint64_t>());
  } else {
    end = std::to_chars(digits, std::end(digits), at.next_tape_value<double>());
  }
  out.append(digits, end.ptr);
}

std::string Value::to_json() const {
  std::string out;
  append_json(out);
  return out;
}

Member Members::Iterator::operator*() const {
  return {tape(document_, index_).get_string_view(), Value(document_, index_ + 1)};
}

Members::Iterator& Members::Iterator::operator++() {
  index_ = tape(document_, index_ + 1).after_element();
  return *this;
}

Value Elements::Iterator::operator*() const { return {document_, index_}; }

Elements::Iterator& Elements::Iterator::operator++() {
  index_ = tape(document_, index_).after_element();
  return *this;
}

struct Parser::Impl {
  simdjson::dom::parser parser;
  std::string copy;  // texts that had to be copied or mended

  // The parser takes ten to fifteen times the size of a text and keeps it for the next one.
  static constexpr std::size_t kLarge = std::size_t{512} << 10;

  simdjson::error_code parse(std::string_view text) {
    simdjson::dom::element root;
    if (parser.capacity() > kLarge && text.size() <= kLarge) parser = simdjson::dom::parser();
    return parser.parse(text.data(), text.size(), false).get(root);
  }
};

Parser::Parser() : impl_(std::make_unique<Impl>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

Result<Value> Parser::parse(std::string_view text) {
  repairs_ = {};
  simdjson::error_code error = impl_->parse(text);
  if (error == simdjson::STRING_ERROR || error == simdjson::UTF8_ERROR ||
      error == simdjson::NUMBER_ERROR) {
    std::string mended = repair(text, repairs_);
    if (repairs_.any()) {
      mended.reserve(mended.size() + kPadding);
      impl_->copy = std::move(mended);
      error = impl_->parse(impl_->copy);
    }
  }
  if (error) return Error{code_of(error), reason(error)};
  return Value(&impl_->parser.doc, 1);
}

Result<Value> Parser::parse_copy(std::string_view text) {
  std::string copy;
  copy.reserve(text.size() + kPadding);
  copy = text;
  impl_->copy = std::move(copy);
  return parse(impl_->copy);
}

}  // namespace clew::json
