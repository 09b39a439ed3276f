// SPDX-License-Identifier: MIT

#include "catalog/layout/transcript_file.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "jsonl/line_ranges.h"
#include "jsonl/line_reader.h"
#include "os/heap.h"
#include "transcript/append.h"
#include "transcript/entry_parser.h"

namespace clew {
namespace {

Result<void> add_giant(const RandomAccessFile& file, const EntryParser::Place& place,
                       EntryParser& parser) {
  auto condensed = condense_line(file, place.offset, place.length);
  if (condensed) {
    parser.add_condensed(condensed->text, place, condensed->repairs);
    return {};
  }
  const ErrorCode code = condensed.error().code;
  if (code == ErrorCode::kCorrupt || code == ErrorCode::kUnsupported) {
    parser.add_unreadable(place, condensed.error());
    return {};
  }
  // A file that has become shorter ends here, as it does for all other lines.
  if (code == ErrorCode::kNotFound) return {};
  return condensed.error();
}

// What lies between two places of a file.
Result<Transcript> read_part(const RandomAccessFile& file, std::int64_t start, std::int64_t end,
                             const ReadOptions& options) {
  static_assert(json::kPadding <= kLinePadding);
  Transcript part;
  EntryParser parser(part);
  LineReader lines(file, {.start = start,
                          .end = end,
                          .block_size = options.block_size,
                          .max_line = options.giant_line});
  for (;;) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) break;
    const Line& l = **line;
    const EntryParser::Place place{l.offset, l.length, l.number, l.bom};
    if (l.too_long) {
      if (auto added = add_giant(file, place, parser); !added) return added.error();
    } else {
      parser.add(l.text, place);
    }
    part.bytes = l.offset + l.length + (l.terminated ? 1 : 0);
    part.end.whole = l.terminated;
  }
  part.end.offset = lines.position();
  part.end.lines = lines.lines();
  if (lines.truncated()) part.end.whole = false;
  return part;
}

// Reads the pieces of a large file side by side and puts them together in their order. While one
// thread puts together what was read in the last round, the others read on, so that no more than
// two rounds of pieces are held apart.
class PieceReader {
 public:
  PieceReader(const RandomAccessFile& file, const ReadOptions& options)
      : file_(file), options_(options) {}

  Result<Transcript> run() {
    auto ranges = split_at_lines(file_, static_cast<int>(pieces_of_file()));
    if (!ranges) return ranges.error();
    if (!ranges->empty()) ranges->back().second = -1;  // the file may have grown meanwhile
    const std::size_t round = static_cast<std::size_t>(options_.threads) * 2;
    Parts last;
    for (std::size_t start = 0; start < ranges->size() + round; start += round) {
      const std::size_t count =
          start < ranges->size() ? std::min(round, ranges->size() - start) : 0;
      Parts next(count);
      parallel_for(static_cast<std::int64_t>(count) + 1, options_.threads,
                   [&](std::int64_t i, int) {
                     if (i == 0) return put_together(last);
                     const auto at = static_cast<std::size_t>(i) - 1;
                     const auto [from, to] = (*ranges)[start + at];
                     next[at] = read_part(file_, from, to, options_);
                   });
      if (error_) return *error_;
      last = std::move(next);
    }
    whole_.symbols.rest();
    give_back_freed_memory();  // of the pieces
    return std::move(whole_);
  }

 private:
  using Parts = std::vector<std::optional<Result<Transcript>>>;

  std::int64_t pieces_of_file() const {
    const auto info = file_.info();
    const std::int64_t most = std::numeric_limits<int>::max();
    return info ? std::clamp<std::int64_t>(info->size / options_.piece, 1, most) : 1;
  }

  void put_together(Parts& parts) {
    for (auto& part : parts) {
      if (error_) return;
      if (!*part) {
        error_ = part->error();
        return;
      }
      append(whole_, std::move(**part));
      if (whole_.entries.capacity() < whole_.entries.size() * 2) reserve();
    }
  }

  // As much as the rest of the file will need if it is like what was read: vectors that double
  // would hold everything twice for a moment.
  void reserve() {
    const auto info = file_.info();
    if (!info || whole_.bytes == 0) return;
    const double left = static_cast<double>(info->size) / static_cast<double>(whole_.bytes);
    const double factor = std::clamp(left * 1.05, 1.0, 1000.0);
    const auto grown = [&](std::size_t size) {
      return static_cast<std::size_t>(static_cast<double>(size) * factor);
    };
    whole_.entries.reserve(grown(whole_.entries.size()));
    whole_.blocks.reserve(grown(whole_.blocks.size()));
    whole_.usages.reserve(grown(whole_.usages.size()));
  }

  const RandomAccessFile& file_;
  const ReadOptions& options_;
  Transcript whole_;
  std::optional<Error> error_;
};

}  // namespace

Result<Transcript> read_transcript(const RandomAccessFile& file, const ReadOptions& options) {
  constexpr std::int64_t kFewPieces = 4;
  const auto info = file.info();
  const bool large = info && info->size / options.piece >= kFewPieces;
  if (large && options.threads > 1) return PieceReader(file, options).run();
  return read_part(file, 0, -1, options);
}

Result<void> read_growth(const RandomAccessFile& file, Transcript& transcript,
                         const ReadOptions& options) {
  auto part = read_part(file, transcript.end.offset, -1, options);
  if (!part) return part.error();
  append(transcript, std::move(*part));
  return {};
}

Result<Transcript> read_transcript(const FileSystem& files, const std::string& path,
                                   const ReadOptions& options) {
  auto file = files.open(path);
  if (!file) return file.error();
  auto transcript = read_transcript(**file, options);
  if (!transcript) return with_context("reading " + path, transcript.error());
  return transcript;
}

}  // namespace clew
