// SPDX-License-Identifier: MIT
#include "jsonl/line_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace clew {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\0'; }

}  // namespace

const char* last_newline(const char* data, size_t size) {
  if (size == 0) return nullptr;  // `data` may be null
#ifdef __GLIBC__
  return static_cast<const char*>(::memrchr(data, '\n', size));
#else
  while (size > 0 && data[size - 1] != '\n') --size;
  return size > 0 ? data + size - 1 : nullptr;
#endif
}

LineOptions sane(LineOptions options) {
  // Far above any file, far below overflow.
  constexpr int64_t kHuge = int64_t{1} << 48;
  options.start = std::max<int64_t>(options.start, 0);
  options.block_size = std::clamp<size_t>(options.block_size, 1, 1 << 30);
  options.max_line = std::clamp<int64_t>(options.max_line, 0, kHuge);
  return options;
}

Line make_line(std::string_view raw, int64_t offset, bool terminated) {
  Line line;
  line.terminated = terminated;
  if (terminated && !raw.empty() && raw.back() == '\r') raw.remove_suffix(1);
  if (offset == 0 && raw.starts_with(kByteOrderMark)) {
    line.bom = true;
    raw.remove_prefix(kByteOrderMark.size());
    offset += static_cast<int64_t>(kByteOrderMark.size());
  }
  while (!raw.empty() && raw.front() == '\0') {
    raw.remove_prefix(1);
    ++offset;
  }
  while (!raw.empty() && raw.back() == '\0') raw.remove_suffix(1);
  line.offset = offset;
  line.length = static_cast<int64_t>(raw.size());
  line.text = raw;
  return line;
}

bool is_blank_line(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_blank_byte);
}

Result<Line> make_long_line(const RandomAccessFile& file, int64_t begin, int64_t end,
                            bool terminated) {
  // Mostly one small read at each end; a long run of NUL bytes takes more of them. Should the file
  // shrink under us, the extent known so far stands.
  std::array<char, 4096> bytes;
  const auto read = [&](int64_t from, int64_t to) -> Result<std::string_view> {
    const auto want = static_cast<size_t>(to - from);
    size_t done = 0;
    while (done < want) {
      auto count = file.read_at(from + static_cast<int64_t>(done),
                                std::span(bytes.data() + done, want - done));
      if (!count) return count.error();
      if (*count == 0) break;
      done += *count;
    }
    return std::string_view(bytes.data(), done);
  };
  constexpr auto kStep = static_cast<int64_t>(bytes.size());

  Line line;
  line.too_long = true;
  line.terminated = terminated;
  if (terminated && end > begin) {
    auto last = read(end - 1, end);
    if (!last) return last.error();
    if (*last == "\r") --end;
  }
  if (begin == 0) {
    auto first = read(0, std::min<int64_t>(end, 3));
    if (!first) return first.error();
    if (*first == kByteOrderMark) {
      line.bom = true;
      begin = 3;
    }
  }
  while (begin < end) {
    auto head = read(begin, std::min(begin + kStep, end));
    if (!head) return head.error();
    const size_t nuls = std::min(head->find_first_not_of('\0'), head->size());
    begin += static_cast<int64_t>(nuls);
    if (nuls == 0 || nuls < head->size()) break;
  }
  while (begin < end) {
    const int64_t from = std::max(begin, end - kStep);
    auto tail = read(from, end);
    if (!tail) return tail.error();
    if (static_cast<int64_t>(tail->size()) < end - from) break;
    const size_t last = tail->find_last_not_of('\0');
    end = from + static_cast<int64_t>(last + 1);  // npos + 1 == 0
    if (last != std::string_view::npos) break;
  }
  line.offset = begin;
  line.length = end - begin;
  return line;
}

}  // namespace clew
