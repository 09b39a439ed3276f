// SPDX-License-Identifier: MIT
//
// Sessions as resources (claude-history://...) and prompts that lead to them.
#pragma once

#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/read/conversation_answers.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/call/operation_call.h"

namespace clew {

// Each writes the members of a result that the caller has opened.
Result<void> write_resource_list(json::Writer& out, Engine& engine, json::Value params,
                                 const CallOptions& options);
void write_resource_templates(json::Writer& out);
Result<void> write_resource(json::Writer& out, Engine& engine, std::string_view uri,
                            const CallOptions& options);
void write_prompt_list(json::Writer& out);
Result<void> write_prompt(json::Writer& out, Engine& engine, json::Value params,
                          const CallOptions& options);

// A message as Markdown; of its text at most `most` bytes, and less of what tools were given and
// gave.
std::string message_markdown(const ShownMessage& shown, std::size_t most);

// The session of a resource address; empty when it is none.
std::string_view session_of_resource(std::string_view uri);

}  // namespace clew
