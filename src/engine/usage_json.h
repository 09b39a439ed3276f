// SPDX-License-Identifier: MIT
#pragma once

#include "engine/usage_explain.h"
#include "engine/usage_view.h"
#include "json/writer.h"

namespace clew {

// docs/usage.md describes the fields.
void write_usage(json::Writer& out, const FileSystem& files, const UsageView& view, bool breakdown);
void write_explanation(json::Writer& out, const UsageExplanation& explanation);

}  // namespace clew
