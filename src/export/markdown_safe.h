// SPDX-License-Identifier: MIT
//
// Text inside of Markdown: what stands there must end there.
#pragma once

#include <string>
#include <string_view>

namespace clew {

// In the text of an HTML element.
std::string html_escaped(std::string_view text);

// In the middle of a line of Markdown, where it is nothing but text: no markup of either kind.
std::string inert_inline(std::string_view text);

// A block of code, fenced by more backticks than stand anywhere in it. Ends with a line end.
std::string fenced(std::string_view text, std::string_view language = {});

// Markdown as somebody wrote it, that cannot become HTML, fetches nothing, leads to no script and
// closes what it opened: "<" outside of code is shown as it was typed, a picture is a link, and a
// block of code without an end gets one. No heading of it is one of the first three levels: these
// are for who writes the document, so that no text can look like another message.
std::string inert_markdown(std::string_view text);

}  // namespace clew
