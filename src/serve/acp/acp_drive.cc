// SPDX-License-Identifier: MIT
//
// The part of the ACP agent that drives claude: new sessions, copies, permissions and modes. Turns
// are in acp_turns.cc.

#include "base/text.h"
#include "base/uuid.h"
#include "engine/drive/drive_request.h"
#include "engine/drive/driven_conversations.h"
#include "json/writer.h"
#include "serve/acp/acp_agent.h"
#include "serve/acp/acp_prompt.h"
#include "serve/acp/acp_tool.h"
#include "serve/call/operation_call.h"

namespace clew {
namespace {

constexpr std::size_t kMostFolders = 64;
constexpr std::size_t kMostInquiries = 8;

void write_permission_options(json::Writer& out, bool can_remember) {
  const auto option = [&out](std::string_view id, std::string_view name, std::string_view kind) {
    out.begin_object().field("optionId", id).field("name", name).field("kind", kind).end_object();
  };
  out.key("options").begin_array();
  option("allow", "Allow", "allow_once");
  if (can_remember) option("allow_always", "Allow, and do not ask again", "allow_always");
  option("reject", "Reject", "reject_once");
  out.end_array();
}

RpcError drive_refused(std::string message) { return {rpc_code::kRefused, std::move(message)}; }

}  // namespace

bool AcpAgent::may_drive() const {
  return caller_.may_drive() && caller_.services().conversations != nullptr;
}

std::string AcpAgent::opened_result(const Open& session, bool with_id) const {
  json::Writer out;
  out.begin_object();
  if (with_id) out.field("sessionId", session.id);
  if (may_drive()) {
    session.offers.write_modes(out, session.mode);
    session.offers.write_options(out, session.mode, session.model);
  }
  out.end_object();
  return out.take();
}

bool AcpAgent::may_name_programs() const {
  return caller_.proof() == Proof::kOwnProcess || caller_.proof() == Proof::kSocketUser;
}

// Such servers are programs that claude starts. The editor that started us may name them, and so
// may programs of the user; who only has the token may not: the page's token is not made for that.
Result<std::string> AcpAgent::mcp_config_of(json::Value params) const {
  auto config = acp_mcp_config(params["mcpServers"]);
  if (!config || config->empty() || may_name_programs()) return config;
  return Error{ErrorCode::kUnsupported,
               "mcpServers: not over the network; use `clew acp` or the unix socket"};
}

std::optional<RpcResult> AcpAgent::start(const RpcCall& call) {
  if (!may_drive()) return drive_refused("claude cannot be driven from here");
  const std::string_view cwd = call.params["cwd"].string_or("");
  if (!cwd.starts_with('/')) {
    return RpcError{rpc_code::kInvalidParams, "cwd: must be an absolute path"};
  }
  const auto folder = caller_.make_engine()->files().stat(std::string(cwd));
  if (!folder || folder->kind != FileKind::kDirectory) {
    return RpcError{rpc_code::kInvalidParams, "cwd: there is no folder " + terminal_line(cwd)};
  }
  auto config = mcp_config_of(call.params);
  if (!config) return RpcResult(rpc_error(config.error()));
  const std::string id = make_uuid();
  auto directories = directories_of(call.params);
  if (!directories) return RpcResult(rpc_error(directories.error()));
  Open& session = make_open(id, std::string(cwd));
  session.mcp_config = std::move(*config);
  session.directories = std::move(*directories);
  // At once, so that its commands and models are known before the first prompt. When it does not
  // start now, the first prompt says why.
  static_cast<void>(ensure_conversation(session));
  return RpcResult(opened_result(session, true));
}

std::optional<RpcResult> AcpAgent::fork(const RpcCall& call) {
  if (!may_drive()) return drive_refused("sessions cannot be copied from here");
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto engine = caller_.make_engine();
  if (!engine->locate(*id)) return not_found(*id);
  DriveRequest request;
  request.action = DriveRequest::Action::kFork;
  request.session = *id;
  auto prepared = prepare_drive(*engine, request);
  if (!prepared) return RpcResult(rpc_error(prepared.error()));
  if (auto done = carry_out(*engine, *prepared); !done) return RpcResult(rpc_error(done.error()));
  const std::string folder(call.params["cwd"].string_or(""));
  return RpcResult(opened_result(make_open(prepared->fork_session, folder), true));
}

// --- what a person chooses ---

Result<void> AcpAgent::choose_mode(Open& session, const std::string& mode) {
  if (!session.offers.has_mode(mode)) return Error{ErrorCode::kInvalid, "there is no such mode"};
  if (!session.conversation.empty()) {
    auto set = caller_.services().conversations->set_mode(session.conversation, mode);
    if (!set) return set.error();
  }
  session.mode = mode;
  return {};
}

Result<void> AcpAgent::choose_model(Open& session, const std::string& model) {
  if (!session.offers.has_model(model)) return Error{ErrorCode::kInvalid, "there is no such model"};
  if (!session.conversation.empty()) {
    auto set = caller_.services().conversations->set_model(session.conversation, model);
    if (!set) return set.error();
  }
  session.model = model;
  return {};
}

std::optional<RpcResult> AcpAgent::set_mode(const RpcCall& call) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto found = open_.find(*id);
  if (found == open_.end()) return not_found(*id);
  Open& session = found->second;
  auto chosen = choose_mode(session, std::string(call.params["modeId"].string_or("")));
  if (!chosen) return RpcResult(rpc_error(with_context("modeId", chosen.error())));
  tell_options(session);
  return RpcResult("{}");
}

