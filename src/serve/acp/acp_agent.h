// SPDX-License-Identifier: MIT
//
// The Agent Client Protocol, version 1: an editor lists, replays, follows and goes on with sessions
// as if Clew were the agent.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/writer.h"
#include "serve/acp/acp_config.h"
#include "serve/acp/acp_questions.h"
#include "serve/acp/acp_updates.h"
#include "serve/acp/drive_queue.h"
#include "serve/call/caller.h"
#include "serve/call/event_feed.h"
#include "serve/rpc/rpc_channel.h"

namespace clew {

class AcpAgent : public RpcChannel {
 public:
  AcpAgent(const Caller& caller, ChannelHost host);
  ~AcpAgent() override;

  static std::unique_ptr<MessageChannel> make(const Caller& caller, ChannelHost host);

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;
  void notified(std::string_view method, json::Value params) override;
  void cancelled(const std::string& id) override;

 private:
  struct WaitingPrompt {
    std::string call;  // id of its session/prompt
    Prompt prompt;
  };
  // A session that the client has open.
  struct Open {
    std::string id;
    std::string cwd;
    std::unique_ptr<AcpUpdates> updates;
    std::shared_ptr<EventFeed> feed;
    std::int64_t total = 0;  // messages when it was last read
    std::string title;
    // While claude is driven.
    std::string mode = "default";
    std::string model = "default";
    AcpOffers offers;
    std::int64_t window = 0;  // tokens that the model can hold, as claude says; 0: not known
    std::vector<std::string> directories;  // beside cwd
    std::string mcp_config;                // JSON
    std::string conversation;              // empty: none runs
    std::shared_ptr<DriveQueue> queue;
    bool outdated = false;    // was started with other servers or folders
    std::string turn;         // id of the session/prompt that waits for its end
    std::string turn_prompt;  // uuid of its prompt
    bool turn_cancelled = false;
    std::deque<WaitingPrompt> waiting;  // for the turn to end
  };
  // A claude that was started in a folder to say what it offers there, and who waits for that.
  struct Inquiry {
    std::string conversation;
    std::set<std::string> sessions;
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
  std::optional<RpcResult> set_mode(const RpcCall& call);
  std::optional<RpcResult> set_option(const RpcCall& call);
  std::optional<RpcResult> remove(const RpcCall& call);
  std::optional<RpcResult> extension(const RpcCall& call);

  // The MCP servers that the params name, for claude; refused to who may not name programs.
  Result<std::string> mcp_config_of(json::Value params) const;
  // Finds the session of the params and opens it; `replay` says all of it.
  std::optional<RpcResult> open_session(const RpcCall& call, bool replay);
  Result<void> tell_history(Open& session, bool replay, const std::function<bool()>& stopped);
  RpcResult delete_session(const std::string& id);
  Open& make_open(const std::string& id, const std::string& cwd);
  // Tells what is new from message number `offset` on.
  Result<void> read_messages(Open& session, std::int64_t offset,
                             const std::function<bool()>& stopped);
  void heard(const std::string& id, const LiveEvent& event);
  void tell_info(Open& session);
  void tell_usage(Open& session);
  void tell_driven_usage(Open& session, double cost);
  void write_usage(json::Writer& out, const Open& session) const;
  void update(const std::string& id, std::string_view update);
  RpcResult not_found(std::string_view id) const;
  static Result<std::string> session_id_of(json::Value params);
  static Result<std::vector<std::string>> directories_of(json::Value params);

  // Driving (acp_drive.cc).
  bool may_drive() const;
  bool may_name_programs() const;
  std::string opened_result(const Open& session, bool with_id) const;
  void ask_permission(Open& session, const drive::PermissionRequest& asked);
  void answer_permission(const std::string& id, const std::string& request_id,
                         const std::string& suggestions, const RpcMessage& response);
  // Questions (acp_questions.cc).
  struct Asking;
  void ask_questions(Open& session, const drive::PermissionRequest& asked,
                     std::vector<AcpQuestion> questions);
  void ask_by_form(const std::shared_ptr<Asking>& asking);
  void ask_by_options(const std::shared_ptr<Asking>& asking);
  void end_questions(const Asking& asking, bool cancelled);

  void take_offers(Open& session, const std::string& answer);
  // For a session that no claude runs for: asks one that is started for that alone.
  void ask_offers(Open& session);
  void end_inquiry(const std::string& folder, const std::string& answer);
  void give_offers(Open& session, const AcpOffers& offers);
  void know_offers(const std::string& folder, const AcpOffers& offers);
  void tell_commands(const Open& session);
  Result<void> choose_mode(Open& session, const std::string& mode);
  Result<void> choose_model(Open& session, const std::string& model);
  void tell_mode(Open& session, std::string_view mode);
  void tell_current_mode(const Open& session);
  void tell_options(const Open& session);
  void drop(std::map<std::string, Open>::iterator session);

  // Turns (acp_turns.cc).
  // Sends the next prompt that waits, if it can be sent now.
  void run_next(Open& session);
  Result<std::string> send_prompt(Open& session, const Prompt& prompt);  // its uuid
  Result<void> ensure_conversation(Open& session);
  // Tells claude to end; what needs that end calls after_end.
  void end_conversation(Open& session);
  void conversation_ended(const std::string& id);
  // Runs the task once no claude of the session is ending any more.
  void after_end(const std::string& id, std::function<void()> task);
  void drain(const std::string& id);
  void driven(Open& session, const DrivenEvent& driven);
  void take_result(Open& session, const drive::TurnResult& result);
  void end_turn(Open& session, const drive::TurnResult& result);
  void fail_turn(Open& session, const std::string& why);
  void interrupt(Open& session);
  void cancel_turn(Open& session);
  void cancel_waiting(Open& session);

  const Caller caller_;
  // For tasks that are posted from other threads: gone with the agent.
  std::shared_ptr<AcpAgent*> self_ = std::make_shared<AcpAgent*>(this);
  AcpClient client_;
  std::map<std::string, AcpOffers> known_offers_;  // by the folder that claude was started in
  std::map<std::string, Inquiry> inquiries_;       // by the folder
  std::map<std::string, Open> open_;
  // Sessions whose claude was told to end, and what waits for that.
  std::map<std::string, std::vector<std::function<void()>>> ending_;
  std::map<std::string, std::shared_ptr<EventFeed>> list_feeds_;
  std::int64_t next_feed_ = 1;
};

}  // namespace clew
