// SPDX-License-Identifier: MIT
//
// What an ACP client sends, as claude takes it.
#pragma once

#include <string>

#include "base/result.h"
#include "json/value.h"

namespace clew {

// An ACP prompt as an array of content blocks of the API, as JSON. Links become mentions, embedded
// files stand in marks with their address.
Result<std::string> acp_prompt_blocks(json::Value prompt);

// The client's MCP servers as the JSON that --mcp-config takes; empty when there are none.
Result<std::string> acp_mcp_config(json::Value servers);

}  // namespace clew
