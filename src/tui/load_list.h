// SPDX-License-Identifier: MIT
//
// Sessions for the list: the engine's answers made into the values that the model knows.
#pragma once

#include "tui/requests.h"
#include "tui/world.h"

namespace clew::tui {

// A few of all sessions, at once; the list follows.
Result<ListCame> load_first(Engine& engine, const WantList& want);
Result<ListCame> load_list(Engine& engine, const WantList& want);
SearchCame load_search(Engine& engine, const WantSearch& want);
Result<PreviewCame> load_preview(Engine& engine, const WantPreview& want);

}  // namespace clew::tui
