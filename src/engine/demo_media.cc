// SPDX-License-Identifier: MIT

#include "engine/demo_media.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace clew::demo {
namespace {

void append_big_endian(std::string& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>((value >> shift) & 0xff);
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return (b << 16) | a;
}

// zlib's form without compression: one stored block, so at most 65,535 bytes.
std::string stored(std::string_view bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::string out("\x78\x01\x01", 3);
  for (const std::uint32_t half : {size, ~size}) {
    out += static_cast<char>(half & 0xff);
    out += static_cast<char>((half >> 8) & 0xff);
  }
  out += bytes;
  append_big_endian(out, adler32(bytes));
  return out;
}

void append_chunk(std::string& out, std::string_view name, std::string_view data) {
  append_big_endian(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(name) + std::string(data);
  out += body;
  append_big_endian(out, crc32(body));
}

constexpr std::array<std::pair<char, std::string_view>, 6> kPalette = {{
    {'.', "\xff\xff\xff"},
    {'r', "\xc8\x32\x2d"},
    {'g', "\x4c\x9a\x3f"},
    {'b', "\x2f\x6d\xb5"},
    {'y', "\xf2\xc1\x4e"},
    {'k', "\x2b\x2b\x2b"},
}};

char palette_index(char letter) {
  for (std::size_t i = 0; i < kPalette.size(); ++i) {
    if (kPalette[i].first == letter) return static_cast<char>(i);
  }
  return 0;
}

Json media_block(std::string_view type, std::string_view media_type, std::string_view bytes) {
  return object(
      {{"type", type},
       {"source",
        object({{"type", "base64"}, {"media_type", media_type}, {"data", base64(bytes)}})}});
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = (three << 8) | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= count ? kLetters[(three >> (18 - 6 * i)) & 63] : '=';
    }
  }
  return out;
}

std::string png(const std::vector<std::string_view>& rows) {
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(rows.front().size()));
  append_big_endian(header, static_cast<std::uint32_t>(rows.size()));
  header += std::string("\x08\x03\x00\x00\x00", 5);  // one byte a pixel, into a palette
  std::string colours;
  for (const auto& [letter, rgb] : kPalette) colours += rgb;
  std::string pixels;
  for (const std::string_view row : rows) {
    pixels += '\0';  // no filter
    for (const char letter : row) pixels += palette_index(letter);
  }
  std::string out = "\x89PNG\r\n\x1a\n";
  append_chunk(out, "IHDR", header);
  append_chunk(out, "PLTE", colours);
  append_chunk(out, "IDAT", stored(pixels));
  append_chunk(out, "IEND", "");
  return out;
}

std::string pdf(const std::vector<std::string_view>& lines) {
  std::string page = "BT /F1 12 Tf 14 TL 40 180 Td\n";
  for (const std::string_view line : lines) page += "(" + std::string(line) + ") Tj T*\n";
  page += "ET";
  const std::array<std::string, 5> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 220] /Contents 4 0 R "
      "/Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length " + std::to_string(page.size()) + " >>\nstream\n" + page + "\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  };
  std::string out = "%PDF-1.4\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string offset = std::to_string(out.size());
    table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::size_t start = out.size();
  out += "xref\n0 6\n" + table + "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n" +
         std::to_string(start) + "\n%%EOF\n";
  return out;
}

Json image_block(std::string_view png_bytes) {
  return media_block("image", "image/png", png_bytes);
}

Json document_block(std::string_view pdf_bytes) {
  return media_block("document", "application/pdf", pdf_bytes);
}

}  // namespace clew::demo
