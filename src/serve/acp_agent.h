// SPDX-License-Identifier: MIT
//
// The Agent Client Protocol, version 1: an editor lists, replays, follows and goes on with sessions
// as if Clew were the agent.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "serve/acp_updates.h"
#include "serve/event_feed.h"
#include "serve/rpc_channel.h"

namespace clew {

class AcpAgent : public RpcChannel {
 public:
  AcpAgent(const ServeContext& context, ChannelHost host);
  ~AcpAgent() override;

  static std::unique_ptr<MessageChannel> make(const ServeContext& context, ChannelHost host);

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;
  void notified(std::string_view method, json::Value params) override;
  void cancelled(const std::string& id) override;

 private:
  // A session that the client has open.
  struct Open {
    std::string id;
    std::string cwd;
    std::unique_ptr<AcpUpdates> updates;
    std::shared_ptr<EventFeed> feed;
    std::int64_t total = 0;  // messages when it was last read
    std::string title;
  };
  using Method = std::optional<RpcResult> (AcpAgent::*)(const RpcCall&);

  static Method find_method(std::string_view name);

  std::optional<RpcResult> initialize(const RpcCall& call);
  std::optional<RpcResult> authenticate(const RpcCall& call);
  std::optional<RpcResult> list(const RpcCall& call);
  std::optional<RpcResult> load(const RpcCall& call);
  std::optional<RpcResult> resume(const RpcCall& call);
  std::optional<RpcResult> close(const RpcCall& call);
  std::optional<RpcResult> start(const RpcCall& call);
  std::optional<RpcResult> fork(const RpcCall& call);
  std::optional<RpcResult> prompt(const RpcCall& call);
  std::optional<RpcResult> extension(const RpcCall& call);

  // Finds the session of the params and opens it; `replay` says all of it.
  RpcResult open_session(const RpcCall& call, bool replay);
  Open& make_open(const std::string& id, const std::string& cwd);
  // Tells what is new from message number `offset` on.
  Result<void> read_messages(Open& session, std::int64_t offset,
                             const std::function<bool()>& stopped);
  void heard(const std::string& id, const Event& event);
  void tell_info(Open& session);
  void tell_usage(Open& session);
  void update(const std::string& id, std::string_view update);
  RpcResult not_found(std::string_view id) const;

  const ServeContext& context_;
  AcpClient client_;
  std::map<std::string, Open> open_;
  std::map<std::string, std::shared_ptr<EventFeed>> list_feeds_;
  std::int64_t next_feed_ = 1;
};

}  // namespace clew
