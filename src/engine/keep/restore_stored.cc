// SPDX-License-Identifier: MIT
#include "engine/keep/restore_stored.h"

#include <utility>

#include "catalog/beside/session_parts.h"
#include "catalog/edits/file_move.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "json/value.h"
#include "jsonl/line_reader.h"
#include "mirror/agent_meta.h"
#include "os/paths.h"
#include "os/temporary_name.h"
#include "team/team_tree.h"

namespace clew {
namespace {

constexpr std::size_t kRestorePiece = std::size_t{4} << 20;

struct Copy {
  // Of a team's store, which has the bytes of files, all are kBytes.
  enum class Kind : std::uint8_t { kTranscript, kAgentTranscript, kOther, kBytes };

  std::string from;
  PathBelow to;
  Kind kind = Kind::kOther;
};

constexpr std::int64_t kLargestOther = std::int64_t{64} << 20;

Copy::Kind kind_of(std::string_view name) {
  if (!is_transcript_name(name)) return Copy::Kind::kOther;
  return is_agent_name(name) ? Copy::Kind::kAgentTranscript : Copy::Kind::kTranscript;
}

// Names that stand for what no name of a file can be (store_key.h) are not brought back.
bool is_name_of_claude(std::string_view file) { return file.find('%') == file.npos; }

class Copier {
 public:
  explicit Copier(Engine& engine)
      : files_(engine.files()), disk_(engine.disk()), stop_(engine.stop()) {}

  Result<void> copy(const Copy& copy) {
    if (auto made = disk_.create_directories(copy.to.parent()); !made) return made;
    const PathBelow unfinished = copy.to.parent() / temporary_name();
    auto done = write(copy, unfinished);
    if (done) done = disk_.rename_new(unfinished, copy.to);
    if (done) {
      report_.written.push_back(copy.to.text());
      return done;
    }
    static_cast<void>(disk_.remove(unfinished));
    if (done.error().code != ErrorCode::kInvalid) return with_context(copy.to.text(), done.error());
    report_.differing.push_back(copy.to.text());  // something is there
    return {};
  }

  RestoreReport take() { return std::move(report_); }

 private:
  Result<void> write(const Copy& copy, const PathBelow& place) {
    if (copy.kind == Copy::Kind::kBytes) return write_bytes(copy, place);
    return copy.kind == Copy::Kind::kOther ? write_other(copy, place) : write_lines(copy, place);
  }

  Result<void> write_bytes(const Copy& copy, const PathBelow& place) {
    const auto file = files_.open(copy.from);
    if (!file) return file.error();
    if (auto made = disk_.create_file(place, {}); !made) return made;
    std::string piece(kRestorePiece, '\0');
    for (std::int64_t offset = 0;;) {
      if (stop_.is_stopped()) return stopped_error();
      const auto count = (*file)->read_at(offset, piece);
      if (!count) return count.error();
      if (*count == 0) return disk_.sync(place);
      const std::string_view bytes(piece.data(), *count);
      if (auto done = disk_.append(place, bytes, AppendAt::kEnd); !done) return done;
      offset += static_cast<std::int64_t>(*count);
      report_.bytes += *count;
    }
  }

  Result<void> write_other(const Copy& copy, const PathBelow& place) {
    const auto bytes = read_file(files_, copy.from, kLargestOther);
    if (!bytes) return bytes.error();
    report_.bytes += bytes->size();
    return disk_.create_file(place, *bytes);
  }

  Result<void> write_lines(const Copy& copy, const PathBelow& place) {
    const auto file = files_.open(copy.from);
    if (!file) return file.error();
    if (auto made = disk_.create_file(place, {}); !made) return made;
    // An append that is going on, or was cut short, is left out.
    LineReader lines(**file, {.partial_tail = false});
    std::string piece;
    for (;;) {
      if (stop_.is_stopped()) return stopped_error();
      const auto line = lines.next();
      if (!line) return line.error();
      const bool of_agent = copy.kind == Copy::Kind::kAgentTranscript;
      if (*line && !(of_agent && is_meta((*line)->text))) {
        piece.append((*line)->text).push_back('\n');
      }
      if (piece.size() < kRestorePiece && *line) continue;
      if (auto done = disk_.append(place, piece, AppendAt::kEnd); !done) return done;
      report_.bytes += piece.size();
      piece.clear();
      if (!*line) return disk_.sync(place);
    }
  }

  bool is_meta(std::string_view line) {
    if (!may_be_agent_meta(line)) return false;
    const auto value = parser_.parse_copy(line);
    return value && agent_meta_of(*value);
  }

  const FileSystem& files_;  // what is read: the disk, or a team's store
  DurableFileSystem& disk_;
  StopToken stop_;
  json::Parser parser_;
  RestoreReport report_;
};

}  // namespace

Result<Restored> restore_stored(Engine& engine, const NamedSession& session,
                                const std::string& root, const std::string& folder) {
  const std::string key = folder.empty() ? session.folder.key : project_key(folder);
  const RootFiles all = find_root_files(engine.files(), session.folder.root);
  std::vector<Copy> copies;
  for (const RootFile& file : files_of_session(engine.files(), all, session)) {
    const std::string below = moved_to_project(file.file, key);
    const auto place = place_in_root(engine.disk(), root, below);
    if (!place || !is_name_of_claude(below)) continue;
    const std::string name(base_name(file.file));
    std::string from = resolve_path(session.folder.root, file.file);
    const bool of_team = engine.team() != nullptr && engine.team()->has(from);
    copies.push_back({std::move(from), *place, of_team ? Copy::Kind::kBytes : kind_of(name)});
  }
  // The transcript comes last.
  if (copies.empty() || copies.back().from != session.path) {
    return Error{ErrorCode::kInvalid, "session " + session.id.text() +
                                          " or its project has a name that Claude Code would not "
                                          "give; clew restore --project FOLDER may bring it back"};
  }
  const PathBelow transcript = copies.back().to;
  if (engine.disk().info(transcript)) {
    return Error{ErrorCode::kInvalid,
                 transcript.text() +
                     " is there already, and is what `clew resume` continues; --to FOLDER "
                     "restores what the store has elsewhere"};
  }
  if (auto made = engine.disk().create_directories(root); !made) return made.error();
  Copier copier(engine);
  for (const Copy& copy : copies) {
    remove_leftovers(engine.disk(), copy.to.parent(), engine.options().now);
    if (auto done = copier.copy(copy); !done) return done.error();
  }
  return Restored{
      session.id.text(), transcript.text(), std::string(engine.machine_of(session.path)), folder,
      copier.take(),     /*doubtful=*/false};
}

}  // namespace clew
