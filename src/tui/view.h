// SPDX-License-Identifier: MIT
#pragma once

#include "tui/canvas.h"
#include "tui/model.h"

namespace clew::tui {

// Paints the model: a head line, what lies on top of the list, and a line at the bottom for
// messages, questions and typing. Pure.
Canvas paint(const Model& model);

}  // namespace clew::tui
