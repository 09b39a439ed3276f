// SPDX-License-Identifier: MIT
//
// The index is no second truth: a file counts as kept only if name, inode, size and time of change
// are what they were, and the ledger is then made of its rows in the same way as of rows that were
// just read. So the answer is the same with and without an index.
#include "engine/usage/usage_index.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "catalog/layout/layout.h"
#include "os/paths.h"
#include "usage/ledger_codec.h"

namespace clew {
namespace {

// The project's folder that this part's folder is, or is in; added if it is new.
std::size_t folder_of(const RosterPart& part, std::vector<ProjectFolder>& folders) {
  const std::string_view below = below_projects(part.root, part.folder);
  if (below.empty()) return 0;
  const std::string_view key = project_key_in(part.root, part.folder);
  const auto after = static_cast<std::size_t>(below.data() - part.folder.data());
  const std::string_view folder = part.folder.substr(0, after + key.size());
  // Mostly the last: only projects whose names go on with a dash come in between.
  const auto known = std::find_if(folders.rbegin(), folders.rend(),
                                  [&](const ProjectFolder& one) { return one.path == folder; });
  if (known != folders.rend()) return static_cast<std::size_t>(folders.rend() - known - 1);
  folders.push_back({std::string(part.root), std::string(key), std::string(folder)});
  return folders.size() - 1;
}

}  // namespace

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

Result<UsageIndex> UsageIndex::open(const Engine& engine, LineUsageReader::Tools tools) {
  const auto index = open_index(engine);
  if (!index) return index.error();
  UsageIndex kept;
  StoredById stored;
  Result<void> read;
  const TreeCheck check = check_tree(engine.files(), index->roster, default_threads(), [&] {
    read = kept.read_rows(*index->database, tools, stored);
  });
  if (read && check.same_folders) {
    kept.take_roster(index->roster, check);
  } else if (read) {
    read = kept.take_all(*index->database);
  }
  if (!read) return read.error();
  for (Kept& file : kept.files_) {
    const auto found = stored.find(file.file.id);
    // A file that was not read to its end has no rows that would help.
    if (found == stored.end() || file.file.size < 0) continue;
    const auto ledger = open_ledger(file.file, found->second);
    if (!ledger) return ledger.error();
    file.rows = ledger->rows;
    file.tools = ledger->tools.value_or("");
  }
  return kept;
}

Result<void> UsageIndex::read_rows(IndexDatabase& database, LineUsageReader::Tools tools,
                                   StoredById& stored) {
  return database.each_ledger(tools == LineUsageReader::Tools::kInclude,
                              [&](std::int64_t file, const LedgerView& ledger) {
                                LedgerView& kept = stored[static_cast<std::uint32_t>(file)];
                                kept.rows = keep(ledger.rows);
                                if (ledger.tools) kept.tools = keep(*ledger.tools);
                              });
}

Result<void> UsageIndex::take_all(IndexDatabase& database) {
  const auto files = database.files();
  if (!files) return files.error();
  for (const IndexedFile& file : *files) {
    Kept& kept = files_.emplace_back(Kept{file.path, roster_file(file), {}, {}});
    kept.file.name = kept.file.session = {};
  }
  return {};
}

// In the order in which a listing would give them: by root, project and path.
void UsageIndex::take_roster(const Roster& roster, const TreeCheck& check) {
  SessionFiles all;
  std::vector<RosterFile> known;
  std::size_t count = 0;
  for (const RosterPart& part : roster.parts) count += part.files.size();
  all.files.reserve(count);
  known.reserve(count);
  auto changed = check.changed.begin();
  for (std::size_t p = 0; p < roster.parts.size(); ++p) {
    const RosterPart& part = roster.parts[p];
    const std::size_t folder = folder_of(part, all.folders);
    for (std::size_t f = 0; f < part.files.size(); ++f) {
      const RosterFile& file = part.files[f];
      SessionFile one{.path = resolve_path(part.folder, file.name),
                      .id = std::string(stem(file.name)),
                      .folder = folder,
                      .is_agent = is_agent_name(file.name)};
      if (changed != check.changed.end() && changed->part == p && changed->file == f) {
        one.info = (changed++)->now;
      } else {
        one.info = {FileKind::kRegular, file.size,   file.mtime_ns,
                    file.inode,         file.device, file.ctime_ns};
      }
      all.files.push_back(std::move(one));
      known.push_back(file);
    }
  }
  std::vector<std::uint32_t> order(all.files.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const SessionFile& left = all.files[a];
    const SessionFile& right = all.files[b];
    return left.folder != right.folder ? left.folder < right.folder : left.path < right.path;
  });
  std::vector<SessionFile> sorted;
  sorted.reserve(order.size());
  files_.reserve(order.size());
  for (const std::uint32_t i : order) {
    files_.push_back({all.files[i].path, known[i], {}, {}});
    files_.back().file.name = files_.back().file.session = {};
    sorted.push_back(std::move(all.files[i]));
  }
  all.files = std::move(sorted);
  found_ = usage_files(std::move(all));
}

const UsageIndex::Kept* UsageIndex::find(const std::string& path, std::size_t guess) const {
  if (guess < files_.size() && files_[guess].path == path) return &files_[guess];
  const auto kept =
      std::lower_bound(files_.begin(), files_.end(), path,
                       [](const Kept& a, const std::string& b) { return a.path < b; });
  return kept != files_.end() && kept->path == path ? &*kept : nullptr;
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
    const FileInfo& now = found.infos[id];
    const Kept* kept = find(found.files[id].path, id);
    if (!kept || kept->rows.empty() || is_too_old(now, options)) continue;
    if (same_version(kept->file, now)) jobs.push_back({id, kept});
  }
  constexpr std::int64_t kFilesPerThread = 256;  // a thread is not worth starting for a few
  const int threads = threads_for(std::ssize(jobs), kFilesPerThread, options.threads);
  std::vector<LedgerPart> parts(static_cast<std::size_t>(threads));
  constexpr std::size_t kLeastRow = 40;  // encoded
  std::size_t bytes = 0;
  for (const Job& job : jobs) bytes += job.kept->rows.size();
  for (LedgerPart& part : parts) part.rows.reserve(bytes / kLeastRow / parts.size());
  std::vector<char> good(jobs.size(), 0);
  parallel_for(threads, threads, [&](std::int64_t part, int) {
    const auto at = static_cast<std::size_t>(part);
    for (std::size_t i = at; i < jobs.size(); i += static_cast<std::size_t>(threads)) {
      good[i] = add_kept(parts[at], *jobs[i].kept, jobs[i].file, options.tools) ? 1 : 0;
    }
  });
  for (std::size_t i = 0; i < jobs.size(); ++i) options.known[jobs[i].file] = good[i] != 0;
  return parts;
}

}  // namespace clew
