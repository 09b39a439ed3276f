// SPDX-License-Identifier: MIT

#include "serve/call/login_codes.h"

#include "serve/call/access.h"
#include "serve/call/secrets.h"

namespace clew {

Result<std::string> LoginCodes::make(Clock::time_point now) {
  auto secret = make_secret();
  if (!secret) return secret;
  const std::lock_guard lock(mutex_);
  std::erase_if(codes_, [now](const Code& code) { return code.until <= now; });
  if (codes_.size() >= kMost) codes_.erase(codes_.begin());
  codes_.push_back({*secret, now + kLifetime});
  return secret;
}

bool LoginCodes::redeem(std::string_view code, Clock::time_point now,
                        const std::function<bool()>& is_own_user) {
  const std::lock_guard lock(mutex_);
  std::erase_if(codes_, [now](const Code& one) { return one.until <= now; });
  for (auto one = codes_.begin(); one != codes_.end(); ++one) {
    if (!same_secret(code, one->secret)) continue;
    if (!is_own_user()) return false;
    codes_.erase(one);
    return true;
  }
  return false;
}

}  // namespace clew
