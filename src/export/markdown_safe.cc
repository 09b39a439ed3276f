// SPDX-License-Identifier: MIT
//
// Which "<" a reader of Markdown takes for HTML depends on which backticks it takes for code, and
// that on lists, quotes and headings. So code between backticks is believed only where every line
// of the paragraph has its own pairs: then all readers agree, however they cut it into blocks.
// Everywhere else "<" becomes "&lt;", which at worst is seen as such.
#include "export/markdown_safe.h"

#include <algorithm>
#include <vector>

namespace clew {
namespace {

std::size_t run_at(std::string_view text, std::size_t at, char c) {
  const std::size_t end = text.find_first_not_of(c, at);
  return (end == std::string_view::npos ? text.size() : end) - at;
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0;
  for (std::size_t at = text.find(c); at != std::string_view::npos; at = text.find(c, at)) {
    const std::size_t length = run_at(text, at, c);
    longest = std::max(longest, length);
    at += length;
  }
  return longest;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

struct Fence {
  char sign = '\0';  // none
  std::size_t length = 0;
  std::size_t indent = 0;
};

Fence fence_of(std::string_view line) {
  const std::size_t indent = run_at(line, 0, ' ');
  if (indent > 3 || indent == line.size()) return {};
  const char sign = line[indent];
  if (sign != '`' && sign != '~') return {};
  const std::size_t length = run_at(line, indent, sign);
  if (length < 3) return {};
  const bool code_in_line =
      sign == '`' && line.find('`', indent + length) != std::string_view::npos;
  return code_in_line ? Fence{} : Fence{sign, length, indent};
}

bool closes(const Fence& open, std::string_view line) {
  const Fence fence = fence_of(line);
  if (fence.sign != open.sign || fence.length < open.length) return false;
  return line.find_first_not_of(" \t\r", fence.indent + fence.length) == std::string_view::npos;
}

void close(std::string& out, Fence& open) {
  out.append(open.indent, ' ').append(open.length, open.sign).append("\n");
  open = {};
}

// Where code begins and ends within the line; false: its backticks do not pair.
bool pair_backticks(std::string_view line, std::vector<std::pair<std::size_t, std::size_t>>& code) {
  for (std::size_t at = line.find('`'); at != std::string_view::npos; at = line.find('`', at)) {
    if (at > 0 && line[at - 1] == '\\') return false;
    const std::size_t length = run_at(line, at, '`');
    std::size_t close = line.find('`', at + length);
    while (close != std::string_view::npos && run_at(line, close, '`') != length) {
      close = line.find('`', close + run_at(line, close, '`'));
    }
    if (close == std::string_view::npos) return false;
    code.emplace_back(at, close + length);
    at = close + length;
  }
  return true;
}

// Whether what follows "](" is where a link may lead: a page, an address, a place nearby. What
// could be a script, also behind entities and backslashes, and what goes on in the next line is
// not.
bool leads_to_a_page(std::string_view rest) {
  constexpr std::string_view kSchemes[] = {"http", "https", "mailto"};
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (rest.empty()) return false;
  const std::size_t end = rest.find_first_of(":&\\/?#) \t");
  if (end == std::string_view::npos || rest[end] == '&' || rest[end] == '\\') return false;
  if (rest[end] != ':') return true;
  const std::string_view scheme = rest.substr(0, end);
  return std::find(std::begin(kSchemes), std::end(kSchemes), scheme) != std::end(kSchemes);
}

// Entities, because no backslash that somebody wrote before one can undo it.
void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char before = i > 0 ? text[i - 1] : '\0';
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '<') {
      out += "&lt;";
    } else if (c == '!' && next == '[') {
      out += "&#33;";  // a picture is fetched as soon as somebody looks
    } else if (c == ':' && before == ']') {
      out += "&#58;";  // says where links lead that stand elsewhere
    } else if (c == '(' && before == ']' && !leads_to_a_page(text.substr(i + 1))) {
      out += "&#40;";
    } else {
      out += c;
    }
  }
}

// Behind the marks of quotes and lists at the beginning of a line.
std::size_t skip_containers(std::string_view line) {
  std::size_t at = 0;
  for (;;) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t", at), line.size());
    std::size_t end = begin;
    while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
    const bool numbered =
        end > begin && end < line.size() && (line[end] == '.' || line[end] == ')');
    const bool marked = end == begin && end < line.size() &&
                        std::string_view(">-*+").find(line[end]) != std::string_view::npos;
    if (!numbered && !marked) return begin;
    const std::size_t behind = end + 1;
    const bool apart = behind == line.size() || line[behind] == ' ' || line[behind] == '\t';
    if (!apart && line[end] != '>') return begin;
    at = behind;
  }
}

