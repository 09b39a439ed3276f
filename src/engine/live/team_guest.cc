// SPDX-License-Identifier: MIT

#include "engine/live/team_guest.h"

#include <chrono>
#include <utility>

#include "base/text.h"
#include "os/paths.h"
#include "team/team_address.h"
#include "team/team_store.h"

namespace clew {
namespace {

struct TokenParts {
  std::string name;
  std::string secret;
};

TokenParts parts_of(std::string_view token) {
  token = trim(token);
  if (terminal_safe(token) != token) return {};
  if (token.starts_with("postgres://") || token.starts_with("postgresql://")) {
    const auto address = TeamAddress::parse(token);
    if (!address || !address->has_password()) return {};
    return {address->person(), address->parameters().at("password")};
  }
  const std::size_t colon = token.find(':');
  if (colon == token.npos) return {};
  return {std::string(token.substr(0, colon)), std::string(token.substr(colon + 1))};
}

Result<TeamAddress> address_of_guest(const FileSystem& disk, const EngineOptions& server,
                                     std::string_view token) {
  const TokenParts parts = parts_of(token);
  if (parts.name.empty() || parts.secret.empty()) {
    return Error{ErrorCode::kInvalid,
                 "this is no token of a team: it is NAME:SECRET, or the address that clew team "
                 "invite printed"};
  }
  auto store = find_team_address(disk, server.own.team(), server.team);
  if (!store) return store.error();
  return store->as(parts.name, parts.secret);
}

// Where PostgreSQL asks nobody for a secret (pg_hba.conf: trust, peer), everybody could sign in as
// everybody.
Result<void> check_secret_was_asked(TeamStore& store) {
  auto lease = store.connection();
  if (!lease) return lease.error();
  if ((*lease)->used_password()) return {};
  return Error{ErrorCode::kUnsupported,
               "the store lets people in without asking for their secret; a server for several "
               "people needs scram-sha-256 in its pg_hba.conf"};
}

std::uint64_t microseconds_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

}  // namespace

std::string TeamGuest::name_in(std::string_view token) { return parts_of(token).name; }

Result<std::string> TeamGuest::check(const FileSystem& disk, const EngineOptions& server,
                                     std::string_view token) {
  auto address = address_of_guest(disk, server, token);
  if (!address) return address.error();
  auto store = TeamStore::open(*address);
  if (!store) return store.error();
  if (auto asked = check_secret_was_asked(**store); !asked) return asked.error();
  return address->url();
}

Result<std::shared_ptr<TeamGuest>> TeamGuest::sign_in(DurableFileSystem& disk,
                                                      const EngineOptions& server,
                                                      std::string_view token) {
  if (auto good = check(disk, server, token); !good) return good.error();
  auto address = address_of_guest(disk, server, token);
  if (!address) return address.error();
  EngineOptions options;
  options.own.cache = server.own.cache;
  options.team = address->url();
  const std::string folder = resolve_path(options.own.cache, "team/" + address->key());
  std::shared_ptr<TeamGuest> guest(
      new TeamGuest(disk, address->person(), folder, std::move(options)));
  guest->services_.watch(guest->files_, guest->options_, [](EventBus& events, const auto& started) {
    if (started && events.subscribers() > 0) events.publish_resync("watching");
  });
  return guest;
}

TeamGuest::TeamGuest(DurableFileSystem& disk, std::string person, std::string folder,
                     EngineOptions options)
    : person_(std::move(person)),
      files_(disk, std::move(folder)),
      options_(std::move(options)),
      // Microseconds: numbers of the last run are older.
      services_({.first_sequence = microseconds_now()}) {}

}  // namespace clew
