// SPDX-License-Identifier: MIT
#include "export/html_document.h"

#include "base/text.h"
#include "export/export_page.h"
#include "export/markdown_safe.h"

namespace clew {

// "<" stands in JSON within texts alone, and there it can be written otherwise.
std::string script_safe(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (;;) {
    const std::size_t at = json.find('<');
    out.append(json.substr(0, at));
    if (at == std::string_view::npos) return out;
    out += "\\u003c";
    json.remove_prefix(at + 1);
  }
}

Result<void> HtmlDocument::begin(std::string_view title) {
  const ExportPage page = export_page();
  if (page.script.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "this clew was built without Node and npm, so it has no page for HTML files"};
  }
  const std::string policy = "default-src 'none'; script-src '" + std::string(page.script_hash) +
                             "'; style-src '" + std::string(page.style_hash) +
                             "'; img-src data: blob:; base-uri 'none'; form-action 'none'; "
                             "require-trusted-types-for 'script'";
  std::string head =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      policy +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"generator\" content=\"clew\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
  head += html_escaped(terminal_line(title)) + "</title>\n<style>";
  head += std::string(page.style) + "</style>\n</head>\n<body>\n<div id=\"app\"></div>\n";
  head +=
      "<noscript>This file shows a conversation with a script of its own, which is turned off "
      "here. Nothing is loaded from anywhere.</noscript>\n";
  return append_(head);
}

Result<void> HtmlDocument::add(std::string_view id, std::string_view json) {
  std::string element = "<script type=\"application/json\" id=\"";
  element.append(id).append("\">");
  return append_(element + script_safe(json) + "</script>\n");
}

Result<void> HtmlDocument::end() {
  return append_("<script>" + std::string(export_page().script) + "</script>\n</body>\n</html>\n");
}

}  // namespace clew
