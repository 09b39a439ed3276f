// SPDX-License-Identifier: MIT
//
// Which subagents the calls of a thread started, for formats that put one into the other.
#pragma once

#include <algorithm>
#include <vector>

#include "export/exported.h"

namespace clew {

class AgentCalls {
 public:
  explicit AgentCalls(const std::vector<ExportedThread>& agents)
      : agents_(agents), taken_(agents.size(), false) {}

  // The subagents that a call started and nobody has taken yet; they are taken now.
  std::vector<const ExportedThread*> take(const ToolCall& call) {
    return take_if([&](const ExportedThread& agent) {
      const bool by_call = !agent.call.empty() && agent.call == call.id;
      return by_call || (!call.agent.empty() && call.agent == agent.id);
    });
  }
  // Those of which nothing says who started them.
  std::vector<const ExportedThread*> take_rest() {
    return take_if([](const ExportedThread& agent) { return agent.call.empty(); });
  }

 private:
  template <class Is>
  std::vector<const ExportedThread*> take_if(const Is& is) {
    std::vector<const ExportedThread*> out;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (taken_[i] || !is(agents_[i])) continue;
      taken_[i] = true;
      out.push_back(&agents_[i]);
    }
    return out;
  }

  const std::vector<ExportedThread>& agents_;
  std::vector<bool> taken_;
};

}  // namespace clew
