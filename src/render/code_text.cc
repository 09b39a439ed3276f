// SPDX-License-Identifier: MIT
#include "render/code_text.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kPlainCode = "36";
constexpr std::string_view kWord = "1;36";
constexpr std::string_view kText = "32";
constexpr std::string_view kNumber = "35";
constexpr std::string_view kComment = "2";

// Words of many languages at once: a name of one language is seldom a word of another.
constexpr std::string_view kWords[] = {
    "abstract",  "and",      "as",        "assert",     "async",   "auto",      "await",
    "bool",      "break",    "case",      "catch",      "char",    "class",     "const",
    "constexpr", "continue", "def",       "default",    "defer",   "del",       "delete",
    "do",        "done",     "double",    "elif",       "else",    "enum",      "esac",
    "except",    "export",   "extends",   "extern",     "false",   "fi",        "final",
    "finally",   "float",    "fn",        "for",        "from",    "func",      "function",
    "go",        "if",       "impl",      "implements", "import",  "in",        "include",
    "inline",    "int",      "interface", "is",         "lambda",  "let",       "local",
    "long",      "loop",     "match",     "mod",        "module",  "mut",       "namespace",
    "new",       "nil",      "none",      "None",       "not",     "null",      "nullptr",
    "or",        "override", "package",   "pass",       "private", "protected", "pub",
    "public",    "raise",    "readonly",  "return",     "select",  "self",      "short",
    "signed",    "sizeof",   "static",    "struct",     "super",   "switch",    "template",
    "then",      "this",     "throw",     "trait",      "true",    "try",       "type",
    "typedef",   "typename", "union",     "unsigned",   "use",     "using",     "var",
    "virtual",   "void",     "where",     "while",      "with",    "yield",     "True",
    "False",     "SELECT",   "FROM",      "WHERE",      "INSERT",  "INTO",      "VALUES",
    "UPDATE",    "SET",      "DELETE",    "CREATE",     "TABLE",   "INDEX",     "JOIN",
    "LEFT",      "INNER",    "ON",        "GROUP",      "ORDER",   "BY",        "LIMIT",
    "AND",       "OR",       "NOT",       "NULL",       "AS",      "DROP",      "ALTER",
    "DISTINCT"};

constexpr std::string_view kSlashLanguages[] = {
    "c",          "cc",     "cpp",  "c++",        "h",      "hpp", "java",  "js",
    "javascript", "jsx",    "ts",   "typescript", "tsx",    "go",  "rust",  "rs",
    "swift",      "kotlin", "kt",   "cs",         "csharp", "php", "scala", "dart",
    "css",        "scss",   "json", "jsonc",      "proto",  "zig"};
constexpr std::string_view kHashLanguages[] = {
    "py",   "python", "sh",       "bash",  "zsh",        "shell", "console", "fish",
    "rb",   "ruby",   "perl",     "pl",    "yaml",       "yml",   "toml",    "ini",
    "conf", "make",   "makefile", "cmake", "dockerfile", "r",     "elixir",  "nix"};
constexpr std::string_view kDashLanguages[] = {"sql", "sqlite", "postgres", "lua", "haskell", "hs"};
constexpr std::string_view kMarkupLanguages[] = {"html", "xml", "svg", "vue", "svelte"};

template <std::size_t N>
bool has(const std::string_view (&list)[N], std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

CodeText::CodeText(std::string_view language) {
  const std::string_view first = trim(language).substr(0, trim(language).find_first_of(" {:,"));
  const std::string name = ascii_lower(first);
  if (has(kSlashLanguages, name)) family_ = Family::kSlashes;
  if (has(kHashLanguages, name)) family_ = Family::kHash;
  if (has(kDashLanguages, name)) family_ = Family::kDashes;
  if (has(kMarkupLanguages, name)) family_ = Family::kMarkup;
  if (name == "diff" || name == "patch") family_ = Family::kDiff;
}

StyledText CodeText::diff_line(std::string_view code) const {
  StyledText out;
  const bool head = code.starts_with("@@") || code.starts_with("+++") || code.starts_with("---");
  out.add(code, head                    ? kComment
                : code.starts_with('+') ? std::string_view("32")
                : code.starts_with('-') ? std::string_view("31")
                                        : kPlainCode);
  return out;
}

// Adds the comment that begins here; where it ends, or `at` when there is none.
std::size_t CodeText::comment_at(std::string_view code, std::size_t at, StyledText& out) {
  const std::string_view rest = code.substr(at);
  const bool word_before = at > 0 && code[at - 1] != ' ' && code[at - 1] != '\t';
  const bool whole =
      (family_ == Family::kSlashes && rest.starts_with("//") && !(at > 0 && code[at - 1] == ':')) ||
      (family_ == Family::kHash && rest.starts_with('#') && !word_before) ||
      (family_ == Family::kDashes && rest.starts_with("--"));
  if (whole) {
    out.add(rest, kComment);
    return code.size();
  }
  const std::string_view begin = family_ == Family::kMarkup ? "<!--" : "/*";
  const std::string_view close = family_ == Family::kMarkup ? "-->" : "*/";
  if (!in_comment_ && (family_ == Family::kHash || !rest.starts_with(begin))) return at;
  const std::size_t from = in_comment_ ? at : at + begin.size();
  const std::size_t end = code.find(close, from);
  in_comment_ = end == std::string_view::npos;
  const std::size_t stop = in_comment_ ? code.size() : end + close.size();
  out.add(code.substr(at, stop - at), kComment);
  return stop;
}

std::size_t CodeText::text_end(std::string_view code, std::size_t at) {
  for (std::size_t i = at + 1; i < code.size(); ++i) {
    if (code[i] == '\\') {
      ++i;
    } else if (code[i] == code[at]) {
      return i + 1;
    }
  }
  return code[at] == '"' ? code.size() : at + 1;  // an apostrophe may be one
}

StyledText CodeText::line(std::string_view code) {
  StyledText out;
  if (family_ == Family::kDiff) return diff_line(code);
  if (family_ == Family::kNone) {
    out.add(code, kPlainCode);
    return out;
  }
  std::size_t plain = 0;  // where what looks plain begins
  const auto flush = [&](std::size_t upto) {
    out.add(code.substr(plain, upto - plain), kPlainCode);
  };
  for (std::size_t at = 0; at < code.size();) {
    StyledText comment;
    std::size_t end = comment_at(code, at, comment);
    std::string_view look = kComment;
    if (end == at && (code[at] == '"' || code[at] == '\'' || code[at] == '`')) {
      end = text_end(code, at);
      look = end == at + 1 ? kPlainCode : kText;
    } else if (end == at && is_letter(code[at])) {
      while (end < code.size() && (is_letter(code[end]) || is_digit(code[end]))) ++end;
      look = has(kWords, code.substr(at, end - at)) ? kWord : kPlainCode;
    } else if (end == at && is_digit(code[at])) {
      while (end < code.size() && (is_letter(code[end]) || is_digit(code[end]) || code[end] == '.'))
        ++end;
      look = kNumber;
    } else if (end == at) {
      ++at;
      continue;
    }
    if (look != kPlainCode) {
      flush(at);
      out.add(code.substr(at, end - at), look);
      plain = end;
    }
    at = end;
  }
  flush(code.size());
  return out;
}

}  // namespace clew
