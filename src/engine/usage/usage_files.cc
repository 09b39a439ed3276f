// SPDX-License-Identifier: MIT
#include "engine/usage/usage_files.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "catalog/layout/layout.h"
#include "jsonl/line_ranges.h"
#include "jsonl/line_stream.h"
#include "os/paths.h"
#include "transcript/usage_filter.h"

namespace clew {
namespace {

// A block should stay in the processor's cache between being read and being searched.
constexpr std::size_t kBlock = std::size_t{1} << 18U;
// Larger files are read by several threads. Lines of a response that fall into two pieces are
// joined like any others.
constexpr std::int64_t kUsagePiece = std::int64_t{8} << 20U;

LedgerFile facts_of(SessionFile& file, const ProjectFolder& folder) {
  LedgerFile facts;
  facts.project = folder.key;
  facts.is_agent = file.is_agent;
  facts.session = file.is_agent ? std::string(session_above(file.path)) : file.id;
  facts.agent = agent_of(file.id);
  facts.path = std::move(file.path);
  return facts;
}

struct Piece {
  FileId file = 0;
  std::int64_t start = 0;
  std::int64_t end = 0;
};

class Reading {
 public:
  Reading(const FileSystem& files, UsageFiles& found, const ReadUsageOptions& options)
      : files_(files), found_(found), options_(options) {
    const auto workers = static_cast<std::size_t>(std::max(options.threads, 1));
    parts_.resize(workers);
    readers_.reserve(workers);
    for (std::size_t i = 0; i < workers; ++i) readers_.emplace_back(options.tools);
  }

  std::vector<LedgerPart> run() {
    for (FileId id = 0; id < found_.files.size(); ++id) plan(id);
    const auto order = large_first(
        pieces_.size(), [this](std::size_t i) { return pieces_[i].end - pieces_[i].start; });
    parallel_for(
        std::ssize(order), options_.threads,
        [&](std::int64_t i, int worker) {
          read(pieces_[order[static_cast<std::size_t>(i)]], worker);
        },
        options_.stop);
    return std::move(parts_);
  }

 private:
  void plan(FileId id) {
    const FileInfo& info = found_.infos[id];
    if (info.size == 0 || (id < options_.known.size() && options_.known[id])) return;
    if (is_too_old(info, options_)) return;
    if (options_.threads > 1 && info.size > 2 * kUsagePiece) {
      if (plan_pieces(id, info.size)) return;
    }
    pieces_.push_back({id, 0, info.size});
  }

  bool plan_pieces(FileId id, std::int64_t size) {
    const auto file = files_.open(found_.files[id].path);
    if (!file) return false;
    const auto ranges = split_at_lines(**file, static_cast<int>(size / kUsagePiece));
    if (!ranges) return false;
    for (const auto& [start, end] : *ranges) pieces_.push_back({id, start, end});
    return true;
  }

  void read(const Piece& piece, int worker) {
    const LedgerFile& facts = found_.files[piece.file];
    const auto index = static_cast<std::size_t>(worker);
    auto file = files_.open(facts.path);
    if (!file) return report(facts.path, file.error());
    const auto done = read_lines(**file, piece, facts, readers_[index], parts_[index], worker);
    if (!done) report(facts.path, done.error());
  }

  Result<void> read_lines(const RandomAccessFile& file, const Piece& piece, const LedgerFile& facts,
                          LineUsageReader& reader, LedgerPart& part, int worker) {
    LineReader lines(
        file,
        {.start = piece.start, .end = piece.end, .block_size = kBlock, .max_line = kGiantLine});
    std::string giant;
    for (;;) {
      auto line = lines.next();
      if (!line) return line.error();
      if (!*line) return {};
      const std::string_view text = text_of(file, **line, giant);
      if (!may_hold_usage(text)) continue;
      const LineUsage& usage = reader.read(text);
      if (options_.visit) options_.visit(piece.file, (*line)->offset, usage, worker);
      part.add(usage, piece.file, facts, (*line)->offset);
    }
  }

  void report(const std::string& path, const Error& error) {
    const auto kind =
        error.code == ErrorCode::kNotFound ? Finding::Kind::kVanished : Finding::Kind::kUnreadable;
    const std::lock_guard lock(mutex_);
    found_.findings.push_back({kind, path, error.message});
  }

  const FileSystem& files_;
  UsageFiles& found_;
  const ReadUsageOptions& options_;
  std::vector<Piece> pieces_;
  std::vector<LedgerPart> parts_;         // by worker
  std::vector<LineUsageReader> readers_;  // by worker
  std::mutex mutex_;                      // guards found_.findings
};

}  // namespace

UsageFiles usage_files(SessionFiles found) {
  UsageFiles out;
  out.findings = std::move(found.findings);
  out.files.reserve(found.files.size());
  for (SessionFile& file : found.files) {
    out.files.push_back(facts_of(file, found.folders[file.folder]));
    out.infos.push_back(file.info);
  }
  return out;
}

UsageFiles find_usage_files(const FileSystem& files, const std::vector<std::string>& roots,
                            int threads) {
  return usage_files(
      find_session_files(files, roots, {.agents = Agents::kInclude, .threads = threads}));
}

UsageFiles find_usage_files_of(const FileSystem& files, const std::string& path) {
  SessionFiles found;
  const std::string folder(parent_path(path));
  found.folders.push_back({std::string(), std::string(base_name(folder)), folder});
  find_files_in_folders(files, {.agents = Agents::kInclude, .threads = 1}, found);
  const std::string own_folder = session_folder(path).value_or(path) + "/";
  std::erase_if(found.files, [&](const SessionFile& file) {
    return file.path != path && !file.path.starts_with(own_folder);
  });
  if (std::none_of(found.files.begin(), found.files.end(),
                   [&](const SessionFile& file) { return file.path == path; })) {
    SessionFile file{.path = path, .id = std::string(stem(path))};
    if (const auto info = files.stat(path)) file.info = *info;
    found.files.push_back(std::move(file));
  }
  return usage_files(std::move(found));
}

bool is_too_old(const FileInfo& info, const ReadUsageOptions& options) {
  constexpr std::int64_t kNanoPerMs = 1'000'000;
  return options.changed_since != kNoTime && info.mtime_ns / kNanoPerMs < options.changed_since;
}

std::vector<LedgerPart> read_usage(const FileSystem& files, UsageFiles& found,
                                   const ReadUsageOptions& options) {
  return Reading(files, found, options).run();
}

Ledger read_ledger(const FileSystem& files, UsageFiles& found, const ReadUsageOptions& options) {
  std::vector<LedgerPart> parts = read_usage(files, found, options);
  return Ledger(found.files, std::move(parts));
}

Result<std::int64_t> read_usage_lines(const RandomAccessFile& file, std::int64_t start,
                                      std::int64_t end, FileId id, const LedgerFile& facts,
                                      LineUsageReader& reader, LedgerPart& part) {
  LineReader lines(file, {.start = start,
                          .end = end,
                          .block_size = kBlock,
                          .max_line = kGiantLine,
                          .partial_tail = false});
  std::string giant;
  for (;;) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) return lines.position();
    const std::string_view text = text_of(file, **line, giant);
    if (may_hold_usage(text)) part.add(reader.read(text), id, facts, (*line)->offset);
  }
}

}  // namespace clew
