// SPDX-License-Identifier: MIT
//
// The JSON form of what happens in a driven conversation; docs/drive.md describes the fields.
#pragma once

#include "drive/drive_event.h"
#include "json/writer.h"

namespace clew {

// {"kind":"delta","session":...,...}. Messages have the form that `show --json` gives them.
void write_drive_event(json::Writer& out, const drive::Event& event);

void write_permission(json::Writer& out, const drive::PermissionRequest& request);  // fields only

}  // namespace clew
