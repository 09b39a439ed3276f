// SPDX-License-Identifier: MIT

#include "serve/http/admission.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "json/value.h"
#include "serve/call/sign_ins.h"

namespace clew {
namespace {

constexpr std::string_view kApi = "/api/v1/";
constexpr std::size_t kMostLogin = 4096;  // a secret in a JSON object

// What two programs on the way would read differently if it came twice.
constexpr std::array kOnce = {std::string_view("host"),
                              std::string_view("origin"),
                              std::string_view("authorization"),
                              std::string_view("cookie"),
                              std::string_view("content-type"),
                              std::string_view("content-length"),
                              std::string_view("transfer-encoding"),
                              std::string_view("expect"),
                              std::string_view("upgrade"),
                              std::string_view("sec-fetch-site"),
                              std::string_view("sec-websocket-key"),
                              std::string_view("sec-websocket-version"),
                              std::string_view("sec-websocket-protocol"),
                              std::string_view("if-none-match"),
                              std::string_view("if-range"),
                              std::string_view("range"),
                              std::string_view("last-event-id"),
                              std::string_view("idempotency-key"),
                              std::string_view("mcp-method"),
                              std::string_view("mcp-name"),
                              std::string_view("mcp-protocol-version")};

// Whether a comma-separated list, perhaps over several fields, has the word.
bool lists(const RequestHead& head, std::string_view name, std::string_view word) {
  for (const auto& [field, value] : head.fields) {
    if (field != name) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      if (ascii_lower(trim(rest.substr(0, comma))) == word) return true;
      rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
  }
  return false;
}

std::optional<Reply> check_form(const RequestHead& head) {
  for (const std::string_view name : kOnce) {
    if (head.count(name) > 1)
      return problem_reply(400, "a field was sent twice: " + std::string(name));
  }
  if (head.count("trailer") > 0) return problem_reply(400, "fields behind the body are not taken");
  if (head.count("transfer-encoding") == 0) return std::nullopt;
  const bool plain_chunks = ascii_lower(head.field("transfer-encoding")) == "chunked";
  if (!plain_chunks || !head.http_1_1 || head.count("content-length") > 0) {
    return problem_reply(400, "the body must be plain, with its length or in chunks");
  }
  return std::nullopt;
}

Credentials credentials(const RequestHead& head) {
  Credentials from;
  from.unix_socket = head.unix_socket;
  if (head.count("host") > 0) from.host = std::string(head.field("host"));
  if (head.count("origin") > 0) from.origin = std::string(head.field("origin"));
  from.authorization = std::string(head.field("authorization"));
  from.cookie = std::string(head.field("cookie"));
  from.fetch_site = std::string(head.field("sec-fetch-site"));
  from.subprotocols = std::string(head.field("sec-websocket-protocol"));
  return from;
}

RequestForm form_of(const RequestHead& head) {
  RequestForm form;
  form.head_only = head.method == "HEAD";
  form.http_1_1 = head.http_1_1;
  form.keep_alive =
      head.http_1_1 ? !lists(head, "connection", "close") : lists(head, "connection", "keep-alive");
  form.if_none_match = std::string(head.field("if-none-match"));
  form.range = std::string(head.field("range"));
  form.if_range = std::string(head.field("if-range"));
  form.accept_encoding = std::string(head.field("accept-encoding"));
  return form;
}

PlainRequest::Headers plain_headers(const RequestHead& head) {
  PlainRequest::Headers headers;
  for (const auto& [name, value] : head.fields) {
    const bool secret =
        name == "authorization" || name == "cookie" || name == "sec-websocket-protocol";
    if (!secret) headers.emplace(name, value);
  }
  return headers;
}

bool wants_websocket(const RequestHead& head) {
  return head.http_1_1 && head.method == "GET" && lists(head, "connection", "upgrade") &&
         lists(head, "upgrade", "websocket");
}

// The page has no secrets and must load before it can bring its own; everything else needs one.
std::optional<OpenRoute> open_route(const RequestHead& head, const Target& target) {
  if (wants_websocket(head)) return std::nullopt;
  if (target.path == "/api/v1/login") return OpenRoute::kLogin;
  if (target.path.starts_with("/api/")) return std::nullopt;
  for (const PlainHandler& handler : plain_handlers()) {
    if (target.path.starts_with(handler.path)) return std::nullopt;
  }
  const bool reads = head.method == "GET" || head.method == "HEAD";
  return reads ? std::optional(OpenRoute::kPage) : std::nullopt;
}

void find_api_route(std::string_view name, GuardedRoute& route) {
  using Kind = GuardedRoute::Kind;
  if (name == "events") {
    route.kind = Kind::kEvents;
  } else if (name == "openapi.json") {
    route.kind = Kind::kOpenApi;
  } else if (name == "server") {
    route.kind = Kind::kAbout;
  } else if (name == "login-code") {
    route.kind = Kind::kLoginCode;
  } else if (name == "logout") {
    route.kind = Kind::kLogout;
  } else if (const Operation* operation = find_operation(name)) {
    route.kind = Kind::kOperation;
    route.operation = operation;
  }
}

GuardedRoute guarded_route(const RequestHead& head, const Target& target, const Caller& caller) {
  using Kind = GuardedRoute::Kind;
  GuardedRoute route{.caller = caller};
  if (wants_websocket(head)) {
    route.kind = Kind::kUpgrade;
    for (const ChannelKind& kind : channel_kinds()) {
      if (kind.path == target.path) route.channel = &kind;
    }
    if (!route.channel) route.kind = Kind::kNowhere;
    return route;
  }
  if (target.path.starts_with(kApi)) {
    find_api_route(std::string_view(target.path).substr(kApi.size()), route);
    return route;
  }
  for (const StoreRoute& store : store_routes()) {
    if (target.path != store.path) continue;
    route.kind = Kind::kStore;
    route.store = &store;
  }
  for (const PlainHandler& handler : plain_handlers()) {
    if (target.path != handler.path &&
        !(handler.path.ends_with('/') && target.path.starts_with(handler.path))) {
      continue;
    }
    route.kind = Kind::kPlain;
    route.plain = &handler;
  }
  return route;
}

std::size_t most_body_of(const RequestHead& head, const Admission& admission,
                         const BodyLimits& most) {
  if (head.method != "POST") return 0;
  const auto* const guarded = std::get_if<GuardedRoute>(&admission.route);
  if (guarded == nullptr) return kMostLogin;
  const bool is_batch = guarded->kind == GuardedRoute::Kind::kStore &&
                        guarded->store->takes_batch && guarded->caller.store() != nullptr;
  return is_batch ? most.batch : most.plain;
}

// A body that nobody would read is not waited for.
std::optional<Reply> check_body(const RequestHead& head, Admission& admission) {
  const bool known = std::holds_alternative<GuardedRoute>(admission.route);
  const std::size_t most = admission.most_body;
  if (head.count("transfer-encoding") > 0) {
    admission.body_size = most;  // as far as is known
    if (most > 0 && known) return std::nullopt;
    return problem_reply(most > 0 ? 411 : 400, most > 0
                                                   ? "the body needs a Content-Length"
                                                   : "there is nothing here to send a body to");
  }
  if (head.count("content-length") == 0) return std::nullopt;
  const std::string_view text = head.field("content-length");
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  const bool too_large_for_us = error == std::errc::result_out_of_range;
  if (end != text.data() + text.size() || (error != std::errc() && !too_large_for_us)) {
    return problem_reply(400, "the length of the body is no number");
  }
  if (size <= most && !too_large_for_us) {
    admission.body_size = size;
    return std::nullopt;
  }
  if (most == 0) return problem_reply(400, "there is nothing here to send a body to");
  return too_large_reply(most);
}

// The one of several cookies of our name that is ours: another port may have set one, too.
SignIns::Known known_by_cookie(SignIns& people, const AccessRules& rules, const Credentials& from,
                               std::string& cookie) {
  for (const std::string_view one : find_cookies(from.cookie, rules.cookie_name)) {
    auto known = people.by_cookie(one);
    if (known.context == nullptr && known.token.empty()) continue;
    cookie = one;
    return known;
  }
  return {};
}

Reply refuse(Access access, const AccessRules& rules, bool of_team) {
  switch (access) {
    case Access::kForeignHost:
      return problem_reply(
          403, "this server does not answer to that Host; use " + rules.origins.front());
    case Access::kForeignOrigin:
      return problem_reply(403, "pages of other sites may not talk to this server");
    case Access::kAllowed:
    case Access::kNoToken:
      break;
  }
  if (of_team) {
    Reply reply = problem_reply(401,
                                "sign in as a person of the team: on the page, or with "
                                "\"Authorization: Bearer NAME:SECRET\"");
    reply.fields.emplace_back("WWW-Authenticate", "Bearer realm=\"team\"");
    return reply;
  }
  Reply reply = problem_reply(401,
                              "a token is needed: \"Authorization: Bearer TOKEN\", or open the "
                              "link that clew serve printed");
  reply.fields.emplace_back("WWW-Authenticate", "Bearer");
  return reply;
}

}  // namespace

std::string login_token(std::string_view body) {
  json::Parser parser;
  const auto root = parser.parse_copy(body);
  return root ? std::string((*root)["token"].string_or("")) : std::string();
}

Reply too_large_reply(std::size_t most) {
  return problem_reply(413, "the body of the request is too large: " + std::to_string(most) +
                                " bytes are taken here");
}

std::string_view RequestHead::field(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const auto& field) { return field.first == name; });
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::size_t RequestHead::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      fields.begin(), fields.end(), [name](const auto& field) { return field.first == name; }));
}

