// SPDX-License-Identifier: MIT
//
// Values on their way to PostgreSQL and back, in its binary forms.
#include <utility>

#include "team/pg_connection.h"
#include "team/pg_library.h"

namespace clew {
namespace {

// Of pg_type; they never change.
constexpr unsigned kBytea = 17;
constexpr unsigned kInt8 = 20;
constexpr unsigned kText = 25;
constexpr unsigned kTextArray = 1009;

void put_big_endian(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out += static_cast<char>((value >> shift) & 0xff);
  }
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = (value << 8) | static_cast<unsigned char>(c);
  return value;
}

}  // namespace

PgParams& PgParams::add(unsigned type, std::string bytes) {
  values_.push_back({type, std::move(bytes)});
  return *this;
}

PgParams& PgParams::text(std::string_view value) { return add(kText, std::string(value)); }
PgParams& PgParams::bytes(std::string value) { return add(kBytea, std::move(value)); }

PgParams& PgParams::number(std::int64_t value) {
  std::string bytes;
  put_big_endian(bytes, static_cast<std::uint64_t>(value), 8);
  return add(kInt8, std::move(bytes));
}

PgParams& PgParams::texts(std::span<const std::string> values) {
  std::string bytes;
  put_big_endian(bytes, values.empty() ? 0 : 1, 4);  // dimensions
  put_big_endian(bytes, 0, 4);                       // no nulls
  put_big_endian(bytes, kText, 4);
  if (!values.empty()) {
    put_big_endian(bytes, values.size(), 4);
    put_big_endian(bytes, 1, 4);  // the first index
  }
  for (const std::string& value : values) {
    put_big_endian(bytes, value.size(), 4);
    bytes += value;
  }
  return add(kTextArray, std::move(bytes));
}

PgRows::~PgRows() {
  if (result_ != nullptr) pq_->clear(result_);
}
PgRows::PgRows(PgRows&& other) noexcept
    : pq_(other.pq_), result_(std::exchange(other.result_, nullptr)) {}
PgRows& PgRows::operator=(PgRows&& other) noexcept {
  std::swap(pq_, other.pq_);
  std::swap(result_, other.result_);
  return *this;
}

int PgRows::size() const { return pq_->row_count(result_); }
bool PgRows::is_null(int row, int column) const { return pq_->is_null(result_, row, column) != 0; }

std::string_view PgRows::text(int row, int column) const {
  return {pq_->value(result_, row, column),
          static_cast<std::size_t>(pq_->value_length(result_, row, column))};
}

std::int64_t PgRows::number(int row, int column) const {
  const std::string_view bytes = text(row, column);
  if (bytes.size() == 4) return static_cast<std::int32_t>(big_endian(bytes));
  return bytes.size() == 8 ? static_cast<std::int64_t>(big_endian(bytes)) : 0;
}

bool PgRows::flag(int row, int column) const {
  const std::string_view bytes = text(row, column);
  return !bytes.empty() && bytes.front() != 0;
}

std::vector<std::string> PgRows::texts(int row, int column) const {
  std::vector<std::string> out;
  std::string_view bytes = text(row, column);
  if (bytes.size() < 12 || big_endian(bytes.substr(0, 4)) != 1) return out;
  bytes.remove_prefix(12);
  if (bytes.size() < 8) return out;
  const std::uint64_t count = big_endian(bytes.substr(0, 4));
  bytes.remove_prefix(8);
  for (std::uint64_t i = 0; i < count && bytes.size() >= 4; ++i) {
    const std::uint64_t length = big_endian(bytes.substr(0, 4));
    bytes.remove_prefix(4);
    if (length > bytes.size()) break;  // null, or damage
    out.emplace_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return out;
}

}  // namespace clew
