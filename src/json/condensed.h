// SPDX-License-Identifier: MIT
//
// Giant JSON texts made small: the same values under the same keys, with long strings cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/stream_reader.h"

namespace clew::json {

struct CondenseLimits {
  std::size_t longest_text = std::size_t{64} << 10;  // of a string's bytes that are kept
  // Of the condensed text, about. Beyond half of it strings are cut at kShortText; beyond all of it
  // members and elements are left out, below the outermost object first.
  std::size_t most = std::size_t{4} << 20;
};

// Ids, times and names are shorter.
inline constexpr std::size_t kShortText = 256;

// Builds the condensed text from what a StreamReader finds. It is valid JSON once the reader has
// finished, and with strings and all below the limits it says what the giant said.
class Condenser : public StreamHandler {
 public:
  explicit Condenser(CondenseLimits limits = {}) : limits_(limits) {}

  void on_begin(Kind kind) override;
  void on_end(Kind kind) override;
  void on_key(std::string_view name) override;
  void on_text(std::string_view piece, bool last) override;
  void on_scalar(Kind kind, std::string_view text) override;

  std::int64_t cut_texts() const { return cut_texts_; }
  std::int64_t left_out() const { return left_out_; }  // members and elements
  std::string take();                                  // with kPadding bytes of capacity behind it

 private:
  bool begin_value();
  std::size_t room() const;

  CondenseLimits limits_;
  std::string out_;
  std::string string_;            // the kept part of the string that is being read
  std::int64_t string_size_ = 0;  // all of it
  std::string key_;
  bool has_key_ = false;
  std::vector<bool> filled_;       // per open container: has something in it
  std::size_t skipped_depth_ = 0;  // containers open inside one that is left out
  bool skip_string_ = false;
  bool in_string_ = false;
  std::int64_t cut_texts_ = 0;
  std::int64_t left_out_ = 0;
};

// What a cut string ends with: how much text there was.
std::string cut_mark(std::int64_t bytes);
// Of a string from a condensed text: how many bytes the whole has, if it was cut.
std::optional<std::int64_t> cut_size(std::string_view text);

}  // namespace clew::json
