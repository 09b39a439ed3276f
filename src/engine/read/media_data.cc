// SPDX-License-Identifier: MIT
#include "engine/read/media_data.h"

#include "transcript/line_media.h"

namespace clew {

Result<std::vector<MediaData>> media_of_line(const Session& session, EntryIndex entry) {
  FileLines source = session.lines();
  const auto line = source.line(session.transcript()[entry]);
  if (!line) return line.error();
  json::Parser parser;
  const auto parsed = parser.parse_copy(*line);
  std::vector<MediaData> data;
  if (!parsed) return data;
  for (const LineMedia& one : media_of(*parsed)) {
    data.push_back({std::string(one.media_type), std::string(one.data)});
  }
  return data;
}

}  // namespace clew
