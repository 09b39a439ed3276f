// SPDX-License-Identifier: MIT

#include "catalog/transcript_file.h"

#include "jsonl/line_reader.h"
#include "transcript/entry_parser.h"

namespace clew {

Result<Transcript> read_transcript(const RandomAccessFile& file, const ReadOptions& options) {
  static_assert(json::kPadding <= kLinePadding);
  Transcript transcript;
  EntryParser parser(transcript);
  LineReader lines(file, {.block_size = options.block_size, .max_line = options.max_line});
  for (;;) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) break;
    const Line& l = **line;
    const EntryParser::Place place{l.offset, l.length, l.number, l.bom};
    if (l.too_long) {
      parser.add_too_long(place);
    } else {
      parser.add(l.text, place);
    }
    transcript.bytes = l.offset + l.length + (l.terminated ? 1 : 0);
  }
  return transcript;
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
