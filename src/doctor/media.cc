// SPDX-License-Identifier: MIT
#include "doctor/media.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "json/condensed.h"

namespace clew {
namespace {

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

// What is decoded: all of it, or as much as there is before a bad character, which is an error
// unless it is padding at the end.
struct Decoded {
  std::string bytes;
  bool valid = true;
};

Decoded decode_base64(std::string_view text) {
  Decoded out;
  out.bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = base64_digit(text[i]);
    if (digit < 0) {
      out.valid = text.find_first_not_of('=', i) == std::string_view::npos && text.size() - i <= 2;
      break;
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++count % 4 == 0) {
      for (const int shift : {16, 8, 0}) out.bytes += static_cast<char>(bits >> shift & 0xFF);
    }
  }
  // One or two bytes are left over, in two or three digits.
  const int over = count % 4;
  if (over > 1) out.bytes += static_cast<char>(bits >> (over == 2 ? 4 : 10) & 0xFF);
  if (over > 2) out.bytes += static_cast<char>(bits >> 2 & 0xFF);
  return out;
}

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}
unsigned big16(std::string_view b, std::size_t at) {
  return byte_at(b, at) << 8 | byte_at(b, at + 1);
}
unsigned little16(std::string_view b, std::size_t at) {
  return byte_at(b, at + 1) << 8 | byte_at(b, at);
}

void look_at_png(std::string_view b, bool all, MediaFacts& facts) {
  facts.type = "image/png";
  facts.width = static_cast<int>(big16(b, 16) << 16 | big16(b, 18));
  facts.height = static_cast<int>(big16(b, 20) << 16 | big16(b, 22));
  facts.whole = b.size() >= 33 && (!all || b.find("IEND") != std::string_view::npos);
}

// The sides stand in the first frame header (SOF0 to SOF15, but for three other markers).
void look_at_jpeg(std::string_view b, bool all, MediaFacts& facts) {
  facts.type = "image/jpeg";
  for (std::size_t at = 2; at + 9 < b.size() && byte_at(b, at) == 0xFF;) {
    const unsigned marker = byte_at(b, at + 1);
    const bool frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) {
      facts.height = static_cast<int>(big16(b, at + 5));
      facts.width = static_cast<int>(big16(b, at + 7));
      break;
    }
    at += 2 + big16(b, at + 2);
  }
  facts.whole = b.size() > 20 && (!all || b.find("\xFF\xD9") != std::string_view::npos);
}

void look_at_gif(std::string_view b, MediaFacts& facts) {
  facts.type = "image/gif";
  facts.width = static_cast<int>(little16(b, 6));
  facts.height = static_cast<int>(little16(b, 8));
  facts.whole = b.size() > 13;
}

void look_at_webp(std::string_view b, MediaFacts& facts) {
  facts.type = "image/webp";
  const std::string_view form = b.substr(12, 4);
  if (form == "VP8X") {
    facts.width = static_cast<int>(little16(b, 24) | byte_at(b, 26) << 16) + 1;
    facts.height = static_cast<int>(little16(b, 27) | byte_at(b, 29) << 16) + 1;
  } else if (form == "VP8 ") {
    facts.width = static_cast<int>(little16(b, 26) & 0x3FFF);
    facts.height = static_cast<int>(little16(b, 28) & 0x3FFF);
  } else if (form == "VP8L") {
    const unsigned bits = little16(b, 21) | little16(b, 23) << 16;
    facts.width = static_cast<int>(bits & 0x3FFF) + 1;
    facts.height = static_cast<int>(bits >> 14 & 0x3FFF) + 1;
  }
  facts.whole = b.size() > 30;
}

// What stands behind a name of a PDF, without blanks.
std::string_view behind(std::string_view b, std::size_t at) {
  const std::size_t value = b.find_first_not_of(" \t\r\n", at);
  return value == std::string_view::npos ? std::string_view() : b.substr(value);
}

// The pages themselves; where they are packed, the largest count of a node of their tree. Outlines
// have counts too, which are not about pages.
std::int64_t pdf_pages(std::string_view b) {
  constexpr std::string_view kType = "/Type";
  constexpr std::string_view kCount = "/Count";
  std::int64_t pages = 0;
  std::int64_t most = 0;
  for (std::size_t at = b.find(kType); at != std::string_view::npos; at = b.find(kType, at + 1)) {
    const std::string_view type = behind(b, at + kType.size());
    if (!type.starts_with("/Page")) continue;
    if (!type.starts_with("/Pages")) {
      ++pages;
      continue;
    }
    const std::size_t begin = b.rfind("<<", at);
    const std::string_view node = b.substr(begin == std::string_view::npos ? 0 : begin);
    const std::size_t count = node.find(kCount);
    if (count > node.find("endobj")) continue;
    const std::string digits(behind(node, count + kCount.size()).substr(0, 12));
    most = std::max<std::int64_t>(most, std::strtol(digits.c_str(), nullptr, 10));
  }
  return std::max(pages, most);
}

void look_at_pdf(std::string_view b, bool all, MediaFacts& facts) {
  facts.type = "application/pdf";
  facts.locked = b.find("/Encrypt") != std::string_view::npos;
  facts.whole = !all || b.find("%%EOF") != std::string_view::npos;
  facts.pages = pdf_pages(b);
}

}  // namespace

MediaFacts look_at_media(std::string_view base64) {
  MediaFacts facts;
  const std::optional<std::int64_t> cut = json::cut_size(base64);
  facts.base64_bytes = cut.value_or(static_cast<std::int64_t>(base64.size()));
  // What a cut text ends with is the mark of the cut.
  if (cut) base64 = base64.substr(0, base64.size() > 256 ? (base64.size() - 256) / 4 * 4 : 0);
  const Decoded decoded = decode_base64(base64);
  facts.valid_base64 = decoded.valid && !base64.empty();
  const std::string_view bytes = decoded.bytes;
  const bool all = !cut;
  if (bytes.starts_with("\x89PNG")) {
    look_at_png(bytes, all, facts);
  } else if (bytes.starts_with("\xFF\xD8\xFF")) {
    look_at_jpeg(bytes, all, facts);
  } else if (bytes.starts_with("GIF8")) {
    look_at_gif(bytes, facts);
  } else if (bytes.starts_with("RIFF") && bytes.size() > 16 && bytes.substr(8, 4) == "WEBP") {
    look_at_webp(bytes, facts);
  } else if (bytes.starts_with("%PDF")) {
    look_at_pdf(bytes, all, facts);
  }
  return facts;
}

std::string describe_media(std::string_view media_type, const MediaFacts& facts) {
  std::string out(media_type.empty() ? facts.type : media_type);
  if (facts.width > 0) {
    out += " " + std::to_string(facts.width) + "x" + std::to_string(facts.height);
  }
  std::array<char, 32> size{};
  const double bytes = static_cast<double>(facts.base64_bytes) * 0.75;
  if (bytes >= 100'000) {
    std::snprintf(size.data(), size.size(), ", %.1f MB", bytes / 1e6);
  } else {
    std::snprintf(size.data(), size.size(), ", %.1f kB", bytes / 1e3);
  }
  return out + size.data();
}

bool is_taken_image_type(std::string_view type) {
  return type == "image/jpeg" || type == "image/png" || type == "image/gif" || type == "image/webp";
}

}  // namespace clew