std::variant<Refusal, Admission> Gate::admit(const RequestHead& head) const {
  Admission admission;
  admission.form = form_of(head);
  std::string unknown_token;
  if (auto reply = judge(head, admission, unknown_token)) {
    Refusal refusal{std::move(*reply), std::move(admission.form), std::move(unknown_token)};
    refusal.form.keep_alive = false;
    return refusal;
  }
  return admission;
}

// Nothing: it is admitted.
std::optional<Reply> Gate::judge(const RequestHead& head, Admission& admission,
                                 std::string& unknown_token) const {
  if (auto malformed = check_form(head)) return malformed;
  const Credentials from = credentials(head);
  if (const Access place = check_place(rules_, from); place != Access::kAllowed) {
    return refuse(place, rules_, people() != nullptr);
  }
  auto target = parse_target(head.target);
  if (!target) return problem_reply(400, target.error().message);
  admission.target = std::move(*target);
  const auto open = open_route(head, admission.target);
  if (open) admission.route = *open;
  if (open != OpenRoute::kPage) {
    if (const Access site = check_site(from); site != Access::kAllowed) {
      return refuse(site, rules_, people() != nullptr);
    }
  }
  if (!open) {
    const auto caller = find_caller(from, unknown_token);
    if (!caller) return refuse(Access::kNoToken, rules_, people() != nullptr);
    GuardedRoute route = guarded_route(head, admission.target, *caller);
    if (route.kind == GuardedRoute::Kind::kLogout && people() != nullptr) {
      static_cast<void>(known_by_cookie(*people(), rules_, from, route.cookie));
    }
    admission.route = std::move(route);
  }
  admission.most_body = most_body_of(head, admission, most_body_);
  if (auto body = check_body(head, admission)) return body;
  admission.method = head.method;
  if (const std::size_t question = head.target.find('?'); question != head.target.npos) {
    admission.raw_query = head.target.substr(question + 1);
  }
  admission.content_type = std::string(head.field("content-type"));
  admission.last_event_id = std::string(head.field("last-event-id"));
  admission.expects_continue = ascii_lower(head.field("expect")) == "100-continue";
  admission.headers = plain_headers(head);
  admission.handshake = {std::string(head.field("sec-websocket-key")),
                         std::string(head.field("sec-websocket-version")),
                         std::string(head.field("sec-websocket-protocol"))};
  return std::nullopt;
}

