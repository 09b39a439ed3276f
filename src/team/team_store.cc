// SPDX-License-Identifier: MIT
#include "team/team_store.h"

#include <sodium.h>
#include <utility>

namespace clew {
namespace {

// 192 bits of chance.
std::string make_secret() {
  static const int kReady = ::sodium_init();
  static_cast<void>(kReady);
  unsigned char bytes[24];
  ::randombytes_buf(bytes, sizeof bytes);
  char text[sizeof bytes * 2];
  ::sodium_bin2base64(text, sizeof text, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return text;
}

Result<PgConnection> open_checked(const TeamAddress& address, StoreState& state) {
  auto connection = PgConnection::open(address);
  if (!connection) return connection.error();
  auto read = read_store_state(*connection);
  if (!read) return with_context("the team's store " + address.text(), read.error());
  state = std::move(*read);
  if (auto good = check_schema(state); !good) {
    return with_context("the team's store " + address.text(), good.error());
  }
  return connection;
}

TimeMs time_at(const PgRows& rows, int row, int column) {
  return rows.is_null(row, column) ? kNoTime : rows.number(row, column);
}

}  // namespace

Result<std::shared_ptr<TeamStore>> TeamStore::open(const TeamAddress& address) {
  StoreState state;
  auto connection = open_checked(address, state);
  if (!connection) return connection.error();
  const std::string person = connection->person();
  std::shared_ptr<TeamStore> store(new TeamStore(address, std::move(state), person));
  store->open_ = 1;
  store->idle_.push_back(std::move(*connection));
  return store;
}

Result<TeamStore::Lease> TeamStore::connection() {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return !idle_.empty() || open_ < kMostConnections; });
  while (!idle_.empty()) {
    PgConnection one = std::move(idle_.back());
    idle_.pop_back();
    if (one.is_open()) return Lease(*this, std::move(one));
    --open_;
  }
  ++open_;
  lock.unlock();
  StoreState state;
  auto made = open_checked(address_, state);
  if (made) return Lease(*this, std::move(*made));
  lock.lock();
  --open_;
  freed_.notify_one();
  return made.error();
}

TeamStore::Lease::~Lease() {
  if (store_ != nullptr) store_->give_back(std::move(connection_));
}

void TeamStore::give_back(PgConnection connection) {
  const std::lock_guard lock(mutex_);
  if (connection.is_open()) {
    idle_.push_back(std::move(connection));
  } else {
    --open_;
  }
  freed_.notify_one();
}

Result<std::vector<TeamPerson>> TeamStore::people() {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "SELECT name, scopes, (extract(epoch FROM invited) * 1000)::int8, "
      "(extract(epoch FROM revoked) * 1000)::int8 FROM clew.people ORDER BY name");
  if (!rows) return rows.error();
  std::vector<TeamPerson> all;
  all.reserve(static_cast<std::size_t>(rows->size()));
  for (int i = 0; i < rows->size(); ++i) {
    all.push_back({std::string(rows->text(i, 0)), rows->texts(i, 1), time_at(*rows, i, 2),
                   time_at(*rows, i, 3)});
  }
  return all;
}

Result<TeamAddress> TeamStore::invite(const std::string& name,
                                      const std::vector<std::string>& scopes) {
  auto lease = connection();
  if (!lease) return lease.error();
  const std::string secret = make_secret();
  auto verifier = (*lease)->password_verifier(name, secret);
  if (!verifier) return verifier.error();
  auto done = (*lease)->run("SELECT clew.invite($1, $2, $3)",
                            PgParams().text(name).text(*verifier).texts(scopes));
  if (!done) return done.error();
  return address_.as(name, secret);
}

Result<void> TeamStore::revoke(const std::string& name) {
  auto lease = connection();
  if (!lease) return lease.error();
  return (*lease)->run("SELECT clew.revoke($1)", PgParams().text(name));
}

Result<std::vector<TeamBudget>> TeamStore::budgets() {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "SELECT kind, name, micro_usd FROM clew.budgets ORDER BY kind = 'team' DESC, kind, name");
  if (!rows) return rows.error();
  std::vector<TeamBudget> all;
  for (int i = 0; i < rows->size(); ++i) {
    all.push_back(
        {std::string(rows->text(i, 0)), std::string(rows->text(i, 1)), rows->number(i, 2)});
  }
  return all;
}

Result<void> TeamStore::set_budget(const TeamBudget& budget) {
  auto lease = connection();
  if (!lease) return lease.error();
  return (*lease)->run("SELECT clew.set_budget($1, $2, $3)",
                       PgParams().text(budget.kind).text(budget.name).number(budget.micro_usd));
}

Result<std::string> TeamStore::page() {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query("SELECT page FROM clew.store");
  if (!rows) return rows.error();
  return std::string(rows->size() == 0 ? std::string_view() : rows->text(0, 0));
}

