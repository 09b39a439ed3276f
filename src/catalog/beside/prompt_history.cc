// SPDX-License-Identifier: MIT
#include "catalog/beside/prompt_history.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "catalog/layout/contained_path.h"
#include "catalog/layout/session_files.h"
#include "json/value.h"
#include "jsonl/reverse_line_reader.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::int64_t kLongestLine = 64 << 20;
constexpr std::int64_t kLargestPaste = 64 << 20;

// The text that was pasted, or nothing when its copy is gone.
std::optional<std::string> pasted_text(const FileSystem& files, const std::string& root,
                                       const json::Value& paste) {
  if (paste["content"].is_string()) return std::string(paste["content"].string_or(""));
  const std::string hash(paste["contentHash"].string_or(""));
  const std::string folder = join_path(root, "paste-cache");
  for (const auto& name : {PlainName::from(hash + ".txt"), PlainName::from(hash)}) {
    if (hash.empty() || !name) break;
    auto text = read_inside(files, folder, *name, kLargestPaste);
    if (text) return std::move(*text);
  }
  return std::nullopt;
}

// The end of "[Pasted text #1 +7 lines]" or "[Pasted text #1]" at `start`, and its number.
struct Marker {
  std::size_t start = std::string_view::npos;
  std::size_t end = 0;
  std::string number;
};

Marker next_marker(std::string_view text, std::size_t from) {
  constexpr std::string_view kOpening = "[Pasted text #";
  for (;;) {
    Marker marker;
    marker.start = text.find(kOpening, from);
    if (marker.start == std::string_view::npos) return marker;
    std::size_t at = marker.start + kOpening.size();
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') marker.number += text[at++];
    const std::size_t close = text.find_first_of("]\n", at);
    if (!marker.number.empty() && close != std::string_view::npos && text[close] == ']') {
      marker.end = close + 1;
      return marker;
    }
    from = marker.start + 1;
  }
}

void resolve_pastes(const FileSystem& files, const json::Value& pastes, TypedPrompt& prompt) {
  std::size_t done = 0;
  for (;;) {
    const Marker marker = next_marker(prompt.display, done);
    if (marker.start == std::string::npos) break;
    prompt.text.append(prompt.display, done, marker.start - done);
    done = marker.end;
    const json::Value paste = pastes[marker.number];
    const auto text = paste.is_missing() ? std::nullopt : pasted_text(files, prompt.root, paste);
    if (text) {
      prompt.text += *text;
    } else {
      prompt.text.append(prompt.display, marker.start, marker.end - marker.start);
      ++prompt.missing_pastes;
    }
  }
  prompt.text.append(prompt.display, done);
}

// The prompts of one root, newest first, until `use` says that it has enough.
class HistoryReader {
 public:
  HistoryReader(const FileSystem& files, const PromptFilter& filter, PromptHistory& history)
      : files_(files), filter_(filter), history_(history) {}

  void read(const std::string& root) {
    const std::string path = join_path(root, "history.jsonl");
    auto file = files_.open(path);
    if (!file) {
      if (file.error().code != ErrorCode::kNotFound) report(path, file.error());
      return;
    }
    ReverseLineReader lines(**file, {.block_size = 256 << 10, .max_line = kLongestLine});
    std::int64_t taken = 0;
    for (;;) {
      const auto line = lines.next();
      if (!line) report(path, line.error());
      if (!line || !*line) return;
      if (take_line(**line, root)) ++taken;
      // One more than asked for shows that there is more.
      if (filter_.limit > 0 && taken > filter_.limit) return;
    }
  }

 private:
  void report(const std::string& path, const Error& error) {
    history_.findings.push_back({Finding::Kind::kUnreadable, path, error.message});
  }

  bool take_line(const Line& line, const std::string& root) {
    const auto value = parser_.parse(line.text);
    if (line.too_long || !value || !(*value)["display"].is_string()) {
      ++history_.bad_lines;
      return false;
    }
    TypedPrompt prompt;
    prompt.project = (*value)["project"].string_or("");
    prompt.session = (*value)["sessionId"].string_or("");
    prompt.time = time_of((*value)["timestamp"]);
    prompt.root = root;
    if (!filter_.project.empty() && prompt.project != filter_.project) return false;
    if (!prompt.session.starts_with(filter_.session)) return false;
    if (!filter_.when.contain(prompt.time)) return false;
    if (filter_.is_hidden && filter_.is_hidden(prompt)) return false;
    prompt.display = (*value)["display"].string_or("");
    resolve_pastes(files_, (*value)["pastedContents"], prompt);
    if (filter_.is_wanted && !filter_.is_wanted(prompt)) return false;
    history_.prompts.push_back(std::move(prompt));
    return true;
  }

  const FileSystem& files_;
  const PromptFilter& filter_;
  PromptHistory& history_;
  json::Parser parser_;
};

}  // namespace

PromptHistory read_prompt_history(const FileSystem& files, const std::vector<std::string>& roots,
                                  const PromptFilter& filter) {
  PromptHistory history;
  HistoryReader reader(files, filter, history);
  for (const std::string& root : roots) reader.read(root);
  if (roots.size() > 1) {
    std::stable_sort(history.prompts.begin(), history.prompts.end(),
                     [](const TypedPrompt& a, const TypedPrompt& b) { return a.time > b.time; });
  }
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(filter.limit, 0));
  history.more = limit > 0 && history.prompts.size() > limit;
  if (history.more) history.prompts.resize(limit);
  return history;
}

GhostSessions find_ghosts(const FileSystem& files, const std::vector<std::string>& roots,
                          const PromptFilter& filter) {
  SessionFiles alive = find_session_files(files, roots);
  std::unordered_set<std::string> ids;
  for (SessionFile& file : alive.files) ids.insert(std::move(file.id));

  PromptFilter all = filter;  // the bounds are for sessions here, not for their prompts
  all.limit = 0;
  all.when = {};
  PromptHistory history = read_prompt_history(files, roots, all);
  GhostSessions found{{}, std::move(history.findings)};
  std::unordered_map<std::string, std::size_t> places;
  for (TypedPrompt& prompt : history.prompts) {
    if (prompt.session.empty() || ids.contains(prompt.session)) continue;
    const auto [place, is_new] = places.emplace(prompt.session, found.ghosts.size());
    if (is_new) {
      found.ghosts.push_back({prompt.session, prompt.project, prompt.root, {}, prompt.time, {}});
    }
    GhostSession& ghost = found.ghosts[place->second];
    ghost.first = prompt.time;
    ghost.prompts.push_back(std::move(prompt));
  }
  std::erase_if(found.ghosts,
                [&filter](const GhostSession& ghost) { return !filter.when.contain(ghost.last); });
  for (GhostSession& ghost : found.ghosts) std::reverse(ghost.prompts.begin(), ghost.prompts.end());
  if (filter.limit > 0 && found.ghosts.size() > static_cast<std::size_t>(filter.limit)) {
    found.ghosts.resize(static_cast<std::size_t>(filter.limit));
  }
  return found;
}

}  // namespace clew
