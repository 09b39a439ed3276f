// SPDX-License-Identifier: MIT

#include "serve/rpc/proto_codec.h"

#include "base/text.h"

namespace clew {
namespace {

enum WireType : unsigned { kVarint = 0, kFixed64 = 1, kLength = 2, kFixed32 = 5 };
constexpr std::uint64_t kLargestField = (1U << 29) - 1;

}  // namespace

void ProtoWriter::number(int field, std::int64_t value) {
  append_varint(out_, static_cast<std::uint64_t>(field) << 3 | kVarint);
  append_varint(out_, static_cast<std::uint64_t>(value));
}

void ProtoWriter::text(int field, std::string_view value) {
  if (is_valid_utf8(value)) return message(field, value);
  std::string valid;
  for (std::size_t pos = 0; pos < value.size();) append_utf8(valid, decode_utf8(value, pos));
  message(field, valid);
}

void ProtoWriter::message(int field, std::string_view bytes) {
  append_varint(out_, static_cast<std::uint64_t>(field) << 3 | kLength);
  append_varint(out_, bytes.size());
  out_ += bytes;
}

bool ProtoReader::next() {
  number_ = 0;
  text_ = {};
  if (in_.left() == 0) return false;
  const std::uint64_t key = in_.next();
  const std::uint64_t field = key >> 3;
  if (field == 0 || field > kLargestField) in_.fail();
  field_ = static_cast<int>(field);
  switch (key & 7) {
    case kVarint:
      number_ = in_.next();
      break;
    case kFixed64:
      in_.bytes(8);
      break;
    case kFixed32:
      in_.bytes(4);
      break;
    case kLength:
      text_ = in_.bytes(in_.next());
      break;
    default:
      in_.fail();
  }
  return ok();
}

}  // namespace clew
