// SPDX-License-Identifier: MIT
//
// Bounded by memory bandwidth: on tree M (1.01 GB) reading takes most of the time, and the
// prefilter (raw_prefilter.h) lets only lines through that are worth parsing. Blocks of 256 KiB
// stay in the second-level cache between the read and the two passes over them (line ends, bytes of
// the word).
#include "search/scan.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ingest/giant_line.h"
#include "jsonl/line_reader.h"
#include "search/filters.h"
#include "search/passage_matcher.h"
#include "search/raw_prefilter.h"

namespace clew {
namespace {

struct FileHits {
  std::vector<SearchHit> hits;
  std::int64_t skipped_lines = 0;
  std::optional<Finding> finding;
};

// What one thread needs.
struct Worker {
  PassageMatcher matcher;
  json::Parser parser;
};

class FileScan {
 public:
  FileScan(const Query& query, const ScanOptions& options)
      : filters_(query),
        prefilter_(query),
        every_call_(filters_.asks_about_calls()),
        now_second_(options.now / 1000) {
    if (prefilter_.can_find() && !every_call_)
      find_ = [this](std::string_view lines) { return prefilter_.find(lines); };
  }
  FileScan(const FileScan&) = delete;  // find_ points here
  FileScan& operator=(const FileScan&) = delete;

  const Filters& filters() const { return filters_; }

  void run(const FileSystem& files, const TranscriptFile& source, std::uint32_t index,
           Worker& worker, FileHits& out) const {
    auto file = files.open(source.path);
    if (!file) {
      if (file.error().code != ErrorCode::kNotFound) report(source, file.error(), out);
      return;
    }
    PassageReader reader;
    LineReader lines(**file, {.block_size = 1 << 18, .max_line = kMaxSearchedLine});
    for (;;) {
      auto line = find_ ? lines.next_with(find_) : lines.next();
      if (!line) return report(source, line.error(), out);
      if (!*line) return;
      if ((*line)->too_long) {
        if (auto read = scan_giant(**file, **line, index, reader, worker.matcher, out); !read)
          return report(source, read.error(), out);
        continue;
      }
      const bool candidate = prefilter_.may_match((*line)->text);
      if (!candidate && !every_call_) continue;
      const auto value = worker.parser.parse((*line)->text);
      if (!value) continue;
      const std::vector<Passage>& passages = reader.read(LineFields(*value));
      for (std::size_t part = 0; candidate && part < passages.size(); ++part)
        take(passages[part], part, reader.line(), **line, index, worker.matcher, out.hits);
    }
  }

 private:
  static void report(const TranscriptFile& source, const Error& error, FileHits& out) {
    out.finding = Finding{Finding::Kind::kUnreadable, source.path, error.message};
  }

  // A line that is too long to be held. Only trouble with the disk is an error.
  Result<void> scan_giant(const RandomAccessFile& file, const Line& line, std::uint32_t index,
                          PassageReader& reader, PassageMatcher& matcher, FileHits& out) const {
    if (line.length > UINT32_MAX) {
      ++out.skipped_lines;
      return {};
    }
    const auto giant = GiantLine::open(file, line.offset, line.length, reader);
    if (!giant) return giant.error().code == ErrorCode::kIo ? giant.error() : Result<void>();
    return giant->each_passage([&](const Passage& passage, std::size_t part) {
      take(passage, part, reader.line(), line, index, matcher, out.hits);
    });
  }

  void take(const Passage& passage, std::size_t part, const PassageLine& about, const Line& line,
            std::uint32_t index, PassageMatcher& matcher, std::vector<SearchHit>& hits) const {
    if (!filters_.passage_passes(about, passage) || !matcher.matches(passage.text)) return;
    SearchHit hit;
    hit.file = index;
    hit.part = static_cast<std::uint16_t>(std::min<std::size_t>(part, UINT16_MAX));
    hit.role = passage.role;
    hit.terms = matcher.terms();
    hit.offset = line.offset;
    hit.length = line.length;
    hit.second = about.time == kNoTime ? 0 : std::max<TimeMs>(about.time, 0) / 1000;
    // How rare the words are is known only to an index; the rest is as there.
    const auto count = static_cast<float>(matcher.occurrences());
    const float length = std::log2(2.0F + static_cast<float>(passage.text.size()) / 64.0F);
    hit.score =
        role_weight(passage.role) * recency(hit.second, now_second_) * count / (count + length);
    hits.push_back(hit);
  }

  Filters filters_;
  RawPrefilter prefilter_;
  bool every_call_;
  LineReader::Find find_;  // null: lines must be looked at one by one
  std::int64_t now_second_;
};

}  // namespace

std::int64_t days_ago(std::int64_t second, std::int64_t now_second) {
  return std::max<std::int64_t>(now_second - second, 0) / 86'400;
}

float recency(std::int64_t second, std::int64_t now_second) {
  return 0.8F + 0.2F * std::exp2(-static_cast<float>(days_ago(second, now_second)) / 60.0F);
}

Result<ScanResult> scan_files(const FileSystem& files, std::vector<TranscriptFile>& sources,
                              const Query& query, const ScanOptions& options) {
  std::vector<Worker> workers;
  for (int i = 0; i < std::max(options.threads, 1); ++i)
    workers.push_back({PassageMatcher(query, options.stop), json::Parser()});
  const FileScan scan(query, options);
  const auto order =
      large_first(sources.size(), [&](std::size_t i) { return sources[i].info.size; });
  std::vector<FileHits> found(sources.size());
  parallel_for(
      std::ssize(order), options.threads,
      [&](std::int64_t i, int worker) {
        const auto index = static_cast<std::uint32_t>(order[static_cast<std::size_t>(i)]);
        TranscriptFile& source = sources[index];
        if (scan.filters().asks_about_file()) {
          (void)read_source_facts(files, source).has_value();  // scanning it says what is wrong
          if (!scan.filters().file_passes(source)) return;
        }
        scan.run(files, source, index, workers[static_cast<std::size_t>(worker)], found[index]);
      },
      options.stop);
  if (options.stop.is_stopped()) return stopped_error();
  ScanResult result;
  for (FileHits& one : found) {
    result.hits.insert(result.hits.end(), one.hits.begin(), one.hits.end());
    result.skipped_lines += one.skipped_lines;
    if (one.finding) result.findings.push_back(std::move(*one.finding));
  }
  return result;
}

}  // namespace clew
