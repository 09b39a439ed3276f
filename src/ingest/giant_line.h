// SPDX-License-Identifier: MIT
//
// Lines that are too long to be held (kMaxSearchedLine), for the search. They are read twice, in
// blocks: once for what the line is, with long texts cut, and once for the texts. These come in
// pieces of a megabyte, each a passage of its own; neighbours overlap, so that a phrase is whole in
// one of them. What a query wants in one passage must then be in one piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "os/file_system.h"
#include "transcript/passages.h"

namespace clew {

class GiantLine {
 public:
  // `reader` has read the lines before this one and goes on with those behind it; it must not read
  // on while this is used. Borrows the file. kInvalid when the line is no JSON.
  static Result<GiantLine> open(const RandomAccessFile& file, std::int64_t offset,
                                std::int64_t length, PassageReader& reader);

  // Of the line with its long texts cut.
  const LineFields& fields() const { return fields_; }

  // In order, numbered from 0. Always the same for the same bytes.
  using Visit = std::function<void(const Passage& passage, std::size_t part)>;
  Result<void> each_passage(const Visit& visit) const;

 private:
  GiantLine(const RandomAccessFile& file, std::int64_t offset, std::int64_t length)
      : file_(file), offset_(offset), length_(length) {}

  const RandomAccessFile& file_;
  std::int64_t offset_;
  std::int64_t length_;
  std::unique_ptr<std::string> text_;     // the condensed line
  std::unique_ptr<json::Parser> parser_;  // of it
  LineFields fields_;
  std::vector<Passage> passages_;  // of it
  PassageRole role_ = PassageRole::kTool;
  bool error_ = false;
};

}  // namespace clew
