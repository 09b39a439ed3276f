// SPDX-License-Identifier: MIT
#include "ingest/source_file.h"

#include <algorithm>

#include "json/value.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {

SourceFiles find_source_files(const FileSystem& files, const std::vector<std::string>& roots,
                              int threads) {
  SessionFiles found =
      find_session_files(files, roots, {.agents = Agents::kInclude, .threads = threads});
  SourceFiles out;
  out.findings = std::move(found.findings);
  out.files.reserve(found.files.size());
  for (SessionFile& file : found.files) {
    const ProjectFolder& folder = found.folders[file.folder];
    out.files.push_back(transcript_file(std::move(file.path), folder.root, folder.key, file.info));
  }
  std::sort(out.files.begin(), out.files.end(),
            [](const TranscriptFile& a, const TranscriptFile& b) { return a.path < b.path; });
  return out;
}

TranscriptFile source_of(const IndexedFile& file, const FileInfo& now) {
  TranscriptFile source;
  source.path = file.path;
  source.root = file.root();
  source.key = file.key();
  source.session = file.session;
  source.project = file.project;
  source.is_agent = file.is_agent;
  source.info = now;
  return source;
}

Result<void> read_source_facts(const FileSystem& files, TranscriptFile& file) {
  constexpr std::int64_t kHead = 64 << 10;
  auto opened = files.open(file.path);
  if (!opened) return opened.error();
  json::Parser parser;
  LineReader lines(**opened, {.end = kHead, .block_size = kHead, .partial_tail = false});
  while (file.project.empty() || file.session.empty()) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) break;
    const auto value = parser.parse((*line)->text);
    if (!value) continue;
    const LineFields fields(*value);
    if (file.project.empty()) file.project = fields.text(Field::kCwd);
    if (file.session.empty()) file.session = fields.text(Field::kSession);
  }
  return {};
}

}  // namespace clew
