// SPDX-License-Identifier: MIT
//
// The index is no second truth: a file counts as kept only if name, inode, size and time of change
// are what they were, and the ledger is then made of its rows in the same way as of rows that were
// just read. So the answer is the same with and without an index.
#include "engine/usage_index.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "usage/ledger_codec.h"

namespace clew {

// In large pieces that stay where they are.
std::string_view UsageIndex::keep(std::string_view bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  if (bytes_.empty() || bytes_.back().capacity() - bytes_.back().size() < bytes.size()) {
    bytes_.emplace_back().reserve(std::max(kPiece, bytes.size()));
  }
  std::string& piece = bytes_.back();
  const std::size_t at = piece.size();
  piece += bytes;
  return std::string_view(piece).substr(at);
}

UsageIndex UsageIndex::open(const Engine& engine, LineUsageReader::Tools tools) {
  UsageIndex kept;
  const std::string path = index_path(engine);
  if (path.empty()) return kept;
  auto database = IndexDatabase::open_to_read(path);
  if (!database || !(*database)->begin_reading()) return kept;
  auto files = (*database)->files();
  if (!files) return kept;
  struct Encoded {
    std::string_view rows;
    std::string_view tools;
  };
  std::unordered_map<std::int64_t, Encoded> encoded;  // by id
  const auto read = (*database)->each_ledger(
      tools == LineUsageReader::Tools::kInclude,
      [&](std::int64_t file, std::string_view rows, std::string_view calls) {
        encoded[file] = {kept.keep(rows), calls.empty() ? calls : kept.keep(calls)};
      });
  if (!read) return {};
  for (IndexedFile& file : *files) {
    const auto found = encoded.find(file.id);
    if (found == encoded.end()) continue;
    kept.files_.push_back({std::move(file), found->second.rows, found->second.tools});
  }
  return kept;
}

// Tools first: without their calls the rows must not count either.
bool UsageIndex::add_kept(LedgerPart& part, const Kept& kept, FileId file,
                          LineUsageReader::Tools tools) {
  const std::size_t calls = part.tools.size();
  if (tools == LineUsageReader::Tools::kInclude && !decode_into(part, kept.tools, file, tools)) {
    return false;
  }
  if (decode_into(part, kept.rows, file, tools)) return true;
  part.tools.resize(calls);
  return false;
}

std::vector<LedgerPart> UsageIndex::parts_of(const UsageFiles& found,
                                             ReadUsageOptions& options) const {
  struct Job {
    FileId file = 0;
    const Kept* kept = nullptr;
  };
  std::vector<Job> jobs;
  options.known.assign(found.files.size(), false);
  for (FileId id = 0; id < found.files.size(); ++id) {
    const std::string& path = found.files[id].path;
    const auto kept =
        std::lower_bound(files_.begin(), files_.end(), path,
                         [](const Kept& a, const std::string& b) { return a.file.path < b; });
    if (kept == files_.end() || kept->file.path != path) continue;
    if (!is_unchanged(kept->file, found.infos[id]) || is_too_old(found.infos[id], options)) {
      continue;
    }
    jobs.push_back({id, &*kept});
  }
  constexpr std::int64_t kFilesPerThread = 256;  // a thread is not worth starting for a few
  const int threads = static_cast<int>(std::clamp<std::int64_t>(std::ssize(jobs) / kFilesPerThread,
                                                                1, std::max(options.threads, 1)));
  std::vector<LedgerPart> parts(static_cast<std::size_t>(threads));
  constexpr std::size_t kLeastRow = 40;  // encoded
  std::size_t bytes = 0;
  for (const Job& job : jobs) bytes += job.kept->rows.size();
  std::vector<char> good(jobs.size(), 0);
  parallel_for(threads, threads, [&](std::int64_t part, int) {
    const auto at = static_cast<std::size_t>(part);
    parts[at].rows.reserve(bytes / kLeastRow / static_cast<std::size_t>(threads));
    for (std::size_t i = at; i < jobs.size(); i += static_cast<std::size_t>(threads)) {
      good[i] = add_kept(parts[at], *jobs[i].kept, jobs[i].file, options.tools) ? 1 : 0;
    }
  });
  for (std::size_t i = 0; i < jobs.size(); ++i) options.known[jobs[i].file] = good[i] != 0;
  return parts;
}

}  // namespace clew
