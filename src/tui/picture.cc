// SPDX-License-Identifier: MIT
#include "tui/picture.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace clew::tui {
namespace {

constexpr std::size_t kMostData = 700'000;  // a terminal behind a slow line waits for all of it
constexpr std::size_t kChunk = 4096;        // of the protocol
constexpr int kMostRows = 20;
constexpr std::int64_t kMostPixels = 20'000;  // of a side

// Which row or column a cell shows is written as a mark above its placeholder: the protocol numbers
// marks in this order.
constexpr std::array<char16_t, 60> kNumbers = {
    0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c,
    0x350, 0x351, 0x352, 0x357, 0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369,
    0x36a, 0x36b, 0x36c, 0x36d, 0x36e, 0x36f, 0x483, 0x484, 0x485, 0x486, 0x487, 0x592,
    0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59c, 0x59d, 0x59e, 0x59f, 0x5a0, 0x5a1,
    0x5a8, 0x5a9, 0x5ab, 0x5ac, 0x5af, 0x5c4, 0x610, 0x611, 0x612, 0x613, 0x614, 0x615};

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool is_base64(std::string_view text) {
  const std::size_t end = std::min(text.find('='), text.size());
  return text.size() % 4 == 0 && text.size() - end <= 2 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                     [](char c) { return value_of(c) >= 0; }) &&
         text.find_first_not_of('=', end) == std::string_view::npos;
}

// The first bytes of what base64 stands for.
std::string decode_begin(std::string_view text, std::size_t count) {
  std::string bytes;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    if (bytes.size() == count || value_of(c) < 0) break;
    bits = bits << 6 | static_cast<unsigned>(value_of(c));
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xff);
  }
  return bytes;
}

std::int64_t number_at(const std::string& bytes, std::size_t at) {
  std::int64_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

std::uint32_t id_of(std::string_view key) {
  std::uint32_t hash = 2166136261U;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  hash = (hash ^ hash >> 24) & 0xffffffU;
  return hash == 0 ? 1 : hash;
}

}  // namespace

std::optional<Picture> make_picture(std::string_view base64, std::string_view key, CellSize cell,
                                    int columns) {
  constexpr std::string_view kBegin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  if (!cell.any() || columns < 1 || base64.size() > kMostData || !is_base64(base64)) return {};
  const std::string begin = decode_begin(base64, 24);
  if (begin.size() < 24 || !begin.starts_with(kBegin)) return {};
  const std::int64_t width = number_at(begin, 16);
  const std::int64_t height = number_at(begin, 20);
  if (width < 1 || height < 1 || width > kMostPixels || height > kMostPixels) return {};
  // As large as it is, unless there is no room; the terminal keeps its shape.
  const auto cells = [](std::int64_t pixels, int size) { return (pixels + size - 1) / size; };
  const std::int64_t most = std::min<std::int64_t>(columns, std::ssize(kNumbers));
  std::int64_t wide = std::min(cells(width, cell.width), most);
  std::int64_t high = cells(std::min(width, wide * cell.width) * height / width, cell.height);
  if (high > kMostRows) {
    high = kMostRows;
    wide =
        std::clamp<std::int64_t>(cells(high * cell.height * width / height, cell.width), 1, wide);
  }
  Picture picture;
  picture.columns = static_cast<int>(wide);
  picture.rows = static_cast<int>(std::max<std::int64_t>(1, high));
  picture.id = id_of(std::string(key) + "#" + std::to_string(wide));
  picture.data = base64;
  return picture;
}

std::string transmission_of(const Picture& picture) {
  std::string out;
  for (std::size_t at = 0; at < picture.data.size(); at += kChunk) {
    out += "\x1b_G";
    if (at == 0) {
      out += "a=T,U=1,f=100,q=2,i=" + std::to_string(picture.id) +
             ",c=" + std::to_string(picture.columns) + ",r=" + std::to_string(picture.rows) + ",";
    }
    out += at + kChunk < picture.data.size() ? "m=1;" : "m=0;";
    out.append(picture.data, at, kChunk).append("\x1b\\");
  }
  return out;
}

std::string removal_of(std::uint32_t id) {
  return "\x1b_Ga=d,d=I,q=2,i=" + std::to_string(id) + "\x1b\\";
}

std::string row_of(const Picture& picture, int row) {
  std::string line = "\x1b[38;2;" + std::to_string(picture.id >> 16 & 0xff) + ";" +
                     std::to_string(picture.id >> 8 & 0xff) + ";" +
                     std::to_string(picture.id & 0xff) + "m";
  for (int column = 0; column < picture.columns; ++column) {
    append_utf8(line, kPlaceholder);
    append_utf8(line, kNumbers[static_cast<std::size_t>(row)]);
    append_utf8(line, kNumbers[static_cast<std::size_t>(column)]);
  }
  return line + "\x1b[0m";
}

}  // namespace clew::tui
