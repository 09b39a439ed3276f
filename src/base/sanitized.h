// SPDX-License-Identifier: MIT
//
// Whether this is built with a sanitizer, which takes more time and memory: for tests that measure.
#pragma once

#if defined(__has_feature)  // clang
#define CLEW_THREAD_SANITIZED __has_feature(thread_sanitizer)
#define CLEW_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#if defined(__SANITIZE_THREAD__)
#define CLEW_THREAD_SANITIZED 1
#else
#define CLEW_THREAD_SANITIZED 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CLEW_SANITIZED 1
#else
#define CLEW_SANITIZED 0
#endif
#endif

namespace clew {

inline constexpr bool kThreadSanitized = CLEW_THREAD_SANITIZED != 0;
inline constexpr bool kSanitized = CLEW_SANITIZED != 0;

}  // namespace clew
