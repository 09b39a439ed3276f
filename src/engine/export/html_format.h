// SPDX-License-Identifier: MIT
#pragma once

#include "engine/export/export_source.h"

namespace clew {

// One HTML file that needs nothing else (export/html_document.h): every message once, and for each
// branch and subagent which of them it has.
Result<void> write_html(const ExportSource& source, const AppendText& append);

}  // namespace clew