std::optional<RpcResult> AcpAgent::set_option(const RpcCall& call) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto found = open_.find(*id);
  if (found == open_.end()) return not_found(*id);
  if (!may_drive())
    return drive_refused("claude cannot be driven from here; nothing can be chosen");
  Open& session = found->second;
  const std::string_view option = call.params["configId"].string_or("");
  const std::string value(call.params["value"].string_or(""));
  if (option != "mode" && option != "model") {
    return RpcError{rpc_code::kInvalidParams, "configId: there is no such option"};
  }
  auto chosen = option == "mode" ? choose_mode(session, value) : choose_model(session, value);
  if (!chosen) return RpcResult(rpc_error(with_context("value", chosen.error())));
  if (option == "mode") tell_current_mode(session);
  json::Writer out;
  out.begin_object();
  session.offers.write_options(out, session.mode, session.model);
  out.end_object();
  return RpcResult(out.take());
}

// --- permissions ---

void AcpAgent::ask_permission(Open& session, const drive::PermissionRequest& asked) {
  json::Parser parser;
  const auto parsed = parser.parse_copy(asked.input);
  const json::Value input = parsed ? *parsed : json::Value();
  if (asked.tool == "AskUserQuestion") {
    if (auto questions = acp_questions(input); !questions.empty()) {
      return ask_questions(session, asked, std::move(questions));
    }
  }
  json::Writer out;
  out.begin_object().field("sessionId", session.id).key("toolCall").begin_object();
  out.field("toolCallId", asked.tool_use.empty() ? asked.request : asked.tool_use);
  out.field("title", acp_tool_title(asked.tool, input)).field("name", asked.tool);
  out.field("kind", acp_tool_kind(asked.tool)).field("status", "pending");
  write_acp_tool_details(out, asked.tool, input);
  if (input.is_object()) out.raw_field("rawInput", input.to_json());
  out.end_object();
  write_permission_options(out, !asked.suggestions.empty());
  out.end_object();
  request(
      "session/request_permission", out.text(),
      [this, id = session.id, request_id = asked.request, suggestions = asked.suggestions](
          const RpcMessage& answer) { answer_permission(id, request_id, suggestions, answer); });
}

void AcpAgent::answer_permission(const std::string& id, const std::string& request_id,
                                 const std::string& suggestions, const RpcMessage& response) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const json::Value outcome = response.result["outcome"];
  const std::string_view option = outcome["optionId"].string_or("");
  PermissionAnswer answer;
  answer.allow = option == "allow" || option == "allow_always";
  if (option == "allow_always") answer.updates = suggestions;
  if (!answer.allow) answer.message = "The user did not allow this.";
  answer.interrupt = !answer.allow && option != "reject";  // cancelled, or no answer at all
  // A request that needs no answer any more is none of our business.
  static_cast<void>(caller_.services().conversations->answer_permission(found->second.conversation,
                                                                        request_id, answer));
}

