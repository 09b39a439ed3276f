// SPDX-License-Identifier: MIT
#include "os/temporary_name.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unistd.h>

#include "base/hash.h"
#include "base/uuid.h"
#include "os/process_probe.h"

namespace clew {
namespace {

constexpr std::size_t kUuidSize = 36;
constexpr std::size_t kMarkSize = 8;
constexpr std::string_view kHexDigits = "0123456789abcdef";

// Where numbers of processes mean what they mean here: this machine, and this container on it.
const std::string& machine_mark() {
  static const std::string mark = [] {
    char host[256] = {};
    static_cast<void>(::gethostname(host, sizeof host - 1));
    std::uint64_t hash = hash_bytes(std::string(host) + "/" + RealProcessProbe().number_space());
    std::string text;
    for (std::size_t i = 0; i < kMarkSize; ++i, hash >>= 4U) text += kHexDigits[hash & 15U];
    return text;
  }();
  return mark;
}

// "<mark>-<process>-<uuid>"
struct TemporaryOwner {
  std::string_view machine;
  std::int64_t process = 0;
};

std::optional<TemporaryOwner> owner_in(std::string_view rest) {
  if (rest.size() < kMarkSize + 3 + kUuidSize || !is_uuid(rest.substr(rest.size() - kUuidSize)))
    return std::nullopt;
  TemporaryOwner owner{.machine = rest.substr(0, kMarkSize)};
  std::string_view number = rest.substr(kMarkSize, rest.size() - kMarkSize - kUuidSize);
  if (owner.machine.find_first_not_of(kHexDigits) != std::string_view::npos) return std::nullopt;
  if (!number.starts_with('-') || !number.ends_with('-')) return std::nullopt;
  number = number.substr(1, number.size() - 2);
  const char* end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, owner.process);
  if (read.ec != std::errc() || read.ptr != end || owner.process <= 0) return std::nullopt;
  return owner;
}

// What mkstemp() makes of six X.
bool is_made_by_mkstemp(std::string_view rest) {
  constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return rest.size() == 6 && rest.find_first_not_of(kDigits) == std::string_view::npos;
}

}  // namespace

PlainName temporary_name() {
  return *PlainName::from(std::string(kTemporaryPrefix) + machine_mark() + "-" +
                          std::to_string(::getpid()) + "-" + make_uuid());
}

bool is_temporary_name(std::string_view name) {
  if (!name.starts_with(kTemporaryPrefix)) return false;
  const std::string_view rest = name.substr(kTemporaryPrefix.size());
  return is_uuid(rest) || is_made_by_mkstemp(rest) || owner_in(rest).has_value();
}

bool is_left_behind(std::string_view name, const FileInfo& info, TimeMs now) {
  if (!is_temporary_name(name)) return false;
  const auto owner = owner_in(name.substr(kTemporaryPrefix.size()));
  if (owner && owner->machine == machine_mark()) {
    if (!RealProcessProbe().is_alive(owner->process)) return true;
  }
  // A file that gets the time of its original is changed all the same.
  const TimeMs age = now - std::max(info.mtime_ns, info.ctime_ns) / 1'000'000;
  return age > (info.kind == FileKind::kRegular ? 5 * kMinuteMs : 60 * kMinuteMs);
}

}  // namespace clew
