// SPDX-License-Identifier: MIT
#include "team/team_address.h"

#include <memory>
#include <optional>

#include "base/hash.h"
#include "base/text.h"
#include "os/paths.h"
#include "os/private_file.h"
#include "team/pg_library.h"

namespace clew {
namespace {

constexpr std::int64_t kLongestAddress = 8192;

std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

bool is_url(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

// Whether both mean one store and one person, as far as they say.
bool is_same(const TeamAddress& a, const TeamAddress& b) {
  for (const char* name : {"user", "host", "port", "dbname"}) {
    const auto left = a.parameters().find(name);
    const auto right = b.parameters().find(name);
    const bool in_a = left != a.parameters().end();
    const bool in_b = right != b.parameters().end();
    if (in_a != in_b || (in_a && left->second != right->second)) return false;
  }
  return true;
}

std::optional<TeamAddress> known_address(const FileSystem& files, const std::string& file,
                                         std::optional<Error>& why) {
  if (const auto named = environment("CLEW_TEAM"); named && !named->empty()) {
    auto address = TeamAddress::parse(trim(*named));
    if (address) return std::move(*address);
    why = with_context("$CLEW_TEAM", address.error());
    return std::nullopt;
  }
  if (file.empty()) return std::nullopt;
  const auto text = read_file(files, file, kLongestAddress);
  if (!text) {
    if (text.error().code != ErrorCode::kNotFound) why = text.error();
    return std::nullopt;
  }
  if (others_may_read(file)) {
    why = Error{ErrorCode::kInvalid, file +
                                         " holds your secret, and others on this machine can read "
                                         "it: chmod 600 " +
                                         file};
    return std::nullopt;
  }
  auto address = TeamAddress::parse(trim(*text));
  if (address) return std::move(*address);
  why = with_context(file, address.error());
  return std::nullopt;
}

}  // namespace

Result<TeamAddress> TeamAddress::parse(std::string_view url) {
  const auto pq = PgLibrary::load();
  if (!pq) return pq.error();
  const Error mistake{
      ErrorCode::kInvalid,
      "this is no address of a store; one looks like postgres://NAME@HOST/DATABASE"};
  if (!is_url(url) || url.find('\0') != url.npos || std::ssize(url) > kLongestAddress) {
    return mistake;
  }
  char* complaint = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&::PQconninfoFree)> options(
      (*pq)->conninfo_parse(std::string(url).c_str(), &complaint), (*pq)->conninfo_free);
  if (complaint != nullptr) (*pq)->free_memory(complaint);
  if (options == nullptr) return mistake;
  TeamAddress address;
  for (const PQconninfoOption* one = options.get(); one->keyword != nullptr; ++one) {
    if (one->val != nullptr) address.parameters_[one->keyword] = one->val;
  }
  return address;
}

std::string TeamAddress::value(const std::string& name) const {
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? std::string() : found->second;
}

std::string TeamAddress::write(bool with_password) const {
  std::string out = "postgres://";
  if (const std::string user = value("user"); !user.empty()) {
    out += encoded(user);
    if (with_password && has_password()) out += ":" + encoded(value("password"));
    out += '@';
  }
  std::string rest;
  const std::string host = value("host");
  const bool plain_host = host.find_first_of("/,:") == host.npos;
  if (plain_host) {
    out += encoded(host);
    if (const std::string port = value("port"); !port.empty()) out += ":" + encoded(port);
  }
  out += "/" + encoded(value("dbname"));
  for (const auto& [name, text] : parameters_) {
    if (name == "user" || name == "password" || name == "dbname") continue;
    if (plain_host && (name == "host" || name == "port")) continue;
    rest += (rest.empty() ? "?" : "&") + name + "=" + encoded(text);
  }
  return out + rest;
}

std::string TeamAddress::text() const { return write(/*with_password=*/false); }
std::string TeamAddress::url() const { return write(/*with_password=*/true); }

TeamAddress TeamAddress::as(std::string_view person, std::string_view password) const {
  TeamAddress other = *this;
  other.parameters_["user"] = person;
  other.parameters_["password"] = password;
  other.parameters_.erase("passfile");
  return other;
}

std::string TeamAddress::key() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::uint64_t hash = hash_bytes(text());
  std::string out;
  for (int i = 0; i < 16; ++i, hash >>= 4) out += kDigits[hash & 15];
  return out;
}

bool is_team_root(std::string_view root) { return is_url(root) || root == kJoinedTeam; }

Result<TeamAddress> find_team_address(const FileSystem& files, const std::string& file,
                                      std::string_view root) {
  std::optional<Error> why;
  if (root == kJoinedTeam) {
    auto known = known_address(files, file, why);
    if (known) return std::move(*known);
    if (why) return *why;
    return Error{ErrorCode::kNotFound,
                 "this machine has joined no team; clew team join takes the address that `clew "
                 "team invite` printed"};
  }
  auto address = TeamAddress::parse(root);
  if (!address || address->has_password()) return address;
  const auto known = known_address(files, file, why);
  return known && known->has_password() && is_same(*address, *known) ? Result<TeamAddress>(*known)
                                                                     : std::move(address);
}

Result<void> join_team(WritableFileSystem& files, const std::string& file,
                       const TeamAddress& address) {
  if (auto made = files.create_directories(std::string(parent_path(file))); !made) return made;
  return files.write_file_atomic(file, address.url() + "\n");
}

}  // namespace clew
