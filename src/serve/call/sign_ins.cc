// SPDX-License-Identifier: MIT

#include "serve/call/sign_ins.h"

#include <atomic>
#include <vector>

#include "base/hash.h"
#include "engine/live/team_guest.h"
#include "serve/call/access.h"
#include "serve/call/secrets.h"

namespace clew {

struct SignIns::Person {
  explicit Person(std::shared_ptr<TeamGuest> signed_in)
      : guest(std::move(signed_in)),
        context{.files = guest->files(),
                .options = guest->options(),
                .allow_drive = false,
                .services = guest->services(),
                .writes = nullptr,
                .store = nullptr,
                .person = guest->person(),
                .is_out = &is_out} {}

  std::shared_ptr<TeamGuest> guest;
  std::atomic<bool> is_out = false;
  ServeContext context;
  Clock::time_point last_used = Clock::now();
  Clock::time_point asked = Clock::now();  // when the store last let them in
};

SignIns::Known SignIns::known_token(std::string_view token, Clock::time_point now) {
  const auto found = tokens_.find(hash_bytes(token));
  if (found == tokens_.end() || !same_secret(found->second.text, token) ||
      now >= found->second.believed_until) {
    return {nullptr, std::string(token)};
  }
  const auto& person = found->second.person;
  person->last_used = now;
  return {std::shared_ptr<const ServeContext>(person, &person->context), {}};
}

SignIns::Known SignIns::by_token(std::string_view token) {
  const std::lock_guard lock(mutex_);
  return known_token(token, Clock::now());
}

bool SignIns::was_taken(std::string_view token) {
  const std::lock_guard lock(mutex_);
  const auto found = tokens_.find(hash_bytes(token));
  return found != tokens_.end() && same_secret(found->second.text, token);
}

bool SignIns::has_signed_in(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return names_.contains(name);
}

SignIns::Known SignIns::by_cookie(std::string_view cookie) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const auto found = cookies_.find(hash_bytes(cookie));
  if (found == cookies_.end() || !same_secret(found->second.text, cookie) ||
      now >= found->second.until) {
    return {};
  }
  found->second.until = now + kCookieLife;
  return known_token(found->second.token, now);
}

Result<void> SignIns::sign_in(std::string_view token) {
  const std::string name = TeamGuest::name_in(token);
  const auto address = TeamGuest::check(server_.files, server_.options, token);
  std::shared_ptr<Person> person;
  {
    const std::lock_guard lock(mutex_);
    if (!address) tokens_.erase(hash_bytes(token));
    if (const auto known = people_.find(name); known != people_.end()) person = known->second;
  }
  if (!address) return address.error();
  // With another secret than before everything is opened anew.
  if (person == nullptr || person->is_out || person->context.options.team != *address) {
    auto guest = TeamGuest::sign_in(server_.files, server_.options, token);
    if (!guest) return guest.error();
    person = std::make_shared<Person>(std::move(*guest));
  }
  std::vector<std::shared_ptr<Person>> gone;  // ends outside of the lock: that takes its time
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  sweep(now, gone);
  if (person->is_out) {
    return Error{ErrorCode::kBusy, "the secret is being changed; try again"};
  }
  if (people_.size() >= kMostPeople && !people_.contains(name)) {
    return Error{ErrorCode::kBusy, "too many people are signed in here; try again later"};
  }
  if (auto& known = people_[name]; known != person) {
    if (known != nullptr) {
      put_out(known);
      gone.push_back(std::move(known));
    }
    known = person;
  }
  person->asked = now;
  if (names_.size() < kMostNames) names_.insert(name);
  tokens_[hash_bytes(token)] = {std::string(token), person, now + kBelieved};
  return {};
}

// Whatever they still hold: connections look at it, and no token leads to them any more.
void SignIns::put_out(const std::shared_ptr<Person>& person) {
  person->is_out = true;
  std::erase_if(tokens_, [&](const auto& one) { return one.second.person == person; });
}

void SignIns::ask_again() {
  std::vector<std::shared_ptr<Person>> due;
  std::vector<std::shared_ptr<Person>> gone;  // ends outside of the lock
  {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    sweep(now, gone);
    for (const auto& [name, person] : people_) {
      if (now - person->asked >= kBelieved) due.push_back(person);
    }
  }
  for (const std::shared_ptr<Person>& person : due) {
    const auto taken =
        TeamGuest::check(server_.files, server_.options, person->context.options.team);
    const std::lock_guard lock(mutex_);
    person->asked = Clock::now();
    // A store that is away says nothing of who may go on.
    if (taken || taken.error().code != ErrorCode::kInvalid) continue;
    put_out(person);
    const auto known = people_.find(person->context.person);
    if (known != people_.end() && known->second == person) people_.erase(known);
  }
}

// Whom nobody serves any more, and what cannot be used again. A token that has to be asked about
// again stays, to be told from a guess.
void SignIns::sweep(Clock::time_point now, std::vector<std::shared_ptr<Person>>& gone) {
  std::erase_if(cookies_, [now](const auto& one) { return now >= one.second.until; });
  std::erase_if(tokens_,
                [now](const auto& one) { return now - one.second.person->last_used >= kIdle; });
  for (auto one = people_.begin(); one != people_.end();) {
    const bool idle = one->second.use_count() == 1 && now - one->second->last_used >= kIdle;
    if (idle) gone.push_back(std::move(one->second));
    one = idle ? people_.erase(one) : std::next(one);
  }
}

Result<std::string> SignIns::make_cookie(std::string_view token) {
  auto secret = make_secret();
  if (!secret) return secret;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (known_token(token, now).context == nullptr) {
    return Error{ErrorCode::kInvalid, "nobody has signed in with this token"};
  }
  if (cookies_.size() >= kMostCookies) {
    return Error{ErrorCode::kBusy, "too many browsers are signed in here; try again later"};
  }
  cookies_[hash_bytes(*secret)] = {*secret, std::string(token), now + kCookieLife};
  return secret;
}

void SignIns::forget_cookie(std::string_view cookie) {
  const std::lock_guard lock(mutex_);
  const auto found = cookies_.find(hash_bytes(cookie));
  if (found != cookies_.end() && same_secret(found->second.text, cookie)) cookies_.erase(found);
}

}  // namespace clew
