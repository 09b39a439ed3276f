// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "serve/call/access.h"
#include "serve/call/message_channel.h"

namespace clew {

// Who asks, and what they may: the only way to what a server serves. Everything that answers with
// data takes one, and connections have no other door to the context behind it. It is made in two
// places: where a request's head is judged (Gate), and where there is nobody to judge because the
// peer has started this process. A small value, to be copied; it keeps the context of a person who
// signed in.
class Caller {
 public:
  Proof proof() const { return proof_; }
  bool may_drive() const { return context_->allow_drive; }
  // The session store; null when it is off.
  StoreService* store() const { return context_->store; }
  // Where the operations are counted that change something; null: they may not.
  RunningWrites* writes() const { return context_->writes.get(); }
  // Of a team; empty: who runs this process.
  const std::string& person() const { return context_->person; }
  // May not go on, whatever was judged when they came: their secret was changed, or they were
  // revoked.
  bool is_out() const { return context_->is_out != nullptr && *context_->is_out; }
  const EngineServices& services() const { return context_->services; }
  // An engine for one request.
  std::unique_ptr<Engine> make_engine() const;

  // For who started this process and talks to it by its standard input. Not for sockets.
  static Caller of_own_process(const ServeContext& context) {
    return {borrowed(context), Proof::kOwnProcess};
  }

 private:
  friend class Gate;
  Caller(std::shared_ptr<const ServeContext> context, Proof proof)
      : context_(std::move(context)), proof_(proof) {}
  // Of who outlives all callers.
  static std::shared_ptr<const ServeContext> borrowed(const ServeContext& context) {
    return {std::shared_ptr<const ServeContext>(), &context};
  }

  std::shared_ptr<const ServeContext> context_;
  Proof proof_;
};

}  // namespace clew
