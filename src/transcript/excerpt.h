// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <span>

#include "transcript/message_reader.h"

namespace clew {

// A transcript of only those lines that some messages name, so that these can be handed on when the
// one they were read from grows or goes.
class Excerpt {
 public:
  explicit Excerpt(const Transcript& from) : from_(from), to_(std::make_shared<Transcript>()) {}

  // From now on they are of the excerpt. All messages must be given at once.
  void take(std::span<Message> messages);
  void take(ToolCall& tool);
  EntryIndex take(EntryIndex entry);

  std::shared_ptr<const Transcript> transcript() const { return to_; }

 private:
  const Transcript& from_;
  std::shared_ptr<Transcript> to_;
  std::map<EntryIndex, EntryIndex> taken_;
};

}  // namespace clew
