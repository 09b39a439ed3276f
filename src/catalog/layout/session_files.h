// SPDX-License-Identifier: MIT
//
// Where transcripts lie: <root>/projects/<key>/<session>.jsonl, and those of subagents beside and
// below them. Names and file facts only; no transcript is opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "catalog/layout/layout.h"
#include "os/file_system.h"
#include "os/plain_name.h"
#include "transcript/finding.h"

namespace clew {

struct ProjectFolder {
  std::string root;
  std::string key;   // its name under <root>/projects
  std::string path;  // of the folder itself; not the project's
};

struct SessionFile {
  std::string path;
  std::string id;           // the name without ".jsonl": a plain name
  std::size_t folder = 0;   // index into SessionFiles::folders
  bool is_agent = false;    // agent-*.jsonl, wherever it lies
  bool has_folder = false;  // <session>/ lies beside it
  bool is_link = false;
  FileInfo info{};
};

// The same for those who look at files one by one: all that its place says of a transcript, and how
// it looked.
struct TranscriptFile {
  std::string path;
  std::string root;
  std::string key;      // of the project's folder
  std::string session;  // whose transcript, or whose subagent's; empty: not known before reading
  std::string project;  // working directory in its first lines; empty: not asked for
  bool is_agent = false;
  FileInfo info{};
};
TranscriptFile transcript_file(std::string path, const std::string& root, const std::string& key,
                               const FileInfo& info);

struct SessionFiles {
  std::vector<ProjectFolder>
      folders;                     // by root as given, then links last, then key; also empty ones
  std::vector<SessionFile> files;  // sorted by folder, then path
  std::int64_t agents = 0;         // names of subagents' transcripts that were left out
  Findings findings;
};

// The id of the session in a transcript, which is the name of its file; nothing for a name that
// leaves none ("...jsonl" would be "..").
std::optional<PlainName> session_id_of(std::string_view transcript);

// The folder beside a transcript that has the name of its session.
std::optional<std::string> session_folder(std::string_view transcript);

enum class Agents {
  kLeaveOut,
  kCount,  // and say how many there are; their files are not looked at
  kInclude,
};

struct FindOptions {
  Agents agents = Agents::kLeaveOut;
  int threads = default_threads();
};

// All project folders of these roots; a folder with two names comes once.
SessionFiles find_project_folders(const FileSystem& files, const std::vector<std::string>& roots);

// Fills in `files` for the folders given.
void find_files_in_folders(const FileSystem& files, const FindOptions& options,
                           SessionFiles& found);

// Both steps.
SessionFiles find_session_files(const FileSystem& files, const std::vector<std::string>& roots,
                                const FindOptions& options = {});

}  // namespace clew
