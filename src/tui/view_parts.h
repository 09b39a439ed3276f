// SPDX-License-Identifier: MIT
//
// The parts of the screen, one file each.
#pragma once

#include "tui/canvas.h"
#include "tui/model.h"

namespace clew::tui {

void paint_list(Canvas& canvas, const Model& model);
void paint_reader(Canvas& canvas, const Model& model, const ReaderState& state);
void paint_page(Canvas& canvas, const Model& model, const PageState& state);
void paint_bottom(Canvas& canvas, const Model& model);

// The head line: what is shown on the left, and on the right what of it.
void paint_head(Canvas& canvas, std::string_view left, std::string_view right);

// A line with looks, with the words in it marked.
void put_marked(Canvas& canvas, int row, int column, const std::string& line, int cells,
                const std::string& needle);

}  // namespace clew::tui
