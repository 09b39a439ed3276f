// SPDX-License-Identifier: MIT
//
// The decision about a request: who asks, what is asked for, and what of it is read. It is taken
// once, from the head as it came and before a byte of the body, and carried as a value. Nobody
// looks at header fields after that: what a handler needs of them is in the Admission.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "serve/call/access.h"
#include "serve/call/caller.h"
#include "serve/call/login_codes.h"
#include "serve/call/store_routes.h"
#include "serve/http/channels.h"
#include "serve/http/reply.h"
#include "serve/http/target.h"

namespace clew {

// The head of a request, as sent.
struct RequestHead {
  std::string method;
  std::string target;
  bool http_1_1 = true;
  bool unix_socket = false;                                 // the kernel has vouched for the user
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case

  // Empty when there is none. That there are not two has been checked for all we ask for.
  std::string_view field(std::string_view name) const;
  std::size_t count(std::string_view name) const;
};

// What anybody may have: it holds nothing of the user's.
enum class OpenRoute : std::uint8_t {
  kPage,   // the files of the page
  kLogin,  // where a secret becomes a cookie
};

// What only a Caller may have.
struct GuardedRoute {
  enum class Kind : std::uint8_t {
    kOperation,
    kPlain,
    kEvents,
    kOpenApi,
    kAbout,
    kLoginCode,
    kLogout,
    kStore,
    kUpgrade,
    kNowhere
  };

  Caller caller;
  Kind kind = Kind::kNowhere;
  const Operation* operation = nullptr;  // of kOperation
  const PlainHandler* plain = nullptr;   // of kPlain
  const StoreRoute* store = nullptr;     // of kStore
  const ChannelKind* channel = nullptr;  // of kUpgrade
  std::string cookie = {};               // of kLogout: what is to be forgotten
};

// The fields of a WebSocket's handshake.
struct Handshake {
  std::string key;
  std::string version;
  std::string subprotocols;
};

struct Admission {
  std::variant<OpenRoute, GuardedRoute> route;
  Target target;
  RequestForm form;
  std::string method;
  std::string raw_query;
  std::string content_type;
  std::string last_event_id;
  Handshake handshake;            // of kUpgrade
  PlainRequest::Headers headers;  // of kPlain; without what proves who asks
  std::size_t most_body = 0;      // bytes; more is refused
  std::size_t body_size = 0;      // as announced; where it is not, the most there can be
  bool expects_continue = false;
};

// Why a request is not served. The connection ends with it: what follows is nobody's request.
struct Refusal {
  Reply reply;
  RequestForm form;
  // What was shown for who asks is not known, but the team's store may be asked about it
  // (sign_ins.h); after that the head may be judged again. Empty: it may not.
  std::string unknown_token = {};
};

// How much of a body is read, in bytes.
struct BodyLimits {
  std::size_t plain = 0;
  std::size_t batch = 0;  // of the session store
};

// The secret in the body of a login; empty: there is none.
std::string login_token(std::string_view body);

// The refusal of a larger one.
Reply too_large_reply(std::size_t most);

class Gate {
 public:
  Gate(AccessRules rules, BodyLimits most_body, const ServeContext& context)
      : rules_(std::move(rules)), most_body_(most_body), context_(context) {}

  std::variant<Refusal, Admission> admit(const RequestHead& head) const;
  // The token of an RSocket's SETUP.
  std::optional<Caller> admit_token(std::string_view token) const;
  // The cookie to set, for the body of a login; nothing when it has no right secret. That is the
  // token, or a code, for which the user of the peer is asked too.
  std::optional<std::string> cookie_for(std::string_view body,
                                        const std::function<bool()>& is_own_user);
  // The same for who signed in as a person of a team with this token.
  Result<std::string> cookie_of_person(std::string_view token);
  // Where people of a team sign in; null: this server has one token for all.
  SignIns* people() const { return context_.people; }
  // A code to log in with, once.
  Result<std::string> make_login_code();

  const AccessRules& rules() const { return rules_; }

 private:
  std::optional<Reply> judge(const RequestHead& head, Admission& admission,
                             std::string& unknown_token) const;
  std::optional<Caller> find_caller(const Credentials& from, std::string& unknown_token) const;
  std::string cookie_field(std::string_view value) const;

  AccessRules rules_;
  BodyLimits most_body_;
  const ServeContext& context_;
  LoginCodes codes_;
};

}  // namespace clew
