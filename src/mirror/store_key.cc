// SPDX-License-Identifier: MIT
#include "mirror/store_key.h"

#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/hex_digit.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr std::size_t kLongestName = 180;  // with endings and temporary names below 255
constexpr std::size_t kKeptOfLong = 100;
constexpr std::string_view kCutMark = "%~";

bool is_plain_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

Result<void> check_part(std::string_view what, std::string_view part) {
  const auto invalid = [what](std::string_view why) {
    return Error{ErrorCode::kInvalid, fmt::format("{} {}", what, why)};
  };
  if (part.empty()) return invalid("is empty");
  if (part.size() > kLongestPart) return invalid("has more than 1,024 bytes");
  if (!is_valid_utf8(part)) return invalid("is not UTF-8");
  return {};
}

}  // namespace

PlainName name_of_part(std::string_view part) {
  std::string name;
  for (const char c : part) {
    if (is_plain_byte(c)) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  if (name.empty()) name = "%";
  if (name.size() > kLongestName) {
    const Hash128 hash = hash_bytes_128(part);
    name.resize(kKeptOfLong);
    name += fmt::format("{}{:016x}{:016x}", kCutMark, hash.high, hash.low);
  }
  return *PlainName::from(name);
}

std::optional<std::string> part_of_name(std::string_view name) {
  if (name == "%") return std::string();
  std::string part;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '%') {
      part += name[i];
      continue;
    }
    if (i + 2 >= name.size()) return std::nullopt;
    const int high = hex_digit(name[i + 1]);
    const int low = hex_digit(name[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    part += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (name_of_part(part) != name) return std::nullopt;
  return part;
}

StoreKey::StoreKey(std::string_view project, std::string_view session)
    : project_(project),
      session_(session),
      project_name_(name_of_part(project)),
      session_name_(name_of_part(session)) {}

Result<StoreKey> StoreKey::check(std::string_view project, std::string_view session) {
  if (auto good = check_part("the project's key", project); !good) return good.error();
  if (auto good = check_part("the session's id", session); !good) return good.error();
  return StoreKey(project, session);
}

Result<PlainName> check_project(std::string_view project) {
  if (auto good = check_part("the project's key", project); !good) return good.error();
  return name_of_part(project);
}

Result<TranscriptKey> TranscriptKey::check(StoreKey session, std::string_view subpath) {
  if (auto good = check_part("the subpath", subpath); !good) return good.error();
  TranscriptKey key(std::move(session));
  key.subpath_ = subpath;
  for (std::string_view rest = subpath;;) {
    const std::size_t slash = rest.find('/');
    key.steps_.push_back(name_of_part(rest.substr(0, slash)));
    if (slash == rest.npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (key.steps_.size() > kDeepestSubpath) {
    return Error{ErrorCode::kInvalid,
                 fmt::format("the subpath has more than {} steps", kDeepestSubpath)};
  }
  return key;
}

}  // namespace clew
