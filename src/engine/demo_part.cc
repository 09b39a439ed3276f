// SPDX-License-Identifier: MIT

#include "engine/demo_part.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace clew::demo {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

Json names(const std::vector<std::string>& files) {
  return list(std::vector<Json>(files.begin(), files.end()));
}

}  // namespace

Part think(std::string_view text) {
  return {.kind = Part::Kind::kThinking, .text = std::string(text)};
}

Part say(std::string_view text) { return {.kind = Part::Kind::kText, .text = std::string(text)}; }

Part use(std::string_view tool, Json input, Json content, Json structured) {
  Part part{.kind = Part::Kind::kTool};
  part.tool = tool;
  part.input = std::move(input);
  part.content = std::move(content);
  part.structured = std::move(structured);
  return part;
}

Part bash(std::string_view command, std::string_view description, std::string_view output) {
  return use(
      "Bash", object({{"command", command}, {"description", description}}), output,
      object({{"stdout", output}, {"stderr", ""}, {"interrupted", false}, {"isImage", false}}));
}

Part grep(std::string_view pattern, const std::vector<std::string>& files) {
  const std::string found = "Found " + std::to_string(files.size()) + " files\n" + joined(files);
  return use("Grep", object({{"pattern", pattern}, {"output_mode", "files_with_matches"}}), found,
             object({{"mode", "files_with_matches"},
                     {"filenames", names(files)},
                     {"numFiles", files.size()}}));
}

Part glob(std::string_view pattern, const std::vector<std::string>& files) {
  return use("Glob", object({{"pattern", pattern}}), joined(files),
             object({{"filenames", names(files)},
                     {"durationMs", 12},
                     {"numFiles", files.size()},
                     {"truncated", false}}));
}

Part failing(Part part, std::string_view message) {
  part.failed = true;
  part.content = message;
  part.structured = "Error: " + std::string(message);
  return part;
}

Json todo_list(const std::vector<Todo>& todos) {
  std::vector<Json> items;
  items.reserve(todos.size());
  for (const Todo& todo : todos) {
    items.push_back(
        object({{"content", todo.content}, {"status", todo.status}, {"activeForm", todo.doing}}));
  }
  return list(items);
}

Part todo_write(const std::vector<Todo>& before, const std::vector<Todo>& after) {
  return use("TodoWrite", object({{"todos", todo_list(after)}}),
             "The list is up to date. Go on with what is in progress.",
             object({{"oldTodos", todo_list(before)}, {"newTodos", todo_list(after)}}));
}

Json structured_patch(std::string_view before, std::string_view after) {
  constexpr std::ptrdiff_t kAround = 3;
  const auto from = lines_of(before);
  const auto to = lines_of(after);
  const auto first = std::mismatch(from.begin(), from.end(), to.begin(), to.end());
  const std::ptrdiff_t same_head = first.first - from.begin();
  auto from_end = from.end();
  auto to_end = to.end();
  while (from_end > first.first && to_end > first.second && *(from_end - 1) == *(to_end - 1)) {
    --from_end;
    --to_end;
  }
  const std::ptrdiff_t start = std::max<std::ptrdiff_t>(0, same_head - kAround);
  const std::ptrdiff_t tail = std::min<std::ptrdiff_t>(kAround, from.end() - from_end);
  std::vector<Json> lines;
  const auto add = [&lines](char mark, auto begin, auto end) {
    for (; begin != end; ++begin) lines.emplace_back(mark + std::string(*begin));
  };
  add(' ', from.begin() + start, first.first);
  add('-', first.first, from_end);
  add('+', first.second, to_end);
  add(' ', from_end, from_end + tail);
  return list({object({{"oldStart", start + 1},
                       {"oldLines", from_end + tail - from.begin() - start},
                       {"newStart", start + 1},
                       {"newLines", to_end + tail - to.begin() - start},
                       {"lines", list(lines)}})});
}

}  // namespace clew::demo
