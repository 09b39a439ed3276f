// SPDX-License-Identifier: MIT
//
// A team's store, opened as one person: connections for any number of threads, who is in the team,
// and what this person has in it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "team/migrations.h"
#include "team/pg_connection.h"
#include "team/team_address.h"

namespace clew {

struct TeamPerson {
  std::string name{};
  std::vector<std::string> scopes{};  // read, push, admin
  TimeMs invited = kNoTime;
  TimeMs revoked = kNoTime;
};

// A project that somebody shares from one machine.
struct TeamProject {
  std::int64_t id = 0;
  std::string owner{};
  std::string machine{};
  std::string root{};        // as that machine names it
  std::string key{};         // of the project's folder below it
  std::string folder{};      // that sessions were recorded in
  std::string remote{};      // "github.com/ada/orchard"; empty: none
  std::string below{};       // where the folder lies in that repository
  std::string visibility{};  // mine, team, named
  std::int64_t generation = 0;
};

// What this person has in the store, of one project.
struct SentProject {
  TeamProject project{};
  std::vector<std::string> readers{};
  std::int64_t sessions = 0;
  std::int64_t files = 0;
  std::int64_t bytes = 0;  // of files
  TimeMs last = kNoTime;
};

// How much of one session is stored from one place.
struct StoredSum {
  std::string root{};
  std::string key{};
  std::string session{};
  std::int64_t files = 0;
  std::int64_t bytes = 0;
};

// What a month may cost.
struct TeamBudget {
  std::string kind{};  // team, person, repository
  std::string name{};  // empty for the team
  std::int64_t micro_usd = 0;
};

class TeamStore {
 public:
  // Connects, and checks that both sides know each other's schema.
  static Result<std::shared_ptr<TeamStore>> open(const TeamAddress& address);

  const TeamAddress& address() const { return address_; }
  const std::string& id() const { return state_.id; }  // of the store, wherever it moves
  const std::string& person() const { return person_; }

  // A connection that goes back when it is let go. Waits while all are in use.
  class Lease {
   public:
    Lease(TeamStore& store, PgConnection connection)
        : store_(&store), connection_(std::move(connection)) {}
    ~Lease();
    Lease(Lease&& other) noexcept
        : store_(std::exchange(other.store_, nullptr)), connection_(std::move(other.connection_)) {}
    PgConnection& operator*() { return connection_; }
    PgConnection* operator->() { return &connection_; }

   private:
    TeamStore* store_;
    PgConnection connection_;
  };
  Result<Lease> connection();

  Result<std::vector<TeamPerson>> people();
  // A new secret for a new or known person; answers with the address that lets them in. The store
  // has no more of it than its SCRAM verifier.
  Result<TeamAddress> invite(const std::string& name, const std::vector<std::string>& scopes);
  Result<void> revoke(const std::string& name);

  Result<std::vector<TeamBudget>> budgets();
  Result<void> set_budget(const TeamBudget& budget);  // of 0: there is none any more
  // Where a server shows the team's sessions; empty: nobody said.
  Result<std::string> page();
  Result<void> set_page(const std::string& page);
  // Whether who reads what is written down.
  Result<bool> audit();
  Result<void> set_audit(bool wanted);

  // The ids of all sessions that this person may see.
  Result<std::vector<std::string>> visible_sessions();
  Result<std::vector<SentProject>> sent(const std::string& machine);
  Result<std::vector<StoredSum>> stored_sessions(const std::string& machine);
  // What of this person's session is stored by this machine goes; how many files that were.
  Result<std::int64_t> remove_session(const std::string& machine, const std::string& session);
  Result<std::int64_t> remove_project(const std::string& machine, const std::string& root,
                                      const std::string& key);

 private:
  TeamStore(TeamAddress address, StoreState state, std::string person)
      : address_(std::move(address)), state_(std::move(state)), person_(std::move(person)) {}
  void give_back(PgConnection connection);

  static constexpr int kMostConnections = 8;

  const TeamAddress address_;
  const StoreState state_;
  const std::string person_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable freed_;
  std::vector<PgConnection> idle_;
  int open_ = 0;
};

}  // namespace clew
