// SPDX-License-Identifier: MIT
// Any bytes as one JSON text in pieces: the stream reader takes what the parser takes, says the
// same of it, wherever it is cut, and what is made of it when condensed is JSON within the bounds.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/condensed.h"
#include "json/stream_reader.h"
#include "json/value.h"

namespace {

using clew::json::CondenseLimits;
using clew::json::Condenser;
using clew::json::Parser;
using clew::json::StreamReader;

void require(bool condition) {
  if (!condition) std::abort();
}

bool stream(std::string_view text, std::size_t size, Condenser& to) {
  StreamReader reader(to);
  while (!text.empty()) {
    const std::string piece(text.substr(0, size));
    text.remove_prefix(piece.size());
    if (!reader.feed(piece)) return false;
  }
  return reader.finish().has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = data[0] % 40 + 1U;
  Parser parser;
  auto whole = parser.parse_copy(text);

  Condenser all(CondenseLimits{.longest_text = 4 * size, .most = 8 * size});
  const bool taken = stream(text, piece, all);
  require(taken == whole.has_value());
  if (!taken) return 0;
  const std::string said = whole->to_json();
  // Keys and numbers beyond the bounds of the stream reader come cut.
  if (size < StreamReader::kLongestNumber) {
    auto again = parser.parse_copy(all.take());
    require(again.has_value() && again->to_json() == said);
  }

  constexpr std::size_t kMost = 200;
  Condenser few(CondenseLimits{.longest_text = 16, .most = kMost});
  require(stream(text, piece, few));
  const std::string small = few.take();
  require(small.size() < 2 * kMost + 7 * StreamReader::kLongestKey + 8 * clew::json::kMaxDepth);
  require(parser.parse_copy(small).has_value());
  return 0;
}
