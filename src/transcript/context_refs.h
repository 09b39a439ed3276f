// SPDX-License-Identifier: MIT
//
// What a person attached to a prompt in an editor. Editors write it as a quoted Markdown list in
// front of the prompt's text, and some also as an array `contexts` beside the message:
//
//   > **上下文资料**
//   >
//   > - 📄 `build.gradle.kts`
//   > - 🌐 https://example.com (a page)
//
//   the prompt itself
//
// Both forms are read and written again without a change. Editors read the list with the pattern
//   ^> \*\*上下文资料\*\*\n(?:> \n)?((?:> - .+\n)+)\n
// (as described for an IDE plug-in, 2025), where the empty quoted line is also met without its
// space; here exactly that is recognised, at the very start of the text and once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace clew {

enum class ContextKind : std::uint8_t {
  kFile,
  kWeb,
  kFolder,
  kSymbol,
  kTerminal,
  kProblems,
  kGit,
  kSelection,
  kWorkspace,
  kUnknown,  // an icon or type that is not known: kept as it is
};

std::string_view name_of(ContextKind kind);  // "file", "web", ...
std::string_view icon_of(ContextKind kind);  // "📄", ...; empty for kUnknown

// One attached thing. Which fields count depends on the kind; a field that was not given is empty
// or -1.
struct ContextRef {
  ContextKind kind = ContextKind::kUnknown;
  std::string path;         // file, folder; symbol: the file it is in
  std::string full_path;    // file, only in `contexts`
  std::string url;          // web
  std::string title;        // web
  std::string name;         // symbol
  std::string type;         // symbol: FUNCTION, ...; git: DIFF, ...; unknown: as written
  std::string severity;     // problems: ERROR, ...
  std::int64_t count = -1;  // folder: files; terminal: lines; problems: how many
  std::int64_t line = -1;   // symbol
  bool is_error = false;    // terminal

  // How it was written, where the fields alone would not give the same again: the list item behind
  // "> - ", and the JSON of the array's element. When set it is what gets written, so whoever
  // changes a field clears both.
  std::string raw_item;
  std::string raw_json;

  bool operator==(const ContextRef&) const = default;
};

// What to show on a tag: the name, the page's title, the last part of a path.
std::string label_of(const ContextRef& ref);

// A prompt's text, taken apart.
struct ParsedPrompt {
  enum class EmptyLine : std::uint8_t { kQuotedSpace, kQuoted, kMissing };  // "> ", ">", none

  EmptyLine empty_line = EmptyLine::kQuotedSpace;
  std::vector<ContextRef> refs;  // none: there was no list
  std::string text;              // what the person wrote
};

ParsedPrompt parse_context_refs(std::string_view text);

// The inverse: byte for byte what was parsed. Without refs the text alone.
std::string write_context_refs(const ParsedPrompt& prompt);

// The same as an array of objects {"type": "FileReference", "path", ...}. Unless it is an array
// nothing comes back; what is not known in it is kept.
std::vector<ContextRef> read_contexts(json::Value contexts);
std::string write_contexts(const std::vector<ContextRef>& refs);

}  // namespace clew
