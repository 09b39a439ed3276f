// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "transcript/graph.h"

namespace clew {

// Parallel tool calls fork the tree: each result hangs under its own call, and the conversation
// goes on from one of them. These bring the lost lines back: every line of a message whose id is on
// the chain, the results of its calls, and what hangs under those. 2.1 puts them at the place
// where the file has them, the SDK behind the message's last line by time.
std::vector<NodeId> restore_parallel_calls(const Graph& graph, const std::vector<NodeId>& chain);
std::vector<NodeId> restore_parallel_calls_sdk(const Graph& graph,
                                               const std::vector<NodeId>& chain);

bool has_results(const Transcript& transcript, const Entry& entry);

}  // namespace clew
