// SPDX-License-Identifier: MIT
//
// regex_hits FOLDER < QUERIES: for regex_truth.py. Writes the passages of all transcripts below a
// folder, a line of JSON each, [file, offset, part, text]; then for each line of the input, which
// is a query, what a scan finds, [[file, offset, part], ...], or a text: why the query was refused.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "json/writer.h"
#include "jsonl/line_reader.h"
#include "os/real_file_system.h"
#include "search/scan.h"

namespace {

using namespace clew;

void print(json::Writer& out) { std::cout << out.take() << "\n"; }

std::vector<TranscriptFile> find_files(const std::string& folder) {
  std::vector<TranscriptFile> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    TranscriptFile file;
    file.path = entry.path().string();
    found.push_back(std::move(file));
  }
  std::sort(found.begin(), found.end(),
            [](const TranscriptFile& a, const TranscriptFile& b) { return a.path < b.path; });
  return found;
}

bool print_passages(const FileSystem& files, const std::string& path, std::size_t index) {
  const auto file = files.open(path);
  if (!file) return false;
  LineReader lines(**file, {.max_line = kMaxSearchedLine});
  PassageReader reader;
  json::Parser parser;
  for (;;) {
    const auto line = lines.next();
    if (!line) return false;
    if (!*line) return true;
    const auto value = parser.parse((*line)->text);
    if (!value) continue;
    std::size_t part = 0;
    for (const Passage& passage : reader.read(LineFields(*value))) {
      json::Writer out;
      out.begin_array().value(index).value((*line)->offset).value(part++).value(passage.text);
      out.end_array();
      print(out);
    }
  }
}

void answer(const FileSystem& files, std::vector<TranscriptFile>& sources,
            const std::string& asked) {
  json::Writer out;
  const auto query = parse_query(asked, {});
  if (!query) {
    out.value(query.error().message);
    return print(out);
  }
  const auto found = scan_files(files, sources, *query, {});
  out.begin_array();
  for (const SearchHit& hit : found->hits) {
    out.begin_array().value(hit.file).value(hit.offset).value(hit.part).end_array();
  }
  out.end_array();
  print(out);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const RealFileSystem files;
  std::vector<TranscriptFile> sources = find_files(argv[1]);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!print_passages(files, sources[i].path, i)) {
      std::fprintf(stderr, "%s cannot be read\n", sources[i].path.c_str());
      return 1;
    }
  }
  std::cout << "null\n";
  for (std::string asked; std::getline(std::cin, asked);) answer(files, sources, asked);
  return 0;
}
