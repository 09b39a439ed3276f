// SPDX-License-Identifier: MIT
//
// Passages of a line that is too long to be held, while it is read piece by piece: the same texts
// that PassageReader would take from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json/stream_reader.h"
#include "transcript/passages.h"

namespace clew {

// What a text is of.
struct PassageSource {
  PassageRole role = PassageRole::kTool;
  bool error = false;
  std::string tool;
  std::string file;
};

class PassageSink {
 public:
  virtual ~PassageSink() = default;
  // A text of this source begins.
  virtual void begin(const PassageSource& source) = 0;
  virtual void add(std::string_view piece, bool last) = 0;
};

// Follows the line from its first byte on.
class PassagePicker : public json::StreamHandler {
 public:
  // `line` with its long texts cut, its `passages`, and what its own words are. Borrows the sink.
  PassagePicker(const LineFields& line, const std::vector<Passage>& passages, PassageSource base,
                PassageSink& sink);

  void on_begin(json::Kind kind) override;
  void on_end(json::Kind) override { open_.pop_back(); }
  void on_key(std::string_view name) override { open_.back().key = name; }
  void on_scalar(json::Kind, std::string_view) override { next_element(); }
  void on_text(std::string_view piece, bool last) override;

 private:
  struct Open {
    bool array = false;
    std::string key;  // of an object: the current member
    std::int64_t element = -1;
  };

  void next_element();
  void find_longer_result(json::Value structured, json::Value shown);
  std::string_view key(std::size_t depth) const;
  bool is_encoded_below(std::size_t depth) const;
  const PassageSource* pick();
  const PassageSource* pick_of_message();
  const PassageSource* pick_of_block(std::size_t block);
  PassageSource& tool_of_result();

  EntryType type_;
  PassageSource base_;
  PassageSource thinking_;
  std::map<std::size_t, PassageSource> tools_;  // by block
  std::vector<BlockKind> kinds_;                // of the blocks that are known
  std::string_view longer_result_;
  PassageSink& sink_;
  std::vector<Open> open_;
  const PassageSource* picked_ = nullptr;
  bool in_text_ = false;
};

}  // namespace clew
