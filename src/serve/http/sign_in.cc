// SPDX-License-Identifier: MIT
//
// A person of a team who is not known yet: the store is asked, on a thread of the pool, by few at a
// time and not too often for one name and one place.

#include <algorithm>
#include <atomic>
#include <optional>

#include "engine/live/team_guest.h"
#include "serve/call/error_codes.h"
#include "serve/call/sign_ins.h"
#include "serve/http/net.h"

namespace clew::net {
namespace {

struct SignInAnswer {
  std::optional<Error> error;
  std::atomic<bool> is_there = false;
};

Reply try_later(std::chrono::milliseconds wait, std::string_view why) {
  Reply reply = problem_reply(429, why);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  reply.fields.emplace_back("Retry-After", std::to_string(std::max<std::int64_t>(1, seconds)));
  return reply;
}

// Who is refused learns no more than that: neither whether there is such a person, nor of the
// store.
Reply refused_sign_in(const Error& error) {
  if (error.code == ErrorCode::kInvalid) {
    Reply reply = problem_reply(401, "the team does not let you in with this token");
    reply.fields.emplace_back("WWW-Authenticate", "Bearer realm=\"team\"");
    return reply;
  }
  if (error.code == ErrorCode::kBusy) {
    return problem_reply(503, "the team's store cannot be reached; try again later");
  }
  return problem_reply(codes_of(error.code).http, error.message);
}

// What is before the first colon, or all: good enough to count by.
std::string counted_name(const std::string& token, const std::string& peer) {
  const std::size_t scheme = token.find("://");
  const std::size_t begin = scheme == token.npos ? 0 : scheme + 3;
  return peer + "\n" +
         token.substr(begin, std::min<std::size_t>(token.find(':', begin), 64) - begin);
}

// How often somebody may try. Guesses are counted by name and by place; who guesses names takes
// tries only from others who were never here: behind a program with TLS all people come from one
// place, and strangers must not lock them out.
class SignInTries {
 public:
  SignInTries(ServerCore& core, SignIns& people, const std::string& token, const std::string& peer)
      : core_(core), name_(counted_name(token, peer)), peer_(peer) {
    by_name_ = !people.was_taken(token);
    by_peer_ = by_name_ && !people.has_signed_in(TeamGuest::name_in(token));
  }

  // Until one may try; nothing: now.
  std::optional<std::chrono::milliseconds> wait(Clock::time_point now) const {
    const bool may = (!by_name_ || core_.name_sign_ins.has(name_, now)) &&
                     (!by_peer_ || core_.peer_sign_ins.has(peer_, now));
    if (may) return std::nullopt;
    return std::max(core_.name_sign_ins.wait(name_, now), core_.peer_sign_ins.wait(peer_, now));
  }
  void take(Clock::time_point now) {
    if (by_name_) core_.name_sign_ins.take(name_, now);
    if (by_peer_) core_.peer_sign_ins.take(peer_, now);
  }
  // It was right, and counts for nothing.
  void give_back() {
    if (by_name_) core_.name_sign_ins.give_back(name_);
    if (by_peer_) core_.peer_sign_ins.give_back(peer_);
  }

 private:
  ServerCore& core_;
  const std::string name_;
  const std::string peer_;
  bool by_name_ = true;
  bool by_peer_ = true;
};

}  // namespace

asio::awaitable<std::optional<Reply>> sign_in_person(ServerCore& core, std::string token,
                                                     std::string peer) {
  const auto now = Clock::now();
  SignIns* const people = core.gate->people();
  SignInTries tries(core, *people, token, peer);
  if (const auto wait = tries.wait(now)) {
    co_return try_later(*wait, "too many tried to sign in; wait a little");
  }
  tries.take(now);
  if (core.signing_in >= ServerCore::kMostSigningIn) {
    co_return try_later(std::chrono::seconds(1), "too many sign in at once; try again");
  }
  const Counted counted(core.signing_in);
  Wake wake(co_await asio::this_coro::executor);
  const auto answer = std::make_shared<SignInAnswer>();
  const bool added = core.pool.add([people, token, answer, done = wake.remote()] {
    if (auto signed_in = people->sign_in(token); !signed_in) answer->error = signed_in.error();
    answer->is_there = true;
    done();
  });
  if (!added) co_return problem_reply(503, "too many requests are waiting");
  const auto deadline = now + core.options.limits.request_time;
  while (!answer->is_there && Clock::now() < deadline) co_await wake.wait_until(deadline);
  if (!answer->is_there) co_return problem_reply(504, "the team's store took too long");
  if (!answer->error) {
    tries.give_back();
    co_return std::nullopt;
  }
  Reply reply = refused_sign_in(*answer->error);
  co_return reply;
}

}  // namespace clew::net
