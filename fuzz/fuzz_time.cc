// SPDX-License-Identifier: MIT
// Any bytes as a time: what is read can be written, and read again to the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/time.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto time = clew::parse_time({reinterpret_cast<const char*>(data), size});
  if (!time) return 0;
  if (clew::parse_time(clew::format_iso(*time)) != time) std::abort();
  static_cast<void>(clew::format_local(*time));
  static_cast<void>(clew::relative_time(*time, 0));
  static_cast<void>(clew::format_duration(*time));
  return 0;
}
