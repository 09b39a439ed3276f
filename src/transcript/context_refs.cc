// SPDX-License-Identifier: MIT
//
// An item is read by a strict little grammar and written again at once: if that does not give the
// same bytes, it keeps them beside its fields. So the round trip is exact by construction, whatever
// the grammar makes of an item.

#include "transcript/context_refs.h"

#include <charconv>
#include <optional>

#include "base/text.h"
#include "json/writer.h"

namespace clew {
namespace {

constexpr std::string_view kTitle = "> **上下文资料**\n";
constexpr std::string_view kItem = "> - ";
constexpr std::string_view kWarning = "⚠️";
constexpr std::string_view kVariation = "\xEF\xB8\x8F";  // U+FE0F: show the sign before it as emoji

struct KindRow {
  ContextKind kind;
  std::string_view name;
  std::string_view icon;
  std::string_view words;  // what always follows the icon
  std::string_view type;   // in `contexts`
};

constexpr KindRow kKinds[] = {
    {ContextKind::kFile, "file", "📄", "", "FileReference"},
    {ContextKind::kWeb, "web", "🌐", "", "WebReference"},
    {ContextKind::kFolder, "folder", "📁", "", "FolderReference"},
    {ContextKind::kSymbol, "symbol", "🔗", "", "SymbolReference"},
    {ContextKind::kTerminal, "terminal", "💻", "终端输出", "TerminalReference"},
    {ContextKind::kProblems, "problems", kWarning, "问题报告", "ProblemsReference"},
    {ContextKind::kGit, "git", "🔀", "Git", "GitReference"},
    {ContextKind::kSelection, "selection", "✏️", "当前选择内容", "SelectionReference"},
    {ContextKind::kWorkspace, "workspace", "🏠", "当前工作区", "WorkspaceReference"},
    {ContextKind::kUnknown, "unknown", "", "", ""},
};

const KindRow& row_of(ContextKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// ---- list items

// Takes an item apart from the left. What is not there leaves the field as it is.
class ItemReader {
 public:
  explicit ItemReader(std::string_view item) : rest_(item) {}

  bool skip(std::string_view words) {
    if (!rest_.starts_with(words)) return false;
    rest_.remove_prefix(words.size());
    return true;
  }
  // What stands between `open` and the next `close`.
  void between(std::string_view open, std::string_view close, std::string& out) {
    if (!rest_.starts_with(open)) return;
    const std::size_t end = rest_.find(close, open.size());
    if (end == std::string_view::npos) return;
    out = rest_.substr(open.size(), end - open.size());
    rest_.remove_prefix(end + close.size());
  }
  void count_between(std::string_view open, std::string_view close, std::int64_t& out) {
    std::string digits;
    between(open, close, digits);
    out = number(digits).value_or(-1);
  }
  std::string_view take_word() {
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

void read_web(ItemReader& item, ContextRef& ref) {
  ref.url = item.take_word();
  const std::string_view title = item.rest();  // may hold brackets itself
  if (title.starts_with(" (") && title.ends_with(')'))
    ref.title = title.substr(2, title.size() - 3);
}

void read_symbol(ItemReader& item, ContextRef& ref) {
  item.between("`", "`", ref.name);
  item.between(" (", ")", ref.type);
  if (!item.skip(" - ")) return;
  const std::string_view place = item.rest();
  const std::size_t colon = place.rfind(':');
  const auto line =
      colon == std::string_view::npos ? std::nullopt : number(place.substr(colon + 1));
  ref.path = line ? place.substr(0, colon) : place;
  ref.line = line.value_or(-1);
}

void read_details(ItemReader& item, ContextRef& ref) {
  switch (ref.kind) {
    case ContextKind::kFile:
      return item.between("`", "`", ref.path);
    case ContextKind::kWeb:
      return read_web(item, ref);
    case ContextKind::kFolder:
      item.between("`", "`", ref.path);
      return item.count_between(" (", "个文件)", ref.count);
    case ContextKind::kSymbol:
      return read_symbol(item, ref);
    case ContextKind::kTerminal:
      item.count_between(" (", "行)", ref.count);
      ref.is_error = item.skip(" ⚠");
      return;
    case ContextKind::kProblems:
      item.count_between(" (", "个)", ref.count);
      return item.between(" [", "]", ref.severity);
    case ContextKind::kGit:
      if (item.skip(" ")) ref.type = item.rest();
      return;
    case ContextKind::kSelection:
    case ContextKind::kWorkspace:
    case ContextKind::kUnknown:
      return;
  }
}

void append_count(std::string& out, std::int64_t count, std::string_view unit) {
  if (count >= 0) out.append(" (").append(std::to_string(count)).append(unit).append(")");
}

std::string write_fields(const ContextRef& ref) {
  const KindRow& row = row_of(ref.kind);
  std::string out = std::string(row.icon) + " " + std::string(row.words);
  switch (ref.kind) {
    case ContextKind::kFile:
      out += "`" + ref.path + "`";
      break;
    case ContextKind::kWeb:
      out += ref.url;
      if (!ref.title.empty()) out += " (" + ref.title + ")";
      break;
    case ContextKind::kFolder:
      out += "`" + ref.path + "`";
      append_count(out, ref.count, "个文件");
      break;
    case ContextKind::kSymbol:
      out += "`" + ref.name + "`";
      if (!ref.type.empty()) out += " (" + ref.type + ")";
      if (!ref.path.empty()) out += " - " + ref.path;
      if (!ref.path.empty() && ref.line >= 0) out += ":" + std::to_string(ref.line);
      break;
    case ContextKind::kTerminal:
      append_count(out, ref.count, "行");
      if (ref.is_error) out.append(" ").append(kWarning);
      break;
    case ContextKind::kProblems:
      append_count(out, ref.count, "个");
      if (!ref.severity.empty()) out += " [" + ref.severity + "]";
      break;
    case ContextKind::kGit:
      out += " " + ref.type;
      break;
    case ContextKind::kUnknown:
      return ref.type.empty() ? "unknown" : ref.type;
    case ContextKind::kSelection:
    case ContextKind::kWorkspace:
      break;
  }
  return out;
}

// What ends a line for the dot of JavaScript's patterns.
constexpr std::string_view kLineEnds[] = {"\n", "\r", "\xE2\x80\xA8", "\xE2\x80\xA9"};

// An item is one line, whatever stands in a title or path.
std::string write_item(const ContextRef& ref) {
  if (!ref.raw_item.empty()) return ref.raw_item;
  std::string item = write_fields(ref);
  for (const std::string_view line_end : kLineEnds) {
    for (std::size_t at = item.find(line_end); at != std::string::npos;
         at = item.find(line_end, at)) {
      item.replace(at, line_end.size(), " ");
    }
  }
  return item;
}

// The kind whose icon and words the item begins with; some editors leave out the variation sign.
ContextKind kind_of(ItemReader& item) {
  for (const KindRow& row : kKinds) {
    std::string_view icon = row.icon;
    if (icon.ends_with(kVariation)) icon.remove_suffix(kVariation.size());
    if (icon.empty() || !item.rest().starts_with(icon)) continue;
    item.skip(icon);
    item.skip(kVariation);
    return item.skip(" ") && item.skip(row.words) ? row.kind : ContextKind::kUnknown;
  }
  return ContextKind::kUnknown;
}

ContextRef read_item(std::string_view text) {
  ContextRef ref;
  ItemReader item(text);
  ref.kind = kind_of(item);
  read_details(item, ref);
  if (ref.kind == ContextKind::kUnknown || write_fields(ref) != text) {
    ref.raw_item = text;
  }
  return ref;
}

// The item of a line "> - item\n" at the start of the text; empty if there is none.
std::string_view item_at_start(std::string_view text) {
  if (!text.starts_with(kItem)) return {};
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view item = text.substr(kItem.size(), end - kItem.size());
  for (const std::string_view line_end : kLineEnds) {
    if (item.find(line_end) != std::string_view::npos) return {};
  }
  return item;
}

std::string_view text_of(ParsedPrompt::EmptyLine line) {
  switch (line) {
    case ParsedPrompt::EmptyLine::kQuotedSpace:
      return "> \n";
    case ParsedPrompt::EmptyLine::kQuoted:
      return ">\n";
    case ParsedPrompt::EmptyLine::kMissing:
      return "";
  }
  return "";
}

// ---- elements of `contexts`

// The first of these members that holds something.
json::Value first_of(json::Value object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const json::Value value = object[name]; !value.is_missing()) return value;
  }
  return {};
}

std::int64_t count_or_length(json::Value value) {
  if (!value.is_array()) return value.int_or(-1);
  std::int64_t count = 0;
  for (auto it = value.elements().begin(), end = value.elements().end(); it != end; ++it) ++count;
  return count;
}

// The names beside path, fullPath and type are those of the plug-in's classes; "type" itself says
// which class it is, so the type of a symbol or of a git reference stands elsewhere.
ContextRef read_context(json::Value value) {
  ContextRef ref;
  ref.type = value["type"].string_or("");
  for (const KindRow& row : kKinds) {
    if (!row.type.empty() && row.type == ref.type) ref.kind = row.kind;
  }
  if (ref.kind != ContextKind::kUnknown) ref.type.clear();
  ref.path = first_of(value, {"path", "file"}).string_or("");
  ref.full_path = value["fullPath"].string_or("");
  ref.url = value["url"].string_or("");
  ref.title = value["title"].string_or("");
  ref.name = value["name"].string_or("");
  if (ref.kind == ContextKind::kSymbol) ref.type = value["symbolType"].string_or("");
  if (ref.kind == ContextKind::kGit) ref.type = value["refType"].string_or("");
  ref.severity = value["severity"].string_or("");
  ref.count = count_or_length(first_of(value, {"fileCount", "lines", "problems", "count"}));
  ref.line = value["line"].int_or(-1);
  ref.is_error = value["isError"].bool_or(false);
  return ref;
}

void text_field(json::Writer& out, std::string_view name, const std::string& text) {
  if (!text.empty()) out.field(name, text);
}

void count_field(json::Writer& out, std::string_view name, std::int64_t count) {
  if (count >= 0) out.field(name, count);
}

void write_details(json::Writer& out, const ContextRef& ref) {
  switch (ref.kind) {
    case ContextKind::kFile:
      out.field("path", ref.path);
      return text_field(out, "fullPath", ref.full_path);
    case ContextKind::kWeb:
      out.field("url", ref.url);
      return text_field(out, "title", ref.title);
    case ContextKind::kFolder:
      out.field("path", ref.path);
      return count_field(out, "fileCount", ref.count);
    case ContextKind::kSymbol:
      out.field("name", ref.name);
      text_field(out, "symbolType", ref.type);
      text_field(out, "file", ref.path);
      return count_field(out, "line", ref.line);
    case ContextKind::kTerminal:
      count_field(out, "lines", ref.count);
      if (ref.is_error) out.field("isError", true);
      return;
    case ContextKind::kProblems:
      count_field(out, "count", ref.count);
      return text_field(out, "severity", ref.severity);
    case ContextKind::kGit:
      return text_field(out, "refType", ref.type);
    case ContextKind::kSelection:
    case ContextKind::kWorkspace:
    case ContextKind::kUnknown:
      return;
  }
}

std::string write_context(const ContextRef& ref) {
  const KindRow& row = row_of(ref.kind);
  json::Writer out;
  out.begin_object();
  out.field("type", row.type.empty() ? std::string_view(ref.type) : row.type);
  write_details(out, ref);
  if (ref.kind == ContextKind::kUnknown) text_field(out, "text", ref.raw_item);
  out.field("displayType", "TAG");
  out.end_object();
  return out.take();
}

}  // namespace

std::string_view name_of(ContextKind kind) { return row_of(kind).name; }
std::string_view icon_of(ContextKind kind) { return row_of(kind).icon; }

std::string label_of(const ContextRef& ref) {
  const auto last_part = [](std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
    return std::string(path.substr(path.find_last_of("/\\") + 1));
  };
  switch (ref.kind) {
    case ContextKind::kFile:
    case ContextKind::kFolder:
      if (!ref.path.empty()) return last_part(ref.path);
      break;
    case ContextKind::kWeb:
      if (!ref.title.empty() || !ref.url.empty()) return ref.title.empty() ? ref.url : ref.title;
      break;
    case ContextKind::kSymbol:
      if (!ref.name.empty()) return ref.name;
      break;
    case ContextKind::kGit:
      if (!ref.type.empty()) return "git " + ref.type;
      break;
    case ContextKind::kUnknown:
      return ref.type.empty() ? ref.raw_item : ref.type;
    case ContextKind::kTerminal:
    case ContextKind::kProblems:
    case ContextKind::kSelection:
    case ContextKind::kWorkspace:
      break;
  }
  return std::string(name_of(ref.kind));
}

ParsedPrompt parse_context_refs(std::string_view text) {
  ParsedPrompt prompt;
  std::string_view rest = text;
  if (rest.starts_with(kTitle)) {
    rest.remove_prefix(kTitle.size());
    prompt.empty_line = rest.starts_with("> \n")  ? ParsedPrompt::EmptyLine::kQuotedSpace
                        : rest.starts_with(">\n") ? ParsedPrompt::EmptyLine::kQuoted
                                                  : ParsedPrompt::EmptyLine::kMissing;
    rest.remove_prefix(text_of(prompt.empty_line).size());
    for (std::string_view item = item_at_start(rest); !item.empty(); item = item_at_start(rest)) {
      prompt.refs.push_back(read_item(item));
      rest.remove_prefix(kItem.size() + item.size() + 1);
    }
  }
  if (prompt.refs.empty() || !rest.starts_with('\n')) return {{}, {}, std::string(text)};
  prompt.text = rest.substr(1);
  return prompt;
}

std::string write_context_refs(const ParsedPrompt& prompt) {
  if (prompt.refs.empty()) return prompt.text;
  std::string out(kTitle);
  out += text_of(prompt.empty_line);
  for (const ContextRef& ref : prompt.refs) {
    out.append(kItem).append(write_item(ref)).append("\n");
  }
  return out + "\n" + prompt.text;
}

std::vector<ContextRef> read_contexts(json::Value contexts) {
  std::vector<ContextRef> refs;
  for (const json::Value value : contexts.elements()) {
    ContextRef ref = read_context(value);
    std::string raw = value.to_json();
    if (write_context(ref) != raw) ref.raw_json = std::move(raw);
    refs.push_back(std::move(ref));
  }
  return refs;
}

std::string write_contexts(const std::vector<ContextRef>& refs) {
  json::Writer out;
  out.begin_array();
  for (const ContextRef& ref : refs)
    out.raw(ref.raw_json.empty() ? write_context(ref) : ref.raw_json);
  out.end_array();
  return out.take();
}

}  // namespace clew
