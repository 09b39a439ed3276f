// SPDX-License-Identifier: MIT

#include "serve/net/instance.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/system_error.h"
#include "serve/call/secrets.h"

namespace clew {
namespace {

constexpr std::int64_t kMaxAddress = 1 << 16;

std::string address_file(const std::string& folder) { return join_path(folder, "serve.json"); }

}  // namespace

std::string ServerAddress::to_json() const {
  json::Writer out;
  out.begin_object().field("url", url).field("link", link).field("token", token);
  out.field("socket", socket).field("pid", pid);
  if (!rsocket.empty()) out.field("rsocket", rsocket);
  out.end_object();
  return out.take();
}

std::optional<ServerAddress> ServerAddress::from_json(std::string_view text) {
  json::Parser parser;
  const auto root = parser.parse_copy(text);
  if (!root || !(*root)["url"].is_string()) return std::nullopt;
  ServerAddress address;
  address.url = (*root)["url"].string_or("");
  address.link = (*root)["link"].string_or("");
  address.token = (*root)["token"].string_or("");
  address.socket = (*root)["socket"].string_or("");
  address.pid = (*root)["pid"].int_or(0);
  address.rsocket = (*root)["rsocket"].string_or("");
  return address;
}

std::string instance_folder(const std::string& fallback) {
  const auto runtime = environment("XDG_RUNTIME_DIR");
  if (!runtime || !runtime->starts_with('/')) return fallback;
  return join_path(*runtime, "clew");
}

Result<Instance> Instance::start(const std::string& folder, std::optional<ServerAddress>& running) {
  RealFileSystem files;
  if (auto made = files.create_directories(std::string(parent_path(folder))); !made) {
    return made.error();
  }
  if (auto made = make_private_folder(folder); !made) return made.error();
  Instance instance;
  instance.folder_ = folder;
  const std::string lock = join_path(folder, "serve.lock");
  instance.lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (instance.lock_ < 0) return system_error(errno, "open", lock);
  if (::flock(instance.lock_, LOCK_EX | LOCK_NB) != 0) {
    const int number = errno;
    ::close(std::exchange(instance.lock_, -1));
    if (number != EWOULDBLOCK) return system_error(number, "lock", lock);
    const auto text = read_file(files, address_file(folder), kMaxAddress);
    if (text) running = ServerAddress::from_json(*text);
    return Error{ErrorCode::kBusy, "clew serve is running already"};
  }
  auto token = load_or_make_secret(join_path(folder, "token"));
  if (!token) return token.error();
  auto cookie = load_or_make_secret(join_path(folder, "cookie"));
  if (!cookie) return cookie.error();
  instance.token_ = std::move(*token);
  instance.cookie_ = std::move(*cookie);
  return instance;
}

Instance::Instance(Instance&& other) noexcept
    : folder_(std::move(other.folder_)),
      token_(std::move(other.token_)),
      cookie_(std::move(other.cookie_)),
      lock_(std::exchange(other.lock_, -1)) {}

Instance::~Instance() {
  if (lock_ < 0) return;
  ::unlink(address_file(folder_).c_str());
  ::close(lock_);
}

std::string socket_path_in(const std::string& folder) { return join_path(folder, "api.sock"); }

std::string Instance::socket_path() const { return socket_path_in(folder_); }

std::vector<std::string> Instance::leftovers() const {
  return {socket_path(), address_file(folder_)};
}

Result<void> Instance::announce(const ServerAddress& address) {
  RealFileSystem files;
  return files.write_file_atomic(address_file(folder_), address.to_json() + "\n");
}

}  // namespace clew
