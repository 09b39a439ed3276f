// SPDX-License-Identifier: MIT
//
// A picture and a document, small but valid, and the content blocks that carry them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/demo_json.h"

namespace clew::demo {

std::string base64(std::string_view bytes);

// A picture drawn with one letter a pixel: '.' is white, 'r' red, 'g' green, 'b' blue, 'y' yellow,
// 'k' black. All rows are equally long.
std::string png(const std::vector<std::string_view>& rows);

// One page with some lines of (ASCII) text.
std::string pdf(const std::vector<std::string_view>& lines);

Json image_block(std::string_view png_bytes);
Json document_block(std::string_view pdf_bytes);

}  // namespace clew::demo
