// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "export/exported.h"

namespace clew {

struct SentSpans {
  std::string url;
  std::int64_t spans = 0;
};

// Sends the spans of a session by OTLP/HTTP in JSON, in requests that every collector takes. A busy
// collector is asked again, a few times. `url` may leave out the path: /v1/traces.
Result<SentSpans> send_to_endpoint(const Exported& exported, const std::string& url);

}  // namespace clew