Result<void> TeamStore::set_page(const std::string& page) {
  auto lease = connection();
  if (!lease) return lease.error();
  return (*lease)->run("SELECT clew.set_page($1)", PgParams().text(page));
}

Result<bool> TeamStore::audit() {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query("SELECT audit FROM clew.store");
  if (!rows) return rows.error();
  return rows->size() > 0 && rows->flag(0, 0);
}

Result<void> TeamStore::set_audit(bool wanted) {
  auto lease = connection();
  if (!lease) return lease.error();
  return (*lease)->run("SELECT clew.set_audit($1::int8 <> 0)", PgParams().number(wanted ? 1 : 0));
}

Result<std::vector<std::string>> TeamStore::visible_sessions() {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query("SELECT DISTINCT session FROM clew.files");
  if (!rows) return rows.error();
  std::vector<std::string> all;
  for (int i = 0; i < rows->size(); ++i) all.emplace_back(rows->text(i, 0));
  return all;
}

Result<std::vector<SentProject>> TeamStore::sent(const std::string& machine) {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "SELECT p.id, p.machine, p.root, p.key, p.folder, p.remote, p.visibility, "
      "  ARRAY(SELECT r.person FROM clew.readers r WHERE r.project_id = p.id ORDER BY 1), "
      "  count(DISTINCT f.session), count(DISTINCT f.id), coalesce(sum(v.size), 0)::int8, "
      "  (extract(epoch FROM max(v.changed_at)) * 1000)::int8 "
      "FROM clew.projects p LEFT JOIN clew.files f ON f.project_id = p.id "
      "LEFT JOIN clew.versions v ON v.file_id = f.id "
      "WHERE p.owner = session_user AND p.machine = $1 GROUP BY p.id ORDER BY p.folder, p.root",
      PgParams().text(machine));
  if (!rows) return rows.error();
  std::vector<SentProject> all;
  for (int i = 0; i < rows->size(); ++i) {
    SentProject one;
    one.project = {.id = rows->number(i, 0),
                   .owner = person_,
                   .machine = std::string(rows->text(i, 1)),
                   .root = std::string(rows->text(i, 2)),
                   .key = std::string(rows->text(i, 3)),
                   .folder = std::string(rows->text(i, 4)),
                   .remote = std::string(rows->text(i, 5)),
                   .below = {},
                   .visibility = std::string(rows->text(i, 6))};
    one.readers = rows->texts(i, 7);
    one.sessions = rows->number(i, 8);
    one.files = rows->number(i, 9);
    one.bytes = rows->number(i, 10);
    one.last = time_at(*rows, i, 11);
    all.push_back(std::move(one));
  }
  return all;
}

Result<std::vector<StoredSum>> TeamStore::stored_sessions(const std::string& machine) {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "SELECT p.root, p.key, f.session, count(DISTINCT f.id), coalesce(sum(v.size), 0)::int8 "
      "FROM clew.projects p JOIN clew.files f ON f.project_id = p.id "
      "JOIN clew.versions v ON v.file_id = f.id "
      "WHERE p.owner = session_user AND p.machine = $1 GROUP BY 1, 2, 3",
      PgParams().text(machine));
  if (!rows) return rows.error();
  std::vector<StoredSum> all;
  all.reserve(static_cast<std::size_t>(rows->size()));
  for (int i = 0; i < rows->size(); ++i) {
    all.push_back({std::string(rows->text(i, 0)), std::string(rows->text(i, 1)),
                   std::string(rows->text(i, 2)), rows->number(i, 3), rows->number(i, 4)});
  }
  return all;
}

Result<std::int64_t> TeamStore::remove_session(const std::string& machine,
                                               const std::string& session) {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "WITH gone AS (DELETE FROM clew.files f USING clew.projects p WHERE p.id = f.project_id "
      "AND p.owner = session_user AND p.machine = $1 AND f.session = $2 RETURNING f.id) "
      "SELECT count(*) FROM gone",
      PgParams().text(machine).text(session));
  if (!rows) return rows.error();
  return rows->number(0, 0);
}

Result<std::int64_t> TeamStore::remove_project(const std::string& machine, const std::string& root,
                                               const std::string& key) {
  auto lease = connection();
  if (!lease) return lease.error();
  const auto rows = (*lease)->query(
      "WITH mine AS (SELECT id FROM clew.projects WHERE owner = session_user AND machine = $1 "
      "AND root = $2 AND key = $3), "
      "counted AS (SELECT count(*) AS n FROM clew.files WHERE project_id IN (SELECT id FROM "
      "mine)), "
      "gone AS (DELETE FROM clew.projects WHERE id IN (SELECT id FROM mine) RETURNING id) "
      "SELECT (SELECT n FROM counted), (SELECT count(*) FROM gone)",
      PgParams().text(machine).text(root).text(key));
  if (!rows) return rows.error();
  return rows->number(0, 0);
}

}  // namespace clew