// With people of a team nobody else gets in: what is served is theirs, not that of who runs it.
std::optional<Caller> Gate::find_caller(const Credentials& from, std::string& unknown_token) const {
  if (people() == nullptr) {
    const auto proof = find_proof(rules_, from);
    return proof ? std::optional(Caller(Caller::borrowed(context_), *proof)) : std::nullopt;
  }
  SignIns::Known known;
  Proof proof = Proof::kToken;
  if (const auto token = token_of(from)) {
    known = people()->by_token(*token);
  } else {
    std::string cookie;
    known = known_by_cookie(*people(), rules_, from, cookie);
    proof = Proof::kCookie;
  }
  unknown_token = std::move(known.token);
  if (known.context == nullptr) return std::nullopt;
  return Caller(std::move(known.context), proof);
}

std::optional<Caller> Gate::admit_token(std::string_view token) const {
  if (people() != nullptr) {
    auto known = people()->by_token(token);
    if (known.context == nullptr) return std::nullopt;
    return Caller(std::move(known.context), Proof::kToken);
  }
  if (rules_.token.empty() || !same_secret(token, rules_.token)) return std::nullopt;
  return Caller(Caller::borrowed(context_), Proof::kToken);
}

std::optional<std::string> Gate::cookie_for(std::string_view body,
                                            const std::function<bool()>& is_own_user) {
  const std::string token = login_token(body);
  if (!admit_token(token) && !codes_.redeem(token, LoginCodes::Clock::now(), is_own_user)) {
    return std::nullopt;
  }
  return cookie_field(rules_.cookie);
}

std::string Gate::cookie_field(std::string_view value) const {
  return rules_.cookie_name + "=" + std::string(value) + "; HttpOnly; SameSite=Strict; Path=/" +
         (rules_.scheme == "https" ? "; Secure" : "");
}

Result<std::string> Gate::cookie_of_person(std::string_view token) {
  auto cookie = people()->make_cookie(token);
  if (!cookie) return cookie;
  return cookie_field(*cookie);
}

Result<std::string> Gate::make_login_code() { return codes_.make(LoginCodes::Clock::now()); }

}  // namespace clew
