// SPDX-License-Identifier: MIT

#include "serve/call/secrets.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/system_error.h"

namespace clew {
namespace {

constexpr std::size_t kSecretBytes = 32;

bool is_secret(std::string_view text) {
  return text.size() == 2 * kSecretBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// Nothing when the file is not as we would have made it.
std::string read_secret(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return {};
  std::string text(2 * kSecretBytes + 2, '\0');
  struct ::stat info {};
  const bool ours = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
                    info.st_uid == ::geteuid() && (info.st_mode & 077) == 0;
  const ssize_t size = ours ? ::read(fd, text.data(), text.size()) : -1;
  ::close(fd);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  if (text.ends_with('\n')) text.pop_back();
  return is_secret(text) ? text : std::string();
}

Result<void> write_secret(const std::string& path, const std::string& secret) {
  const std::string fresh = path + "." + std::to_string(::getpid());
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return system_error(errno, "create", fresh);
  const std::string line = secret + "\n";
  const bool written = ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int failure = errno;
  ::close(fd);
  if (written && std::rename(fresh.c_str(), path.c_str()) == 0) return {};
  const int number = written ? errno : failure;
  ::unlink(fresh.c_str());
  return system_error(number, "write", path);
}

}  // namespace

Result<std::string> make_secret() {
  std::array<unsigned char, kSecretBytes> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) {
    return system_error(errno, "read", "random bytes of the kernel");
  }
  std::string text;
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

Result<std::string> load_or_make_secret(const std::string& path) {
  if (std::string known = read_secret(path); !known.empty()) return known;
  auto secret = make_secret();
  if (!secret) return secret;
  if (auto written = write_secret(path, *secret); !written) return written.error();
  return secret;
}

Result<void> make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return system_error(errno, "create", path);
  }
  struct ::stat info {};
  if (::lstat(path.c_str(), &info) != 0) return system_error(errno, "look at", path);
  if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) {
    return Error{ErrorCode::kInvalid, path + " is not a folder of yours"};
  }
  if ((info.st_mode & 077) != 0 && ::chmod(path.c_str(), 0700) != 0) {
    return system_error(errno, "close to others", path);
  }
  return {};
}

}  // namespace clew
