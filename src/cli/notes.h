// SPDX-License-Identifier: MIT
//
// What is said beside an answer, on standard error: a program that reads the answer is not
// disturbed, and a person sees it also when the answer goes into a pipe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/output.h"
#include "engine/lists/session_list.h"

namespace clew {

// "clew: TEXT". The answer so far is written before it.
void write_note(Output& out, std::string_view text);

// "NOTHING in /home/ada/.claude", for an answer that holds nothing: where was looked, and what to
// do when there is no such folder.
std::string nothing_found(const Engine& engine, std::string_view nothing);

// What a limit left out: "… and 113 more; --limit 0 shows all", or without the number where it is
// not known.
std::string left_out_text(std::optional<std::int64_t> count,
                          std::string_view how = "--limit 0 shows all");

// What was odd about the files, the first few in full. Findings that only explain what a list
// leaves out are not among them.
void write_notes(Output& out, const Findings& findings);

}  // namespace clew
