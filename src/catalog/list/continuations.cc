// SPDX-License-Identifier: MIT

#include "catalog/list/continuations.h"

#include <algorithm>
#include <string_view>

#include "catalog/layout/layout.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::int64_t kMostSearched = std::int64_t{256} << 20;  // bytes, of all files together

// The line that a file continues from, if it begins as a continuation does.
std::string continued_line(const FileSystem& files, const std::string& path) {
  auto file = files.open(path);
  if (!file) return {};
  LineReader lines(**file, {.block_size = 16 << 10, .max_line = 1 << 20});
  json::Parser parser;
  const auto line = lines.next();
  if (!line || !*line || (*line)->too_long) return {};
  const auto value = parser.parse((*line)->text);
  if (!value) return {};
  const LineFields fields(*value);
  return fields.flag(Field::kCompactSummary) && !fields[Field::kSummary].is_missing()
             ? std::string(fields.text(Field::kLeaf))
             : std::string();
}

// Whether a line of the file has this uuid. The lines are looked at as bytes: parsing a project to
// find one would take seconds.
bool has_line(const RandomAccessFile& file, std::string_view uuid, std::int64_t size) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::string wanted[] = {"\"" + std::string(name_of(Field::kUuid)) + "\":\"",
                          "\"" + std::string(name_of(Field::kUuid)) + "\": \""};
  for (std::string& one : wanted) one += std::string(uuid) + "\"";
  const std::size_t overlap = wanted[1].size();
  std::string block(kBlock, '\0');
  for (std::int64_t at = 0; at < size;) {
    const auto count = file.read_at(at, block);
    if (!count || *count == 0) return false;
    const std::string_view text = std::string_view(block).substr(0, *count);
    for (const std::string& one : wanted) {
      if (text.find(one) != std::string_view::npos) return true;
    }
    if (*count <= overlap) return false;
    at += static_cast<std::int64_t>(*count - overlap);
  }
  return false;
}

bool may_continue_in_another_file(const Transcript& t) {
  for (auto entry = t.entries.rbegin(); entry != t.entries.rend(); ++entry) {
    const std::string_view version = t.text(t.origin(*entry).version);
    if (!version.empty()) return version.starts_with("1.") || version.starts_with("0.");
  }
  return false;
}

std::string_view continued_by(const Transcript& t) {
  const auto summary = std::find_if(t.summaries.begin(), t.summaries.end(),
                                    [](const Summary& one) { return one.is_compact; });
  return summary == t.summaries.end() ? std::string_view() : t.text(summary->leaf);
}

}  // namespace

Continuations find_continuations(const FileSystem& files, const std::string& path,
                                 const Tree& tree) {
  const Transcript& t = tree.transcript();
  Continuations found;
  const std::string_view wanted = continued_by(t);
  const bool looks_behind = may_continue_in_another_file(t);
  if (wanted.empty() && !looks_behind) return found;
  const std::string folder(parent_path(path));
  const auto entries = files.list(folder);
  if (!entries) return found;
  std::int64_t searched = 0;
  for (const DirEntry& entry : *entries) {
    const std::string beside = join_path(folder, entry.name);
    if (!is_transcript_name(entry.name) || is_agent_name(entry.name) || beside == path) continue;
    if (looks_behind) {
      const std::string line = continued_line(files, beside);
      if (!line.empty() && tree.find(t.symbols.find(line)) >= 0)
        found.after.emplace_back(stem(beside));
    }
    if (wanted.empty() || !found.before.empty()) continue;
    const auto file = files.open(beside);
    const auto info = file ? (*file)->info() : Result<FileInfo>(file.error());
    if (!info || searched + info->size > kMostSearched) continue;
    searched += info->size;
    if (has_line(**file, wanted, info->size)) found.before = stem(beside);
  }
  std::sort(found.after.begin(), found.after.end());
  return found;
}

}  // namespace clew
