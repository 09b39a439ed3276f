// SPDX-License-Identifier: MIT
//
// What a person can choose for a session in an editor: how claude asks for permission, and which
// model answers. The protocol has two forms of the first, modes and configuration options; both are
// told and say the same.
#pragma once

#include <string_view>

#include "json/writer.h"

namespace clew {

struct AcpChoices {
  std::string_view mode;   // one of acp_modes, or another that claude went to by itself
  std::string_view model;  // an alias that claude knows; "default" leaves it to claude
};

bool is_acp_mode(std::string_view id);
bool is_acp_model(std::string_view id);

// "modes": {...}
void write_acp_modes(json::Writer& out, std::string_view current);
// "configOptions": [...]
void write_acp_options(json::Writer& out, const AcpChoices& current);

}  // namespace clew
