// SPDX-License-Identifier: MIT
//
// The JSON form of a row in the list of sessions.
#pragma once

#include "catalog/live_registry.h"
#include "catalog/session_facts.h"
#include "json/writer.h"

namespace clew {

// Fields of an object that the caller has opened.
template <class Text>
void write_facts(json::Writer& out, const BasicFacts<Text>& facts);
// null, or {"status","pid",...}
void write_running(json::Writer& out, const LiveSession* running);

}  // namespace clew