// --- what the client is told ---

// What claude answered to `initialize`, before any turn.
void AcpAgent::take_offers(Open& session, const std::string& answer) {
  json::Parser parser;
  const auto parsed = parser.parse_copy(answer);
  if (!parsed) return;
  const AcpOffers offers = AcpOffers::from_claude(*parsed);
  know_offers(session.cwd, offers);
  give_offers(session, offers);
}

void AcpAgent::know_offers(const std::string& folder, const AcpOffers& offers) {
  if (known_offers_.size() >= kMostFolders) known_offers_.clear();
  known_offers_[folder] = offers;
}

void AcpAgent::give_offers(Open& session, const AcpOffers& offers) {
  session.offers = offers;
  tell_options(session);
  tell_commands(session);
}

// To continue the session itself would register it as running and might write to it, for somebody
// who perhaps only reads.
void AcpAgent::ask_offers(Open& session) {
  if (!session.conversation.empty()) return;  // it says so itself
  const auto engine = caller_.make_engine();
  auto prepared = prepare_inquiry(*engine, session.id);
  if (!prepared) return;  // the first prompt will say why
  const std::string folder = prepared->launch.folder;
  if (const auto known = known_offers_.find(folder); known != known_offers_.end()) {
    return give_offers(session, known->second);
  }
  if (const auto running = inquiries_.find(folder); running != inquiries_.end()) {
    running->second.sessions.insert(session.id);
    return;
  }
  if (inquiries_.size() >= kMostInquiries) return;
  const std::weak_ptr<AcpAgent*> weak = self_;
  const auto listener = [weak, post = host().post, folder](const std::string&,
                                                           const drive::Event& event) {
    const auto* reply = std::get_if<drive::ControlReply>(&event.what);
    const bool answers = reply && reply->request == "initialize";
    if (!answers && !std::holds_alternative<drive::Ended>(event.what)) return;
    post([weak, folder, answer = answers ? reply->response : std::string()] {
      if (const auto agent = weak.lock()) (*agent)->end_inquiry(folder, answer);
    });
  };
  auto opened = caller_.services().conversations->open(*prepared, listener);
  if (opened) inquiries_[folder] = {std::move(*opened), {session.id}};
}

void AcpAgent::end_inquiry(const std::string& folder, const std::string& answer) {
  const auto found = inquiries_.find(folder);
  if (found == inquiries_.end()) return;
  const Inquiry inquiry = std::move(found->second);
  inquiries_.erase(found);
  // When it has ended already, all the better.
  static_cast<void>(caller_.services().conversations->finish(inquiry.conversation));
  json::Parser parser;
  const auto parsed = parser.parse_copy(answer);
  if (!parsed) return;
  const AcpOffers offers = AcpOffers::from_claude(*parsed);
  know_offers(folder, offers);
  for (const std::string& id : inquiry.sessions) {
    const auto session = open_.find(id);
    if (session == open_.end() || session->second.offers.has_commands()) continue;
    give_offers(session->second, offers);
  }
}

void AcpAgent::tell_commands(const Open& session) {
  if (!session.offers.has_commands()) return;
  json::Writer out;
  out.begin_object().field("sessionUpdate", "available_commands_update");
  session.offers.write_commands(out);
  out.end_object();
  update(session.id, out.text());
}

void AcpAgent::tell_mode(Open& session, std::string_view mode) {
  if (mode.empty() || mode == session.mode) return;
  session.mode = mode;
  tell_current_mode(session);
  tell_options(session);
}

void AcpAgent::tell_current_mode(const Open& session) {
  json::Writer out;
  out.begin_object().field("sessionUpdate", "current_mode_update");
  out.field("currentModeId", terminal_line(session.mode)).end_object();
  update(session.id, out.text());
}

void AcpAgent::tell_options(const Open& session) {
  if (!may_drive()) return;
  json::Writer out;
  out.begin_object().field("sessionUpdate", "config_option_update");
  session.offers.write_options(out, session.mode, session.model);
  out.end_object();
  update(session.id, out.text());
}

}  // namespace clew
