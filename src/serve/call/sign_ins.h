// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/call/message_channel.h"

namespace clew {

// Who has signed in to a server that reads a team's store for several people. Each person gets a
// context of their own, which knows nothing of the others'. A token is believed for a while after
// the store took it, and then asked about again, also where nobody asks for anything but holds a
// connection open: so who was revoked, or uses a secret that was changed, is out soon. Nothing of
// it outlives the server. Thread-safe.
class SignIns {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kBelieved{2};   // a token, before it is asked about again
  static constexpr std::chrono::minutes kIdle{15};      // then what a person had open is closed
  static constexpr std::chrono::hours kCookieLife{12};  // since it was last used
  static constexpr std::size_t kMostPeople = 256;
  static constexpr std::size_t kMostCookies = 4096;
  static constexpr std::size_t kMostNames = 4096;

  // `server`: its files, and where the store is. Borrowed.
  explicit SignIns(const ServeContext& server) : server_(server) {}

  struct Known {
    std::shared_ptr<const ServeContext> context;  // null: not known, or not any more
    std::string token;                            // then: what sign_in() may be asked about
  };
  // All are quick.
  Known by_token(std::string_view token);
  Known by_cookie(std::string_view cookie);
  // Whether this token was taken before, or another one of the same name: then it is no guess.
  bool was_taken(std::string_view token);
  bool has_signed_in(const std::string& name);

  // Asks the store about a token, which takes its time; after that by_token() knows it.
  // kInvalid: the store does not let them in.
  Result<void> sign_in(std::string_view token);

  // Asks the store about all whose tokens were not asked about for a while. Takes its time.
  void ask_again();

  // A cookie for a token that is known; nothing when it is not.
  Result<std::string> make_cookie(std::string_view token);
  void forget_cookie(std::string_view cookie);

 private:
  struct Person;
  struct Token {
    std::string text;
    std::shared_ptr<Person> person;
    Clock::time_point believed_until;
  };
  struct Cookie {
    std::string text;
    std::string token;
    Clock::time_point until;
  };
  using Tokens = std::map<std::uint64_t, Token>;

  Known known_token(std::string_view token, Clock::time_point now);
  void sweep(Clock::time_point now, std::vector<std::shared_ptr<Person>>& gone);
  void put_out(const std::shared_ptr<Person>& person);

  const ServeContext& server_;
  std::mutex mutex_;                                       // guards what follows
  std::map<std::string, std::shared_ptr<Person>> people_;  // by name
  std::set<std::string> names_;                            // that ever signed in here
  Tokens tokens_;                                          // by hash
  std::map<std::uint64_t, Cookie> cookies_;                // by hash
};

}  // namespace clew
