// SPDX-License-Identifier: MIT
//
// The one running server of a user: a lock that says it runs, files that say where, and the
// secrets. All in a folder that only the user can enter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace clew {

// Where a server can be reached; what `clew serve --json` prints.
struct ServerAddress {
  std::string url;   // "http://127.0.0.1:7373"
  std::string link;  // with the token, for a browser
  std::string token;
  std::string socket;  // of the unix socket
  std::int64_t pid = 0;
  std::string rsocket = {};  // "tcp://127.0.0.1:7374"; empty: not served

  std::string to_json() const;
  static std::optional<ServerAddress> from_json(std::string_view text);
};

class Instance {
 public:
  // Takes the lock in `folder`, which is made when missing. kBusy when a server runs already: then
  // `running` says where, if it can be found out.
  static Result<Instance> start(const std::string& folder, std::optional<ServerAddress>& running);
  ~Instance();
  Instance(Instance&& other) noexcept;
  Instance& operator=(Instance&&) = delete;

  const std::string& token() const { return token_; }
  const std::string& cookie() const { return cookie_; }
  std::string socket_path() const;
  // The files that say that a server runs, which must not stay behind.
  std::vector<std::string> leftovers() const;

  // Tells others where the server is.
  Result<void> announce(const ServerAddress& address);

 private:
  Instance() = default;
  std::string folder_;
  std::string token_;
  std::string cookie_;
  int lock_ = -1;
};

// Of the unix socket in that folder.
std::string socket_path_in(const std::string& folder);

// $XDG_RUNTIME_DIR/clew; `fallback` where there is no such folder.
std::string instance_folder(const std::string& fallback);

}  // namespace clew
