// SPDX-License-Identifier: MIT

#include "serve/proto_codec.h"

#include "base/text.h"

namespace clew {
namespace {

enum WireType : unsigned { kVarint = 0, kFixed64 = 1, kLength = 2, kFixed32 = 5 };
constexpr std::uint64_t kLargestField = (1U << 29) - 1;

}  // namespace

void ProtoWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    out_ += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out_ += static_cast<char>(value);
}

void ProtoWriter::number(int field, std::int64_t value) {
  varint(static_cast<std::uint64_t>(field) << 3 | kVarint);
  varint(static_cast<std::uint64_t>(value));
}

void ProtoWriter::text(int field, std::string_view value) {
  if (is_valid_utf8(value)) return message(field, value);
  std::string valid;
  for (std::size_t pos = 0; pos < value.size();) append_utf8(valid, decode_utf8(value, pos));
  message(field, valid);
}

void ProtoWriter::message(int field, std::string_view bytes) {
  varint(static_cast<std::uint64_t>(field) << 3 | kLength);
  varint(bytes.size());
  out_ += bytes;
}

std::optional<std::uint64_t> ProtoReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  ok_ = false;
  return std::nullopt;
}

bool ProtoReader::next() {
  number_ = 0;
  text_ = {};
  if (rest_.empty() || !ok_) return false;
  const auto key = varint();
  if (!key) return false;
  ok_ = *key >> 3 > 0 && *key >> 3 <= kLargestField;
  field_ = static_cast<int>(*key >> 3);
  std::uint64_t length = 0;
  switch (*key & 7) {
    case kVarint: {
      const auto value = varint();
      if (value) number_ = *value;
      return ok_;
    }
    case kFixed64:
      length = 8;
      break;
    case kFixed32:
      length = 4;
      break;
    case kLength:
      length = varint().value_or(UINT64_MAX);
      break;
    default:
      ok_ = false;
  }
  if (!ok_ || length > rest_.size()) return ok_ = false;
  if ((*key & 7) == kLength) text_ = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return true;
}

}  // namespace clew
