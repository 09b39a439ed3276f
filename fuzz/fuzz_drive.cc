// SPDX-License-Identifier: MIT
//
// What a running claude prints, in any pieces: the lines, the control lines and the messages made
// of them. The first byte says how large the pieces are.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "drive/line_buffer.h"
#include "drive/stream_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clew;
  if (size == 0) return 0;
  const std::size_t piece = std::size_t{data[0]} + 1;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::size_t kMaxLine = 1 << 16;
  LineBuffer lines(kMaxLine);
  StreamReader reader(1 << 16);  // small, so that old lines are forgotten
  std::size_t seen = 0;
  const auto visit = [&](const LineBuffer::Line& line) {
    seen += line.length;
    if (line.too_long != (line.length > kMaxLine)) std::abort();
    if (line.too_long) return;
    reader.read(
        line.text,
        [](const drive::Event& event) {
          const auto* update = std::get_if<drive::MessageUpdate>(&event.what);
          if (update != nullptr && update->message.entries.empty()) std::abort();
        },
        [](const StreamReader::Control&) {});
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    lines.add(bytes.substr(at, piece), visit);
  lines.finish(visit);
  if (seen > bytes.size()) std::abort();
  return 0;
}
