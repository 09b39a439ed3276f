// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/read/session.h"
#include "search/hit.h"

namespace clew {

// The turns of a session: each prompt of a person with all that hangs on it up to the next prompt,
// on every branch. What comes before any prompt is a turn of its own.
class SessionTurns {
 public:
  explicit SessionTurns(SharedSession session);

  struct Turn {
    NodeId prompt = kNoNode;      // or the root
    std::vector<SearchHit> hits;  // in the order of the file
  };
  // The turns that these hits are in. Summaries of compactions are left out: they repeat what the
  // turns before them said.
  std::vector<Turn> turns_of(std::span<const SearchHit> hits) const;

  const Session& session() const { return *session_; }
  const Entry& entry_of(const Turn& turn) const { return session_->tree().entry(turn.prompt); }
  bool has_prompt(const Turn& turn) const;
  // The last answer of the turn that says something; empty: there is none.
  struct Conclusion {
    std::string uuid;
    std::string text;
  };
  Result<Conclusion> conclusion_of(const Turn& turn) const;

 private:
  NodeId node_at(std::int64_t offset) const;

  SharedSession session_;
  std::vector<NodeId> turn_of_;  // by node
};

}  // namespace clew