constexpr std::size_t kFirstLevel = 4;  // of headings in texts
constexpr std::size_t kLastLevel = 6;

// How many signs a heading needs more to be none of ours; 0: it is no heading. What is indented as
// code is (`in_list`) one only where a list is open.
std::size_t missing_levels(std::string_view line, std::size_t begin, bool in_list) {
  if (begin == line.size() || line[begin] != '#') return 0;
  if (run_at(line, 0, ' ') > 3 && !in_list) return 0;
  const std::size_t level = run_at(line, begin, '#');
  const std::size_t behind = begin + level;
  if (level > kLastLevel || (behind < line.size() && line[behind] != ' ' && line[behind] != '\t')) {
    return 0;
  }
  return std::min(kLastLevel, level + kFirstLevel - 1) - level;
}

// Whether a line below another makes that a heading.
bool is_underline(std::string_view line) {
  std::size_t begin = 0;
  while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t' || line[begin] == '>'))
    ++begin;
  if (begin == line.size() || (line[begin] != '=' && line[begin] != '-')) return false;
  const std::size_t end = begin + run_at(line, begin, line[begin]);
  return line.find_first_not_of(" \t\r", end) == std::string_view::npos;
}

void append_underline(std::string& out, std::string_view line) {
  const std::size_t begin = line.find_first_of("=-");
  out.append(line.substr(0, begin)).append(line[begin] == '=' ? "&#61;" : "&#45;");
  out.append(line.substr(begin + 1)).append("\n");
}

void append_line(std::string& out, std::string_view line, bool believes_code,
                 bool in_list = false) {
  if (const std::size_t begin = skip_containers(line); begin < line.size()) {
    const std::size_t missing = missing_levels(line, begin, in_list);
    out.append(line.substr(0, missing > 0 ? begin : 0)).append(missing, '#');
    if (missing > 0) line.remove_prefix(begin);
  }
  std::vector<std::pair<std::size_t, std::size_t>> code;
  if (!believes_code || !pair_backticks(line, code)) code.clear();
  std::size_t done = 0;
  for (const auto& [from, to] : code) {
    append_escaped(out, line.substr(done, from - done));
    out.append(line.substr(from, to - from));
    done = to;
  }
  append_escaped(out, line.substr(done));
  out += '\n';
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool begins_list(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t>"), line.size());
  return skip_containers(line) > begin;
}

void append_paragraph(std::string& out, std::vector<std::string_view>& paragraph, bool in_list) {
  const bool paired = std::all_of(paragraph.begin(), paragraph.end(), [](std::string_view line) {
    std::vector<std::pair<std::size_t, std::size_t>> code;
    return pair_backticks(line, code);
  });
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    if (i > 0 && is_underline(paragraph[i])) {
      append_underline(out, paragraph[i]);
    } else {
      append_line(out, paragraph[i], paired, in_list);
    }
  }
  paragraph.clear();
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string inert_inline(std::string_view text) {
  constexpr std::string_view kMarks = "!()*:[\\]_`|~#";
  std::string out;
  for (const char c : text) {
    if (kMarks.find(c) == std::string_view::npos) {
      out += html_escaped(std::string_view(&c, 1));
    } else {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    }
  }
  return out;
}

std::string fenced(std::string_view text, std::string_view language) {
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  std::string out = fence;
  out.append(language).append("\n").append(text);
  if (!text.empty() && !text.ends_with('\n')) out += '\n';
  return out.append(fence).append("\n");
}

std::string inert_markdown(std::string_view text) {
  std::string out;
  std::vector<std::string_view> paragraph;
  Fence open;
  bool in_list = false;
  for (const std::string_view line : lines_of(text)) {
    // A block of code inside a list ends with the list, one that is only indented does not: closing
    // it makes both the same.
    if (open.sign != '\0' && run_at(line, 0, ' ') < open.indent && !is_blank_line(line)) {
      close(out, open);
    }
    if (open.sign != '\0') {
      out.append(line).append("\n");
      if (closes(open, line)) open = {};
      continue;
    }
    const Fence fence = fence_of(line);
    if (fence.sign != '\0' || is_blank_line(line)) append_paragraph(out, paragraph, in_list);
    if (fence.sign != '\0') {
      append_line(out, line, false);
      open = fence;
    } else if (is_blank_line(line)) {
      out.append(line).append("\n");
    } else {
      in_list = in_list || begins_list(line);
      paragraph.push_back(line);
    }
  }
  append_paragraph(out, paragraph, in_list);
  if (open.sign != '\0') close(out, open);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace clew
