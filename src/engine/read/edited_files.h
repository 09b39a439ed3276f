// SPDX-License-Identifier: MIT
//
// What calls of file tools (Write, Edit, MultiEdit, NotebookEdit) did to files, as the transcript
// has it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "transcript/message_reader.h"
#include "transcript/transcript.h"

namespace clew {

bool changes_a_file(std::string_view tool);

// A file as some calls found and left it.
struct EditedFile {
  std::string path;                   // absolute
  std::optional<std::string> before;  // all of it; nothing: not recorded
  std::optional<std::string> now;     // the same
  bool created = false;               // by the first of the calls
  std::int64_t calls = 0;
  TimeMs time = kNoTime;           // of the last of them
  std::vector<std::string> lines;  // of a unified diff, one call after the other

  // Of the last call: what it found, and how many of the lines are its own.
  std::optional<std::string> last_before;
  std::size_t last_lines = 0;
};

// The changes of calls, added in their order; those that failed changed nothing.
class EditedFiles {
 public:
  // What a file held before its first call, where that call does not say so.
  using Base = std::function<std::optional<std::string>(const std::string& path)>;

  EditedFiles(const Transcript& transcript, std::string folder)
      : t_(&transcript), folder_(std::move(folder)) {}

  // The file that the call changed, or null when it changed none.
  const EditedFile* add(const ToolCall& call, const Base& base);

  const std::vector<EditedFile>& files() const { return files_; }  // by their first change
  const EditedFile* find(const std::string& path) const;           // an absolute one

 private:
  EditedFile& file_at(std::string_view path);

  const Transcript* t_;
  std::string folder_;
  json::Parser inputs_;
  json::Parser results_;
  std::vector<EditedFile> files_;
  std::map<std::string, std::size_t> places_;  // in files_
};

// How many lines a unified diff adds and takes away.
struct LineCounts {
  std::int64_t added = 0;
  std::int64_t removed = 0;

  void count(std::string_view line) {
    if (line.starts_with('+')) ++added;
    if (line.starts_with('-')) ++removed;
  }
};

// A unified diff read the other way round.
std::vector<std::string> inverted(const std::vector<std::string>& lines);

}  // namespace clew
