// SPDX-License-Identifier: MIT
#include "os/tcp_table.h"

#include <charconv>

namespace clew {
namespace {

constexpr std::string_view kOpen = "01";  // TCP_ESTABLISHED

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == line.npos) return {};
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace

std::optional<std::uint32_t> find_tcp_user(std::string_view table, std::string_view local,
                                           std::string_view remote) {
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(line.size() < table.size() ? line.size() + 1 : line.size());
    next_word(line);  // its number
    if (next_word(line) != local || next_word(line) != remote || next_word(line) != kOpen) continue;
    for (int i = 0; i < 3; ++i) next_word(line);  // queues, timer, retransmits
    const std::string_view word = next_word(line);
    std::uint32_t user = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), user);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return user;
  }
  return std::nullopt;
}

}  // namespace clew
