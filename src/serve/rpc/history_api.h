// SPDX-License-Identifier: MIT
//
// The history API for editors: history/list, history/load, history/branches, history/search, and
// session/list, which merges history with what runs. Functions from parameters to results;
// history_channel.h puts them on a connection, acp_agent.h under names of its own.
// docs/protocols.md is the reference.
#pragma once

#include "serve/call/operation_call.h"

namespace clew {

// One parameter of a request as an operation takes it.
struct HistoryCall {
  Engine& engine;
  json::Value params;
  CallOptions options = {};
};

RpcResult history_list(const HistoryCall& call);
RpcResult history_load(const HistoryCall& call);
RpcResult history_branches(const HistoryCall& call);
RpcResult history_search(const HistoryCall& call);
RpcResult history_stats(const HistoryCall& call);
RpcResult merged_session_list(const HistoryCall& call);

// "sessionId" (or "session", "id") of the params, without "claude:". An error when there is none.
Result<std::string> session_of(json::Value params);

// A number within limits; what is missing is the fallback.
Result<std::int64_t> number_of(json::Value params, std::string_view name, std::int64_t fallback,
                               std::int64_t most);

}  // namespace clew
