// SPDX-License-Identifier: MIT

#include "json/condensed.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "json/writer.h"

namespace clew::json {
namespace {

constexpr std::string_view kMarkBegin = "\n[... cut: the whole text has ";
constexpr std::string_view kMarkEnd = " bytes]";

}  // namespace

std::string cut_mark(std::int64_t bytes) {
  return std::string(kMarkBegin) + std::to_string(bytes) + std::string(kMarkEnd);
}

std::optional<std::int64_t> cut_size(std::string_view text) {
  if (!text.ends_with(kMarkEnd)) return std::nullopt;
  text.remove_suffix(kMarkEnd.size());
  const std::size_t begin = text.rfind(kMarkBegin);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + kMarkBegin.size());
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return size;
}

std::size_t Condenser::room() const {
  return out_.size() < limits_.most / 2 ? limits_.longest_text
                                        : std::min(limits_.longest_text, kShortText);
}

// A value comes: writes what stands before it, or says that it is left out.
bool Condenser::begin_value() {
  if (skipped_depth_ > 0) return false;
  // The members of the outermost object say what a line is: they may take as much again.
  const std::size_t most = filled_.size() <= 1 ? 2 * limits_.most : limits_.most;
  if (out_.size() > most && !filled_.empty()) {
    ++left_out_;
    has_key_ = false;
    return false;
  }
  if (!filled_.empty()) {
    if (filled_.back()) out_ += ',';
    filled_.back() = true;
  }
  if (has_key_) {
    append_quoted(out_, key_);
    out_ += ':';
    has_key_ = false;
  }
  return true;
}

void Condenser::on_begin(Kind kind) {
  if (!begin_value()) {
    ++skipped_depth_;
    return;
  }
  out_ += kind == Kind::kObject ? '{' : '[';
  filled_.push_back(false);
}

void Condenser::on_end(Kind kind) {
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    return;
  }
  out_ += kind == Kind::kObject ? '}' : ']';
  filled_.pop_back();
}

void Condenser::on_key(std::string_view name) {
  if (skipped_depth_ > 0) return;
  key_ = name;
  has_key_ = true;
}

void Condenser::on_text(std::string_view piece, bool last) {
  if (!in_string_) {
    in_string_ = true;
    skip_string_ = !begin_value();
    string_.clear();
    string_size_ = 0;
  }
  if (!skip_string_) {
    string_size_ += static_cast<std::int64_t>(piece.size());
    // A character more than there is room for says that something is missing.
    if (string_.size() <= room()) string_ += cut_utf8(piece, room() + 5 - string_.size());
  }
  if (!last) return;
  in_string_ = false;
  if (skip_string_) return;
  if (string_.size() > room()) {
    string_.resize(cut_utf8(string_, room()).size());
    string_ += cut_mark(string_size_);
    ++cut_texts_;
  }
  append_quoted(out_, string_);
}

void Condenser::on_scalar(Kind kind, std::string_view text) {
  (void)kind;
  if (begin_value()) out_ += text;
}

std::string Condenser::take() {
  out_.reserve(out_.size() + kPadding);
  return std::move(out_);
}

}  // namespace clew::json
