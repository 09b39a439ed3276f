// SPDX-License-Identifier: MIT
//
// The contract between a protocol and what carries its bytes. A protocol (JSON-RPC, ACP, MCP,
// RSocket) is a MessageChannel that knows no socket; the server puts it on a WebSocket, the stdio
// commands on standard input and output.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "os/file_system.h"
#include "serve/call/running_writes.h"

namespace clew {

class SignIns;       // sign_ins.h
class StoreService;  // engine/mirror/store_service.h

// What one channel may ask of the connection it lives on. All of it may be called from any thread
// and after the peer has gone, when it does nothing.
struct ChannelHost {
  // Sends one whole message. While the peer is slow it blocks, so that a long answer does not fill
  // the memory: call it from receive() or a posted task, not from a thread that others wait for.
  std::function<void(std::string)> send;
  // Runs `task` soon, in turn with receive(): a channel that does everything there needs no lock.
  std::function<void(std::function<void()>)> post;
  // False once the peer has gone: long work stops.
  std::function<bool()> is_open;
  // Ends the conversation after what was sent.
  std::function<void()> close;
  // Runs work that may have no end beside everything else; it ends itself soon after is_open()
  // has become false, before the context goes. False, or no such function: not here, not now.
  std::function<bool(std::function<void()>)> run_apart = {};
};

// What a server serves; outlives it. Who serves it to somebody needs a Caller (caller.h).
struct ServeContext {
  DurableFileSystem& files;
  EngineOptions options;  // `now` is set for each engine
  bool allow_drive = false;
  EngineServices services = {};  // of every engine; members may be missing
  // Null: who asks may not change anything.
  std::shared_ptr<RunningWrites> writes = std::make_shared<RunningWrites>();
  StoreService* store = nullptr;  // null: sessions are not mirrored here
  std::string person = {};        // of a team, to whom alone this is served; empty: who runs it
  // Set when this person may not go on: then what serves them is ended. Null: nobody sets it.
  const std::atomic<bool>* is_out = nullptr;
  // Each caller signs in as a person of a team, and is served what is theirs; null: there is a
  // token for all.
  SignIns* people = nullptr;
};

// One conversation with one peer. Made with its ChannelHost, destroyed when the peer has gone.
class MessageChannel {
 public:
  virtual ~MessageChannel() = default;

  // The same message as soon as it has arrived, before its turn: from the thread that reads, also
  // while receive() is at work on an earlier one, so that a cancellation reaches what runs. Must be
  // cheap.
  virtual void arriving(std::string_view /*message*/) {}

  // One whole message of the peer: anything, of up to 16 MiB. Calls never overlap, with each other
  // or with posted tasks, but come from different threads.
  virtual void receive(std::string_view message) = 0;
};

}  // namespace clew
