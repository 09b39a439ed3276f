// SPDX-License-Identifier: MIT
//
// Between two calls a file may have been changed by others: a formatter, a person. A patch call by
// call would not apply then, and one from the first state to the last does.
#include "engine/export/patch_format.h"

#include <algorithm>
#include <map>

#include "base/diff.h"
#include "base/text.h"
#include "engine/read/edited_files.h"
#include "export/agent_calls.h"

namespace clew {
namespace {

// A name as git writes it: in quotes where it holds what would end it.
std::string patch_name(std::string_view side, std::string_view path) {
  std::string name(side);
  name.append(path.substr(std::min(path.find_first_not_of('/'), path.size())));
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7F;
  };
  if (std::none_of(name.begin(), name.end(), is_odd)) return name;
  std::string out = "\"";
  for (const char c : name) {
    if (!is_odd(c)) {
      out += c;
    } else if (c == '"' || c == '\\') {
      out.append("\\").push_back(c);
    } else {
      const auto code = static_cast<unsigned char>(c);
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((code >> shift) & 7));
    }
  }
  return out + "\"";
}

std::string heading_of(const std::string& path, bool created) {
  const std::string from = patch_name("a/", path);
  const std::string to = patch_name("b/", path);
  std::string out = "diff --git " + from + " " + to + "\n";
  if (created) out += "new file mode 100644\n";
  // A tab says that spaces before it belong to the name.
  const std::string end = path.find(' ') == std::string::npos ? "\n" : "\t\n";
  return out + "--- " + (created ? "/dev/null\n" : from + end) + "+++ " + to + end;
}

// A last line without its end is another line than one with it, and says so behind it.
constexpr std::string_view kNoEnd = "\x01no end\x01";
std::string marked(std::string_view text) {
  const bool ends = text.empty() || text.ends_with('\n');
  return ends ? std::string(text) : std::string(text).append(kNoEnd);
}

std::vector<std::string> file_diff(std::string_view before, std::string_view now) {
  std::vector<std::string> lines = unified_diff(marked(before), marked(now));
  for (std::string& line : lines) {
    if (!line.ends_with(kNoEnd)) continue;
    line.resize(line.size() - kNoEnd.size());
    line += "\n\\ No newline at end of file";
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// What a transcript calls a line may hold several, and begin another patch.
bool are_lines(const std::vector<std::string>& lines) {
  return std::none_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.empty() || line.find('\n') != std::string::npos ||
           std::string_view(" +-@\\").find(line.front()) == std::string_view::npos;
  });
}

class PatchFiles {
 public:
  explicit PatchFiles(const Exported& exported) : calls_(exported.agents) {}

  Result<void> read(const ExportedThread& thread) {
    return thread.each([&](const ExportedMessage& one) -> Result<void> {
      for (std::size_t i = 0; i < one.message.tools.size(); ++i) {
        const ToolCall& tool = one.message.tools[i];
        if (changes_a_file(tool.name)) take(one.changes[i]);
        if (depth_ >= kDeepestAgent) continue;
        ++depth_;
        for (const ExportedThread* agent : calls_.take(tool)) {
          if (auto done = read(*agent); !done) return done;
        }
        --depth_;
      }
      return {};
    });
  }

  Result<void> write(const AppendText& append) const {
    for (const std::string& path : order_) {
      const Changed& file = files_.at(path);
      if (auto done = append(text_of(path, file)); !done) return done;
    }
    return {};
  }

 private:
  struct Changed {
    bool created = false;
    std::optional<std::string> before;
    std::optional<std::string> now;
    std::string calls;  // one by one
    bool unplaced = false;
  };

  void take(const std::optional<ExportedChange>& change) {
    if (!change) return;
    const auto [place, is_new] = files_.try_emplace(change->path);
    Changed& file = place->second;
    if (is_new) {
      order_.push_back(change->path);
      file.created = change->created;
      file.before = change->before;
    }
    file.now = change->now;
    const bool placed = change->placed && are_lines(change->lines);
    if (!placed) file.unplaced = true;
    if (placed && !change->lines.empty()) {
      file.calls += heading_of(change->path, change->created) + joined(change->lines);
    }
  }

  static std::string text_of(const std::string& path, const Changed& file) {
    const bool known = file.now && (file.before || file.created);
    if (known) {
      const std::string before = file.created ? std::string() : *file.before;
      const auto lines = file_diff(before, *file.now);
      if (!lines.empty()) return heading_of(path, file.created) + joined(lines);
      // An empty file has no lines to add.
      const std::string name = patch_name("a/", path) + " " + patch_name("b/", path);
      return file.created ? "diff --git " + name + "\nnew file mode 100644\n" : std::string();
    }
    std::string out = file.calls;
    if (file.unplaced) {
      out += "# " + one_line(path) + ": the transcript does not say where a change was made\n";
    }
    return out;
  }

  AgentCalls calls_;
  std::map<std::string, Changed> files_;
  std::vector<std::string> order_;
  int depth_ = 0;
};

}  // namespace

Result<void> write_patch(const Exported& exported, const AppendText& append) {
  PatchFiles files(exported);
  if (auto done = files.read(exported.main); !done) return done;
  return files.write(append);
}

}  // namespace clew
